// The steps of a counterexample or a replay as aligned lines, with a cross where model and store part.
import { isDifferent } from './difference.js';
import { emphasisOf, type ToldStep } from './emphasis.js';
import { differenceWords, outcomeWords } from './outcome.js';
import type { Palette } from './palette.js';
import { displayWidth, padEnd, padStart } from './width.js';
import { operationWords } from './words.js';

/** Between two columns. */
const gap = '   ';

/** A column is padded to its widest cell, but not beyond this: one long cell may stick out. */
const widest = 56;

/** Columns of a line after which expected and got get lines of their own. */
const longLine = 132;

/** Answers of which words show a part only, so that differing fields are named besides. */
const partlyTold: ReadonlySet<string> = new Set([
  'search',
  'context',
  'inspect',
  'read',
  'records',
  'prepare',
  'propose',
]);

/** What was expected where model and store part, what came, and what words do not show of it. */
export interface PartingWords {
  readonly wanted: string;
  readonly got: string;
  /** Fields that differ, one a line; empty where the two say it all. */
  readonly differences: readonly string[];
}

/** The two outcomes of a step in words. */
export function partingWords({ call, expected, actual }: ToldStep): PartingWords {
  const { do: name } = call.operation;
  const [wanted, got] = [outcomeWords(name, expected), outcomeWords(name, actual)];
  const isPartlyTold = wanted === got || partlyTold.has(name);
  return { wanted, got, differences: isPartlyTold ? differenceWords(expected, actual) : [] };
}

interface Parting {
  readonly inline: string;
  readonly below: readonly string[];
}

const labelled = (label: string, words: string): string => `${padEnd(label, 8)}  ${words}`;

/** What is said where model and store part; `room` is what is left of the line. */
function partingOf(step: ToldStep, room: number): Parting {
  const { wanted, got, differences } = partingWords(step);
  if (wanted === got) return { inline: `→ ${got}, but not as expected`, below: differences };
  const inline = `expected ${wanted}, got ${got}`;
  return displayWidth(inline) <= room
    ? { inline, below: differences }
    : { inline: '', below: [labelled('expected', wanted), labelled('got', got), ...differences] };
}

const rowOf = (cells: readonly string[], widths: readonly number[]): string =>
  cells
    .flatMap((cell, at) => ((widths[at] ?? 0) === 0 ? [] : [padEnd(cell, widths[at] ?? 0)]))
    .join(gap);

/** The lines of the steps; `parts` says that the last one is where model and store part. */
export function stepLines(
  steps: readonly ToldStep[],
  parts: boolean,
  palette: Palette,
): readonly string[] {
  const emphasis = emphasisOf(steps);
  const rows = steps.map(({ call }) => {
    const { who, what, how } = operationWords(call.operation, call.client, emphasis);
    return [who, what, how];
  });
  const widths = [0, 1, 2].map((at) =>
    Math.max(...rows.map((row) => Math.min(widest, displayWidth(row[at] ?? '')))),
  );
  const digits = String(steps.length).length;
  return steps.flatMap((step, at) => {
    const number = padStart(String(at + 1), digits);
    const row = rowOf(rows[at] ?? [], widths);
    const { call, expected, actual } = step;
    if (!(parts && at === steps.length - 1) && !isDifferent(expected, actual))
      return [`    ${number}  ${row}${gap}→ ${outcomeWords(call.operation.do, actual)}`];
    const { inline, below } = partingOf(step, longLine - displayWidth(row) - digits - 9);
    const line = `  ✗ ${number}  ${inline === '' ? row.trimEnd() : `${row}${gap}${inline}`}`;
    const indent = ' '.repeat(digits + 6);
    return [palette.bad(line), ...below.map((words) => `${indent}${words}`)];
  });
}
