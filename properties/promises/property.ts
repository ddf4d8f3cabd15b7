// What a property is: a promise of the contract, when it is at stake, and which findings break it.
import type { Call, Outcome } from '../../src/contract/operations.js';
import type { Capability } from '../../src/contract/port.js';
import type { RefusalCode } from '../../src/contract/refusals.js';
import type { Finding } from '../findings/finding.js';

export interface Property {
  /** Stable name, used by `--properties`, reports and replay files. */
  readonly id: string;
  /** The promise, as a sentence a person can check. */
  readonly sentence: string;
  /** Sections of the contract it follows from. */
  readonly sections: readonly number[];
  /** Without these capabilities a store does not make the promise. */
  readonly needs: readonly Capability[];
  /** Whether this call put the promise to the test. */
  readonly atStake: (call: Call, expected: Outcome) => boolean;
  /** Whether this finding breaks the promise; the first property of the table that says so is blamed. */
  readonly blames: (finding: Finding) => boolean;
}

/** The model refused with one of these codes. */
export const refusedWith =
  (...codes: readonly RefusalCode[]) =>
  (_call: Call, expected: Outcome): boolean =>
    'code' in expected && codes.includes(expected.code);

/** One side refused with one of these codes and the other did not. */
export const aboutCode =
  (...codes: readonly RefusalCode[]) =>
  (finding: Finding): boolean =>
    finding.what === 'code' && codes.includes(finding.code);

/** A record was given that should not have been, for one of these reasons. */
export const intruder =
  (...reasons: readonly (Finding & { what: 'intruder' })['why'][]) =>
  (finding: Finding): boolean =>
    finding.what === 'intruder' && reasons.includes(finding.why);

/** Accepted by the model. */
export const accepts = (expected: Outcome): expected is { readonly ok: unknown } =>
  'ok' in expected;
