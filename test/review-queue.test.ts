// The review queue on synchronous and asynchronous stores (contract section 6).
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Fact, MemoryRecord } from '../src/contract/fact.js';
import type { Identity } from '../src/contract/identity.js';
import { isRefusal, refuse } from '../src/contract/refusals.js';
import type { Decision } from '../src/contract/review.js';
import { createReviewQueue } from '../src/services/review-queue.js';
import { evidence, keep, scene, terms, use } from './review-scene.js';
import {
  codeOf,
  lin,
  note,
  odd,
  openSync,
  outcomeOf,
  stores,
  strangers,
  withMemories,
  withoutInspect,
} from './service-fixture.js';

describe.each(stores)('on %s', (_, open) => {
  test('a reviewer sees both sides and the candidate is applied', async () => {
    const { queue, current } = await scene(open());
    const shown = await queue.prepare(lin, note('mine'), terms());
    expect(shown).toEqual({
      id: shown.id,
      current: await current(),
      candidate: { ...note('mine'), confidence: 1, expiresAt: null },
      evidence,
      attemptedVersion: 1,
      preparedAt: 100,
      expiresAt: 400,
    });
    const receipt = await queue.resolve(lin, shown.id, use(120));
    expect(receipt).toEqual({
      caseId: shown.id,
      choice: 'use_candidate',
      outcome: 'applied',
      version: 3,
    });
    expect(await current()).toMatchObject({ value: 'mine', version: 3, updatedAt: 120, evidence });
  });

  test('a reviewer keeps the current record and nothing is written', async () => {
    const { queue, current } = await scene(open());
    const before = await current();
    const shown = await queue.prepare(lin, note('mine'), terms());
    expect(await queue.resolve(lin, shown.id, keep(120))).toEqual({
      caseId: shown.id,
      choice: 'keep_current',
      outcome: 'kept',
      version: 2,
    });
    expect(await current()).toEqual(before);
  });

  test('prepare changes nothing and holds no lock', async () => {
    const { queue, current, write } = await scene(open());
    const before = await current();
    await queue.prepare(lin, note('mine'), terms());
    expect(await current()).toEqual(before);
    expect(await write('three', 101)).toBe(3);
  });

  test('review time never refreshes an observation', async () => {
    const { queue, current } = await scene(open());
    const shown = await queue.prepare(lin, note('mine', { observedAt: 91 }), terms());
    await queue.resolve(lin, shown.id, use(399));
    expect(await current()).toMatchObject({
      observedAt: 91,
      sourceRef: 'said: mine',
      updatedAt: 399,
    });
  });

  test('an alias is reviewed as its canonical key', async () => {
    const { queue, memory } = await scene(open());
    const language = { ...note('中文'), kind: 'preference', key: 'language' };
    await memory.remember(language, { evidence, expectedVersion: 0, now: 95 });
    const shown = await queue.prepare(
      lin,
      { ...language, key: '语言', value: '英文' },
      { ...terms(), attemptedVersion: 0 },
    );
    expect([shown.current.key, shown.candidate.key]).toEqual(['language', 'language']);
  });

  test('the stored receipt comes back for the same choice, without a look at the record', async () => {
    const { queue, write } = await scene(open());
    const shown = await queue.prepare(lin, note('mine'), terms());
    const receipt = await queue.resolve(lin, shown.id, use(120));
    await write('later', 130);
    expect(await queue.resolve(lin, shown.id, use(5000))).toEqual(receipt);
    expect(await outcomeOf(() => queue.resolve(lin, shown.id, keep(130)))).toBe(
      'conflict: decided-otherwise',
    );
    expect(await queue.resolve(lin, shown.id, use(130))).toEqual(receipt);
  });

  test('a kept case is decided once too', async () => {
    const { queue, current } = await scene(open());
    const shown = await queue.prepare(lin, note('mine'), terms());
    const receipt = await queue.resolve(lin, shown.id, keep(120));
    expect(await codeOf(() => queue.resolve(lin, shown.id, use(121)))).toBe('decided-otherwise');
    expect(await queue.resolve(lin, shown.id, keep(121))).toEqual(receipt);
    expect(await current()).toMatchObject({ version: 2 });
  });

  test('the first case that writes invalidates the others; kept does not', async () => {
    const { queue } = await scene(open());
    const cases = [];
    for (const value of ['a', 'b', 'c'])
      cases.push((await queue.prepare(lin, note(value), terms())).id);
    const [a = '', b = '', c = ''] = cases;
    await queue.resolve(lin, a, keep(110));
    expect(await queue.resolve(lin, b, use(111))).toMatchObject({ outcome: 'applied', version: 3 });
    expect(await codeOf(() => queue.resolve(lin, c, keep(112)))).toBe('snapshot-changed');
    expect(await codeOf(() => queue.resolve(lin, c, keep(112)))).toBe('unknown-case');
  });

  test.each(['keep_current', 'use_candidate'] as const)(
    'a record that changed in any field is no longer the shown one, for %s',
    async (choice) => {
      const { queue, memory } = await scene(open());
      const shown = await queue.prepare(lin, note('mine'), terms());
      await memory.forget?.('profile', 'plain', {
        expectedVersion: 2,
        now: 105,
        userConfirmed: true,
      });
      const decide = () => queue.resolve(lin, shown.id, { choice, approved: true, now: 110 });
      expect(await outcomeOf(decide)).toBe('conflict: snapshot-changed');
      expect(await outcomeOf(decide)).toBe('conflict: unknown-case');
    },
  );

  test.each([true, false])(
    'expiry is exclusive: the last second is still open (%s)',
    async (last) => {
      const { queue } = await scene(open());
      const shown = await queue.prepare(lin, note('mine'), { ...terms(), lifetime: 10 });
      expect(shown.expiresAt).toBe(110);
      const now = last ? 109 : 110;
      expect(await codeOf(() => queue.resolve(lin, shown.id, keep(now)))).toBe(
        last ? 'accepted' : 'case-expired',
      );
    },
  );

  const decisive: readonly (readonly [string, Partial<Fact>, Partial<Fact>, number])[] = [
    ['expired', { expiresAt: 150 }, {}, 150],
    ['bad-expiry', {}, { expiresAt: 150 }, 150],
    ['older-observation', {}, { observedAt: 80 }, 150],
  ];
  test.each(decisive)('%s closes the case', async (code, current, candidate, now) => {
    const { queue } = await scene(open(), current);
    const shown = await queue.prepare(lin, note('mine', candidate), terms());
    expect(await codeOf(() => queue.resolve(lin, shown.id, use(now)))).toBe(code);
    expect(await codeOf(() => queue.resolve(lin, shown.id, use(now)))).toBe('unknown-case');
  });

  test('what the caller got wrong leaves the case open', async () => {
    const { queue } = await scene(open());
    const shown = await queue.prepare(lin, note('mine'), terms());
    const decide = (decision: unknown, caller: Identity = lin) =>
      codeOf(() => queue.resolve(caller, shown.id, decision as Decision));
    expect(await decide({ ...use(110), approved: 1 })).toBe('not-approved');
    expect(await decide({ choice: 'use_candidate', now: 110 })).toBe('not-approved');
    expect(await decide({ ...use(110), choice: 'merge' })).toBe('bad-choice');
    expect(await decide({ ...use(110), note: 'x' })).toBe('malformed');
    expect(await decide(use(99))).toBe('before-prepared');
    expect(await decide(use(110), strangers['another subject'])).toBe('other-identity');
    expect(await decide(use(110))).toBe('accepted');
  });

  test.each(Object.entries(strangers))('%s is another identity everywhere', async (_who, who) => {
    const { queue } = await scene(open());
    const code = 'denied: other-identity';
    const open2 = await queue.prepare(lin, note('mine'), terms());
    const done = await queue.prepare(lin, note('mine'), terms());
    await queue.resolve(lin, done.id, keep(110));
    expect(await outcomeOf(() => queue.prepare(who, note('mine'), terms()))).toBe(code);
    expect(await outcomeOf(() => queue.resolve(who, open2.id, use(110)))).toBe(code);
    expect(await outcomeOf(() => queue.resolve(who, done.id, keep(110)))).toBe(code);
    expect(await outcomeOf(() => queue.resolve(who, 'none', keep(110)))).toBe(code);
    expect(await codeOf(() => queue.resolve(lin, done.id, keep(111)))).toBe('accepted');
    expect(await codeOf(() => queue.resolve(lin, open2.id, use(111)))).toBe('accepted');
  });

  test('scopes are a set: their order and repetition do not matter', async () => {
    const { queue } = await scene(open());
    const same = { ...lin, scopes: ['project', 'profile', 'project'] };
    expect(await codeOf(() => queue.prepare(same, note('mine'), terms()))).toBe('accepted');
  });

  test('unavailable never consumes a case; an indefinite write may turn out to have landed', async () => {
    let fails: 'none' | 'busy' | 'lost' = 'none';
    const flaky = withMemories(open(), (memory) => ({
      ...memory,
      remember: async (fact, given) => {
        if (fails === 'busy') refuse('busy');
        const version = await memory.remember(fact, given);
        if (fails === 'lost') refuse('io');
        return version;
      },
    }));
    const { queue, current } = await scene(flaky);
    const shown = await queue.prepare(lin, note('mine'), terms());
    const decide = () => outcomeOf(() => queue.resolve(lin, shown.id, use(110)));
    fails = 'busy';
    expect(await decide()).toBe('unavailable: busy');
    fails = 'lost';
    expect(await decide()).toBe('unavailable: io');
    fails = 'none';
    expect(await decide()).toBe('conflict: snapshot-changed');
    expect(await current()).toMatchObject({ version: 3, value: 'mine' });
  });

  test('overlapping decisions about one case settle in some order: one writes', async () => {
    const { queue, current } = await scene(open());
    const shown = await queue.prepare(lin, note('mine'), terms());
    const outcomes = await Promise.all(
      [use(110), use(111), keep(112), use(113)].map((decision) =>
        outcomeOf(() => queue.resolve(lin, shown.id, decision)),
      ),
    );
    const receipt = { caseId: shown.id, choice: 'use_candidate', outcome: 'applied', version: 3 };
    expect(outcomes).toEqual([receipt, receipt, 'conflict: decided-otherwise', receipt]);
    expect(await current()).toMatchObject({ version: 3, updatedAt: 110 });
  });

  test('after a failed decision the one that waited is still heard', async () => {
    const { queue } = await scene(open());
    const shown = await queue.prepare(lin, note('mine'), terms());
    const outcomes = await Promise.all(
      [use(400), use(110)].map((decision) => codeOf(() => queue.resolve(lin, shown.id, decision))),
    );
    expect(outcomes).toEqual(['case-expired', 'unknown-case']);
  });

  test('after close everything is closed before any other check, receipts too', async () => {
    const { queue, store } = await scene(open());
    const shown = await queue.prepare(lin, note('mine'), terms());
    await queue.resolve(lin, shown.id, keep(110));
    await store.close();
    await store.close();
    const closed = 'unavailable: closed';
    const nonsense = null as unknown as Identity;
    expect(await outcomeOf(() => queue.resolve(lin, shown.id, keep(110)))).toBe(closed);
    expect(await outcomeOf(() => queue.resolve(nonsense, shown.id, keep(-1)))).toBe(closed);
    expect(await outcomeOf(() => queue.prepare(nonsense, note(''), terms()))).toBe(closed);
  });

  test('cases and receipts are deep-frozen copies', async () => {
    const { queue } = await scene(open());
    const candidate = { ...note('mine') };
    const shown = await queue.prepare(lin, candidate, terms());
    candidate.value = 'scribbled';
    const receipt = await queue.resolve(lin, shown.id, use(110));
    for (const frozen of [shown, shown.current, shown.candidate, receipt])
      expect(Object.isFrozen(frozen)).toBe(true);
    expect(shown.candidate.value).toBe('mine');
  });
});

