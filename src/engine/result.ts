// What a check comes to, as data: reports are made from this and from nothing else.
import type { Call, OperationName, Outcome, Setup } from '../contract/operations.js';
import type { Capability } from '../contract/port.js';
import type { PastResult } from './past.js';
import type { Sensitivity } from './sensitivity.js';
import type { StepState } from './states.js';

/** Raised whenever a promise is added or its meaning changes. */
export const contractRevision = 1;

/** `not-claimed`: the store does not claim what the promise needs. `not-selected`: not asked for. */
export type PropertyVerdict = 'holds' | 'fails' | 'inconclusive' | 'not-claimed' | 'not-selected';

/** A call of a counterexample, with what was expected of it and what came. */
export interface ReportedStep {
  readonly call: Call;
  readonly expected: Outcome;
  readonly actual: Outcome;
  /** What both sides hold after the step; absent for threads and for what did not fail again. */
  readonly state?: StepState;
}

/** The smallest failing sequence found; the last step is where model and store part. */
export interface Counterexample {
  readonly property: string;
  /** The sequence in which it was found, counted from 1; 0 for a past failure that was tried first. */
  readonly sequence: number;
  /** Calls in the log before shrinking. */
  readonly from: number;
  /** False where the same calls did not fail again: the store does not always do the same. */
  readonly reproduced: boolean;
  /** The number of calls after each removal that kept the failure; it starts at `from`. */
  readonly ladder: readonly number[];
  readonly setup: Setup;
  readonly durableProposals: boolean;
  readonly steps: readonly ReportedStep[];
}

export interface PropertyResult {
  readonly id: string;
  /** The promise, as a sentence. */
  readonly sentence: string;
  /** A core promise needs no claim: every store that remembers makes it. */
  readonly core: boolean;
  readonly verdict: PropertyVerdict;
  /** Why it is inconclusive or not claimed. */
  readonly reason?: string;
  /** Calls that put the promise to the test. */
  readonly observations: number;
  readonly counterexample?: Counterexample;
}

/** A situation that matters, and in how many sequences it came up. */
export interface SituationResult {
  readonly id: string;
  readonly sentence: string;
  /** The properties that need it: without it they are inconclusive. */
  readonly properties: readonly string[];
  readonly sequences: number;
  readonly minimumShare: number;
  readonly enough: boolean;
}

/** How often an operation came to an outcome: `ok`, a refusal's code, or `threw`. */
export type Coverage = Partial<Record<OperationName, Readonly<Record<string, number>>>>;

export type Verdict = 'conformant' | 'failed' | 'partial' | 'error';

/** Exit codes of the command line (architecture, "Three-valued, honest results"). */
export const exitCodes: Readonly<Record<Verdict | 'usage', number>> = {
  conformant: 0,
  failed: 1,
  usage: 2,
  partial: 3,
  error: 4,
};

export interface CheckReport {
  readonly contractRevision: number;
  readonly store: { readonly name: string; readonly version?: string };
  readonly seed: number;
  readonly verdict: Verdict;
  /** Sequences run; those that opened a second handle or reopened the store are counted apart. */
  readonly sequences: number;
  readonly withSecondHandle: number;
  readonly withReopen: number;
  /** Calls made on store and model and compared. */
  readonly operations: number;
  /** Sequences that parted first on a property that was not selected. */
  readonly partedElsewhere: number;
  readonly claimed: readonly Capability[];
  /** Claimed, but the method is not there. */
  readonly missing: readonly Capability[];
  /** There, but not claimed. */
  readonly unclaimed: readonly Capability[];
  readonly properties: readonly PropertyResult[];
  readonly coverage: Coverage;
  readonly situations: readonly SituationResult[];
  /** Failures of earlier checks, tried first; absent where none was given. */
  readonly past?: readonly PastResult[];
  /** Absent where the store failed: mutants of a failing store prove nothing. */
  readonly sensitivity?: Sensitivity;
  /** What broke in the harness, when the verdict is `error`. */
  readonly error?: string;
}

/** What a progress line is made of. */
export interface Progress {
  readonly phase: 'past' | 'sequences' | 'shrinking' | 'mutants' | 'threads';
  readonly sequences: number;
  readonly of: number;
  readonly operations: number;
  readonly failing: readonly string[];
  readonly mutants?: { readonly tried: number; readonly of: number };
  /** The failure that is made small, and the calls it took. */
  readonly failure?: { readonly property: string; readonly calls: number };
}

/**
 * The verdict of a whole check. A promise that is not claimed is reported and no fault; a core
 * promise (one that needs no capability) that was not selected makes the check partial.
 */
export function overallVerdict(
  results: readonly PropertyResult[],
  executed: number,
  missing: readonly Capability[],
): Verdict {
  if (results.some((result) => result.verdict === 'fails')) return 'failed';
  const open = results.some((result) => result.verdict === 'inconclusive');
  const skipped = results.some((result) => result.core && result.verdict === 'not-selected');
  const nothing = executed === 0 || !results.some((result) => result.verdict === 'holds');
  return open || skipped || nothing || missing.length > 0 ? 'partial' : 'conformant';
}
