// The public API of Touchstone, in the order in which a newcomer meets it.
import { join } from 'node:path';
import { createSuite } from '../properties/suite.js';
import type { StoreUnderTest } from './contract/port.js';
import { check, type CheckOptions } from './engine/check.js';
import type { PastFailure } from './engine/past.js';
import type { Pulse } from './engine/pulse.js';
import type { CheckReport, Progress } from './engine/result.js';
import { curatedMutants } from './mutants/curated/index.js';
import { services } from './services/index.js';

// Vocabulary and contract
export type { Address, Identity, Origin, Principal, Provenance } from './contract/identity.js';
export type { ContextEnvelope, Evidence, Fact, FoundFact, MemoryRecord } from './contract/fact.js';
export type { Policy, Rule } from './contract/policy.js';
export { defaultPolicy, readPolicy } from './contract/policy.js';
export type { RefusalCode, RefusalData, RefusalKind } from './contract/refusals.js';
export { isRefusal, Refusal, refusals } from './contract/refusals.js';
export type {
  Capability,
  Driver,
  DriverSeam,
  Memory,
  MemoryStore,
  OpenEnvironment,
  StoreUnderTest,
} from './contract/port.js';
export { capabilities } from './contract/port.js';
export type { Invocation } from './contract/invocation.js';
export type { Confirmed, Proposal } from './contract/proposal.js';
export type { Receipt, ReviewCase } from './contract/review.js';

// Stores
export { openSqliteStore } from './stores/sqlite/open.js';
export { createModelStore, modelUnderTest } from '../models/model-store.js';
export { sqliteUnderTest } from './stores/sqlite/under-test.js';

// Services on any store
export { createProposals } from './services/proposals.js';
export { createReviewQueue } from './services/review-queue.js';
export { createRuntime } from './services/runtime.js';
export { services };

// SQL mutants of any store that reaches its database through the seam
export * from './mutants/sql/index.js';

// Mutants of a store: its SQL, its source and its promises, hunted one after another
export type { Round } from './engine/kills/player.js';
export type { Kill, KillReport, KillStatus, MutantKind, Mutation } from './engine/kills/result.js';
export { huntMutants, type MutantHuntOptions } from './engine/kills/hunt-mutants.js';

// Checking a store
export type { PastFailure, PastResult } from './engine/past.js';
export type { CheckReport, Counterexample, PropertyResult } from './engine/result.js';

/** Mutants are hunted with shorter sequences: they are found with fewer calls. */
export const mutantSuite = createSuite({ maxLength: 48 });

export interface CheckStoreOptions {
  /** The same seed gives the same sequences; 1 by default. */
  readonly seed?: number;
  /** Sequences; 100 by default. */
  readonly runs?: number;
  /** Ends the check after so many seconds; what was not reached is inconclusive. */
  readonly seconds?: number;
  /** Failures of earlier checks, tried first; see `PastFailure`. */
  readonly past?: readonly PastFailure[];
  /** True goes on to the end of the budget whatever fails. */
  readonly toTheEnd?: boolean;
  /** Ids of properties; all by default. */
  readonly properties?: readonly string[];
  /** False leaves out the mutants of this very store; the report then does not speak of them. */
  readonly sensitivity?: boolean;
  /** The tool's own folder; `.touchstone` in the working directory by default. */
  readonly root?: string;
  /** True ends the check with what is known so far. */
  readonly isOver?: () => boolean;
  readonly onProgress?: (progress: Progress) => void;
  /** Milliseconds a call to the store may take; 10,000 by default. */
  readonly deadline?: number;
  /** For whoever watches a check that runs in a thread. */
  readonly pulse?: Pulse;
  readonly onOpened?: NonNullable<CheckOptions['onOpened']>;
}

/** Checks a store against the reference model; see `CheckReport` for what comes back. */
export function checkStore(
  storeUnderTest: StoreUnderTest,
  options: CheckStoreOptions = {},
): Promise<CheckReport> {
  const { seed = 1, seconds, sensitivity = true, isOver, ...rest } = options;
  const { root = join(process.cwd(), '.touchstone') } = options;
  const end = seconds === undefined ? undefined : performance.now() + seconds * 1000;
  return check(storeUnderTest, createSuite(), {
    ...(sensitivity ? { mutants: curatedMutants, mutantSuite } : {}),
    ...rest,
    seed,
    root,
    services,
    isOver: () => isOver?.() === true || (end !== undefined && performance.now() >= end),
    ...(seconds !== undefined && options.runs === undefined
      ? { runs: Number.POSITIVE_INFINITY }
      : {}),
  });
}
