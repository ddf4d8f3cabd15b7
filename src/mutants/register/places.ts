// Where a guard stands in a text: the span of its condition, in a statement or in a source.
import type { Span } from '../sql/index.js';
import type { CodePlace, SqlPlace } from './guard.js';

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/**
 * A text as a pattern: `${…}` in SQL is a value, any space in code is one, and a word is not half
 * of one.
 */
function patternOf({ layer, text }: SqlPlace | CodePlace): RegExp {
  const flexible = layer === 'sql' ? /(\$\{\w+\})/ : /(\s+)/;
  const parts = text
    .split(flexible)
    .map((part, at) =>
      at % 2 === 0 ? escaped(part) : layer === 'sql' ? String.raw`\w+` : String.raw`\s+`,
    );
  const start = /^\w/.test(text) ? String.raw`(?<!\w)(?<!\w\.)` : '';
  const end = /\w$/.test(text) ? String.raw`(?!\w)` : '';
  return new RegExp(start + parts.join('') + end, 'g');
}

/** Every place of a guard's text in this one, whichever of them is meant. */
export const spansOf = (place: SqlPlace | CodePlace, within: string): readonly Span[] =>
  [...within.matchAll(patternOf(place))].map(({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }));

/** Where the condition of a guard stands in its statement, or undefined where it does not. */
export const spanInStatement = (place: SqlPlace, statement: string): Span | undefined =>
  spansOf(place, statement)[(place.nth ?? 1) - 1];

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** A function, a constant, a method or a field with this name. */
function declarationsOf(name: string, lines: readonly string[]): readonly number[] {
  const declared = String.raw`(export )?(function|const) ${name}\b|${name}\(.*\{$|${name}\($|${name}: `;
  const pattern = new RegExp(String.raw`^\s*(${declared})`);
  return lines.flatMap((line, at) => (pattern.test(line) ? [at] : []));
}

/** Whether a line ends what began at this indent: it says something new there. */
const isNext = (line: string, indent: number): boolean =>
  line.trim() !== '' && indentOf(line) <= indent && !/^\s*[)\]}=]/.test(line);

/** The spans of everything with this name; the sources are laid out by their indents. */
function bodiesOf(name: string, source: string): readonly Span[] {
  const lines = source.split('\n');
  const starts: number[] = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length + 1);
  return declarationsOf(name, lines).map((from) => {
    const indent = indentOf(lines[from] ?? '');
    const next = lines.findIndex((line, at) => at > from && isNext(line, indent));
    return { start: starts[from] ?? 0, end: next < 0 ? source.length : (starts[next] ?? 0) };
  });
}

/** Every place of a guard's text in what its source calls by that name, each counted once. */
export function spansInSource(place: CodePlace, source: string): readonly Span[] {
  const found = bodiesOf(place.within, source).flatMap(({ start, end }) =>
    spansOf(place, source.slice(start, end)).map((span) => ({
      start: start + span.start,
      end: start + span.end,
    })),
  );
  return found.filter(({ start }, at) => found.findIndex((each) => each.start === start) === at);
}

/** Where the condition of a guard stands in its source, or undefined where it does not. */
export const spanInSource = (place: CodePlace, source: string): Span | undefined =>
  spansInSource(place, source)[(place.nth ?? 1) - 1];

/** What a statement's function holds, up to the next blank line: its text begins at the margin. */
function statementsIn(name: string, source: string): readonly Span[] {
  const start = source.search(new RegExp(String.raw`\bconst ${name} = `));
  if (start < 0) return [];
  const end = source.indexOf('\n\n', start);
  return [{ start, end: end < 0 ? source.length : end }];
}

/** The line, from 1, in which a guard stands in its source; undefined where it is not found. */
export function lineOf(place: SqlPlace | CodePlace, source: string): number | undefined {
  const bodies =
    place.layer === 'sql' ? statementsIn(place.statement, source) : bodiesOf(place.within, source);
  const starts = bodies.flatMap(({ start, end }) =>
    spansOf(place, source.slice(start, end)).map((span) => start + span.start),
  );
  const at = starts[(place.nth ?? 1) - 1];
  return at === undefined ? undefined : source.slice(0, at).split('\n').length;
}
