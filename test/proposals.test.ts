// Proposals on stores with and without a ledger of their own (contract section 8).
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Fact, MemoryRecord } from '../src/contract/fact.js';
import { readPolicy } from '../src/contract/policy.js';
import type { MemoryStore } from '../src/contract/port.js';
import type { Confirmation, Proposal, ProposeTerms } from '../src/contract/proposal.js';
import { refuse } from '../src/contract/refusals.js';
import { createProposals } from '../src/services/proposals.js';
import { proposalRules } from '../src/services/proposal-rules.js';
import {
  asynchronous,
  codeOf,
  ledgers,
  lin,
  note,
  odd,
  openSync,
  outcomeOf,
  policy,
  strangers,
  withMemories,
  withoutInspect,
  withoutLedger,
} from './service-fixture.js';

const evidence = 'user_confirmed';
const stated = (now = 100, more: Partial<ProposeTerms> = {}): ProposeTerms => ({
  now,
  provenance: 'user-stated',
  ...more,
});
const yes = ({ id, digest }: Proposal, now = 110): Confirmation => ({
  id,
  digest,
  now,
  confirmed: true,
});
const recordOf = async (store: MemoryStore): Promise<MemoryRecord | undefined> =>
  store.as(lin).inspect?.('profile', 'plain');

/** The user writes the note past all proposals. */
const write = async (
  store: MemoryStore,
  value: string,
  now: number,
  more: Partial<Fact> = {},
): Promise<number> =>
  store.as(lin).remember(note(value, more), {
    evidence,
    expectedVersion: (await recordOf(store))?.version ?? 0,
    now,
  });

const forget = async (store: MemoryStore, expectedVersion: number, now: number) =>
  store.as(lin).forget?.('profile', 'plain', { expectedVersion, now, userConfirmed: true });

