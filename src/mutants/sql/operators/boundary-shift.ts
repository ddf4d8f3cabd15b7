// Takes the boundary in where it was out, or out where it was in.
import { around, type Edit, replace, type SqlOperator, word } from '../mutant.js';
import type { Statement } from '../statement.js';
import { comparisonsOf } from './comparison.js';

const shifted: Readonly<Record<string, readonly string[]>> = {
  '<': ['<='],
  '<=': ['<'],
  '>': ['>='],
  '>=': ['>'],
  '=': ['>=', '<='],
  '==': ['>=', '<='],
};

/** Whether a row of values or a sub-query stands here: many engines order none. */
const isBracket = (statement: Statement, at: number): boolean =>
  statement.words[at - 1]?.key === ')' || statement.words[at + 1]?.key === '(';

const edits = (statement: Statement): readonly Edit[] =>
  comparisonsOf(statement, Object.keys(shifted)).flatMap((at) => {
    const operator = statement.words[at]?.key ?? '';
    if (operator.startsWith('=') && isBracket(statement, at)) return [];
    return (shifted[operator] ?? []).map((other) =>
      replace(statement, word(at), other, () => {
        return `${around(statement, at)} compares by \`${other}\`.`;
      }),
    );
  });

export const boundaryShift: SqlOperator = {
  id: 'boundary-shift',
  guard: 'The moment, version or threshold on the boundary falls on the other side.',
  edits,
};
