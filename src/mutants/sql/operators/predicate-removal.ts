// Makes one condition of several, or the only one, true for every row.
import { type Condition, conditionsOf } from '../condition.js';
import { type Edit, replace, type SqlOperator } from '../mutant.js';
import { hasParameter, type Statement, written } from '../statement.js';

/** A search in a full-text index has no meaning inside an OR. */
const isMatch = ({ words }: Statement, { from, to }: Condition): boolean =>
  words.slice(from, to).some(({ key }) => key === 'MATCH' || key === 'INDEXED');

/** Something that is true and has the same parameters. */
function alwaysTrue(statement: Statement, condition: Condition): string {
  if (!hasParameter(statement, condition)) return 'TRUE';
  if (!isMatch(statement, condition)) return `(${written(statement, condition)} OR TRUE)`;
  const parameters = statement.words
    .slice(condition.from, condition.to)
    .filter(({ kind }) => kind === 'parameter');
  return `(${parameters.map(({ text }) => `${text} IS NOT NULL`).join(' OR ')} OR TRUE)`;
}

function* removals(statement: Statement, condition: Condition): Generator<Edit> {
  if (condition.type === 'and') {
    for (const part of condition.parts) yield* removals(statement, part);
    return;
  }
  yield replace(statement, condition, alwaysTrue(statement, condition), (original) => {
    return `${original} holds for every row.`;
  });
  for (const part of condition.parts) if (part.type === 'and') yield* removals(statement, part);
}

export const predicateRemoval: SqlOperator = {
  id: 'predicate-removal',
  guard: 'A condition that keeps out rows of others, or rows in the wrong state, is gone.',
  edits: (statement) => conditionsOf(statement).flatMap((each) => [...removals(statement, each)]),
};
