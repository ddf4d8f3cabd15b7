// Proposals kept in the store's file: decided once, durably, together with what they write.
import { describe, expect, test } from 'vitest';
import { readPolicy } from '../src/contract/policy.js';
import type { Memory } from '../src/contract/port.js';
import type { Proposal } from '../src/contract/proposal.js';
import { codeOf } from './service-fixture.js';
import {
  decided,
  lin,
  memoryOf,
  nameIs,
  newPath,
  on,
  open,
  openHandle,
  proposalOf,
  recordOf,
  yes,
} from './sqlite-fixture.js';

/** A memory that holds one proposal. */
function proposed(value = 'Lin', more: Partial<Proposal> = {}) {
  const handle = openHandle({ path: ':memory:' });
  const memory = memoryOf(handle.store);
  memory.proposals.add(proposalOf(value, more));
  return { ...handle, memory };
}

/** A candidate that differs from the usual one. */
const candidate = (more: Partial<Proposal['candidate']>): Proposal['candidate'] => ({
  ...proposalOf('Lin').candidate,
  ...more,
});

describe('a proposal', () => {
  test('is never returned as a fact', () => {
    const { memory, records } = proposed();
    expect(memory.search('profile', { now: 200, minConfidence: 0 })).toEqual([]);
    expect(memory.inspect('profile', 'display_name')).toBe(undefined);
    expect(records()).toEqual([]);
  });

  test('that is confirmed becomes a record written by the subject', () => {
    const { memory } = proposed('Lin', {
      candidate: candidate({ confidence: 0.9, expiresAt: 900 }),
    });
    expect(memory.proposals.confirm(yes('Lin'))).toStrictEqual({ outcome: 'written', version: 1 });
    expect(memory.inspect('profile', 'display_name')).toStrictEqual(
      recordOf('Lin', { confidence: 0.9, expiresAt: 900, updatedAt: 200 }),
    );
  });

  test('replaces the record of its base version', () => {
    const { memory } = proposed('Mei', { baseVersion: 1 });
    memory.remember(nameIs('Lin'), on(0));
    expect(memory.proposals.confirm(yes('Mei'))).toEqual({ outcome: 'written', version: 2 });
    expect(memory.search('profile', { now: 200 })).toMatchObject([{ value: 'Mei', version: 2 }]);
  });

  test('of what is remembered already changes nothing, whatever its base version', () => {
    const { memory, records } = proposed('Lin', { baseVersion: 7 });
    memory.remember(nameIs('Lin', { sourceRef: 'chat:9' }), on(0));
    const before = records();
    const unchanged = { outcome: 'unchanged', version: 1 };
    expect(memory.proposals.confirm(yes('Lin'))).toEqual(unchanged);
    expect(records()).toEqual(before);
    memory.remember(nameIs('Mei'), on(1));
    expect(memory.proposals.confirm(yes('Lin', 300))).toEqual(unchanged);
  });

  test('is decided once: later confirmations give the stored answer and write nothing', () => {
    const { memory } = proposed();
    const first = memory.proposals.confirm(yes('Lin'));
    memory.forget('profile', 'display_name', decided(1, 210));
    for (const now of [0, 200, 5000])
      expect(memory.proposals.confirm(yes('Lin', now))).toEqual(first);
    expect(memory.inspect('profile', 'display_name')).toMatchObject({ version: 2 });
  });

  test('may name text that every object has', () => {
    const store = open({ path: ':memory:' });
    const odd = memoryOf(store, {
      tenant: '__proto__',
      subject: 'constructor',
      scopes: ['profile'],
    });
    odd.proposals.add(proposalOf('__proto__', { id: '__proto__' }));
    const confirmation = { ...yes('__proto__'), id: '__proto__' };
    expect(odd.proposals.confirm(confirmation)).toEqual({ outcome: 'written', version: 1 });
  });
});