const oddCalls: readonly (readonly [string, readonly unknown[]])[] = [
  ['no caller', [undefined, note('mine'), terms()]],
  ['a caller of another class', [Object.create(lin), note('mine'), terms()]],
  ['a caller with one scope as text', [{ ...lin, scopes: 'profile' }, note('mine'), terms()]],
  ['no candidate', [lin, null, terms()]],
  ['a candidate with evidence', [lin, { ...note('mine'), evidence }, terms()]],
  ['a candidate with a lone surrogate', [lin, note('\ud800'), terms()]],
  ['no terms', [lin, note('mine'), undefined]],
  ['a null lifetime', [lin, note('mine'), { ...terms(), lifetime: null }]],
  ['a text as time', [lin, note('mine'), { ...terms(), now: '100' }]],
];
test.each(oddCalls)('prepare with %s is malformed', async (_, [caller, candidate, given]) => {
  const { queue } = await scene(openSync());
  const prepare = () => queue.prepare(odd(caller), odd(candidate), odd(given));
  expect(await outcomeOf(prepare)).toBe('invalid: malformed');
});

const oddDecisions: readonly (readonly [string, readonly unknown[]])[] = [
  ['no caller', [null, 'id', use(110)]],
  ['a number as id', [lin, 7, use(110)]],
  ['an id with U+0000', [lin, 'a\u0000', use(110)]],
  ['no decision', [lin, 'id', undefined]],
  ['a list as decision', [lin, 'id', [use(110)]]],
  ['no choice', [lin, 'id', { approved: true, now: 110 }]],
  ['a bigint as time', [lin, 'id', { ...use(110), now: 110n }]],
];
test.each(oddDecisions)('resolve with %s is malformed', async (_, [caller, id, decision]) => {
  const { queue } = await scene(openSync());
  const resolve = () => queue.resolve(odd(caller), odd(id), odd(decision));
  expect(await outcomeOf(resolve)).toBe('invalid: malformed');
});

