// Makes a CHECK true for every row.
import { inside, kindOf } from '../kinds.js';
import { replace, type SqlOperator } from '../mutant.js';
import { placesOf } from '../statement.js';

export const checkDrop: SqlOperator = {
  id: 'check-drop',
  guard: 'An invariant of a row is not checked any more.',
  edits: (statement) =>
    kindOf(statement) === 'table'
      ? placesOf(statement, 'CHECK', '(').map((at) =>
          replace(statement, inside(statement, at + 1), 'TRUE', (text) => {
            return `${text} is not checked.`;
          }),
        )
      : [],
};
