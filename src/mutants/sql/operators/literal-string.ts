// Empties a string, and fills an empty one.
import { evaluatedPlaces } from '../kinds.js';
import { type Edit, literalAt, replace, type SqlOperator, word } from '../mutant.js';
import { isAt, type Statement } from '../statement.js';

/** Where a string must have a form, another one is refused and breaks nothing. */
function hasForm(statement: Statement, at: number): boolean {
  if (isAt(statement, at - 1, 'ESCAPE') || isAt(statement, at - 1, 'AS')) return true;
  if (statement.dialect === 'sqlite') return false;
  const isTyped = typed.some((type) => isAt(statement, at - 1, type));
  return isTyped || isAt(statement, at + 1, '::');
}

const typed = ['DATE', 'TIME', 'TIMESTAMP', 'TIMESTAMPTZ', 'INTERVAL', 'JSON', 'JSONB', 'ZONE'];

/** A path into JSON becomes the whole of it. */
function other(text: string): string {
  if (/^'\$[.[]/.test(text)) return "'$'";
  return /^[a-z&]*''$/i.test(text) ? "'x'" : "''";
}

const edits = (statement: Statement): readonly Edit[] =>
  evaluatedPlaces(statement)
    .filter((at) => statement.words[at]?.kind === 'string' && !hasForm(statement, at))
    .map((at) => {
      const text = other(statement.words[at]?.text ?? '');
      return replace(
        statement,
        word(at),
        text,
        () => `${literalAt(statement, at)} is \`${text}\`.`,
      );
    });

export const literalString: SqlOperator = {
  id: 'literal-string',
  guard: 'A state, a pattern or a default that is written down has another value.',
  edits,
};
