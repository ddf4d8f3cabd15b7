// Stores, identities, facts and outcomes that the tests of the services share.
import { afterEach } from 'vitest';
import type { Fact } from '../src/contract/fact.js';
import type { Identity } from '../src/contract/identity.js';
import { readPolicy } from '../src/contract/policy.js';
import type { Memory, MemoryStore, ProposalLedger } from '../src/contract/port.js';
import { isRefusal } from '../src/contract/refusals.js';
import { createModelStore } from '../models/model-store.js';
import { openSqliteStore } from '../src/stores/sqlite/open.js';

/** One kind with a key for each evidence, and a closed set with aliases. */
export const policy = readPolicy([
  { kind: 'note', keys: ['plain'], evidence: 'user_confirmed', scope: { exactly: 'profile' } },
  { kind: 'note', keys: ['verified'], evidence: 'task_verified', scope: { exactly: 'profile' } },
  {
    kind: 'preference',
    keys: ['language'],
    evidence: 'user_confirmed',
    scope: { startsWith: 'pro' },
    values: ['中文', '英文'],
    aliases: { 语言: 'language', 'reply language': 'language' },
  },
]);

export const lin: Identity = { tenant: 'acme', subject: 'lin', scopes: ['profile', 'project'] };

/** Identities that are not Lin, each by one component. */
export const strangers: Readonly<Record<string, Identity>> = {
  'another tenant': { ...lin, tenant: 'acme2' },
  'another subject': { ...lin, subject: 'Lin' },
  'fewer scopes': { ...lin, scopes: ['profile'] },
  'more scopes': { ...lin, scopes: [...lin.scopes, 'team'] },
};

/** A note of Lin's, observed at 90. */
export const note = (value: string, more: Partial<Fact> = {}): Fact => ({
  scope: 'profile',
  kind: 'note',
  key: 'plain',
  value,
  sourceRef: `said: ${value}`,
  observedAt: 90,
  ...more,
});

const opened: MemoryStore[] = [];

afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
});

/** A store that answers at once; closed after the test. */
export function openSync(): MemoryStore {
  const store = openSqliteStore({ path: ':memory:', policy });
  opened.push(store);
  return store;
}

/** The same store, but every answer takes a moment, and so does every effect. */
export function asynchronous(store: MemoryStore): MemoryStore {
  const slow =
    <A extends readonly unknown[], R>(method: (...given: A) => R) =>
    async (...given: A): Promise<Awaited<R>> => {
      await Promise.resolve();
      const answer = await method(...given);
      await Promise.resolve();
      return answer;
    };
  const slowLedger = (ledger: ProposalLedger): ProposalLedger => ({
    add: slow((proposal) => ledger.add(proposal)),
    confirm: slow((confirmation) => ledger.confirm(confirmation)),
  });
  const slowMemory = (memory: Memory): Memory => ({
    remember: slow((fact, terms) => memory.remember(fact, terms)),
    search: slow((scope, terms) => memory.search(scope, terms)),
    forget: slow((scope, key, terms) => memory.forget?.(scope, key, terms) ?? 0),
    restore: slow((scope, key, terms) => memory.restore?.(scope, key, terms) ?? 0),
    inspect: slow((scope, key) => memory.inspect?.(scope, key)),
    ...(memory.proposals && { proposals: slowLedger(memory.proposals) }),
  });
  return {
    as: (identity, origin) => slowMemory(store.as(identity, origin)),
    close: slow(() => store.close()),
    ...(store.policy && { policy: store.policy }),
    get closed() {
      return store.closed ?? false;
    },
  };
}

/** The same store with other memories. */
export const withMemories = (
  store: MemoryStore,
  change: (memory: Memory) => Memory,
): MemoryStore => ({
  as: (identity, origin) => change(store.as(identity, origin)),
  close: () => store.close(),
  ...(store.policy && { policy: store.policy }),
  get closed() {
    return store.closed ?? false;
  },
});

/** The same store with one thing less in its memories. */
const lacking = (store: MemoryStore, name: keyof Memory): MemoryStore =>
  withMemories(store, (memory) =>
    odd(Object.fromEntries(Object.entries(memory).filter(([each]) => each !== name))),
  );

/** The same store without a ledger of proposals. */
export const withoutLedger = (store: MemoryStore): MemoryStore => lacking(store, 'proposals');

/** The same store without a way to look at a record. */
export const withoutInspect = (store: MemoryStore): MemoryStore => lacking(store, 'inspect');

type NamedStores = readonly (readonly [name: string, open: () => MemoryStore])[];

/** The ways in which a store may answer, and the reference model as a store. */
export const stores: NamedStores = [
  ['a synchronous store', openSync],
  ['an asynchronous store', () => asynchronous(openSync())],
  ['the reference model', () => createModelStore({ policy })],
];

/** The same with and without a ledger of proposals of their own. */
export const ledgers: NamedStores = [
  ...stores,
  ['a synchronous store without a ledger', () => withoutLedger(openSync())],
  ['an asynchronous store without a ledger', () => asynchronous(withoutLedger(openSync()))],
];

/** What a call came to: its value, or `kind: code` of its refusal. */
export async function outcomeOf(call: () => unknown): Promise<unknown> {
  try {
    return await call();
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown;
    return `${thrown.kind}: ${thrown.code}`;
  }
}

/** The code of a refused call, or `accepted`. */
export async function codeOf(call: () => unknown): Promise<string> {
  try {
    await call();
    return 'accepted';
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown;
    return thrown.code;
  }
}

/** An argument of any kind where a call asks for another: bad calls are calls too. */
export const odd = <T>(value: unknown): T => value as T;