describe.each(ledgers)('on %s', (name, open) => {
  test('what was proposed is no fact until it is confirmed', async () => {
    const store = open();
    const proposals = createProposals(store);
    const proposal = await proposals.propose(lin, note('mine'), stated());
    expect(proposal).toEqual({
      id: proposal.id,
      digest: proposal.digest,
      owner: { tenant: 'acme', subject: 'lin' },
      candidate: { ...note('mine'), confidence: 1, expiresAt: null },
      provenance: 'user-stated',
      intent: 'lasting',
      baseVersion: 0,
      proposedAt: 100,
      expiresAt: 86_500,
    });
    expect(await recordOf(store)).toBeUndefined();
    expect(await store.as(lin).search('profile', { now: 100, minConfidence: 0 })).toEqual([]);
    expect(await proposals.confirm(lin, yes(proposal))).toEqual({ outcome: 'written', version: 1 });
    expect(await recordOf(store)).toMatchObject({
      ...note('mine'),
      evidence,
      updatedAt: 110,
      version: 1,
      actor: 'lin',
      provenance: null,
    });
  });

  test('it says whether a later process can confirm', () => {
    expect(createProposals(open()).durable).toBe(/^an? (a?synchronous) store$/.test(name));
  });

  test('a proposal is bound to the version that was there', async () => {
    const store = open();
    const proposals = createProposals(store);
    await write(store, 'one', 90);
    const proposal = await proposals.propose(lin, note('mine'), stated());
    expect(proposal.baseVersion).toBe(1);
    expect(await proposals.confirm(lin, yes(proposal))).toEqual({ outcome: 'written', version: 2 });
  });

  test('a decided proposal gives its result once more; nothing is read or written', async () => {
    const store = open();
    const proposals = createProposals(store);
    const proposal = await proposals.propose(lin, note('mine'), stated());
    const result = await proposals.confirm(lin, yes(proposal));
    await write(store, 'later', 120);
    expect(await proposals.confirm(lin, yes(proposal, 90_000))).toEqual(result);
    expect(await proposals.confirm(lin, yes(proposal, 99))).toEqual(result);
    expect(await recordOf(store)).toMatchObject({ value: 'later', version: 2 });
  });

  test('an active record that says the same is unchanged, with no new version', async () => {
    const store = open();
    const proposals = createProposals(store);
    const proposal = await proposals.propose(lin, note('mine'), stated());
    await write(store, 'mine', 105, { sourceRef: 'elsewhere', observedAt: 80 });
    const before = await recordOf(store);
    const unchanged = { outcome: 'unchanged', version: 1 };
    expect(await proposals.confirm(lin, yes(proposal))).toEqual(unchanged);
    expect(await recordOf(store)).toEqual(before);
    await write(store, 'other', 111);
    expect(await proposals.confirm(lin, yes(proposal, 112))).toEqual(unchanged);
  });

  test.each<readonly [string, Partial<Fact>]>([
    ['value', { value: 'other' }],
    ['confidence', { confidence: 0.5 }],
    ['expiry', { expiresAt: 500 }],
  ])('a record of another %s is stale, and that closes the proposal', async (_, other) => {
    const store = open();
    const proposals = createProposals(store);
    const proposal = await proposals.propose(lin, note('mine'), stated());
    await write(store, 'mine', 105, other);
    expect(await outcomeOf(() => proposals.confirm(lin, yes(proposal)))).toBe(
      'conflict: stale-version',
    );
    await write(store, 'mine', 111);
    expect(await outcomeOf(() => proposals.confirm(lin, yes(proposal, 112)))).toBe(
      'conflict: stale-version',
    );
  });

  test('an equal record that is forgotten or expired is not unchanged', async () => {
    for (const state of ['forgotten', 'expired'] as const) {
      const store = open();
      const proposals = createProposals(store);
      await write(store, 'mine', 90, { expiresAt: 110 });
      if (state === 'forgotten') await forget(store, 1, 95);
      const candidate = note('mine', { expiresAt: state === 'expired' ? 110 : null });
      const proposal = await proposals.propose(lin, candidate, stated());
      const code = state === 'expired' ? 'bad-expiry' : 'tombstoned';
      expect(await codeOf(() => proposals.confirm(lin, yes(proposal)))).toBe(code);
      expect(await recordOf(store)).toMatchObject({ version: state === 'expired' ? 1 : 2 });
    }
  });

  test.each<readonly [string, (good: Confirmation) => object, object]>([
    ['not-confirmed', () => ({ confirmed: 1 }), lin],
    ['not-confirmed', () => ({ confirmed: undefined }), lin],
    ['wrong-digest', ({ digest }) => ({ digest: digest.toUpperCase() }), lin],
    ['wrong-digest', ({ id }) => ({ digest: id }), lin],
    ['unknown-proposal', ({ id }) => ({ id: `${id} ` }), lin],
    ['unknown-proposal', () => ({}), strangers['another tenant'] ?? {}],
    ['unknown-proposal', () => ({}), strangers['another subject'] ?? {}],
    ['scope', () => ({}), { ...lin, scopes: ['project'] }],
    ['bad-time', () => ({ now: 99 }), lin],
    ['bad-time', () => ({ now: 1.5 }), lin],
    ['proposal-expired', () => ({ now: 200 }), lin],
    ['malformed', () => ({ approved: true }), lin],
  ])('%s leaves the proposal open', async (code, change, caller) => {
    const store = open();
    const proposals = createProposals(store);
    const proposal = await proposals.propose(lin, note('mine'), stated(100, { lifetime: 100 }));
    const good = yes(proposal, 199);
    const bad = { ...good, ...change(good) };
    expect(await codeOf(() => proposals.confirm(odd(caller), bad))).toBe(code);
    expect(await recordOf(store)).toBeUndefined();
    expect(await codeOf(() => proposals.confirm(lin, good))).toBe('accepted');
  });

  test('the owner is tenant and subject: other scopes may confirm what they cover', async () => {
    const proposals = createProposals(open());
    const proposal = await proposals.propose(lin, note('mine'), stated());
    const narrow = { ...lin, scopes: ['profile'] };
    expect(await codeOf(() => proposals.confirm(narrow, yes(proposal)))).toBe('accepted');
  });

  test('what was said for this time only never becomes a lasting fact', async () => {
    const store = open();
    const proposals = createProposals(store);
    const proposal = await proposals.propose(lin, note('mine'), stated(100, { intent: 'once' }));
    for (const now of [100, 110])
      expect(await outcomeOf(() => proposals.confirm(lin, yes(proposal, now)))).toBe(
        'denied: one-off',
      );
    expect(await recordOf(store)).toBeUndefined();
  });

  test('a candidate that expires meanwhile or is overtaken by an observation is closed', async () => {
    const store = open();
    const proposals = createProposals(store);
    await write(store, 'one', 95);
    const brief = await proposals.propose(lin, note('mine', { expiresAt: 110 }), stated());
    const old = await proposals.propose(lin, note('mine', { observedAt: 80 }), stated());
    const ahead = await proposals.propose(lin, note('mine'), stated());
    expect(await codeOf(() => proposals.confirm(lin, yes(brief)))).toBe('bad-expiry');
    expect(await codeOf(() => proposals.confirm(lin, yes(brief, 109)))).toBe('bad-expiry');
    expect(await codeOf(() => proposals.confirm(lin, yes(old)))).toBe('older-observation');
    expect(await codeOf(() => proposals.confirm(lin, yes(ahead)))).toBe('accepted');
    expect(await codeOf(() => proposals.confirm(lin, yes(old)))).toBe('older-observation');
  });

  test('overlapping confirmations write once and agree', async () => {
    const store = open();
    const proposals = createProposals(store);
    const proposal = await proposals.propose(lin, note('mine'), stated());
    const outcomes = await Promise.all(
      [110, 111, 112].map((now) => outcomeOf(() => proposals.confirm(lin, yes(proposal, now)))),
    );
    const written = { outcome: 'written', version: 1 };
    expect(outcomes).toEqual([written, written, written]);
    expect(await recordOf(store)).toMatchObject({ version: 1 });
  });

  test('of two proposals on one version the first that is confirmed wins', async () => {
    const proposals = createProposals(open());
    const a = await proposals.propose(lin, note('a'), stated());
    const b = await proposals.propose(lin, note('b'), stated());
    const outcomes = await Promise.all(
      [a, b].map((each) => codeOf(() => proposals.confirm(lin, yes(each)))),
    );
    expect(outcomes.toSorted()).toEqual(['accepted', 'stale-version']);
  });

  test('after close everything is closed before any other check', async () => {
    const store = open();
    const proposals = createProposals(store);
    const proposal = await proposals.propose(lin, note('mine'), stated());
    await proposals.confirm(lin, yes(proposal));
    await store.close();
    const closed = 'unavailable: closed';
    expect(await outcomeOf(() => proposals.confirm(lin, yes(proposal)))).toBe(closed);
    expect(await outcomeOf(() => proposals.confirm(odd(null), odd(null)))).toBe(closed);
    expect(await outcomeOf(() => proposals.propose(odd(null), odd(null), odd(null)))).toBe(closed);
  });

  test('proposals are deep-frozen copies', async () => {
    const proposals = createProposals(open());
    const candidate = { ...note('mine', { observedAt: 0 }) };
    const proposal = await proposals.propose(lin, candidate, stated(-0));
    candidate.value = 'scribbled';
    for (const frozen of [proposal, proposal.candidate, proposal.owner])
      expect(Object.isFrozen(frozen)).toBe(true);
    expect(proposal).toMatchObject({ candidate: { value: 'mine' }, proposedAt: 0 });
    expect(await proposals.confirm(lin, yes(proposal, 0))).toMatchObject({ version: 1 });
  });
});

