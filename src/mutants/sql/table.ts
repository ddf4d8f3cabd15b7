// The columns and constraints of CREATE TABLE and ALTER TABLE, and the types of columns by name.
import { inside, kindOf } from './kinds.js';
import {
  type ColumnTypes,
  isAt,
  listed,
  placesOf,
  type Range,
  type Statement,
  statementsOf,
} from './statement.js';
import type { Dialect } from './token.js';

/** An item of a table: a column with its constraints, or a constraint of the whole table. */
export interface TableItem extends Range {
  readonly type: 'column' | 'constraint';
}

const constraints = ['CONSTRAINT', 'PRIMARY', 'UNIQUE', 'CHECK', 'FOREIGN', 'EXCLUDE', 'LIKE'];

function itemsIn(statement: Statement, range: Range): readonly TableItem[] {
  return listed(statement, range).map((item) => ({
    ...item,
    type: constraints.some((key) => isAt(statement, item.from, key)) ? 'constraint' : 'column',
  }));
}

/** Every item of a table that is created, or added to one. */
export function tableItems(statement: Statement): readonly TableItem[] {
  if (kindOf(statement) !== 'table') return [];
  const { words } = statement;
  if (!isAt(statement, 0, 'ALTER')) {
    const opening = words.findIndex(({ key, depth }) => key === '(' && depth === 0);
    return opening < 0 ? [] : itemsIn(statement, inside(statement, opening));
  }
  return placesOf(statement, 'ADD').flatMap((at) => {
    const from = isAt(statement, at + 1, 'COLUMN') ? at + 2 : at + 1;
    const added = isAt(statement, from, 'IF', 'NOT', 'EXISTS') ? from + 3 : from;
    return itemsIn(statement, { from: added, to: words.length }).slice(0, 1);
  });
}

/** Words that end the type of a column. */
const afterType = [
  ...constraints,
  ...'NOT NULL DEFAULT COLLATE REFERENCES GENERATED AS AUTOINCREMENT'.split(' '),
];

/** One name for types that take the same values. */
function typeOf(declared: string): string {
  if (declared.includes('INT') || declared.includes('SERIAL')) return 'INTEGER';
  if (/CHAR|CLOB|TEXT|STRING/.test(declared)) return 'TEXT';
  if (/REAL|FLOA|DOUB/.test(declared)) return 'REAL';
  return declared;
}

/** A name without its quotes, in capitals. */
export const bareName = (text: string): string => text.replace(/^["`[]|["`\]]$/g, '').toUpperCase();

function declaredType({ words }: Statement, { from, to }: Range): string {
  const depth = words[from]?.depth;
  const type: string[] = [];
  for (const word of words.slice(from + 1, to)) {
    if (word.kind !== 'name' || afterType.includes(word.key)) break;
    if (word.depth === depth) type.push(word.key);
  }
  return typeOf(type.join(' '));
}

/**
 * The types of all columns that these texts create, for `mutateSql`: it swaps columns of one type.
 * A name that two tables use with two types is left out.
 */
export function columnTypes(texts: readonly string[], dialect: Dialect): ColumnTypes {
  const types = new Map<string, string>();
  const unclear = new Set<string>();
  for (const statement of texts.flatMap((text) => statementsOf(text, dialect)))
    for (const item of tableItems(statement)) {
      const name = bareName(statement.words[item.from]?.text ?? '');
      const type = declaredType(statement, item);
      if (item.type === 'constraint' || type === '') continue;
      if ((types.get(name) ?? type) !== type) unclear.add(name);
      types.set(name, type);
    }
  for (const name of unclear) types.delete(name);
  return types;
}
