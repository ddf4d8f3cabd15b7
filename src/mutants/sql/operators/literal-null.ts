// Fills in a NULL that is written, and turns TRUE and FALSE round.
import { evaluatedPlaces } from '../kinds.js';
import { type Edit, literalAt, replace, type SqlOperator, word } from '../mutant.js';
import { isAt, type Statement } from '../statement.js';

/** NULL as a value: in a list of values, or what a column is set to. */
const isGiven = (statement: Statement, at: number): boolean => {
  const before = statement.words[at - 1]?.key ?? '';
  const after = statement.words[at + 1]?.key;
  return (
    ['(', ',', '=', 'THEN', 'ELSE', 'DEFAULT', 'SELECT'].includes(before) &&
    after !== '::' &&
    after !== 'AS'
  );
};

/** Any type takes a 0 in SQLite alone. */
function otherFor(statement: Statement, at: number): string | undefined {
  if (statement.words[at - 1]?.key === '.') return undefined;
  if (isAt(statement, at, 'TRUE')) return 'FALSE';
  if (isAt(statement, at, 'FALSE')) return 'TRUE';
  const isNull = statement.dialect === 'sqlite' && isAt(statement, at, 'NULL');
  return isNull && isGiven(statement, at) ? '0' : undefined;
}

const edits = (statement: Statement): readonly Edit[] =>
  evaluatedPlaces(statement).flatMap((at) => {
    const other = otherFor(statement, at);
    if (other === undefined) return [];
    return [
      replace(statement, word(at), other, () => `${literalAt(statement, at)} is \`${other}\`.`),
    ];
  });

export const literalNull: SqlOperator = {
  id: 'literal-null',
  guard: 'What must be absent is there, or a truth that is written down is turned round.',
  edits,
};
