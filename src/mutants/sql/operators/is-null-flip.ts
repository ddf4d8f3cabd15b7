// Turns IS NULL into IS NOT NULL, and the reverse; IS with any other value as well.
import { evaluatedPlaces } from '../kinds.js';
import { around, type Edit, replace, type SqlOperator } from '../mutant.js';
import { isAt, type Statement } from '../statement.js';

function flip(statement: Statement, at: number): readonly Edit[] {
  const made = (length: number, text: string): readonly Edit[] => [
    replace(statement, { from: at, to: at + length }, text, () => {
      return `${around(statement, at)} asks for the opposite.`;
    }),
  ];
  if (isAt(statement, at, 'IS', 'NOT')) return made(2, 'IS');
  if (isAt(statement, at, 'IS')) return made(1, 'IS NOT');
  if (isAt(statement, at, 'ISNULL')) return made(1, 'NOTNULL');
  if (isAt(statement, at, 'NOTNULL')) return made(1, 'ISNULL');
  return [];
}

export const isNullFlip: SqlOperator = {
  id: 'is-null-flip',
  guard: 'A mark such as "deleted" or "decided" is read the wrong way round.',
  edits: (statement) =>
    evaluatedPlaces(statement)
      .filter((at) => at > 0 && statement.words[at - 1]?.key !== '.')
      .flatMap((at) => flip(statement, at)),
};
