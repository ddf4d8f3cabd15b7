// Lets a table of SQLite take values of any type.
import { kindOf } from '../kinds.js';
import { type Edit, replace, type SqlOperator, word } from '../mutant.js';
import { placesOf, type Range, type Statement } from '../statement.js';

/** STRICT with a comma that stands beside it. */
function withComma({ words }: Statement, at: number): Range {
  if (words[at - 1]?.key === ',') return { from: at - 1, to: at + 1 };
  return words[at + 1]?.key === ',' ? { from: at, to: at + 2 } : word(at);
}

const edits = (statement: Statement): readonly Edit[] =>
  statement.dialect === 'sqlite' && kindOf(statement) === 'table'
    ? placesOf(statement, 'STRICT')
        .filter((at) => statement.words[at]?.depth === 0)
        .map((at) =>
          replace(statement, withComma(statement, at), '', () => 'A column takes any type.'),
        )
    : [];

export const strictDrop: SqlOperator = {
  id: 'strict-drop',
  guard: 'A number is kept as text, or a text as a number.',
  edits,
};
