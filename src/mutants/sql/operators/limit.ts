// Drops a LIMIT, and moves LIMIT and OFFSET by one.
import { type Edit, replace, type SqlOperator } from '../mutant.js';
import {
  clauseAfter,
  hasParameter,
  isAt,
  listed,
  placesOf,
  type Range,
  type Statement,
  written,
} from '../statement.js';
import { neighbours } from './literal-number.js';

const enders = ['OFFSET', 'FOR', 'RETURNING', 'LIMIT', 'UNION', 'FETCH', 'ON', ';'];

/** The value of a LIMIT or OFFSET. */
const valueAfter = (statement: Statement, at: number): Range => clauseAfter(statement, at, enders);

/** No limit at all, with the same parameters. */
function unlimited(statement: Statement, value: Range): string {
  const none = statement.dialect === 'sqlite' ? '-1' : 'NULL::bigint';
  if (!hasParameter(statement, value)) return none;
  return `CASE WHEN FALSE THEN ${written(statement, value)} ELSE ${none} END`;
}

/** `LIMIT ALL`, or NULL: no limit as it is. */
const isNone = (statement: Statement, { from }: Range): boolean =>
  isAt(statement, from, 'ALL') || isAt(statement, from, 'NULL');

function moved(statement: Statement, value: Range, name: string): readonly Edit[] {
  const text = written(statement, value);
  if (isNone(statement, value)) return [];
  const isNumber = value.to - value.from === 1 && statement.words[value.from]?.kind === 'number';
  const others = isNumber ? neighbours(text) : [`(${text} + 1)`, `(${text} - 1)`];
  return others.map((other) =>
    replace(statement, value, other, (original) => `${name} ${original} is ${other}.`),
  );
}

function limits(statement: Statement, at: number): readonly Edit[] {
  const list = listed(statement, valueAfter(statement, at));
  // `LIMIT offset, count` of SQLite.
  const [offset, count] = list.length > 1 ? list : [undefined, list[0]];
  if (count === undefined) return [];
  return [
    ...(offset === undefined ? [] : moved(statement, offset, 'OFFSET')),
    ...(isNone(statement, count)
      ? []
      : [replace(statement, count, unlimited(statement, count), () => 'There is no limit.')]),
    ...moved(statement, count, 'LIMIT'),
  ];
}

export const limit: SqlOperator = {
  id: 'limit',
  guard: 'An answer has one row more or less than asked for, or has no limit.',
  edits: (statement) => [
    ...placesOf(statement, 'LIMIT').flatMap((at) => limits(statement, at)),
    ...placesOf(statement, 'OFFSET')
      .map((at) => valueAfter(statement, at))
      .map(({ from, to }) => ({
        from,
        to: ['ROW', 'ROWS'].some((key) => isAt(statement, to - 1, key)) ? to - 1 : to,
      }))
      .filter(({ from, to }) => to > from)
      .flatMap((value) => moved(statement, value, 'OFFSET')),
  ],
};
