// What a store offers: what it claims, what it has, and which operations follow from both.
import type { OperationName } from '../contract/operations.js';
import type { Policy } from '../contract/policy.js';
import type { Capability, Memory, MemoryStore, StoreUnderTest } from '../contract/port.js';

export interface Offer {
  readonly capabilities: ReadonlySet<Capability>;
  readonly operations: ReadonlySet<OperationName>;
  /** The one policy the store has, if it cannot take another. */
  readonly policy?: Policy;
  /** Claimed, but the method that would keep the claim is not there. */
  readonly missing: readonly Capability[];
  /** There, but not claimed: it is not tested until it is claimed. */
  readonly unclaimed: readonly Capability[];
}

/** Which methods of a memory show a capability. */
const shownBy: Partial<Record<Capability, readonly (keyof Memory)[]>> = {
  tombstones: ['forget', 'restore'],
  inspect: ['inspect'],
  proposals: ['proposals'],
};

/** Operations and what they need; the core operations need nothing. */
const needs: readonly (readonly [OperationName, readonly Capability[]])[] = [
  ['remember', []],
  ['search', []],
  ['forget', ['tombstones']],
  ['restore', ['tombstones']],
  ['inspect', ['inspect']],
  ['prepare', ['review', 'inspect', 'versions']],
  ['resolve', ['review', 'inspect', 'versions']],
  ['invoke', ['provenance', 'inspect', 'versions']],
  ['create', ['provenance', 'inspect', 'versions']],
  ['update', ['provenance', 'inspect', 'versions']],
  ['read', ['provenance', 'inspect', 'versions']],
  ['propose', ['evidence', 'inspect', 'versions']],
  ['confirm', ['evidence', 'inspect', 'versions']],
  ['close', ['durable']],
  ['reopen', ['durable']],
];

/** Looks at an open store; nothing is called but `as`. */
export function offerOf(sut: StoreUnderTest, store: MemoryStore): Offer {
  const memory = store.as({ tenant: 'acme', subject: 'lin', scopes: ['profile'] });
  const has = (method: keyof Memory): boolean =>
    typeof memory[method] === (method === 'proposals' ? 'object' : 'function');
  const detectable = Object.entries(shownBy) as [Capability, readonly (keyof Memory)[]][];
  const shown = detectable.filter(([, methods]) => methods.every(has)).map(([name]) => name);
  const claimed = new Set(sut.capabilities);
  const missing = detectable
    .map(([name]) => name)
    .filter((name) => claimed.has(name) && !shown.includes(name));
  const capabilities = new Set([...claimed].filter((name) => !missing.includes(name)));
  const operations = needs
    .filter(([, all]) => all.every((name) => capabilities.has(name)))
    .map(([name]) => name);
  return {
    capabilities,
    operations: new Set([
      ...operations,
      ...(has('context') ? (['context'] as const) : []),
      ...(sut.records === undefined ? [] : (['records'] as const)),
    ]),
    ...(sut.policy === undefined ? {} : { policy: sut.policy }),
    missing,
    unclaimed: shown.filter((name) => !claimed.has(name)),
  };
}
