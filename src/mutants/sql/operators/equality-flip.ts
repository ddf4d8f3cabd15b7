// Turns "equal" into "different", and the reverse.
import { around, replace, type SqlOperator, word } from '../mutant.js';
import { comparisonsOf } from './comparison.js';

const flipped: Readonly<Record<string, string>> = { '=': '<>', '==': '<>', '<>': '=', '!=': '=' };

export const equalityFlip: SqlOperator = {
  id: 'equality-flip',
  guard: 'Exactly the rows that a comparison was to keep out come in.',
  edits: (statement) =>
    comparisonsOf(statement, Object.keys(flipped)).map((at) => {
      const other = flipped[statement.words[at]?.key ?? ''] ?? '=';
      return replace(statement, word(at), other, () => {
        return `${around(statement, at)} compares by \`${other}\`.`;
      });
    }),
};
