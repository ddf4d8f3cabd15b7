// Takes one column out of a primary key, or the key away.
import { type Edit, replace, type SqlOperator } from '../mutant.js';
import { isAt, placesOf, type Statement } from '../statement.js';
import {
  bracketsOf,
  columnAt,
  inColumns,
  withName,
  withoutItem,
  withoutOneColumn,
} from './constraint.js';

/** `PRIMARY KEY [ASC | DESC] [ON CONFLICT x] [AUTOINCREMENT]`. */
function columnKey(statement: Statement, at: number): Edit {
  const sorted = ['ASC', 'DESC'].some((key) => isAt(statement, at + 2, key)) ? at + 3 : at + 2;
  const range = withName(statement, { from: at, to: sorted });
  const to = isAt(statement, range.to, 'AUTOINCREMENT') ? range.to + 1 : range.to;
  return replace(statement, { ...range, to }, '', () => {
    return `Two rows may have the same ${columnAt(statement, at)}.`;
  });
}

function edits(statement: Statement): readonly Edit[] {
  const brackets = bracketsOf(statement, 'PRIMARY', 'KEY');
  const parts = brackets.flatMap((at) => withoutOneColumn(statement, at));
  // Such a table cannot be without a key.
  if (placesOf(statement, 'WITHOUT', 'ROWID').length > 0) return parts;
  return [
    ...inColumns(statement, 'PRIMARY', 'KEY').map((at) => columnKey(statement, at)),
    ...brackets.flatMap((at) => withoutItem(statement, at)),
    ...parts,
  ];
}

export const primaryKey: SqlOperator = {
  id: 'primary-key',
  guard: 'Rows of two owners share an address, or one address has two rows.',
  edits,
};