test('an alias is proposed as its canonical key', async () => {
  const proposals = createProposals(openSync());
  const language = { ...note('中文'), kind: 'preference', key: '语言' };
  const alias = await proposals.propose(lin, language, stated());
  const plain = await proposals.propose(lin, { ...language, key: 'language' }, stated());
  expect(alias.candidate.key).toBe('language');
  expect(alias.digest).toBe(plain.digest);
});

const oddCalls: readonly (readonly [string, readonly unknown[]])[] = [
  ['no caller', [null, note('mine'), stated()]],
  ['a candidate with evidence', [lin, { ...note('mine'), evidence }, stated()]],
  ['no terms', [lin, note('mine'), undefined]],
  ['no provenance', [lin, note('mine'), { now: 100 }]],
  ['an unknown provenance', [lin, note('mine'), { now: 100, provenance: 'rumour' }]],
  ['an unknown intent', [lin, note('mine'), { ...stated(), intent: 'forever' }]],
  ['a null lifetime', [lin, note('mine'), { ...stated(), lifetime: null }]],
];
test.each(oddCalls)('propose with %s is malformed', async (_, [caller, candidate, terms]) => {
  const proposals = createProposals(openSync());
  const propose = () => proposals.propose(odd(caller), odd(candidate), odd(terms));
  expect(await outcomeOf(propose)).toBe('invalid: malformed');
});

const lifetimes: readonly (readonly [number | undefined, number, string | number])[] = [
  [undefined, 100, 86_500],
  [1, 100, 101],
  [2_592_000, 100, 2_592_100],
  [0, 100, 'invalid: bad-lifetime'],
  [2_592_001, 100, 'invalid: bad-lifetime'],
  [0.5, 100, 'invalid: bad-lifetime'],
  [1, Number.MAX_SAFE_INTEGER, 'invalid: bad-lifetime'],
];
test.each(lifetimes)('a lifetime of %s at %s ends at %s', async (lifetime, now, expected) => {
  const proposals = createProposals(openSync());
  const outcome = await outcomeOf(async () => {
    const proposal = await proposals.propose(lin, note('mine'), stated(now, { lifetime }));
    return proposal.expiresAt;
  });
  expect(outcome).toBe(expected);
});

test('nothing but exactly true ever confirms', async () => {
  const store = openSync();
  const proposals = createProposals(store);
  const proposal = await proposals.propose(lin, note('mine'), stated());
  await fc.assert(
    fc.asyncProperty(
      fc.anything({ withBoxedValues: true }).filter((confirmed) => confirmed !== true),
      async (confirmed) => {
        const confirm = () => proposals.confirm(lin, { ...yes(proposal), confirmed });
        expect(await outcomeOf(confirm)).toBe('denied: not-confirmed');
        expect(await recordOf(store)).toBeUndefined();
      },
    ),
    { seed: 1, endOnFailure: true },
  );
});

