// Which guards a mutant breaks: those in whose place it stands.
import type { Span, SqlMutant } from '../sql/index.js';
import type { Guard } from './guard.js';
import { guards } from './guards.js';
import { spanInSource, spanInStatement } from './places.js';
import { nameOfStatement } from './statements.js';

/** A position in a source; both count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

const contains = (outer: Span, inner: Span): boolean =>
  outer.start <= inner.start && inner.end <= outer.end;

/** The guards of a statement, as it is sent, that a span of it lies in, or that lie in the span. */
export function guardsInStatement(
  statement: string,
  span: Span,
  among: readonly Guard[] = guards,
): readonly string[] {
  const name = nameOfStatement(statement);
  return among.flatMap(({ id, place }) => {
    if (place.layer !== 'sql' || place.statement !== name) return [];
    const at = spanInStatement(place, statement);
    return at !== undefined && (contains(at, span) || contains(span, at)) ? [id] : [];
  });
}

/**
 * The ids of the guards that an SQL mutant breaks: its span lies in the condition, or takes the
 * condition with it. Empty for statements that are not of the SQLite store.
 */
export function guardsOfSql(mutant: SqlMutant): readonly string[] {
  const { source, statement, span } = mutant;
  const offset = source.lastIndexOf(statement, span.start);
  return guardsInStatement(statement, { start: span.start - offset, end: span.end - offset });
}

/** Where each line of a text starts. */
function lineStarts(source: string): readonly number[] {
  const starts = [0];
  for (const line of source.split('\n')) starts.push((starts.at(-1) ?? 0) + line.length + 1);
  return starts;
}

/** The ids of the guards in whose condition a span of one source lies; the end is exclusive. */
export type CodeLookup = (start: Position, end: Position) => readonly string[];

/** Finds the guards of one source; `file` is named from the folder of the project, with slashes. */
export function guardsInCode(file: string, source: string): CodeLookup {
  const starts = lineStarts(source);
  const offsetOf = ({ line, column }: Position): number => (starts[line - 1] ?? 0) + column - 1;
  const places = guards.flatMap(({ id, place }) => {
    if (place.layer !== 'typescript' || place.file !== file) return [];
    const at = spanInSource(place, source);
    return at === undefined ? [] : [{ id, at }];
  });
  return (start, end) => {
    const span = { start: offsetOf(start), end: offsetOf(end) };
    return places.flatMap(({ id, at }) => (contains(at, span) ? [id] : []));
  };
}
