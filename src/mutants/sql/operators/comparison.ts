// Where values are compared: the operators of a statement that assign nothing.
import { assignmentsOf } from '../assignment.js';
import { evaluatedPlaces } from '../kinds.js';
import { followsValue, precedesValue } from '../operand.js';
import type { Statement } from '../statement.js';

/** The places of these operators between two values. */
export function comparisonsOf(
  statement: Statement,
  operators: readonly string[],
): readonly number[] {
  const assigning = new Set(assignmentsOf(statement).map(({ equals }) => equals));
  return evaluatedPlaces(statement).filter((at) => {
    const word = statement.words[at];
    return (
      word?.kind === 'operator' &&
      operators.includes(word.key) &&
      !assigning.has(at) &&
      followsValue(statement, at) &&
      precedesValue(statement, at)
    );
  });
}