const lifetimes: readonly (readonly [number | undefined, number, string | number])[] = [
  [undefined, 100, 400],
  [1, 100, 101],
  [3600, 100, 3700],
  [0, 100, 'invalid: bad-lifetime'],
  [3601, 100, 'invalid: bad-lifetime'],
  [1.5, 100, 'invalid: bad-lifetime'],
  [Number.NaN, 100, 'invalid: bad-lifetime'],
  [1, Number.MAX_SAFE_INTEGER, 'invalid: bad-lifetime'],
];
test.each(lifetimes)('a lifetime of %s at %s ends at %s', async (lifetime, now, expected) => {
  const { queue } = await scene(openSync());
  const outcome = await outcomeOf(async () => {
    const shown = await queue.prepare(lin, note('mine'), { ...terms(now), lifetime });
    return shown.expiresAt;
  });
  expect(outcome).toBe(expected);
});

test('nothing but exactly true ever approves a decision', async () => {
  const { queue, current } = await scene(openSync());
  const shown = await queue.prepare(lin, note('mine'), terms());
  const before = await current();
  await fc.assert(
    fc.asyncProperty(
      fc.anything({ withBoxedValues: true }).filter((approved) => approved !== true),
      fc.constantFrom('keep_current', 'use_candidate', 'merge'),
      async (approved, choice) => {
        const decide = () => queue.resolve(lin, shown.id, { choice, approved, now: 110 });
        expect(await outcomeOf(decide)).toBe('denied: not-approved');
        expect(await current()).toEqual(before);
      },
    ),
    { seed: 1, endOnFailure: true },
  );
});

