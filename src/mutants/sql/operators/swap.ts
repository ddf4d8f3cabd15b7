// Swaps two columns of one type: the parameters stay in their order, and meet the other column.
import { assignmentsOf } from '../assignment.js';
import { conditionsOf, withParts } from '../condition.js';
import { kindOf } from '../kinds.js';
import { type Edit, quoted, type SqlOperator } from '../mutant.js';
import {
  clauseAfter,
  isAt,
  listed,
  placesOf,
  type Range,
  spanOf,
  type Statement,
  written,
} from '../statement.js';
import { bareName } from '../table.js';

/** A column as it is written, at a place where another of its type would be understood as well. */
interface Seat extends Range {
  readonly type: string;
  /** In a list of results: the name under which the value is read, and the item with its alias. */
  readonly alias?: string;
  readonly whole?: Range;
}

/** `column` or `table.column` as a seat, if its type is known. */
function seat(statement: Statement, { from, to }: Range): readonly Seat[] {
  const isColumn = to - from === 1 || (to - from === 3 && isAt(statement, from + 1, '.'));
  const last = statement.words[to - 1];
  if (!isColumn || (last?.kind !== 'name' && last?.kind !== 'quoted')) return [];
  const type = statement.columns.get(bareName(last.text));
  return type === undefined ? [] : [{ from, to, type }];
}

const isParameter = ({ words }: Statement, { from, to }: Range): boolean =>
  to - from === 1 && words[from]?.kind === 'parameter';

/** Swaps each seat with the next one of its type; what stands between them stays. */
function swaps(statement: Statement, seats: readonly Seat[]): readonly Edit[] {
  return seats.flatMap((first, at) => {
    const second = seats.slice(at + 1).find(({ type }) => type === first.type);
    if (second === undefined) return [];
    const [one, two] = [written(statement, first), written(statement, second)];
    if (one === two) return [];
    const { start, end: from } = spanOf(statement, first.whole ?? first);
    const { start: to, end } = spanOf(statement, second.whole ?? second);
    const between = statement.source.slice(from, to);
    const named = ({ alias }: Seat): string => (alias === undefined ? '' : ` AS ${alias}`);
    const replacement = two + named(first) + between + one + named(second);
    const sentence = `${quoted(one)} and ${quoted(two)} change places.`;
    return [{ span: { start, end }, replacement, sentence }];
  });
}

/** `a = ? AND b = ?`. */
const compared = (statement: Statement): readonly (readonly Seat[])[] =>
  conditionsOf(statement)
    .flatMap((condition) => [...withParts(condition)])
    .filter(({ type }) => type === 'and')
    .map(({ parts }) =>
      parts.flatMap(({ from, to }) =>
        isAt(statement, to - 2, '=') && isParameter(statement, { from: to - 1, to })
          ? seat(statement, { from, to: to - 2 })
          : [],
      ),
    );

/** `SET a = ?, b = ?`. */
const assigned = (statement: Statement): readonly Seat[] =>
  assignmentsOf(statement).flatMap(({ column, value }) =>
    isParameter(statement, value) ? seat(statement, column) : [],
  );

/** `INSERT INTO t (a, b) VALUES (?, ?)`. */
function inserted(statement: Statement, at: number): readonly Seat[] {
  const { words } = statement;
  const opening = isAt(statement, at + 2, '.') ? at + 4 : at + 2;
  const values = (words[opening]?.match ?? 0) + 1;
  if (!isAt(statement, opening, '(') || !isAt(statement, values, 'VALUES', '(')) return [];
  const inBrackets = (open: number): readonly Range[] =>
    listed(statement, { from: open + 1, to: words[open]?.match ?? open + 1 });
  const given = inBrackets(values + 1);
  return inBrackets(opening).flatMap((column, index) => {
    const value = given[index];
    return value !== undefined && isParameter(statement, value) ? seat(statement, column) : [];
  });
}

const listEnders = ['FROM', 'INTO', 'UNION', 'INTERSECT', 'EXCEPT', 'WHERE', 'ORDER', 'LIMIT', ';'];

/** `SELECT a AS x, b`: the values change places, the names stay. */
function selected(statement: Statement, select: number): readonly Seat[] {
  return listed(statement, clauseAfter(statement, select, listEnders)).flatMap(({ from, to }) => {
    const alias = statement.words[to - 1]?.text ?? '';
    const column = { from, to: isAt(statement, to - 2, 'AS') ? to - 2 : to };
    return seat(statement, column).map((found) => ({ ...found, alias, whole: { from, to } }));
  });
}

function edits(statement: Statement): readonly Edit[] {
  if (kindOf(statement) !== 'query') return [];
  return [
    ...compared(statement),
    assigned(statement),
    ...placesOf(statement, 'INTO').map((at) => inserted(statement, at)),
    ...placesOf(statement, 'SELECT').map((at) => selected(statement, at)),
  ].flatMap((seats) => swaps(statement, seats));
}

export const swap: SqlOperator = {
  id: 'swap',
  guard: "Two values of one type arrive in each other's place.",
  edits,
};
