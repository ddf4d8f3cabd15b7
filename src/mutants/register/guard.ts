// What a guard is: one condition of the real stores and services, in the one place it stands in.
import type { StatementName } from './statements.js';

/** A condition that the database keeps. */
export interface SqlPlace {
  readonly layer: 'sql';
  readonly file: string;
  readonly statement: StatementName;
  /** As it stands in the source; `${limit}` is what the program fills in. */
  readonly text: string;
  /** Which one, from 1, where the text stands in the statement more than once. */
  readonly nth?: number;
}

/** A condition that the program keeps. */
export interface CodePlace {
  readonly layer: 'typescript';
  readonly file: string;
  /** The function, or the rule, in which it stands. */
  readonly within: string;
  /** As it stands in the source; any space or line break counts as one space. */
  readonly text: string;
  /** Which one, from 1, where the text stands there more than once. */
  readonly nth?: number;
}

/** A mutant that no property can tell from the original, though it seems to take a guard away. */
export interface Exempt {
  readonly operator: string;
  readonly replacement: string;
  /** Why none can. */
  readonly reason: string;
}

export interface Guard {
  /** Kebab-case, and the same for good. */
  readonly id: string;
  /** What it guarantees, in one sentence. */
  readonly sentence: string;
  /** The property that must kill its mutants, or `constraint`, `construction` or `story`. */
  readonly property: string;
  /** The section of the contract. */
  readonly contract: string;
  readonly place: SqlPlace | CodePlace;
  readonly exempt?: readonly Exempt[];
}

/**
 * Stands behind the domain checks, so that no operation comes to it: its mutants are killed by
 * rows that are written past the store.
 */
export const constraint = 'constraint';

/** Refuses to make a memory, a queue or a runtime: its mutants are killed before any operation. */
export const construction = 'construction';

/** No sequence comes by, or sees a difference: its mutants are killed by a story of the tests. */
export const story = 'story';

/** A guard without the part of its place that it shares with others. */
export type Entry = Omit<Guard, 'place'> & { readonly text: string; readonly nth?: number };

const guardAt = (
  { text, nth, ...about }: Entry,
  at: (text: string, nth: { readonly nth?: number }) => Guard['place'],
): Guard => ({ ...about, place: at(text, nth === undefined ? {} : { nth }) });

/** The guards of one statement. */
export const inSql =
  (file: string) =>
  (statement: StatementName, entries: readonly Entry[]): readonly Guard[] =>
    entries.map((entry) =>
      guardAt(entry, (text, nth) => ({ layer: 'sql', file, statement, text, ...nth })),
    );

/** The guards of one function. */
export const inCode =
  (file: string) =>
  (within: string, entries: readonly Entry[]): readonly Guard[] =>
    entries.map((entry) =>
      guardAt(entry, (text, nth) => ({ layer: 'typescript', file, within, text, ...nth })),
    );
