// What sequences cannot reach in the services: stores that lack things, and crowded or busy ones.
import { strict as assert } from 'node:assert';
import type { Memory, MemoryStore } from '../src/contract/port.js';
import { Refusal, refuse } from '../src/contract/refusals.js';
import type { Receipt, ReviewCase } from '../src/contract/review.js';
import { andThen, attempt, isPending } from '../src/services/awaitable.js';
import { createCaseBook } from '../src/services/case-book.js';
import { openGate, policyFor } from '../src/services/store-access.js';
import { createTurns } from '../src/services/turns.js';
import { openSqliteStore } from '../src/stores/sqlite/open.js';
import { type Check, story } from './check.js';
import { codeOf, lin, memoryOf, nameIs, odd, on, refusalOf, services } from './scene.js';

/** Runs the body on a new store and closes it. */
export async function withStore(body: (store: MemoryStore) => unknown): Promise<void> {
  const store = openSqliteStore({ path: ':memory:' });
  try {
    await body(store);
  } finally {
    await store.close();
  }
}

/** The same store with other memories; it does not say whether it is closed, nor its policy. */
export const withMemories = (
  store: MemoryStore,
  change: (memory: Memory) => Memory,
): MemoryStore => ({
  as: (identity, origin) => change(store.as(identity, origin)),
  close: () => store.close(),
});

/** A memory that lacks a method. */
export const without =
  (name: keyof Memory) =>
  (memory: Memory): Memory =>
    odd(Object.fromEntries(Object.entries(memory).filter(([each]) => each !== name)));

const principal = { ...lin, actorId: 'agent', provenances: ['user-confirmed' as const] };
const proposed = { now: 100, provenance: 'user-stated' as const };

const storeStories: readonly Check[] = [
  story('needs-inspect', 'A service on a store without inspect names what is missing.', () =>
    withStore((store) => {
      const poor = withMemories(store, without('inspect'));
      const lacks = (service: string): RegExp => new RegExp(`^Error: ${service} needs .* inspect`);
      assert.throws(() => services.createReviewQueue(poor, lin), lacks('A review queue'));
      assert.throws(() => services.createRuntime(poor, principal), lacks('A runtime'));
      assert.throws(() => services.createProposals(poor), lacks('A list of proposals'));
    }),
  ),
  story('own-ledger', 'Without a ledger proposals live in the service, and it says so.', () =>
    withStore(async (store) => {
      assert.equal(services.createProposals(store).durable, true);
      const proposals = services.createProposals(withMemories(store, without('proposals')));
      assert.equal(proposals.durable, false);
      const { id, digest } = await proposals.propose(lin, nameIs('Lin'), proposed);
      const yes = { id, digest, confirmed: true, now: 200 };
      const bo = { ...lin, subject: 'bo' };
      assert.equal(await codeOf(() => proposals.confirm(bo, yes)), 'unknown-proposal');
      const other = { ...yes, digest: 'x' };
      assert.equal(await codeOf(() => proposals.confirm(lin, other)), 'wrong-digest');
      const not = { ...yes, confirmed: 1 };
      assert.equal(await codeOf(() => proposals.confirm(lin, not)), 'not-confirmed');
      const written = { outcome: 'written', version: 1 };
      assert.deepEqual(await proposals.confirm(lin, yes), written);
      assert.deepEqual(await proposals.confirm(lin, yes), written);
    }),
  ),
  story(
    'gate',
    'A store that does not say it is closed is known to be from its first refusal.',
    () =>
      withStore(async (store) => {
        const gate = openGate(withMemories(store, (memory) => memory));
        assert.equal(
          gate.pass(() => 7),
          7,
        );
        assert.equal(await codeOf(() => gate.pass(() => refuse('io'))), 'io');
        gate.check();
        await assert.rejects(async () => gate.pass(() => Promise.reject(new Refusal('closed'))));
        assert.equal((await refusalOf(() => gate.check())).code, 'closed');
        assert.equal(await codeOf(() => gate.pass(() => assert.fail('asked'))), 'closed');
      }),
  ),
  story('closed-store', 'A service asks a store that says it is closed nothing.', async () => {
    const store = openSqliteStore({ path: ':memory:' });
    const gate = openGate(store);
    gate.check();
    await store.close();
    assert.equal(await codeOf(() => gate.pass(() => assert.fail('asked'))), 'closed');
  }),
  story(
    'policy-for',
    'A service judges by its own policy, else the store’s, else the default.',
    () =>
      withStore(async (store) => {
        const rule = { kind: 'note', keys: ['a'], evidence: 'user_confirmed' as const };
        const own = [{ ...rule, scope: { exactly: 'profile' } }];
        const kinds = (given: MemoryStore, policy?: typeof own): unknown =>
          policyFor(given, { policy })().policy[0]?.kind;
        assert.equal(kinds(store, own), 'note');
        assert.equal(kinds({ ...store, policy: own }), 'note');
        assert.equal(kinds(withMemories(store, (memory) => memory)), 'profile');
        const { facts } = await refusalOf(() => policyFor(store, { policy: odd([]) }));
        assert.equal(facts['argument'], 'policy');
      }),
  ),
  story('silent-policy', 'A queue on a store without a policy of its own uses the default.', () =>
    withStore(async (store) => {
      const queue = services.createReviewQueue(
        withMemories(store, (memory) => memory),
        lin,
      );
      await memoryOf(store).remember(nameIs('Lin'), on(0));
      const shown = await queue.prepare(lin, nameIs('Mei'), {
        evidence: 'user_confirmed',
        attemptedVersion: 0,
        now: 100,
      });
      assert.equal(shown.current.value, 'Lin');
    }),
  ),
];

