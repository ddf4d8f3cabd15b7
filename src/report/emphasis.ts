// Which parts of a call a reader needs to see: decided once for all steps of a counterexample.
import type { Call, Outcome } from '../contract/operations.js';
import type { RefusalCode } from '../contract/refusals.js';
import { isPlainObject } from '../contract/shapes.js';
import { differencesOf } from './difference.js';

/** A step of a counterexample or replay; the last one may differ in expected and actual. */
export interface ToldStep {
  readonly call: Call;
  readonly expected: Outcome;
  readonly actual: Outcome;
}

/** What is shown beside what is always shown. */
export interface Emphasis {
  /** Names of fields that are shown even where they are as usual. */
  readonly fields: ReadonlySet<string>;
  /** Every field of every argument. */
  readonly everything: boolean;
  /** The clock of calls: false where no time differs from another. */
  readonly times: boolean;
  /** The scopes an identity was granted. */
  readonly scopes: boolean;
}

/** Nothing but what is always shown and what is unusual. */
export const noEmphasis: Emphasis = {
  fields: new Set(),
  everything: false,
  times: false,
  scopes: false,
};

/** The fields a refusal is about, where they are not shown anyway. */
const aboutCode: Partial<Record<RefusalCode, readonly string[]>> = {
  'unknown-kind': ['kind'],
  'wrong-key': ['kind'],
  'wrong-scope': ['kind'],
  'no-evidence': ['kind', 'evidence'],
  'bad-text': ['kind', 'sourceRef'],
  'bad-time': ['now', 'observedAt'],
  'future-observation': ['now', 'observedAt'],
  'older-observation': ['observedAt'],
  'bad-expiry': ['now', 'expiresAt'],
  expired: ['now', 'expiresAt'],
  'bad-confidence': ['confidence'],
  'not-confirmed': ['userConfirmed', 'confirmed'],
  'not-approved': ['approved'],
  'clock-backwards': ['now'],
  'ahead-of-clock': ['now'],
  'case-expired': ['now', 'lifetime'],
  'before-prepared': ['now'],
  'proposal-expired': ['now', 'lifetime'],
};

/** The clock and what it is compared with; an observation matters only where a refusal is about it. */
const timeFields: ReadonlySet<string> = new Set(['now', 'expiresAt']);

/** Every such time in the arguments of a call. */
const timesOf = ({ operation }: Call): readonly unknown[] =>
  Object.values(operation).flatMap((argument: unknown) =>
    isPlainObject(argument)
      ? Object.entries(argument).flatMap(([name, value]) =>
          timeFields.has(name) && value !== null && value !== undefined ? [value] : [],
        )
      : [],
  );

/** Picks what explains where these steps part; with no divergence, whether times differ. */
export function emphasisOf(steps: readonly ToldStep[]): Emphasis {
  const last = steps.at(-1);
  const outcomes = last === undefined ? [] : [last.expected, last.actual];
  const codes = outcomes.flatMap((outcome) => ('code' in outcome ? [outcome.code] : []));
  const differing =
    last === undefined ? [] : differencesOf(last.expected, last.actual).map(({ field }) => field);
  const fields = new Set([...codes.flatMap((code) => aboutCode[code] ?? []), ...differing]);
  const parts = new Set(codes).size > 1 || outcomes.some((outcome) => !('code' in outcome));
  return {
    fields,
    everything: parts && codes.includes('malformed'),
    times: new Set(steps.flatMap(({ call }) => timesOf(call))).size > 1,
    scopes: codes.includes('scope') || codes.includes('other-identity'),
  };
}
