// Lets a column be empty that must have a value.
import { replace, type SqlOperator } from '../mutant.js';
import { columnAt, inColumns, withName } from './constraint.js';

export const notNullDrop: SqlOperator = {
  id: 'not-null-drop',
  guard: 'A row may leave out what every reader counts on.',
  edits: (statement) =>
    inColumns(statement, 'NOT', 'NULL').map((at) =>
      replace(statement, withName(statement, { from: at, to: at + 2 }), '', () => {
        return `${columnAt(statement, at)} may be empty.`;
      }),
    ),
};
