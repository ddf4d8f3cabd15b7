// The live line of a check: how far it is, how fast, what fails and how long it still takes.
import type { Progress } from '../engine/result.js';
import { countWords, nameWords, numberWords } from '../report/values.js';

/** What ends a check; without `seconds` its sequences do. */
export interface Budget {
  readonly seconds?: number;
}

/** What is being done, where it is not the sequences themselves. */
function phaseWords({ phase, mutants }: Progress): string | undefined {
  switch (phase) {
    case 'sequences':
      return undefined;
    case 'past':
      return 'trying past failures';
    case 'shrinking':
      return 'making a failure small';
    case 'mutants':
      return `trying broken stores${mutants === undefined ? '' : `, ${mutants.tried} of ${mutants.of}`}`;
    case 'threads':
      return 'letting threads race';
  }
}

/** Seconds left, from what was done so far; undefined where nothing can be said yet. */
function secondsLeft(
  { sequences, of }: Progress,
  elapsed: number,
  { seconds }: Budget,
): number | undefined {
  const byTime = seconds === undefined ? undefined : seconds - elapsed;
  const byRuns =
    sequences > 0 && Number.isFinite(of) ? (elapsed / sequences) * (of - sequences) : undefined;
  const bounds = [byTime, byRuns].filter((bound) => bound !== undefined);
  return bounds.length === 0 ? undefined : Math.max(0, Math.ceil(Math.min(...bounds)));
}

/** One line without a line break; `elapsed` in seconds. */
export function progressLine(progress: Progress, elapsed: number, budget: Budget = {}): string {
  const { sequences, of, operations, failing } = progress;
  const total = Number.isFinite(of) ? ` of ${numberWords(of)}` : '';
  const left = secondsLeft(progress, elapsed, budget);
  return [
    `sequence ${numberWords(sequences)}${total}`,
    ...(elapsed > 0 ? [`${numberWords(Math.round(operations / elapsed))} calls/s`] : []),
    ...(failing.length === 0
      ? []
      : [`${countWords(failing.length, 'failure')}: ${failing.map(nameWords).join(', ')}`]),
    phaseWords(progress) ?? (left === undefined ? '' : `${left} s left`),
  ]
    .filter((part) => part !== '')
    .join('   ');
}

/** Milliseconds between two lines. */
const pause = 100;

export interface LiveProgress {
  readonly show: (progress: Progress) => void;
  /** Takes the line away. */
  readonly clear: () => void;
}

/** Shows progress on a live line, a few times a second; `clock` counts milliseconds. */
export function showProgress(
  live: ((line: string) => void) | undefined,
  budget: Budget,
  clock: () => number,
): LiveProgress {
  const start = clock();
  let last = Number.NEGATIVE_INFINITY;
  return {
    show(progress) {
      const now = clock();
      if (live === undefined || (progress.phase === 'sequences' && now - last < pause)) return;
      last = now;
      live(progressLine(progress, (now - start) / 1000, budget));
    },
    clear: () => live?.(''),
  };
}