test('a case can be decided in the second it was prepared', async () => {
  const { queue } = await scene(openSync());
  const shown = await queue.prepare(lin, note('mine'), terms());
  expect(await codeOf(() => queue.resolve(lin, shown.id, keep(100)))).toBe('accepted');
});

test.each<readonly [string, (record: MemoryRecord) => unknown]>([
  ['is gone', () => undefined],
  ['has a field more', (record) => ({ ...record, note: 1 })],
  ['has a field less', ({ provenance, ...record }) => provenance === null && record],
  ['has another field', ({ provenance, ...record }) => ({ ...record, origin: provenance })],
  ['differs in one field', (record) => ({ ...record, sourceRef: 'elsewhere' })],
])('a record that %s is not the shown one', async (_, change) => {
  let later = (record: MemoryRecord | undefined): unknown => record;
  const store = withMemories(openSync(), (memory) => ({
    ...memory,
    inspect: async (scope, key) => odd(later(await memory.inspect?.(scope, key))),
  }));
  const { queue } = await scene(store);
  const shown = await queue.prepare(lin, note('mine'), terms());
  later = (record) => record && change(record);
  expect(await codeOf(() => queue.resolve(lin, shown.id, keep(110)))).toBe('snapshot-changed');
});

test('refusals name versions, times and ids, and never a value or a source', async () => {
  const { queue, write } = await scene(openSync(), { expiresAt: 150 });
  const factsOf = async (call: () => unknown): Promise<unknown> => {
    try {
      return await call();
    } catch (thrown) {
      if (!isRefusal(thrown)) throw thrown;
      return [thrown.code, thrown.facts];
    }
  };
  const prepare = async () => (await queue.prepare(lin, note('mine'), terms())).id;
  const [kept, expired, changed] = [await prepare(), await prepare(), await prepare()];
  await queue.resolve(lin, kept, keep(110));
  const resolve = (id: string, decision: Decision) => () => queue.resolve(lin, id, decision);
  const got = [
    await factsOf(() => queue.prepare(lin, note('mine'), { ...terms(), attemptedVersion: 3 })),
    await factsOf(resolve(kept, use(110))),
    await factsOf(resolve('none', use(110))),
    await factsOf(resolve(changed, use(99))),
    await factsOf(resolve(changed, { ...use(110), choice: 'merge' })),
    await factsOf(resolve(expired, use(400))),
    await factsOf(resolve(await prepare(), use(150))),
    await write('three', 120),
    await factsOf(resolve(changed, use(120))),
  ];
  expect(got).toEqual([
    ['nothing-newer', { attempted: 3, actual: 2 }],
    ['decided-otherwise', { decided: 'keep_current', outcome: 'kept' }],
    ['unknown-case', { caseId: 'none' }],
    ['before-prepared', { preparedAt: 100 }],
    ['bad-choice', { field: 'choice' }],
    ['case-expired', { expiresAt: 400 }],
    ['expired', { version: 2 }],
    3,
    ['snapshot-changed', { shown: 2, actual: 3 }],
  ]);
});

