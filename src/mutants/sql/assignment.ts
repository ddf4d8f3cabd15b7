// The assignments of UPDATE and of ON CONFLICT DO UPDATE.
import { kindOf } from './kinds.js';
import {
  clauseAfter,
  cut,
  isAt,
  listed,
  placesOf,
  type Range,
  type Statement,
  written,
} from './statement.js';

export interface Assignment extends Range {
  readonly column: Range;
  /** The word `=`. */
  readonly equals: number;
  readonly value: Range;
  /** The column as it can be read on the right side. */
  readonly current: string;
}

const enders = ['WHERE', 'FROM', 'RETURNING', 'ORDER', 'LIMIT', 'ON', 'WHEN', ';'];

/** The name before an optional alias: `[schema .] name [[AS] alias]`; the alias counts. */
function nameOf(statement: Statement, from: number, stop: readonly string[]): string {
  let at = from;
  while (isAt(statement, at + 1, '.')) at += 2;
  const aliased = isAt(statement, at + 1, 'AS') ? at + 2 : at + 1;
  const alias = statement.words[aliased];
  const isAlias = alias?.kind === 'quoted' || (alias?.kind === 'name' && !stop.includes(alias.key));
  return statement.words[isAlias ? aliased : at]?.text ?? '';
}

/** What qualifies a column of the table that is written to, or undefined where it needs nothing. */
function qualifier(statement: Statement, set: number): string | undefined {
  const { words } = statement;
  const depth = words[set]?.depth ?? 0;
  const before = (key: string): number =>
    words.findLastIndex((word, at) => at < set && word.key === key && word.depth === depth);
  if (isAt(statement, set - 1, 'UPDATE')) {
    const into = before('INTO');
    return into < 0
      ? undefined
      : nameOf(statement, into + 1, ['VALUES', 'SELECT', 'DEFAULT', 'WITH', 'OVERRIDING']);
  }
  const update = before('UPDATE');
  if (update < 0) return undefined;
  let from = update + 1;
  if (isAt(statement, from, 'OR')) from += 2;
  if (isAt(statement, from, 'ONLY')) from += 1;
  return nameOf(statement, from, ['SET', 'INDEXED', 'NOT']);
}

/** Only where other tables are in reach could a bare column mean one of theirs. */
function needsQualifier(statement: Statement, set: number, end: number): boolean {
  return isAt(statement, set - 1, 'UPDATE') || isAt(statement, end, 'FROM');
}

/** Every `SET` that is followed by assignments. */
const sets = (statement: Statement): readonly number[] =>
  kindOf(statement) === 'query' ? placesOf(statement, 'SET').filter((at) => at > 0) : [];

function assignmentsAt(statement: Statement, set: number): readonly Assignment[] {
  const range = clauseAfter(statement, set, enders);
  const needs = needsQualifier(statement, set, range.to);
  const table = needs ? qualifier(statement, set) : undefined;
  return listed(statement, range).flatMap((item) => {
    const [column] = cut(statement, item, ({ key }) => key === '=');
    if (column === undefined || column.to >= item.to) return [];
    const name = written(statement, column);
    const value = { from: column.to + 1, to: item.to };
    const current = table === undefined ? name : `${table}.${name}`;
    return [{ ...item, column, equals: column.to, value, current }];
  });
}

/** Every assignment of a statement, in order; the column of one may be a tuple. */
export const assignmentsOf = (statement: Statement): readonly Assignment[] =>
  sets(statement).flatMap((set) => assignmentsAt(statement, set));
