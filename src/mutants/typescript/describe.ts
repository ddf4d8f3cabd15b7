// From what Stryker says about a mutant to what we say: its place, its id and its sentence.
import { createHash } from 'node:crypto';
import type { Position, TypeScriptMutant } from './mutant.js';
import { type Scopes, scopeAt } from './scopes.js';
import type { Source } from './source.js';

/** Stryker counts lines and columns from 0. */
interface Location {
  readonly start: Position;
  readonly end: Position;
}

/** What Stryker says. */
export interface Mutation {
  readonly mutatorName: string;
  readonly replacement: string;
  readonly location: Location;
}

const longest = 60;

/** One line of a text, cut in the middle where it is too long. */
function shortened(text: string): string {
  const points = [...text.replace(/\s+/g, ' ').trim()];
  if (points.length <= longest) return points.join('');
  const half = (longest - 1) >> 1;
  return `${points.slice(0, half).join('')}…${points.slice(-half).join('')}`;
}

const hashOf = (original: string, replacement: string): string =>
  createHash('sha256')
    .update(JSON.stringify([original, replacement]))
    .digest('hex')
    .slice(0, 8);

/** Where each line of a text starts. */
const lineStarts = (text: string): readonly number[] => [
  0,
  ...[...text.matchAll(/\r\n|[\n\r\u2028\u2029]/g)].map(({ 0: end, index }) => index + end.length),
];

/** Describes the mutants of one source, in the order of their places. */
export function describeMutants(
  { file, text }: Source,
  scopes: Scopes,
): (mutation: Mutation) => TypeScriptMutant {
  const starts = lineStarts(text);
  const offsetOf = ({ line, column }: Position): number => (starts[line] ?? 0) + column;
  const counted = new Map<string, number>();
  return ({ mutatorName: operator, replacement, location }) => {
    const [start, end] = [offsetOf(location.start), offsetOf(location.end)];
    const original = text.slice(start, end);
    const scope = scopeAt(scopes, start, end);
    const name = `${file}:${scope}:${operator}:${hashOf(original, replacement)}`;
    const ordinal = counted.get(name) ?? 0;
    counted.set(name, ordinal + 1);
    return {
      id: `${name}:${ordinal}`,
      operator,
      file,
      start: { line: location.start.line + 1, column: location.start.column + 1 },
      end: { line: location.end.line + 1, column: location.end.column + 1 },
      original,
      replacement,
      sentence: `\`${shortened(original)}\` becomes \`${shortened(replacement)}\``,
    };
  };
}
