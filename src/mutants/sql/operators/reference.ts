// Changes what happens to rows that refer to one that is deleted, or lets them refer to nothing.
import { kindOf } from '../kinds.js';
import { type Edit, replace, type SqlOperator } from '../mutant.js';
import { isAt, placesOf, type Statement } from '../statement.js';
import { tableItems } from '../table.js';
import { withName } from './constraint.js';

const results = [['CASCADE'], ['SET', 'NULL'], ['SET', 'DEFAULT'], ['RESTRICT'], ['NO', 'ACTION']];

function deletions(statement: Statement): readonly Edit[] {
  return placesOf(statement, 'ON', 'DELETE').flatMap((at) => {
    const result = results.find((keys) => isAt(statement, at + 2, ...keys));
    if (result === undefined) return [];
    const other = ['RESTRICT', 'NO'].includes(result[0] ?? '') ? 'CASCADE' : 'NO ACTION';
    const range = { from: at + 2, to: at + 2 + result.length };
    return [
      replace(statement, range, other, (text) => `A deletion is met by \`${other}\`, not ${text}.`),
    ];
  });
}

/** A column that refers to a table loses the reference with all that is said about it. */
function references(statement: Statement): readonly Edit[] {
  return tableItems(statement).flatMap((item) => {
    if (item.type === 'constraint') return [];
    const at = placesOf(statement, 'REFERENCES').find((i) => i > item.from && i < item.to);
    if (at === undefined) return [];
    let to = at + 2;
    while (isAt(statement, to, '.')) to += 2;
    if (isAt(statement, to, '(')) to = (statement.words[to]?.match ?? to) + 1;
    for (;;) {
      const event = ['DELETE', 'UPDATE'].some((key) => isAt(statement, to, 'ON', key));
      const result = event ? results.find((keys) => isAt(statement, to + 2, ...keys)) : undefined;
      if (result === undefined) break;
      to += 2 + result.length;
    }
    if (isAt(statement, to, 'DEFERRABLE')) to += 1;
    if (isAt(statement, to, 'INITIALLY')) to += 2;
    return [
      replace(statement, withName(statement, { from: at, to }), '', () => {
        return 'The column may name a row that is not there.';
      }),
    ];
  });
}

export const reference: SqlOperator = {
  id: 'reference',
  guard: 'Rows outlive what they belong to, or go with it when they must stay.',
  edits: (statement) =>
    kindOf(statement) === 'table' ? [...references(statement), ...deletions(statement)] : [],
};