test('digests are always equal for equal candidates and differ for others', () => {
  const text = fc.constantFrom('a', 'b', 'a","key":"b', 'é', 'e\u0301', '__proto__');
  const candidate = fc.record({
    scope: text,
    kind: text,
    key: text,
    value: text,
    sourceRef: text,
    observedAt: fc.nat({ max: 2 }),
    confidence: fc.constantFrom(0, 0.5, 1),
    expiresAt: fc.constantFrom(null, 1, 2),
  });
  fc.assert(
    fc.property(candidate, candidate, (a, b) => {
      const twin = Object.fromEntries(Object.entries(a).toReversed());
      expect(proposalRules.digestOf(odd(twin))).toBe(proposalRules.digestOf(a));
      expect(proposalRules.digestOf(a) === proposalRules.digestOf(b)).toBe(
        Object.entries(a).every(([field, value]) => b[field as keyof typeof b] === value),
      );
      expect(proposalRules.digestOf(a)).toMatch(/^[0-9a-f]{64}$/);
    }),
    { seed: 1, endOnFailure: true },
  );
});

test('unavailable never closes a proposal, and a lost answer shows as unchanged', async () => {
  let fails: 'none' | 'busy' | 'lost' = 'none';
  const flaky = withMemories(withoutLedger(openSync()), (memory) => ({
    ...memory,
    remember: async (fact, given) => {
      if (fails === 'busy') refuse('busy');
      const version = await memory.remember(fact, given);
      if (fails === 'lost') refuse('timeout');
      return version;
    },
  }));
  const proposals = createProposals(flaky);
  const proposal = await proposals.propose(lin, note('mine'), stated());
  const confirm = () => outcomeOf(() => proposals.confirm(lin, yes(proposal)));
  fails = 'busy';
  expect(await confirm()).toBe('unavailable: busy');
  fails = 'lost';
  expect(await confirm()).toBe('unavailable: timeout');
  fails = 'none';
  expect(await confirm()).toEqual({ outcome: 'unchanged', version: 1 });
});

test('a write that never came to an answer leaves the proposal open, stale or not', async () => {
  let answer = (): number => refuse('busy');
  const store = withoutLedger(openSync());
  const proposals = createProposals(
    withMemories(store, (memory) => ({ ...memory, remember: () => answer() })),
  );
  const proposal = await proposals.propose(lin, note('mine'), stated());
  const confirm = () => outcomeOf(() => proposals.confirm(lin, yes(proposal)));
  await write(store, 'theirs', 105);
  expect(await confirm()).toBe('unavailable: busy');
  answer = () => {
    throw new Error('a defect of the store');
  };
  await expect(confirm()).rejects.toThrow('a defect of the store');
  answer = () => refuse('stale-version');
  expect(await confirm()).toBe('conflict: stale-version');
});

test('a candidate is judged by the policy the host passes, else by that of the store', async () => {
  const other = readPolicy([
    { kind: 'mood', keys: ['now'], evidence, scope: { exactly: 'profile' } },
  ]);
  const store = openSync();
  const propose = (proposals: ReturnType<typeof createProposals>) =>
    codeOf(() => proposals.propose(lin, note('mine'), stated()));
  expect(await propose(createProposals(store))).toBe('accepted');
  expect(await propose(createProposals(store, { policy }))).toBe('accepted');
  expect(await propose(createProposals(store, { policy: other }))).toBe('unknown-kind');
  expect(() => createProposals(store, { policy: odd({}) })).toThrow('malformed');
});

test('a store without inspect gets no proposals, and is told what it lacks', () => {
  const blind = withoutInspect(openSync());
  expect(() => createProposals(blind)).toThrow('inspect(scope, key)');
});

test('a synchronous store is answered at once', () => {
  for (const store of [openSync(), withoutLedger(openSync())]) {
    const proposals = createProposals(store);
    const proposal = proposals.propose(lin, note('mine'), stated());
    if (!('id' in proposal)) throw new Error('propose returned a promise');
    expect(proposals.confirm(lin, yes(proposal))).toMatchObject({ outcome: 'written' });
    expect(() => proposals.confirm(lin, { ...yes(proposal), digest: '' })).toThrow('wrong-digest');
  }
});

test('a write that slips in between look and write is stale, not lost', async () => {
  const store = withoutLedger(openSync());
  const proposals = createProposals(asynchronous(store));
  const proposal = await proposals.propose(lin, note('mine'), stated());
  const confirming = codeOf(() => proposals.confirm(lin, yes(proposal)));
  await Promise.resolve();
  await Promise.resolve();
  await write(store, 'theirs', 105);
  expect(await confirming).toBe('stale-version');
  expect(await recordOf(store)).toMatchObject({ value: 'theirs', version: 1 });
});
