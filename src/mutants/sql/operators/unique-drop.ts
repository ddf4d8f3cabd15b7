// Lets two rows be the same that must differ.
import { kindOf } from '../kinds.js';
import { type Edit, replace, type SqlOperator, word } from '../mutant.js';
import type { Statement } from '../statement.js';
import {
  bracketsOf,
  columnAt,
  inColumns,
  withName,
  withoutItem,
  withoutOneColumn,
} from './constraint.js';

function edits(statement: Statement): readonly Edit[] {
  const brackets = bracketsOf(statement, 'UNIQUE');
  const columns = brackets.flatMap((at) => withoutOneColumn(statement, at));
  if (kindOf(statement) === 'unique-index')
    return [replace(statement, word(1), '', () => 'Two rows may be the same.'), ...columns];
  return [
    ...inColumns(statement, 'UNIQUE').map((at) =>
      replace(statement, withName(statement, word(at)), '', () => {
        return `Two rows may have the same ${columnAt(statement, at)}.`;
      }),
    ),
    ...brackets.flatMap((at) => withoutItem(statement, at)),
    ...columns,
  ];
}

export const uniqueDrop: SqlOperator = {
  id: 'unique-drop',
  guard: 'What must exist once exists twice.',
  edits,
};
