// What the services are built from: turns, the book of cases, and what they ask of a store.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Awaitable, MemoryStore } from '../src/contract/port.js';
import { isRefusal, refuse } from '../src/contract/refusals.js';
import type { Receipt, ReviewCase } from '../src/contract/review.js';
import { reviewRules } from '../src/guards/review.js';
import { andThen, attempt } from '../src/services/awaitable.js';
import { createCaseBook } from '../src/services/case-book.js';
import { createReviewQueue } from '../src/services/review-queue.js';
import { openGate } from '../src/services/store-access.js';
import { createTurns } from '../src/services/turns.js';
import { evidence, terms } from './review-scene.js';
import { codeOf, lin, note, odd, openSync, outcomeOf } from './service-fixture.js';

test('an answer that is there is used at once, one to come is waited for', async () => {
  expect(andThen(1, (value) => value + 1)).toBe(2);
  for (const nothing of [null, undefined])
    expect(andThen(nothing, (value) => [value])).toEqual([nothing]);
  const later = andThen(Promise.resolve(1), (value) => value + 1);
  expect(later).toBeInstanceOf(Promise);
  expect(await later).toBe(2);
});

test.each([
  ['now', (): number => refuse('busy')],
  ['later', async (): Promise<number> => refuse('busy')],
] as const)('what the start throws %s comes to onError', async (_, start) => {
  const caught = attempt<number, string>(
    start,
    () => 'value',
    () => 'caught',
  );
  expect(await caught).toBe('caught');
});

test.each<readonly [string, () => Awaitable<number>]>([
  ['now', () => 1],
  ['later', () => Promise.resolve(1)],
])('what onValue throws %s does not come to onError', async (_, start) => {
  const thrown = await codeOf(() =>
    attempt<number, string>(
      start,
      () => refuse('io'),
      () => 'caught',
    ),
  );
  expect(thrown).toBe('io');
});

describe('turns', () => {
  test('work under one id never overlaps, work under two ids does, all in the order asked', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            id: fc.constantFrom('a', 'b'),
            ticks: fc.nat({ max: 4 }),
            fails: fc.boolean(),
          }),
        ),
        async (jobs) => {
          const inTurn = createTurns();
          const running = new Set<string>();
          const done: number[] = [];
          const work = async (
            id: string,
            ticks: number,
            fails: boolean,
            at: number,
          ): Promise<number> => {
            expect(running.has(id)).toBe(false);
            running.add(id);
            for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
            running.delete(id);
            done.push(at);
            if (fails) refuse('io');
            return at;
          };
          const outcomes = await Promise.all(
            jobs.map(({ id, ticks, fails }, at) =>
              outcomeOf(() => inTurn(id, () => work(id, ticks, fails, at))),
            ),
          );
          expect(outcomes).toEqual(jobs.map(({ fails }, at) => (fails ? 'unavailable: io' : at)));
          for (const id of ['a', 'b'])
            expect(done.filter((at) => jobs[at]?.id === id)).toEqual(
              jobs.flatMap((job, at) => (job.id === id ? [at] : [])),
            );
        },
      ),
      { seed: 1, endOnFailure: true },
    );
  });

  test('who comes while the second works waits for the second', async () => {
    const inTurn = createTurns();
    const order: string[] = [];
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const first = inTurn('a', async () => order.push('first'));
    const waiting = inTurn('a', async () => {
      await finished;
      order.push('second');
    });
    await first;
    await Promise.resolve();
    const third = inTurn('a', () => order.push('third'));
    expect(order).toEqual(['first']);
    finish();
    await Promise.all([waiting, third]);
    expect(order).toEqual(['first', 'second', 'third']);
  });

  test('an id with nothing in flight is answered at once, also after a wait', async () => {
    const inTurn = createTurns();
    await inTurn('a', async () => 1);
    await Promise.resolve();
    expect(inTurn('a', () => 7)).toBe(7);
  });

  test('work from within the work of the same id is busy', () => {
    const inTurn = createTurns();
    const nested = (): unknown => {
      try {
        return inTurn('a', () => 1);
      } catch (thrown) {
        return isRefusal(thrown) && [thrown.code, thrown.facts];
      }
    };
    expect(inTurn('a', nested)).toEqual(['busy', { id: 'a' }]);
    expect(inTurn('b', () => inTurn('a', () => 1))).toBe(1);
  });

  test('an id whose work failed at once is free again', async () => {
    const inTurn = createTurns();
    expect(await codeOf(() => inTurn('a', () => refuse('io')))).toBe('io');
    expect(inTurn('a', () => 7)).toBe(7);
  });
});

describe('the book of cases', () => {
  const shown = (id: string, expiresAt: number): ReviewCase => odd({ id, expiresAt });
  const receipt = (caseId: string): Receipt => ({
    caseId,
    version: 1,
    choice: 'keep_current',
    outcome: 'kept',
  });

  test('keeps everything while there is room, expired cases too', () => {
    const book = createCaseBook(reviewRules.isExpired, 3);
    for (const id of ['a', 'b', 'c']) book.open(shown(id, 10), 100);
    expect(book.find('a').shown).toBeDefined();
  });

  test('beyond that drops undecided cases at or after their expiry, never a receipt', () => {
    const book = createCaseBook(reviewRules.isExpired, 3);
    const decided = book.open(shown('decided', 10), 0);
    book.decide(decided, receipt('decided'));
    book.open(shown('expired', 10), 0);
    book.open(shown('open', 11), 0);
    book.open(shown('next', 12), 10);
    expect(book.find('expired')).toEqual({});
    expect(book.find('open').shown).toBeDefined();
    expect(book.find('next').shown).toBeDefined();
    expect(book.find('decided')).toEqual({ receipt: receipt('decided') });
  });

  test('a book full of open cases keeps them all, and sweeps again only when it has doubled', () => {
    const book = createCaseBook(reviewRules.isExpired, 2);
    for (const id of ['a', 'b', 'c']) book.open(shown(id, 10), 0);
    book.open(shown('d', 20), 10);
    expect(book.find('a').shown).toBeDefined();
    book.open(shown('e', 20), 10);
    expect(book.find('a')).toEqual({});
    expect(book.find('d').shown).toBeDefined();
  });
});

describe('a store that does not say whether it is closed', () => {
  const silent = (store: MemoryStore): MemoryStore => ({
    as: (identity, origin) => store.as(identity, origin),
    close: () => store.close(),
  });

  test('is known to be from its first refusal on', async () => {
    const store = silent(openSync());
    const queue = createReviewQueue(store, lin, { policy: odd(undefined) });
    const memory = store.as(lin);
    expect(await codeOf(() => queue.prepare(lin, note('x'), terms()))).toBe('unknown-kind');
    await memory.remember(note('one'), { evidence, expectedVersion: 0, now: 90 });
    await store.close();
    const gate = openGate(store);
    const defect = (): number => {
      throw new TypeError('a defect of the store');
    };
    expect(() => gate.pass(defect)).toThrow('a defect');
    expect(await codeOf(() => gate.pass(() => refuse('malformed')))).toBe('malformed');
    expect(gate.pass(() => 'open')).toBe('open');
    expect(await codeOf(() => gate.pass(() => memory.inspect?.('profile', 'plain')))).toBe(
      'closed',
    );
    expect(await codeOf(() => gate.pass(() => refuse('malformed')))).toBe('closed');
    expect(await codeOf(() => gate.check())).toBe('closed');
  });
});
