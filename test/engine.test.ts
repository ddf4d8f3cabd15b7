// The engine: an unbroken store passes, a broken harness is an error, and the report says which.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createModelStore, modelUnderTest } from '../models/model-store.js';
import { createSuite } from '../properties/suite.js';
import type { MemoryStore, StoreUnderTest } from '../src/contract/port.js';
import { check } from '../src/engine/check.js';
import { contractRevision } from '../src/engine/result.js';
import { same } from '../src/engine/same.js';
import type { Suite } from '../src/engine/suite.js';
import { checkStore, services } from '../src/index.js';
import { sqliteUnderTest } from '../src/stores/sqlite/under-test.js';

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'touchstone-engine-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const suite = createSuite();

test('the SQLite store keeps every promise, on files, through two handles and reopening', async () => {
  const report = await checkStore(sqliteUnderTest(), { seed: 11, runs: 16, root });
  expect(report.properties.filter(({ verdict }) => verdict !== 'holds')).toEqual([]);
  expect(report).toMatchObject({ verdict: 'conformant', sequences: 16, contractRevision });
  expect(report.withSecondHandle).toBeGreaterThan(9);
  expect(report.withReopen).toBeGreaterThan(7);
  expect(report.situations.filter(({ enough }) => !enough)).toEqual([]);
  expect(report.sensitivity?.tried.length).toBeGreaterThan(20);
  expect(report.sensitivity?.tried.filter(({ isCaught }) => !isCaught)).toEqual([]);
});

test('the model keeps every promise it claims, and what it does not claim is not passed', async () => {
  const report = await checkStore(modelUnderTest(), {
    seed: 12,
    runs: 25,
    root,
    sensitivity: false,
  });
  expect(report.verdict).toBe('conformant');
  const open = report.properties.filter(({ verdict }) => verdict === 'not-claimed');
  expect(open.map(({ id }) => id)).toEqual(['closed', 'durability', 'single-winner']);
});

test('the same seed always gives the same report', async () => {
  const once = await checkStore(modelUnderTest(), { seed: 5, runs: 8, root, sensitivity: false });
  const again = await checkStore(modelUnderTest(), { seed: 5, runs: 8, root, sensitivity: false });
  expect(again).toEqual(once);
});

test('no executed operation is never a pass', async () => {
  const report = await checkStore(modelUnderTest(), { runs: 0, root, sensitivity: false });
  expect(report).toMatchObject({ verdict: 'partial', operations: 0 });
  expect(report.properties.some(({ verdict }) => verdict === 'holds')).toBe(false);
});

test('a mutant that is not caught makes its property inconclusive, never holding', async () => {
  const harmless = {
    id: 'harmless',
    property: 'expiry',
    misconception: 'Nothing is wrong with it, so nothing can catch it.',
    needs: [],
  };
  const report = await check(modelUnderTest(), suite, {
    services,
    root,
    seed: 1,
    runs: 10,
    mutants: [harmless],
    mutantSuite: createSuite({ maxLength: 8 }),
  });
  const expiry = report.properties.find(({ id }) => id === 'expiry');
  expect(expiry).toMatchObject({ verdict: 'inconclusive' });
  expect(expiry?.reason).toContain('harmless');
  expect(report.verdict).toBe('partial');
});

test('a promise that was not selected is not passed', async () => {
  const report = await checkStore(modelUnderTest(), { runs: 10, properties: ['expiry'], root });
  expect(report.verdict).toBe('partial');
  const held = report.properties.filter(({ verdict }) => verdict === 'holds');
  expect(held.map(({ id }) => id)).toEqual(['expiry']);
});

test('an exception of the generator is an error of the harness and never a counterexample', async () => {
  const broken: Suite = {
    ...suite,
    sequences: () => {
      throw new Error('the generator broke');
    },
  };
  const report = await check(modelUnderTest(), broken, { services, root, seed: 1 });
  expect(report.verdict).toBe('error');
  expect(report.error).toContain('the generator broke');
  expect(report.properties.some(({ verdict }) => verdict === 'fails')).toBe(false);
});

test('an exception in the middle of a sequence is an error of the harness as well', async () => {
  const broken: Suite = {
    ...suite,
    *sequences(seed, offer) {
      for (const planned of suite.sequences(seed, offer))
        yield {
          ...planned,
          *play(start) {
            const inner = planned.play(start);
            yield inner.next(start).value as never;
            throw new Error('the command broke');
          },
        };
    },
  };
  const report = await check(modelUnderTest(), broken, { services, root, seed: 1 });
  expect(report).toMatchObject({ verdict: 'error' });
  expect(report.properties.some(({ verdict }) => verdict === 'fails')).toBe(false);
});

test('a claimed capability whose method is missing is reported and not tested', async () => {
  const withoutForget = (store: MemoryStore): MemoryStore => ({
    close: () => store.close(),
    as(identity) {
      return { ...store.as(identity), forget: undefined as never };
    },
  });
  const sut: StoreUnderTest = {
    name: 'forgetless',
    capabilities: ['versions', 'tombstones'],
    open: ({ policy }) => withoutForget(createModelStore({ policy })),
  };
  const report = await checkStore(sut, { runs: 20, root, sensitivity: false });
  expect(report.missing).toEqual(['tombstones']);
  expect(report.unclaimed).toEqual(['inspect']);
  expect(report.verdict).toBe('partial');
  expect(report.coverage.forget).toBeUndefined();
});

test('a check leaves none of its files behind', async () => {
  await checkStore(sqliteUnderTest(), { seed: 2, runs: 3, root, sensitivity: false });
  expect(await readdir(root)).toEqual([]);
});

test.each([
  ['two equal records', { a: [1, { b: null }] }, { a: [1, { b: null }] }, true],
  ['an absent field and an undefined one', { a: undefined }, {}, false],
  ['a list and an object with its indices', [1], { 0: 1 }, false],
  ['zero and minus zero', { a: 0 }, { a: -0 }, false],
  ['NaN and NaN', [Number.NaN], [Number.NaN], true],
  ['a date and a date', { at: new Date(0) }, { at: new Date(0) }, false],
  ['other order of fields', { a: 1, b: 2 }, { b: 2, a: 1 }, true],
])('%s: same is judged', (_title, left, right, expected) => {
  expect(same(left, right)).toBe(expected);
});
