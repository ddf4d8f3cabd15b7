// The SQLite store's memory: what is written, found, forgotten and handed out.
import { describe, expect, test } from 'vitest';
import { readPolicy } from '../src/contract/policy.js';
import type { Memory } from '../src/contract/port.js';
import { codeOf, odd } from './service-fixture.js';
import {
  decided,
  lin,
  memoryOf,
  nameIs,
  on,
  open,
  openHandle,
  recordOf,
} from './sqlite-fixture.js';

const free = readPolicy([
  { kind: 'note', keys: { startsWith: '' }, evidence: 'user_confirmed', scope: { startsWith: '' } },
]);
const note = (key: string, value = 'plain', more = {}) =>
  nameIs(value, { kind: 'note', key, ...more });
const inMemory = { path: ':memory:' };

describe('remember', () => {
  test('stores the whole fact, with the subject as actor and no provenance', () => {
    const memory = memoryOf(open(inMemory));
    expect(memory.remember(nameIs('Lin', { confidence: 0.5, expiresAt: 900 }), on(0))).toBe(1);
    expect(memory.inspect('profile', 'display_name')).toStrictEqual(
      recordOf('Lin', { confidence: 0.5, expiresAt: 900 }),
    );
  });

  test('replaces every field but the address, and takes the author of the origin', () => {
    const store = open({ path: ':memory:', policy: free });
    const memory = memoryOf(store);
    memory.remember(note('k', 'old', { expiresAt: 900 }), on(0));
    const agent = memoryOf(store, lin, { actor: 'agent-7', provenance: 'user-confirmed' });
    const next = note('k', 'new', { sourceRef: 'chat:2', observedAt: 95, confidence: 0.9 });
    expect(agent.remember(next, on(1, 110))).toBe(2);
    expect(memory.inspect('profile', 'k')).toMatchObject({
      ...next,
      expiresAt: null,
      updatedAt: 110,
      version: 2,
      actor: 'agent-7',
      provenance: 'user-confirmed',
    });
    memory.forget('profile', 'k', decided(2, 120));
    expect(memory.inspect('profile', 'k')).toMatchObject({ actor: 'agent-7', deletedAt: 120 });
  });

  test('takes kind and evidence of the new fact under a revised policy', () => {
    const handle = openHandle(inMemory);
    const memory = memoryOf(handle.store);
    memory.remember(nameIs('Lin'), on(0));
    handle.usePolicy(
      readPolicy([
        {
          kind: 'person',
          keys: ['display_name'],
          evidence: 'task_verified',
          scope: { exactly: 'profile' },
        },
      ]),
    );
    const terms = { evidence: 'task_verified', expectedVersion: 1, now: 100 };
    memory.remember(nameIs('Lin', { kind: 'person' }), terms);
    expect(memory.inspect('profile', 'display_name')).toMatchObject({
      kind: 'person',
      evidence: 'task_verified',
      version: 2,
    });
  });

  test('replaces an expired record, but no tombstone, whatever its expiry', async () => {
    const memory = memoryOf(open(inMemory));
    memory.remember(nameIs('Lin', { expiresAt: 101 }), on(0));
    expect(memory.remember(nameIs('Mei', { expiresAt: 201 }), on(1, 200))).toBe(2);
    memory.forget('profile', 'display_name', decided(2, 200));
    const again = () => memory.remember(nameIs('Mei'), on(3, 300));
    expect(await codeOf(again)).toBe('tombstoned');
    const restore = () => memory.restore('profile', 'display_name', decided(3, 300));
    expect(await codeOf(restore)).toBe('expired');
  });

  test('accepts equal content as the next version', () => {
    const memory = memoryOf(open(inMemory));
    for (const version of [0, 1, 2])
      expect(memory.remember(nameIs('Lin'), on(version))).toBe(version + 1);
  });

  test('keeps -0 as 0 in every number', () => {
    const memory = memoryOf(open(inMemory));
    memory.remember(nameIs('Lin', { observedAt: -0, confidence: -0 }), on(-0, -0));
    const record = memory.inspect('profile', 'display_name');
    expect(record).toMatchObject({ observedAt: 0, confidence: 0, updatedAt: 0 });
    memory.forget('profile', 'display_name', decided(1, -0));
    expect(memory.inspect('profile', 'display_name')).toMatchObject({ deletedAt: 0 });
  });

  test('keeps the biggest times exactly', () => {
    const memory = memoryOf(open(inMemory));
    const last = Number.MAX_SAFE_INTEGER;
    memory.remember(nameIs('Lin', { observedAt: last - 2, expiresAt: last }), on(0, last - 1));
    expect(memory.search('profile', { now: last - 1 })).toMatchObject([
      { observedAt: last - 2, updatedAt: last - 1, expiresAt: last },
    ]);
    expect(memory.search('profile', { now: last })).toEqual([]);
  });
});