const shown = (id: string, expiresAt: number): ReviewCase => odd({ id, expiresAt });
const receipt = (caseId: string): Receipt => odd({ caseId });
const isExpired = (each: ReviewCase, now: number): boolean => each.expiresAt <= now;

const partStories: readonly Check[] = [
  story(
    'awaitable',
    'An answer that is there is used at once, one to come is waited for.',
    async () => {
      const later = Promise.resolve(1);
      for (const value of [1, null, undefined, {}, () => 1]) assert.equal(isPending(value), false);
      assert.equal(isPending(later), true);
      assert.equal(
        andThen(1, (value) => value + 1),
        2,
      );
      assert.equal(await andThen(later, (value) => value + 1), 2);
      const caught = (): string => 'caught';
      assert.equal(
        attempt(() => refuse('io'), caught, caught),
        'caught',
      );
      assert.equal(await attempt(() => Promise.reject(new Error('x')), String, caught), 'caught');
      assert.equal(
        attempt(() => 1, String, caught),
        '1',
      );
      assert.equal(await attempt(() => later, String, caught), '1');
      const failing = (): never => refuse('busy');
      assert.equal(await codeOf(() => attempt(() => 1, failing, caught)), 'busy');
      assert.equal(await codeOf(() => attempt(() => later, failing, caught)), 'busy');
    },
  ),
  story('case-book', 'A crowded book drops expired cases, and never a receipt.', () => {
    const book = createCaseBook(isExpired, 3);
    book.decide(book.open(shown('decided', 10), 0), receipt('decided'));
    for (const [id, end] of [
      ['expired', 10],
      ['open', 11],
    ] as const)
      book.open(shown(id, end), 10);
    assert.notEqual(book.find('expired').shown, undefined);
    assert.notEqual(book.find('decided').shown, undefined);
    book.open(shown('next', 12), 10);
    assert.deepEqual(book.find('expired'), {});
    assert.notEqual(book.find('open').shown, undefined);
    assert.notEqual(book.find('next').shown, undefined);
    assert.deepEqual(book.find('decided'), { receipt: receipt('decided') });
    book.drop('next');
    assert.deepEqual(book.find('next'), {});
    assert.equal(Object.isFrozen(book.find('nobody')), true);
  }),
  story(
    'case-book-doubles',
    'A book full of open cases is swept again when it has doubled.',
    () => {
      const book = createCaseBook(isExpired, 2);
      for (const id of ['a', 'b', 'c']) book.open(shown(id, 10), 0);
      book.open(shown('d', 20), 10);
      assert.notEqual(book.find('a').shown, undefined);
      book.open(shown('e', 20), 10);
      assert.deepEqual(book.find('a'), {});
      assert.notEqual(book.find('d').shown, undefined);
    },
  ),
  story(
    'turns',
    'Work under one id is done one after another, whatever the first comes to.',
    async () => {
      const inTurn = createTurns();
      const order: string[] = [];
      const slow =
        (name: string, fails = false) =>
        async (): Promise<string> => {
          order.push(`${name} starts`);
          await Promise.resolve();
          order.push(`${name} ends`);
          return fails ? refuse('io') : name;
        };
      const first = inTurn('a', slow('first', true));
      const second = inTurn('a', slow('second'));
      const other = inTurn('b', slow('other'));
      assert.equal(await codeOf(() => first), 'io');
      assert.deepEqual(await Promise.all([second, other]), ['second', 'other']);
      const ofA = order.filter((line) => !line.startsWith('other'));
      assert.deepEqual(ofA, ['first starts', 'first ends', 'second starts', 'second ends']);
      assert.equal(order.indexOf('other starts') < order.indexOf('second starts'), true);
      await Promise.resolve();
      assert.equal(
        inTurn('a', () => 7),
        7,
      );
    },
  ),
  story('turns-nested', 'Work from within the work of the same id is busy.', async () => {
    const inTurn = createTurns();
    const nested = (): unknown => inTurn('a', () => 1);
    const { code, facts } = await refusalOf(() => inTurn('a', nested));
    assert.deepEqual([code, facts], ['busy', { id: 'a' }]);
    assert.equal(
      inTurn('b', () => inTurn('a', () => 1)),
      1,
    );
  }),
  story('turns-third', 'Who comes while the second works waits for the second.', async () => {
    const inTurn = createTurns();
    const order: string[] = [];
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const first = inTurn('a', async () => order.push('first'));
    const waiting = inTurn('a', async () => {
      await opened;
      order.push('second');
    });
    await first;
    await Promise.resolve();
    const third = inTurn('a', () => order.push('third'));
    assert.deepEqual(order, ['first']);
    open();
    await Promise.all([waiting, third]);
    assert.deepEqual(order, ['first', 'second', 'third']);
  }),
];

export const serviceChecks: readonly Check[] = [...storeStories, ...partStories];
