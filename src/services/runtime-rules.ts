// The decisions of a runtime: which invocations are its own, and what one may do (contract section 7).
import type { Evidence, Fact, MemoryRecord } from '../contract/fact.js';
import type { Principal, Provenance } from '../contract/identity.js';
import type { Invocation } from '../contract/invocation.js';
import type { Awaitable, Memory } from '../contract/port.js';
import { isRefusal, refuse } from '../contract/refusals.js';
import { stateAt } from '../guards/record-state.js';
import { attempt } from './awaitable.js';

/** What an invocation adds to a fact that is written through it; `now` in UTC seconds. */
export interface WritingTerms {
  readonly evidence: Evidence;
  readonly now: number;
}

/** Each decision of a runtime by itself, so that one can be replaced. */
export interface RuntimeRules {
  readonly grantsScope: (principal: Principal, scope: string) => boolean;
  readonly grantsProvenance: (principal: Principal, provenance: string) => provenance is Provenance;
  /** Whether an invocation is one of those this runtime issued, the very object. */
  readonly isIssued: (issued: WeakSet<object>, invocation: unknown) => invocation is Invocation;
  /** What a provenance vouches for; undefined where it may only propose. */
  readonly evidenceOf: (provenance: Provenance) => Evidence | undefined;
  /** Writes version 1 where no record is, else `conflict: exists`. */
  readonly insert: (memory: Memory, fact: Fact, terms: WritingTerms) => Awaitable<number>;
  /** Writes over the record with the expected version; it never creates. */
  readonly replace: (
    memory: Memory,
    fact: Fact,
    terms: WritingTerms & { readonly expectedVersion: number },
  ) => Awaitable<number>;
  /** Whether `read` shows a record at `now`. */
  readonly isReadable: (record: MemoryRecord, now: number) => boolean;
}

/** Versions go up by one from 1: no record comes this far, and 0 would create one. */
const versionOfNone = Number.MAX_SAFE_INTEGER;

const asIs = (version: number): number => version;

const insert: RuntimeRules['insert'] = (memory, fact, { evidence, now }) =>
  attempt(
    () => memory.remember(fact, { evidence, expectedVersion: 0, now }),
    asIs,
    (thrown) => {
      if (isRefusal(thrown) && thrown.code === 'stale-version') refuse('exists', thrown.facts);
      throw thrown;
    },
  );

const replace: RuntimeRules['replace'] = (memory, fact, { evidence, now, expectedVersion }) => {
  if (expectedVersion !== 0) return memory.remember(fact, { evidence, expectedVersion, now });
  return attempt(
    () => memory.remember(fact, { evidence, expectedVersion: versionOfNone, now }),
    asIs,
    (thrown) => {
      if (isRefusal(thrown) && thrown.code === 'stale-version')
        refuse('stale-version', { ...thrown.facts, expected: 0 });
      throw thrown;
    },
  );
};

const evidenceOf = (provenance: Provenance): Evidence | undefined => {
  if (provenance === 'user-confirmed') return 'user_confirmed';
  return provenance === 'tool-verified' ? 'task_verified' : undefined;
};

/** The rules of contract section 7. */
export const runtimeRules: RuntimeRules = {
  grantsScope: ({ scopes }, scope) => scopes.includes(scope),
  grantsProvenance: ({ provenances }, provenance): provenance is Provenance =>
    provenances.some((each) => each === provenance),
  // A set of objects has nothing else, whatever it is asked for.
  isIssued: (issued, invocation): invocation is Invocation => issued.has(invocation as object),
  evidenceOf,
  insert,
  replace,
  isReadable: (record, now) => stateAt(record, now) === 'active',
};