describe('search', () => {
  test('hands out a fact with exactly its fields', () => {
    const memory = memoryOf(open(inMemory));
    memory.remember(nameIs('Lin'), on(0));
    const fact = {
      scope: 'profile',
      key: 'display_name',
      kind: 'profile',
      value: 'Lin',
      sourceRef: 'chat:1',
      evidence: 'user_confirmed',
      observedAt: 90,
      updatedAt: 100,
      expiresAt: null,
      confidence: 1,
      version: 1,
    };
    expect(memory.search('profile', { now: 100 })).toStrictEqual([fact]);
    expect(memory.context('profile', { now: 100 })).toStrictEqual({
      type: 'untrusted_memory_data',
      actionAuthority: false,
      facts: [fact],
    });
  });

  test('orders by time, then confidence, then key by code point, and then cuts', async () => {
    const memory = memoryOf(open({ path: ':memory:', policy: free }));
    // U+FFFD comes before U+1F600 by code point, after it by UTF-16 unit.
    const keys = ['b', 'B', '\ufffd', '😀', 'a'];
    for (const key of keys) memory.remember(note(key, 'x', { confidence: 0.9 }), on(0, 100));
    memory.remember(note('surer', 'x', { confidence: 1 }), on(0, 100));
    memory.remember(note('newer', 'x', { confidence: 0.8 }), on(0, 101));
    const found = async (limit: number) =>
      (await memory.search('profile', { now: 200, limit })).map(({ key }) => key);
    const all = ['newer', 'surer', 'B', 'a', 'b', '\ufffd', '😀'];
    for (const limit of [1, 2, 5, 7, 20]) expect(await found(limit)).toEqual(all.slice(0, limit));
  });

  test('filters before it cuts', () => {
    const memory = memoryOf(open({ path: ':memory:', policy: free }));
    memory.remember(note('wanted', 'x', { confidence: 0.8 }), on(0, 100));
    for (let each = 0; each < 30; each += 1) {
      const more = each % 2 === 0 ? { confidence: 0.7 } : { expiresAt: 150 };
      memory.remember(note(`${each}`, 'x', more), on(0, 110));
    }
    expect(memory.search('profile', { now: 200, limit: 1 })).toMatchObject([{ key: 'wanted' }]);
  });

  test('finds a text literally', async () => {
    const memory = memoryOf(open({ path: ':memory:', policy: free }));
    const values = ['100%', '100 percent', 'a_b', 'aXb', 'Straße', 'STRASSE', 'e\u0301', '\u00e9'];
    for (const [at, value] of values.entries()) memory.remember(note(`${at}`, value), on(0));
    const found = async (text: string) =>
      (await memory.search('profile', { now: 100, text, limit: 20 })).map(({ value }) => value);
    for (const value of values) expect(await found(value)).toEqual([value]);
    expect(await found('%')).toEqual(['100%']);
    expect(await found('_')).toEqual(['a_b']);
    expect(await found('e')).toEqual(['100 percent', 'Straße', 'e\u0301']);
    expect(await found('')).toHaveLength(values.length);
  });

  test('shows a record from its updatedAt on and before its expiresAt', async () => {
    const memory = memoryOf(open(inMemory));
    memory.remember(nameIs('Lin', { expiresAt: 200 }), on(0, 100));
    for (const [now, count] of [
      [99, 0],
      [100, 1],
      [199, 1],
      [200, 0],
    ] as const)
      expect(await memory.search('profile', { now })).toHaveLength(count);
  });
});

describe('what is handed out', () => {
  test('is fresh each time, and what was handed in is not kept', async () => {
    const memory = memoryOf(open(inMemory));
    const fact = { ...nameIs('Lin') };
    memory.remember(fact, on(0));
    fact.value = 'changed';
    const [first] = await memory.search('profile', { now: 100 });
    Object.assign(first ?? {}, { value: 'changed' });
    Object.assign(memory.inspect('profile', 'display_name') ?? {}, { version: 9 });
    expect(memory.search('profile', { now: 100 })).toMatchObject([{ value: 'Lin', version: 1 }]);
    expect(memory.inspect('profile', 'display_name')).toMatchObject({ value: 'Lin', version: 1 });
  });

  test('depends on no later change of the identity', async () => {
    const identity = { ...lin, scopes: ['profile'] };
    const memory = memoryOf(open(inMemory), identity);
    identity.subject = 'mei';
    identity.scopes.push('task:one');
    memory.remember(nameIs('Lin'), on(0));
    expect(memory.inspect('profile', 'display_name')).toMatchObject({ subject: 'lin' });
    expect(await codeOf(() => memory.search('task:one', { now: 100 }))).toBe('scope');
  });
});

