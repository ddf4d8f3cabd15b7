// Which words are values, so that an operator between two of them is seen to be one.
import type { Statement, Word } from './statement.js';

/** Words that stand before a value or between clauses, and are none. */
const reserved = new Set(
  [
    'SELECT DISTINCT ALL FROM WHERE AND OR NOT IN LIKE GLOB IS BETWEEN WHEN THEN ELSE SET',
    'VALUES BY HAVING LIMIT OFFSET ON AS RETURNING UNION INTERSECT EXCEPT ESCAPE COLLATE',
    'GROUP ORDER ASC DESC USING JOIN INTO DO REGEXP MATCH ILIKE',
  ].flatMap((line) => line.split(' ')),
);

const isValue = ({ kind, key }: Word): boolean =>
  ['number', 'string', 'parameter', 'quoted', 'blob'].includes(kind) ||
  (kind === 'name' && !reserved.has(key));

/** Whether a value ends before this word. */
export function followsValue({ words }: Statement, at: number): boolean {
  const before = words[at - 1];
  return (
    before !== undefined &&
    (before.key === ')' || before.key === ']' || (before.key !== 'CASE' && isValue(before)))
  );
}

/** Whether a value starts after this word. */
export function precedesValue({ words }: Statement, at: number): boolean {
  const after = words[at + 1];
  return (
    after !== undefined &&
    (['(', '-', '+', '~'].includes(after.key) || (after.key !== 'END' && isValue(after)))
  );
}
