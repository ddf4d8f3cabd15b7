// Reads rows without the lock that keeps other writers away.
import { kindOf } from '../kinds.js';
import { type Edit, replace, type SqlOperator } from '../mutant.js';
import { isAt, placesOf, type Statement } from '../statement.js';

const strengths = [['UPDATE'], ['NO', 'KEY', 'UPDATE'], ['SHARE'], ['KEY', 'SHARE']];

function lockAt(statement: Statement, at: number): readonly Edit[] {
  const strength = strengths.find((keys) => isAt(statement, at + 1, ...keys));
  if (strength === undefined) return [];
  let to = at + 1 + strength.length;
  const waits = [['SKIP', 'LOCKED'], ['NOWAIT']].find((keys) => isAt(statement, to, ...keys));
  to += waits?.length ?? 0;
  return [replace(statement, { from: at, to }, '', () => 'The rows that are read stay unlocked.')];
}

export const lock: SqlOperator = {
  id: 'lock',
  guard: 'Two workers take the same row.',
  edits: (statement) =>
    statement.dialect === 'postgresql' && kindOf(statement) === 'query'
      ? placesOf(statement, 'FOR').flatMap((at) => lockAt(statement, at))
      : [],
};