describe('a confirmation that is refused', () => {
  type Change = (memory: Required<Memory>) => unknown;
  const stale: Change = (memory) => memory.remember(nameIs('Mei'), on(0));

  test.each<[string, Partial<Proposal>, Change, object]>([
    ['stale-version', {}, stale, { expected: 0, actual: 1 }],
    ['stale-version', { baseVersion: 2 }, stale, { expected: 2, actual: 1 }],
    ['stale-version', { baseVersion: 1 }, () => undefined, { expected: 1, actual: 0 }],
    [
      'tombstoned',
      { baseVersion: 2 },
      (memory) => [stale(memory), memory.forget('profile', 'display_name', decided(1))],
      {},
    ],
    [
      'older-observation',
      { baseVersion: 1, candidate: candidate({ observedAt: 80 }) },
      stale,
      { observedAt: 90 },
    ],
    [
      'clock-backwards',
      { baseVersion: 1 },
      (memory) => memory.remember(nameIs('Mei'), on(0, 300)),
      { now: 200, updatedAt: 300 },
    ],
    [
      'bad-expiry',
      { candidate: candidate({ expiresAt: 200 }) },
      () => undefined,
      { field: 'expiresAt' },
    ],
  ])('as %s closes the proposal, and is given again', (code, more, change, facts) => {
    const { memory, records } = proposed('Lin', more);
    change(memory);
    const before = records();
    const refused = expect.objectContaining({ code, facts, definite: true });
    const confirm = () => memory.proposals.confirm(yes('Lin'));
    expect(confirm).toThrow(refused);
    expect(records()).toEqual(before);
    const record = memory.inspect('profile', 'display_name');
    expect(confirm).toThrow(refused);
    expect(memory.inspect('profile', 'display_name')).toEqual(record);
  });

  test('by a revised policy leaves the proposal undecided', async () => {
    const { memory, usePolicy, store } = proposed();
    const policy = store.policy;
    usePolicy(
      readPolicy([
        { kind: 'profile', keys: ['x'], evidence: 'user_confirmed', scope: { exactly: 'profile' } },
      ]),
    );
    const confirm = () => memory.proposals.confirm(yes('Lin'));
    expect(await codeOf(confirm)).toBe('wrong-key');
    usePolicy(policy);
    expect(confirm()).toEqual({ outcome: 'written', version: 1 });
  });

  test('by a policy without its kind closes the proposal', async () => {
    const { memory, usePolicy, store } = proposed();
    const policy = store.policy;
    usePolicy(
      readPolicy([
        { kind: 'note', keys: ['x'], evidence: 'user_confirmed', scope: { exactly: 'profile' } },
      ]),
    );
    const confirm = () => memory.proposals.confirm(yes('Lin'));
    expect(await codeOf(confirm)).toBe('unknown-kind');
    usePolicy(policy);
    expect(await codeOf(confirm)).toBe('unknown-kind');
  });

  test.each([
    ['not-confirmed', { confirmed: 'true' }, {}],
    ['wrong-digest', { digest: 'digest of Mei' }, {}],
    ['unknown-proposal', { id: 'p2' }, {}],
    ['bad-time', { now: 99 }, {}],
    ['proposal-expired', { now: 1000 }, {}],
    ['one-off', {}, { intent: 'once' as const }],
  ])('as %s decides nothing', async (code, change, more) => {
    const { memory, records } = proposed('Lin', more);
    const confirm = () => memory.proposals.confirm({ ...yes('Lin'), ...change });
    expect(await codeOf(confirm)).toBe(code);
    expect(records()).toEqual([]);
    expect(await codeOf(() => memory.proposals.confirm(yes('Lin')))).toBe(
      code === 'one-off' ? code : 'accepted',
    );
  });

  test.each([
    ['unknown-proposal', { tenant: 'acme2' }],
    ['unknown-proposal', { subject: 'mei' }],
    ['scope', { scopes: ['task:one'] }],
    ['scope', { scopes: [] }],
    ['scope', { scopes: ['Profile', 'profile ', '["profile"]'] }],
  ])('as %s belongs to somebody else', async (code, change) => {
    const { memory, store, records } = proposed();
    const other = memoryOf(store, { ...lin, ...change });
    expect(await codeOf(() => other.proposals.confirm(yes('Lin')))).toBe(code);
    expect(records()).toEqual([]);
    expect(await codeOf(() => memory.proposals.confirm(yes('Lin')))).toBe('accepted');
  });
});

describe('a proposal in a file', () => {
  test('is confirmed by a later process, under the policy of then', async () => {
    const path = newPath();
    const store = open({ path });
    memoryOf(store).proposals.add(proposalOf('Lin'));
    await store.close();
    const later = open({ path });
    expect(memoryOf(later).proposals.confirm(yes('Lin'))).toEqual({
      outcome: 'written',
      version: 1,
    });
    await later.close();
    const policy = readPolicy([
      { kind: 'note', keys: ['n'], evidence: 'user_confirmed', scope: { exactly: 'profile' } },
    ]);
    expect(memoryOf(open({ path, policy })).proposals.confirm(yes('Lin', 300))).toEqual({
      outcome: 'written',
      version: 1,
    });
  });

  test('is decided by the first of two handles', () => {
    const path = newPath();
    const [first, second] = [memoryOf(open({ path })), memoryOf(open({ path }))];
    first.proposals.add(proposalOf('Lin'));
    const decision = second.proposals.confirm(yes('Lin'));
    expect(first.proposals.confirm(yes('Lin', 300))).toEqual(decision);
    expect(first.inspect('profile', 'display_name')).toMatchObject({ version: 1, updatedAt: 200 });
  });

  test('is closed with its store', async () => {
    const store = open({ path: newPath() });
    const { proposals } = memoryOf(store);
    await store.close();
    expect(await codeOf(() => proposals.add(proposalOf('Lin')))).toBe('closed');
    expect(await codeOf(() => proposals.confirm(yes('Lin')))).toBe('closed');
  });
});
