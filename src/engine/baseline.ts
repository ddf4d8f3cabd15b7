// The baseline: failures of a store that are known, so that a check only fails on what is new.
import { z } from 'zod';
import type { Outcome } from '../contract/operations.js';
import type { CheckReport, Counterexample, PropertyResult } from './result.js';

/** Format 1 of the baseline file. */
export const Baseline = z
  .strictObject({
    format: z.literal('touchstone-baseline').describe('What this is.'),
    formatVersion: z.literal(1).describe('Raised when a field changes its meaning or goes.'),
    store: z.string().describe('The name of the store it was written for.'),
    failures: z
      .array(
        z.strictObject({
          property: z.string().describe('The property that fails.'),
          reason: z
            .string()
            .describe(
              'Where it parts: the last call of the counterexample, what was expected of it and ' +
                'what came, without any value. `remember: stale-version expected, got ok`',
            ),
        }),
      )
      .describe('Each failure once, sorted by property and reason.'),
  })
  .describe('The failures of a store that are known.');
export type Baseline = Readonly<z.infer<typeof Baseline>>;
export type KnownFailure = Baseline['failures'][number];

const outcomeWord = (outcome: Outcome): string =>
  'ok' in outcome ? 'ok' : 'code' in outcome ? outcome.code : 'an error that is no refusal';

/**
 * Why it fails, in words that do not depend on seed, names or values: the call in which model and
 * store part, and the two outcomes without what they hold.
 */
export function failureReason({ steps }: Counterexample): string {
  const last = steps.at(-1);
  if (last === undefined) return 'no call';
  const { call, expected, actual } = last;
  const [wanted, got] = [outcomeWord(expected), outcomeWord(actual)];
  const what =
    wanted === 'ok' && got === 'ok' ? 'another answer' : `${wanted} expected, got ${got}`;
  return `${call.operation.do}: ${what}`;
}

const failuresOf = (properties: readonly PropertyResult[]): readonly KnownFailure[] =>
  properties.flatMap(({ id, counterexample }) =>
    counterexample === undefined ? [] : [{ property: id, reason: failureReason(counterexample) }],
  );

const written = ({ property, reason }: KnownFailure): string => JSON.stringify([property, reason]);

/** The failures of a report as a baseline. */
export const baselineOf = ({ store, properties }: CheckReport): Baseline => ({
  format: 'touchstone-baseline',
  formatVersion: 1,
  store: store.name,
  failures: failuresOf(properties).toSorted((a, b) => (written(a) < written(b) ? -1 : 1)),
});

/** A report against a baseline. */
export interface Comparison {
  /** Failures that the baseline knows. */
  readonly known: readonly KnownFailure[];
  /** Failures that it does not. */
  readonly fresh: readonly KnownFailure[];
  /** Entries that no longer fail. */
  readonly gone: readonly KnownFailure[];
  /** Entries about which this check says nothing. */
  readonly unchecked: readonly KnownFailure[];
}

/**
 * Each failure and each entry, in the order of report and file. An entry is gone only where its
 * property held or failed for another reason: a property that was not selected, or that stayed
 * inconclusive, says nothing of it.
 */
export function compareBaseline({ properties }: CheckReport, baseline: Baseline): Comparison {
  const failures = failuresOf(properties);
  const [found, listed] = [failures, baseline.failures].map((list) => new Set(list.map(written)));
  const isSilent = ({ property }: KnownFailure): boolean => {
    const verdict = properties.find(({ id }) => id === property)?.verdict;
    return verdict === 'not-selected' || verdict === 'inconclusive';
  };
  const absent = baseline.failures.filter((entry) => found?.has(written(entry)) !== true);
  return {
    known: failures.filter((failure) => listed?.has(written(failure)) === true),
    fresh: failures.filter((failure) => listed?.has(written(failure)) !== true),
    gone: absent.filter((entry) => !isSilent(entry)),
    unchecked: absent.filter(isSilent),
  };
}
