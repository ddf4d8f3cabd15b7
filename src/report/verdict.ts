// What a check comes to in plain words, and what to do next: the same in every report.
import type { CheckReport } from '../engine/result.js';
import { countWords, nameWords } from './values.js';

/** The verdict of a property as it is printed. */
export const verdictWords = {
  holds: 'holds',
  fails: 'FAILS',
  inconclusive: 'inconclusive',
  'not-claimed': 'not claimed',
  'not-selected': 'not selected',
} as const;

/** The colour of a property's verdict, as a palette names it. */
export const verdictColour = {
  holds: 'good',
  fails: 'bad',
  inconclusive: 'unsure',
  'not-claimed': 'quiet',
  'not-selected': 'quiet',
} as const;

/** The colour of a check's verdict. */
export const checkColour = {
  conformant: 'good',
  failed: 'bad',
  partial: 'unsure',
  error: 'bad',
} as const;

/** The verdict as a sentence, and what to do next as another. */
export interface Said {
  readonly verdict: string;
  readonly next: string;
}

/** What the check comes to; `stopped` is why it ended early, if it did. */
export function saidOf(report: CheckReport, stopped: string | undefined): Said {
  const name = nameWords(report.store.name);
  const failing = report.properties.filter(({ verdict }) => verdict === 'fails');
  switch (report.verdict) {
    case 'conformant':
      return {
        verdict: `Conformant: every property that ${name} claims holds.`,
        next: 'Search further with --runs and another --seed.',
      };
    case 'failed':
      return {
        verdict:
          `Failed: ${name} breaks ${countWords(failing.length, 'promise')}: ` +
          `${failing.map(({ id }) => id).join(', ')}.`,
        next: 'Mend the store, then run the replay again.',
      };
    case 'partial':
      return { verdict: partialWords(report), next: nextOfPartial(report, stopped) };
    case 'error':
      return {
        verdict: `Error: the harness broke, so nothing is said about ${name}.`,
        next: 'Report what it threw, with the seed.',
      };
  }
}

function partialWords({ operations, store }: CheckReport): string {
  return operations === 0
    ? `Partial: nothing was called, so nothing is known about ${nameWords(store.name)}.`
    : `Partial: nothing failed, but not all that ${nameWords(store.name)} claims was seen to hold.`;
}

function nextOfPartial(report: CheckReport, stopped: string | undefined): string {
  const { operations, missing, properties } = report;
  if (stopped !== undefined) return 'Run it again to the end.';
  if (operations === 0) return 'Ask for at least one sequence with --runs.';
  if (missing.length > 0) return 'Add what is claimed and missing.';
  return properties.some(({ verdict, core }) => core && verdict === 'not-selected')
    ? 'Leave out --properties to check the rest.'
    : 'Each open property says why; more sequences (--runs) help where it was never at stake.';
}
