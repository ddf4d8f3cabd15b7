// What the text of a string or a template is made of: literal chunks, and holes filled at run time.
import type { Span } from '../token.js';

/** Where a literal stands in its file; offsets are without its quotes. */
export interface RawPlace extends Span {
  readonly file: string;
  /** In a template a line break is one character, however the file ends its lines. */
  readonly template: boolean;
}

/** Text that stands in a source as it is, escapes apart. */
export interface Chunk {
  readonly kind: 'chunk';
  /** As the program sees it. */
  readonly text: string;
  /** Characters of the literal that come before this text. */
  readonly skip: number;
  /** Absent where no source holds it: what `join` puts between two parts. */
  readonly at?: RawPlace;
}

/** A name in a file: a variable or function, or behind a dot. */
export interface Name {
  readonly file: string;
  readonly name: string;
  /** The object before the dot; empty where it is more than a name. */
  readonly of?: string;
}

/** Text that is put in at run time. */
export interface Hole {
  readonly kind: 'hole';
  /** What stands in the place itself, for example the branches of a condition. */
  readonly options: readonly Template[];
  /** What it is called, where a definition may say what it holds. */
  readonly name?: Name;
}

export type Piece = Chunk | Hole;

export type Template = readonly Piece[];

/** The templates of some sources, and what names stand for. */
export interface Templates {
  readonly roots: readonly Template[];
  /** What a name can hold; empty where that is not known for certain. */
  readonly resolve: (name: Name) => readonly Template[];
}
