// Decorating a store: the same store with other memories, on which a mutant bends one thing.
import type { Identity, Origin } from '../contract/identity.js';
import { defaultPolicy } from '../contract/policy.js';
import type { Awaitable, Memory, MemoryStore } from '../contract/port.js';
import { isRefusal, type RefusalCode } from '../contract/refusals.js';
import { indexPolicy, type PolicyIndex } from '../guards/policy-index.js';
import { andThen, attempt } from '../services/awaitable.js';
import type { Wrap } from './mutant.js';

/** Every operation of a memory; one the store lacks throws when it is called. */
export type WholeMemory = Required<Omit<Memory, 'proposals'>> & Pick<Memory, 'proposals'>;

/** Where a memory was opened: for whom, and on which handle of which store. */
export interface Seat {
  readonly identity: Identity;
  readonly origin: Origin | undefined;
  readonly store: MemoryStore;
  readonly handle: number;
}

const lacking = (name: string): never => {
  throw new Error(`This mutant needs a store whose memories have ${name}.`);
};

/** The memory with every operation, called the way the store expects. */
export const whole = (memory: Memory): WholeMemory => ({
  remember: (fact, terms) => memory.remember(fact, terms),
  search: (scope, terms) => memory.search(scope, terms),
  forget: (scope, key, terms) =>
    memory.forget === undefined ? lacking('forget') : memory.forget(scope, key, terms),
  restore: (scope, key, terms) =>
    memory.restore === undefined ? lacking('restore') : memory.restore(scope, key, terms),
  inspect: (scope, key) =>
    memory.inspect === undefined ? lacking('inspect') : memory.inspect(scope, key),
  context: (scope, terms) =>
    memory.context === undefined ? lacking('context') : memory.context(scope, terms),
  ...(memory.proposals === undefined ? {} : { proposals: memory.proposals }),
});

/** The memory with some operations replaced; what it lacks stays lacking. */
function replaced(memory: Memory, changes: Partial<Memory>): Memory {
  const bent = { ...whole(memory), ...changes };
  const { remember, search, forget, restore, inspect, context, proposals } = bent;
  return {
    remember,
    search,
    ...(memory.forget && { forget }),
    ...(memory.restore && { restore }),
    ...(memory.inspect && { inspect }),
    ...(memory.context && { context }),
    ...(memory.proposals && proposals && { proposals }),
  };
}

/** The memory of a store that keeps no proposals; what else it lacks stays lacking. */
export function withoutProposals(memory: Memory): Memory {
  const { proposals: _own, ...rest } = replaced(memory, {});
  return rest;
}

/** The same store with other memories; `policy` and `closed` stay the store's own, if it has them. */
export function decorate(store: MemoryStore, memoryOf: MemoryStore['as']): MemoryStore {
  const decorated: MemoryStore = { as: memoryOf, close: () => store.close() };
  for (const name of ['policy', 'closed'] as const)
    if (name in store)
      Object.defineProperty(decorated, name, { get: () => store[name], enumerable: true });
  return decorated;
}

/** Replaces operations of each memory that is opened; the store has accepted the identity by then. */
export const eachMemory =
  (bend: (memory: WholeMemory, seat: Seat) => Partial<Memory>): Wrap =>
  (store, handle) =>
    decorate(store, (identity, origin) => {
      const memory = store.as(identity, origin);
      const seat: Seat = { identity: { ...identity }, origin, store, handle };
      return replaced(memory, bend(whole(memory), seat));
    });

/** Something each handle has for itself; it is gone when the handle is closed. */
export function perHandle<T extends object>(make: () => T): (seat: Pick<Seat, 'store'>) => T {
  const made = new WeakMap<MemoryStore, T>();
  return ({ store }) => {
    const own = made.get(store) ?? make();
    made.set(store, own);
    return own;
  };
}

/**
 * Asks the store first. Where it refuses with this code, `instead` is tried; where that is
 * refused as well, the first refusal stands.
 */
export const onRefusal = <T>(
  code: RefusalCode,
  call: () => Awaitable<T>,
  instead: () => Awaitable<T>,
): Awaitable<T> =>
  attempt(
    call,
    (value) => value,
    (refusal) => {
      if (!isRefusal(refusal) || refusal.code !== code) throw refusal;
      return attempt(
        instead,
        (value) => value,
        (thrown) => {
          throw isRefusal(thrown) ? refusal : thrown;
        },
      );
    },
  );

/** What `ask` makes of each item, in order, one after the other. */
export const gather = <T, U>(
  items: readonly T[],
  ask: (item: T) => Awaitable<U>,
): Awaitable<readonly U[]> =>
  items.reduce<Awaitable<readonly U[]>>(
    (before, item) => andThen(before, (done) => andThen(ask(item), (answer) => [...done, answer])),
    [],
  );

/** The policy a store has in force, prepared for lookup. */
export const policyOf = (store: MemoryStore): PolicyIndex =>
  indexPolicy(store.policy ?? defaultPolicy);

/** A map key for an address; JSON keeps its parts apart whatever they hold. */
export const addressOf = (
  { tenant, subject }: Pick<Identity, 'tenant' | 'subject'>,
  scope: string,
  key: string,
): string => JSON.stringify([tenant, subject, scope, key]);
