// Lets the same row come twice.
import { kindOf } from '../kinds.js';
import { type Edit, replace, type SqlOperator, word } from '../mutant.js';
import { isAt, placesOf, type Statement } from '../statement.js';

function edits(statement: Statement): readonly Edit[] {
  if (kindOf(statement) !== 'query') return [];
  const said = (): string => 'The same row may come twice.';
  const unions = placesOf(statement, 'UNION')
    .filter((at) => !isAt(statement, at + 1, 'ALL') && !isAt(statement, at + 1, 'DISTINCT'))
    .map((at) => replace(statement, word(at), 'UNION ALL', said));
  const selects = placesOf(statement, 'DISTINCT')
    .filter((at) => isAt(statement, at - 1, 'SELECT') || statement.words[at - 1]?.key === '(')
    .filter((at) => !isAt(statement, at + 1, 'ON'))
    .map((at) => replace(statement, word(at), '', said));
  return [...selects, ...unions];
}

export const distinct: SqlOperator = {
  id: 'distinct',
  guard: 'What is to be counted or listed once comes as often as it was found.',
  edits,
};
