// Moves a number by one, up and down.
import { evaluatedPlaces } from '../kinds.js';
import { type Edit, literalAt, replace, type SqlOperator, word } from '../mutant.js';
import { isAt, type Statement } from '../statement.js';

/** LIMIT has an operator of its own; a number after BY or alone in its list is a position. */
function isOther(statement: Statement, at: number): boolean {
  const { words } = statement;
  if (['LIMIT', 'OFFSET', 'FIRST', 'NEXT'].some((key) => isAt(statement, at - 1, key))) return true;
  const clause = words.findLastIndex(
    ({ key, depth }, before) =>
      before < at && depth === words[at]?.depth && key !== ',' && !isPosition(statement, before),
  );
  return isAt(statement, clause, 'BY') || isAt(statement, clause, 'LIMIT');
}

const isPosition = ({ words }: Statement, at: number): boolean =>
  words[at]?.kind === 'number' || ['ASC', 'DESC'].includes(words[at]?.key ?? '');

/** The numbers beside a decimal or hexadecimal one; a negative one stands in brackets. */
export function neighbours(text: string): readonly string[] {
  const value = Number(text.replaceAll('_', ''));
  if (!Number.isFinite(value) || text.length > 15) return [];
  const digits = /^\d*\.(\d+)$/.exec(text)?.[1]?.length ?? 0;
  const lower = (value - 1).toFixed(digits);
  return [(value + 1).toFixed(digits), lower.startsWith('-') ? `(${lower})` : lower];
}

const edits = (statement: Statement): readonly Edit[] =>
  evaluatedPlaces(statement)
    .filter((at) => statement.words[at]?.kind === 'number' && !isOther(statement, at))
    .flatMap((at) =>
      neighbours(statement.words[at]?.text ?? '').map((other) =>
        replace(statement, word(at), other, () => `${literalAt(statement, at)} is \`${other}\`.`),
      ),
    );

export const literalNumber: SqlOperator = {
  id: 'literal-number',
  guard: 'A first version, a threshold or a flag that is written down has another value.',
  edits,
};
