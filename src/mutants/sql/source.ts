// Finds the place of an SQL mutant in the sources that hold its statement, or says that it cannot.
import type { SqlMutant } from './mutant.js';
import { better, type Fit, fitOf, measure } from './source/align.js';
import { cook } from './source/cook.js';
import { statementParts } from './source/cut.js';
import { findTemplates } from './source/find.js';
import type { Template } from './source/pieces.js';
import type { Span } from './token.js';

/** A place in a source file; lines and columns (UTF-16) count from 1, the end is exclusive. */
export interface SqlPlace {
  readonly file: string;
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
}

/** Finds the place of a mutant; undefined where it stands in no source, or not surely in one. */
export type SqlLocator = (mutant: SqlMutant) => SqlPlace | undefined;

/** The span of a mutant in its own statement, whatever stands around that in the text. */
function spanIn({ source, statement, span }: SqlMutant): Span | undefined {
  for (let at = source.indexOf(statement); at >= 0; at = source.indexOf(statement, at + 1))
    if (at <= span.start && span.end <= at + statement.length)
      return { start: span.start - at, end: span.end - at };
  return undefined;
}

/** The line and column of an offset. */
function positionOf(text: string, offset: number): SqlPlace['start'] {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** The place of a part of a chunk, where its escapes can be told apart. */
function placeOf({ where }: Fit, sources: ReadonlyMap<string, string>): SqlPlace | undefined {
  if (typeof where === 'string') return undefined;
  const { chunk, start, end } = where;
  const { at, skip } = chunk;
  if (at === undefined) return undefined;
  const text = sources.get(at.file) ?? '';
  const cooked = cook(text.slice(at.start, at.end), at.template);
  if (!cooked?.text.startsWith(chunk.text, skip)) return undefined;
  const [from = -1, to = -1] = [cooked.starts[start], cooked.ends[end - 1]];
  if (from < 0 || to < 0) return undefined;
  return {
    file: at.file,
    start: positionOf(text, at.start + from),
    end: positionOf(text, at.start + to),
  };
}

/** Less of a statement than this written in a source says nothing about where it comes from. */
const leastWritten = 0.5;

/** A part of a template that may be a statement, with the most that can be written of one. */
interface Candidate {
  readonly template: Template;
  readonly most: number;
}

/** Whether a template is worth laying over a statement: most of them are told by a look. */
function mayHold({ template, most }: Candidate, statement: string, least: number): boolean {
  const texts = template.map((piece) => (piece.kind === 'chunk' ? piece.text : ''));
  return (
    most >= least &&
    statement.startsWith(texts[0] ?? '') &&
    statement.endsWith(texts.at(-1) ?? '') &&
    texts.every((text) => statement.includes(text))
  );
}

/**
 * Reads the sources once. A statement belongs to the string or template that holds most of it: all
 * of its chunks in order, with what stands for its holes, as far as their names say it. Where two
 * places are equally good, or a mutant reaches from one chunk into another, there is no answer.
 */
export function createSqlLocator(sources: ReadonlyMap<string, string>): SqlLocator {
  const { roots, resolve } = findTemplates(sources);
  const mostWritten = measure(resolve);
  const parts = roots
    .flatMap(statementParts)
    .map((template): Candidate => ({ template, most: mostWritten(template) }));
  const known = new Map<string, readonly Template[]>();

  /** The templates that hold most of a statement, equally much. */
  function holders(statement: string): readonly Template[] {
    const nowhere = { start: statement.length, end: statement.length };
    let [best, most]: [Template[], number] = [[], statement.length * leastWritten];
    for (const part of parts) {
      if (!mayHold(part, statement, most)) continue;
      const { template } = part;
      const written = fitOf(template, statement, nowhere, resolve)?.written ?? -1;
      if (written > most) [best, most] = [[template], written];
      else if (written === most) best.push(template);
    }
    return best;
  }

  return (mutant) => {
    const { statement } = mutant;
    const span = spanIn(mutant);
    if (span === undefined) return undefined;
    const held = known.get(statement) ?? holders(statement);
    known.set(statement, held);
    let fit: Fit | undefined;
    for (const part of held) fit = better(fit, fitOf(part, statement, span, resolve));
    return fit === undefined ? undefined : placeOf(fit, sources);
  };
}

/** The place of one mutant; `createSqlLocator` reads the sources once for many. */
export const locateSql = (
  mutant: SqlMutant,
  sources: ReadonlyMap<string, string>,
): SqlPlace | undefined => createSqlLocator(sources)(mutant);