test('a synchronous store is answered at once', async () => {
  const { queue } = await scene(openSync());
  const shown = queue.prepare(lin, note('mine'), terms());
  if (!('id' in shown)) throw new Error('prepare returned a promise');
  expect(queue.resolve(lin, shown.id, use(110))).toMatchObject({ outcome: 'applied' });
  expect(() => queue.resolve(lin, shown.id, keep(110))).toThrow('decided-otherwise');
});

test('a decision from within a decision about the same case is busy and changes nothing', async () => {
  const inner: unknown[] = [];
  let reenter = (): unknown => undefined;
  const nesting = withMemories(openSync(), (memory) => ({
    ...memory,
    remember(fact, given) {
      reenter();
      return memory.remember(fact, given);
    },
  }));
  const { queue } = await scene(nesting);
  const shown = await queue.prepare(lin, note('mine'), terms());
  const other = await queue.prepare(lin, note('other'), terms());
  reenter = () => {
    reenter = () => undefined;
    for (const [id, decision] of [
      [shown.id, keep(110)],
      [other.id, keep(110)],
    ] as const)
      inner.push(outcomeOf(() => queue.resolve(lin, id, decision)));
  };
  expect(await outcomeOf(() => queue.resolve(lin, shown.id, use(110)))).toMatchObject({
    outcome: 'applied',
  });
  expect(await Promise.all(inner)).toMatchObject(['unavailable: busy', { outcome: 'kept' }]);
});

test('a store without inspect gets no queue, and is told what it lacks', () => {
  const blind = withoutInspect(openSync());
  expect(() => createReviewQueue(blind, lin)).toThrow('inspect(scope, key)');
});

test('owner and policy are validated at once', () => {
  const store = openSync();
  expect(() => createReviewQueue(store, { ...lin, tenant: '' })).toThrow('bad-text');
  expect(() => createReviewQueue(store, { ...lin, scopes: [''] })).toThrow('bad-text');
  expect(() => createReviewQueue(store, Object.create(lin))).toThrow('malformed');
  expect(() => createReviewQueue(store, lin, { policy: [] })).toThrow('malformed');
});

test('a candidate is judged by the policy the host passes, else by that of the store', async () => {
  const { queue, store } = await scene(openSync());
  const stricter = createReviewQueue(store, lin, {
    policy: [{ kind: 'mood', keys: ['now'], evidence, scope: { exactly: 'profile' } }],
  });
  expect(await codeOf(() => queue.prepare(lin, note('mine'), terms()))).toBe('accepted');
  expect(await codeOf(() => stricter.prepare(lin, note('mine'), terms()))).toBe('unknown-kind');
});
