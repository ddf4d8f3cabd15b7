// The SQLite store as a check sees it: handles, resets, raw records.
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { defaultPolicy, readPolicy } from '../src/contract/policy.js';
import { capabilities, type OpenEnvironment } from '../src/contract/port.js';
import sqlite, { sqliteUnderTest } from '../src/stores/sqlite/under-test.js';
import { codeOf, odd } from './service-fixture.js';
import {
  folder,
  intercepting,
  memoryOf,
  nameIs,
  on,
  proposalOf,
  sqliteError,
  yes,
} from './sqlite-fixture.js';

const notes = readPolicy([
  { kind: 'note', keys: ['n'], evidence: 'user_confirmed', scope: { exactly: 'profile' } },
]);
const note = nameIs('plain', { kind: 'note', key: 'n' });

/** A store under test in a folder of its own, and how to open a handle's memory. */
function scene() {
  const under = sqliteUnderTest();
  onTestFinished(() => under.destroy?.());
  const directory = folder();
  const open = (handle: number, more: Partial<OpenEnvironment> = {}) => {
    const store = under.open({ directory, handle, policy: defaultPolicy, ...more });
    return odd<Parameters<typeof memoryOf>[0]>(store);
  };
  const records = (of = directory) => [...odd<Iterable<unknown>>(under.records?.(of))];
  const reset = (policy = defaultPolicy) => under.reset?.(policy, directory);
  return { directory, open, records, reset };
}

test('claims every capability, as the default export and anew', () => {
  expect(sqlite).toMatchObject({ name: 'sqlite', capabilities: Object.keys(capabilities) });
  expect(sqliteUnderTest()).not.toBe(sqlite);
});

describe('two handles', () => {
  test('work on one file, and neither waits for the other', async () => {
    const { open, records } = scene();
    const { seam, on: meet } = intercepting();
    const first = memoryOf(open(0, { driver: seam }));
    const second = memoryOf(open(1));
    const answers: unknown[] = [];
    meet.statement = (sql, go) => {
      if (sql === 'COMMIT') answers.push(codeOf(() => second.remember(nameIs('Mei'), on(0))));
      return go();
    };
    first.remember(nameIs('Lin'), on(0));
    expect(await Promise.all(answers)).toEqual(['busy']);
    expect(second.search('profile', { now: 100 })).toHaveLength(1);
    expect(records()).toMatchObject([{ value: 'Lin' }]);
  });

  test('may be closed and opened again in any order', async () => {
    const { directory, open, records } = scene();
    const first = open(0);
    const second = open(1);
    memoryOf(first).remember(nameIs('Lin'), on(0));
    await first.close();
    expect(memoryOf(second).remember(nameIs('Mei'), on(1))).toBe(2);
    await second.close();
    expect(records()).toMatchObject([{ value: 'Mei' }]);
    expect(readdirSync(directory)).toEqual(['memory.sqlite']);
    expect(memoryOf(open(0)).remember(nameIs('Lin'), on(2))).toBe(3);
  });
});

describe('a reset', () => {
  test('empties facts and proposals, and open handles go on under its policy', async () => {
    const { open, records, reset } = scene();
    const [first, second] = [memoryOf(open(0)), memoryOf(open(1))];
    first.remember(nameIs('Lin'), on(0));
    first.proposals.add(proposalOf('Lin'));
    reset(notes);
    expect(records()).toEqual([]);
    expect(await codeOf(() => second.proposals.confirm(yes('Lin')))).toBe('unknown-proposal');
    expect(await codeOf(() => first.remember(nameIs('Lin'), on(0)))).toBe('unknown-kind');
    expect(first.remember(note, on(0))).toBe(1);
    expect(second.remember(note, on(1))).toBe(2);
  });

  test('empties once, not for every handle that is opened later', () => {
    const { open, records, reset } = scene();
    const memory = memoryOf(open(0));
    reset();
    memory.remember(nameIs('Lin'), on(0));
    expect(memoryOf(open(1)).search('profile', { now: 100 })).toHaveLength(1);
    expect(records()).toHaveLength(1);
  });

  test('empties a store whose handles are all closed', async () => {
    const { open, records, reset } = scene();
    const store = open(0);
    memoryOf(store).remember(nameIs('Lin'), on(0));
    await store.close();
    reset();
    expect(records()).toEqual([]);
    expect(memoryOf(open(0)).inspect('profile', 'display_name')).toBe(undefined);
    expect(records()).toEqual([]);
  });

  test('passes by a driver that fails, and ends what a broken store left open', () => {
    const { open, records, reset } = scene();
    const { seam, on: meet } = intercepting();
    const memory = memoryOf(open(0, { driver: seam }));
    open(1);
    meet.statement = (sql, go) => (sql === 'COMMIT' ? undefined : go());
    memory.remember(nameIs('Lin'), on(0));
    meet.statement = () => {
      throw sqliteError('SQLITE_IOERR');
    };
    reset(notes);
    expect(records()).toEqual([]);
    meet.statement = undefined;
    expect(memory.remember(note, on(0))).toBe(1);
  });

  test('empties a store in memory', () => {
    const { directory, open, records, reset } = scene();
    const memory = memoryOf(open(0, { medium: 'memory' }));
    memory.remember(nameIs('Lin'), on(0));
    expect(records()).toHaveLength(1);
    reset(notes);
    expect(records()).toEqual([]);
    expect(memory.remember(note, on(0))).toBe(1);
    expect(readdirSync(directory)).toEqual([]);
  });
});

describe('a store in memory', () => {
  test('has one handle', () => {
    const { open } = scene();
    open(0, { medium: 'memory' });
    expect(() => open(1, { medium: 'memory' })).toThrow('one handle');
  });

  test('is gone when it is closed', async () => {
    const { open, records } = scene();
    const store = open(0, { medium: 'memory' });
    memoryOf(store).remember(nameIs('Lin'), on(0));
    await store.close();
    expect(records()).toEqual([]);
    expect(memoryOf(open(0, { medium: 'memory' })).remember(nameIs('Lin'), on(0))).toBe(1);
  });
});

test('the records of a directory are those of all tenants in it, and only they are emptied', () => {
  const { directory, open, records, reset } = scene();
  const store = open(0);
  for (const tenant of ['b', 'a'])
    memoryOf(store, { tenant, subject: 'lin', scopes: ['profile'] }).remember(nameIs('Lin'), on(0));
  expect(records()).toMatchObject([{ tenant: 'a' }, { tenant: 'b' }]);
  const copy = join(directory, 'copy');
  expect(records(copy)).toEqual([]);
  mkdirSync(copy);
  memoryOf(open(0, { directory: copy })).remember(nameIs('Lin'), on(0));
  expect(records(copy)).toMatchObject([{ tenant: 'acme' }]);
  reset();
  expect([records(), records(copy)]).toMatchObject([[], [{ tenant: 'acme' }]]);
});

test('destroying closes every handle and forgets the places', () => {
  const under = sqliteUnderTest();
  const directory = folder();
  const opened = [0, 1].map((handle) => under.open({ directory, handle, policy: defaultPolicy }));
  void under.destroy?.();
  expect(opened).toMatchObject([{ closed: true }, { closed: true }]);
  expect([...odd<Iterable<unknown>>(under.records?.(directory))]).toEqual([]);
});
