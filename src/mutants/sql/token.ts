// What SQL text is made of, for a reader that must not change a character of it.

/** The dialects a text is read in. */
export type Dialect = 'sqlite' | 'postgresql';

/**
 * `name` is a bare word, keywords included; `quoted` an identifier in quotes or brackets; `body` a
 * dollar-quoted text of PostgreSQL; `other` a character that no rule knows.
 */
export type TokenKind =
  | 'space'
  | 'comment'
  | 'string'
  | 'body'
  | 'blob'
  | 'quoted'
  | 'number'
  | 'parameter'
  | 'name'
  | 'operator'
  | 'punctuation'
  | 'other';

/** A place in a text: UTF-16 offsets, the end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A piece of a text; the tokens of a text follow each other without a gap. */
export interface Token extends Span {
  readonly kind: TokenKind;
  readonly text: string;
}
