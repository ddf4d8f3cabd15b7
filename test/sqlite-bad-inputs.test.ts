// Inputs that are bad or only look it: the SQLite store and the reference model answer alike.
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createModelStore } from '../models/model-store.js';
import type { Operation, Outcome } from '../src/contract/operations.js';
import type { Memory, MemoryStore } from '../src/contract/port.js';
import { isRefusal } from '../src/contract/refusals.js';
import { openSqliteStore } from '../src/stores/sqlite/open.js';
import { call } from '../mutation/input-checks.js';
import { type BadInput, badInputPolicy, badInputs } from './bad-inputs.js';
import { odd } from './service-fixture.js';

const policy = badInputPolicy;
/** The model takes any array of texts for a list; no generator makes another one. */
const oddList = /: a list (of an own class|with a gap|with a field)$/;
const ordinary = badInputs.filter(({ title }) => !oddList.test(title));
const stores: readonly (readonly [string, readonly BadInput[], () => MemoryStore])[] = [
  ['the SQLite store', badInputs, () => openSqliteStore({ path: ':memory:', policy })],
  ['the reference model', ordinary, () => createModelStore({ policy })],
];

async function attempt(call: () => unknown): Promise<Outcome> {
  try {
    return { ok: await call() };
  } catch (thrown) {
    if (isRefusal(thrown)) return { refused: thrown.kind, code: thrown.code };
    return { threw: String(thrown) };
  }
}

const outcomeOf = (store: MemoryStore, operation: Operation): Promise<Outcome> =>
  attempt(() => call(odd('as' in operation && store.as(operation.as)), operation));

describe.each(stores)('%s', (_, inputs, open) => {
  test('answers every input of the table as it says', async () => {
    const wrong: unknown[] = [];
    for (const { title, before = [], operation, expected } of inputs) {
      const store = open();
      for (const earlier of before) await outcomeOf(store, earlier);
      const actual = await outcomeOf(store, operation);
      if (!isDeepStrictEqual(actual, expected)) wrong.push({ title, actual, expected });
      await store.close();
    }
    expect(wrong).toEqual([]);
  });

  test('is closed before any other check', async () => {
    const store = open();
    const memory = odd<Required<Memory>>(store.as({ tenant: 'a', subject: 'b', scopes: [] }));
    await store.close();
    await store.close();
    const wrong = [];
    for (const { title, operation } of inputs) {
      const outcome = await attempt(() => call(memory, operation));
      if (!isDeepStrictEqual(outcome, { refused: 'unavailable', code: 'closed' }))
        wrong.push({ title, outcome });
    }
    expect(wrong).toEqual([]);
  });
});

test('the table names every row once and holds more than 800', () => {
  const titles = badInputs.map(({ title }) => title);
  expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
  expect(titles.length).toBeGreaterThan(800);
});
