// What every service needs of the store it works on: that it is open, its policy, and inspect.
import type { MemoryRecord } from '../contract/fact.js';
import { defaultPolicy, readPolicy, type Policy } from '../contract/policy.js';
import type { Awaitable, Memory, MemoryStore } from '../contract/port.js';
import { isRefusal, refuse } from '../contract/refusals.js';
import { indexPolicy, type PolicyIndex } from '../guards/policy-index.js';
import { attempt } from './awaitable.js';

/** What a host may set for a service that judges candidates. */
export interface ServiceOptions {
  /** Instead of the store's own policy; validated at once, else `invalid: malformed`. */
  readonly policy?: Policy | undefined;
}

/**
 * The policy a service judges by: the given one, else the one the store has in force at that
 * moment, else the default.
 */
export function policyFor(store: MemoryStore, { policy }: ServiceOptions): () => PolicyIndex {
  const given = policy === undefined ? undefined : indexPolicy(readPolicy(policy));
  return () => given ?? indexPolicy(store.policy ?? defaultPolicy);
}

/** Lets an operation through only while the store is open. */
export interface OpenGate {
  /** Refuses `unavailable: closed` once the store was closed. */
  check(): void;
  /** Checks, then works. */
  pass<T>(work: () => Awaitable<T>): Awaitable<T>;
}

/**
 * The first check of every operation of a service. A store that does not say whether it is
 * closed is known to be from its first refusal `closed` on.
 */
export function openGate(store: MemoryStore): OpenGate {
  let learned = false;
  const check = (): void => {
    if (store.closed ?? learned) refuse('closed');
  };
  const learn = (thrown: unknown): never => {
    learned ||= isRefusal(thrown) && thrown.code === 'closed';
    throw thrown;
  };
  return {
    check,
    pass(work) {
      check();
      return attempt(work, (value) => value, learn);
    },
  };
}

/** A memory whose records can be looked at. */
export interface InspectableMemory extends Memory {
  inspect(scope: string, key: string): Awaitable<MemoryRecord | undefined>;
}

const canInspect = (memory: Memory): memory is InspectableMemory => memory.inspect !== undefined;

/** The memory itself, else an error that names the method the store lacks. */
export function needInspect(memory: Memory, service: string): InspectableMemory {
  if (canInspect(memory)) return memory;
  throw new Error(
    `${service} needs a store whose memories have inspect(scope, key), and this one has not: ` +
      `add inspect to the adapter, or do without the service.`,
  );
}
