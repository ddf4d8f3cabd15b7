// Leaves a column as it was where an update sets it.
import { type Assignment, assignmentsOf } from '../assignment.js';
import { type Edit, replace, type SqlOperator } from '../mutant.js';
import { hasParameter, type Statement, written } from '../statement.js';

/** The value is read, so that its parameters stay and keep their types, but never taken. */
function unchanged(statement: Statement, { value, current }: Assignment): string {
  return hasParameter(statement, value)
    ? `CASE WHEN FALSE THEN ${written(statement, value)} ELSE ${current} END`
    : current;
}

function drop(statement: Statement, assignment: Assignment): readonly Edit[] {
  const { column, value } = assignment;
  if (column.to - column.from !== 1) return [];
  const name = written(statement, column);
  return [
    replace(statement, value, unchanged(statement, assignment), () => {
      return `\`${name}\` stays as it was.`;
    }),
  ];
}

export const assignmentDrop: SqlOperator = {
  id: 'assignment-drop',
  guard: 'A column that an update must change keeps its old value.',
  edits: (statement) => assignmentsOf(statement).flatMap((each) => drop(statement, each)),
};