test.each<[string, (memory: Required<Memory>) => unknown, object]>([
  ['fact', (memory) => memory.remember(odd(1), on(0)), { argument: 'fact' }],
  ['terms', (memory) => memory.remember(nameIs('Lin'), odd(1)), { argument: 'terms' }],
  [
    'field of a fact',
    (memory) => memory.remember(odd({ ...nameIs('Lin'), extra: 1 }), on(0)),
    { argument: 'fact' },
  ],
  [
    'field of a wrong type',
    (memory) => memory.remember(odd({ ...nameIs('Lin'), value: 1 }), on(0)),
    { argument: 'fact', field: 'value' },
  ],
  ['scope of a search', (memory) => memory.search(odd(1), { now: 1 }), { argument: 'scope' }],
  ['terms of a search', (memory) => memory.search('profile', odd(1)), { argument: 'terms' }],
  ['terms of a context', (memory) => memory.context('profile', odd(1)), { argument: 'terms' }],
  ['scope of an inspect', (memory) => memory.inspect(odd(1), 'k'), { argument: 'scope' }],
  ['key of an inspect', (memory) => memory.inspect('profile', odd(1)), { argument: 'key' }],
  ['empty key of an inspect', (memory) => memory.inspect('profile', ''), { field: 'key' }],
  ['scope of a forget', (memory) => memory.forget(odd(1), 'k', decided(1)), { argument: 'scope' }],
  [
    'key of a forget',
    (memory) => memory.forget('profile', odd(1), decided(1)),
    { argument: 'key' },
  ],
  ['terms of a forget', (memory) => memory.forget('profile', 'k', odd(1)), { argument: 'terms' }],
  ['empty key of a forget', (memory) => memory.forget('profile', '', decided(1)), { field: 'key' }],
  [
    'now of a restore',
    (memory) => memory.restore('profile', 'k', decided(1, -1)),
    { field: 'now' },
  ],
  [
    'version of a restore',
    (memory) => memory.restore('profile', 'k', decided(-1)),
    { field: 'expectedVersion' },
  ],
])('a bad %s is named in the refusal', (_, call, facts) => {
  const memory = memoryOf(open(inMemory));
  expect(() => call(memory)).toThrow(expect.objectContaining({ facts }));
});

describe('an alias', () => {
  const policy = readPolicy([
    {
      kind: 'preference',
      keys: ['language'],
      evidence: 'user_confirmed',
      scope: { exactly: 'profile' },
      aliases: { 语言: 'language' },
    },
  ]);

  test('names the record of its key in every operation, and results name only the key', () => {
    const memory = memoryOf(open({ path: ':memory:', policy }));
    const fact = nameIs('中文', { kind: 'preference', key: '语言' });
    expect(memory.remember(fact, on(0))).toBe(1);
    expect(memory.forget('profile', '语言', decided(1))).toBe(2);
    expect(memory.restore('profile', '语言', decided(2))).toBe(3);
    expect(memory.inspect('profile', '语言')).toMatchObject({ key: 'language', version: 3 });
    expect(memory.search('profile', { now: 100 })).toMatchObject([{ key: 'language' }]);
  });
});

describe('opening', () => {
  test.each([
    ['no options', undefined],
    ['no path', {}],
    ['an empty path', { path: '' }],
    ['a path that begins with a space', { path: ' :memory:' }],
    ['a path with U+0000', { path: 'a\u0000' }],
    ['a path that is a number', { path: 1 }],
    ['an unknown option', { path: ':memory:', readonly: true }],
    ['a negative timeout', { path: ':memory:', busyTimeout: -1 }],
    ['half a millisecond', { path: ':memory:', busyTimeout: 0.5 }],
    ['a timeout SQLite cannot count', { path: ':memory:', busyTimeout: 2 ** 31 }],
    ['a null policy', { path: ':memory:', policy: null }],
    ['an empty policy', { path: ':memory:', policy: [] }],
    ['a driver that is no function', { path: ':memory:', driver: {} }],
  ])('with %s is malformed', async (_, options) => {
    const given: unknown = options;
    expect(await codeOf(() => openHandle(given as { path: string }))).toBe('malformed');
  });

  test('tells its policy and whether it is closed, and closes twice', async () => {
    const store = open({ path: ':memory:', policy: free });
    expect(store.policy).toEqual(free);
    expect(store.closed).toBe(false);
    await store.close();
    await store.close();
    expect(store.closed).toBe(true);
    expect(await codeOf(() => store.as(lin))).toBe('closed');
  });
});
