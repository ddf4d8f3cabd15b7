// Turns a calculation into its counterpart.
import { evaluatedPlaces } from '../kinds.js';
import { around, replace, type SqlOperator, word } from '../mutant.js';
import { followsValue, precedesValue } from '../operand.js';

const counterpart: Readonly<Record<string, string>> = {
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&': '|',
  '|': '&',
  '<<': '>>',
  '>>': '<<',
};

export const arithmetic: SqlOperator = {
  id: 'arithmetic',
  guard: 'A version, a balance or an end is counted the wrong way.',
  edits: (statement) =>
    evaluatedPlaces(statement)
      .filter((at) => statement.words[at]?.kind === 'operator')
      .filter((at) => followsValue(statement, at) && precedesValue(statement, at))
      .flatMap((at) => {
        const other = counterpart[statement.words[at]?.key ?? ''];
        if (other === undefined) return [];
        return [
          replace(statement, word(at), other, () => {
            return `${around(statement, at)} calculates with \`${other}\`.`;
          }),
        ];
      }),
};
