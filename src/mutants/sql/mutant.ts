// What an SQL mutant is: the original text with one span replaced, and the guard that is gone.
import { type Range, spanOf, type Statement } from './statement.js';
import type { Dialect, Span } from './token.js';

/** One change of a statement. */
export interface Edit {
  readonly span: Span;
  readonly replacement: string;
  readonly sentence: string;
}

/** A way to break statements. */
export interface SqlOperator {
  /** Stable name, kebab-case. */
  readonly id: string;
  /** What it breaks, in one sentence. */
  readonly guard: string;
  /** Every place where it can, in the order of the text. */
  readonly edits: (statement: Statement) => Iterable<Edit>;
}

export interface SqlMutant {
  /** Operator, its ordinal in the statement, and a hash of the statement's shape. */
  readonly id: string;
  readonly operator: string;
  readonly dialect: Dialect;
  /** What the mutant does, in one sentence. */
  readonly sentence: string;
  /** The whole text that was given. */
  readonly source: string;
  /** Where the source is replaced: UTF-16 offsets, the end exclusive. */
  readonly span: Span;
  /** What stood there. */
  readonly original: string;
  readonly replacement: string;
  /** The whole source with the span replaced. */
  readonly mutated: string;
  /** The one statement of the source that it breaks, before and after. */
  readonly statement: string;
  readonly broken: string;
}

/** A text in a sentence: one line, and not too long. */
export function quoted(text: string): string {
  const line = [...text.replace(/\s+/g, ' ').trim()];
  return `\`${line.length > 60 ? `${line.slice(0, 57).join('')}...` : line.join('')}\``;
}

/** A range without layout and comments. */
function wordsOf({ words }: Statement, { from, to }: Range): string {
  return words
    .slice(from, to)
    .map(({ text, start }, at) => {
      const before = at === 0 ? undefined : words[from + at - 1];
      return before !== undefined && before.end < start ? ` ${text}` : text;
    })
    .join('');
}

/** An operator with the values beside it, for a sentence. */
export function around(statement: Statement, at: number): string {
  const { words } = statement;
  let [from, to] = [at - 1, at + 1];
  if (words[from]?.key === ')') from = Math.max(0, words[from]?.match ?? 0);
  if (words[from]?.key === '(' && words[from - 1]?.kind === 'name') from -= 1;
  while (words[from - 1]?.key === '.') from -= 2;
  if (words[to]?.key === '(') to = Math.max(to, words[to]?.match ?? to);
  while (words[to + 1]?.key === '.') to += 2;
  return quoted(wordsOf(statement, { from: Math.max(0, from), to: to + 1 }));
}

/** A literal, with the operator it stands behind. */
export const literalAt = (statement: Statement, at: number): string => {
  const text = quoted(statement.words[at]?.text ?? '');
  return statement.words[at - 1]?.kind === 'operator'
    ? `${text} in ${around(statement, at - 1)}`
    : text;
};

/** Replaces a range; the sentence is made of what stood there. */
export const replace = (
  statement: Statement,
  range: Range,
  replacement: string,
  sentence: (original: string) => string,
): Edit => ({
  span: spanOf(statement, range),
  replacement,
  sentence: sentence(quoted(wordsOf(statement, range))),
});

/** One word as a range. */
export const word = (at: number): Range => ({ from: at, to: at + 1 });
