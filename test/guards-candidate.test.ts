// A candidate before it is written: policy first, then domain, in the order of the contract.
import { describe, expect, test } from 'vitest';
import type { Fact } from '../src/contract/fact.js';
import { readPolicy } from '../src/contract/policy.js';
import { checkCandidate } from '../src/guards/candidate.js';
import { canonicalKey, findRule, indexPolicy } from '../src/guards/policy-index.js';
import { breakEach, type Fault } from './check-order.js';
import { codeOf } from './service-fixture.js';

const makePolicy = () =>
  readPolicy([
    {
      kind: 'preference',
      keys: ['language', 'tone'],
      evidence: 'user_confirmed',
      scope: { exactly: 'profile' },
      values: ['中文', '英文'],
      aliases: { 语言: 'language', 'reply language': 'language' },
    },
    {
      kind: 'preference',
      keys: ['seen'],
      evidence: 'task_verified',
      scope: { startsWith: 'task:' },
    },
    {
      kind: 'note',
      keys: { startsWith: 'n:' },
      evidence: 'user_confirmed',
      scope: { startsWith: '' },
    },
  ]);

const fact: Fact = {
  scope: 'profile',
  kind: 'preference',
  key: 'language',
  value: '中文',
  sourceRef: 'chat:1',
  observedAt: 90,
};
const note: Fact = { ...fact, kind: 'note', key: 'n:1', value: 'any' };

const check = (change: Partial<Fact>, evidence: unknown = 'user_confirmed', now = 100) =>
  checkCandidate(indexPolicy(makePolicy()), { ...fact, ...change }, evidence, now);

describe('an accepted candidate', () => {
  test('is complete: defaults filled in, canonical key, -0 as 0', () => {
    expect(check({ key: '语言' })).toEqual({ ...fact, confidence: 1, expiresAt: null });
    const zeros = check({ observedAt: -0, confidence: -0 }, 'user_confirmed', -0);
    expect(Object.is(zeros.observedAt, 0)).toBe(true);
    expect(Object.is(zeros.confidence, 0)).toBe(true);
  });

  test('is a copy', () => {
    const given = { ...fact };
    const index = indexPolicy(makePolicy());
    expect(checkCandidate(index, given, 'user_confirmed', 100)).not.toBe(given);
  });

  test.each([
    ['a key of the first rule of its kind', {}, 'user_confirmed'],
    ['a key of the second', { key: 'seen', scope: 'task:one', value: 'x' }, 'task_verified'],
    [
      'the beginning of a scope alone',
      { key: 'seen', scope: 'task:', value: 'x' },
      'task_verified',
    ],
    ['a key that begins as the rule says', { ...note }, 'user_confirmed'],
    ['the beginning of a key alone', { ...note, key: 'n:' }, 'user_confirmed'],
    ['an observation of now', { observedAt: 100 }, 'user_confirmed'],
  ])('may have %s', async (_, change, evidence) => {
    expect(await codeOf(() => check(change, evidence))).toBe('accepted');
  });
});

describe('a refused candidate', () => {
  test.each<[string, Partial<Fact>, string, unknown?]>([
    ['a kind in other letters', { kind: 'Preference' }, 'unknown-kind'],
    ['a kind that every object has', { kind: 'constructor' }, 'unknown-kind'],
    ['a key that every object has', { key: 'toString' }, 'wrong-key'],
    ['a key of another kind', { key: 'n:1' }, 'wrong-key'],
    ['an alias of another kind', { kind: 'note', key: '语言' }, 'wrong-key'],
    ['a key that begins in other letters', { ...note, key: 'N:1' }, 'wrong-key'],
    ['the evidence of another rule of its kind', { key: 'seen' }, 'no-evidence'],
    ['evidence that is only true', {}, 'no-evidence', true],
    ['a longer scope than exactly', { scope: 'profile:' }, 'wrong-scope'],
    ['a value of no listed spelling', { value: '中文 ' }, 'bad-value'],
    ['a value that begins like a listed one', { value: '中' }, 'bad-value'],
    ['an observation after now', { observedAt: 101 }, 'future-observation'],
    ['an expiry of now', { expiresAt: 100 }, 'bad-expiry'],
  ])('has %s', async (_, change, code, evidence = 'user_confirmed') => {
    expect(await codeOf(() => check(change, evidence))).toBe(code);
  });

  test('is refused for its first fault in the order of the contract', async () => {
    const long = 'a'.repeat(301);
    const prefixed = indexPolicy(
      readPolicy([
        {
          kind: 'k',
          keys: { startsWith: 'k' },
          evidence: 'user_confirmed',
          scope: { startsWith: 'p' },
          values: ['v', 'w'],
        },
      ]),
    );
    const good = {
      scope: 'p',
      kind: 'k',
      key: 'k',
      value: 'v',
      sourceRef: 's',
      observedAt: 90,
      confidence: 1,
      expiresAt: 900,
      evidence: 'user_confirmed',
      now: 100,
    };
    const faults: readonly Fault<typeof good>[] = [
      { code: 'unknown-kind', breaks: { kind: 'x' } },
      { code: 'wrong-key', breaks: { key: 'x' } },
      { code: 'no-evidence', breaks: { evidence: 'task_verified' } },
      { code: 'wrong-scope', breaks: { scope: 'x' } },
      { code: 'bad-text', breaks: { scope: `p${'a'.repeat(128)}` } },
      { code: 'bad-text', breaks: { key: `k${'a'.repeat(128)}` } },
      { code: 'bad-text', breaks: { value: long } },
      { code: 'bad-text', breaks: { value: '' } },
      { code: 'bad-text', breaks: { sourceRef: long } },
      { code: 'bad-value', breaks: { value: 'x' } },
      { code: 'bad-time', breaks: { now: -1 } },
      { code: 'bad-time', breaks: { observedAt: 2 ** 53 } },
      { code: 'future-observation', breaks: { observedAt: 101 } },
      { code: 'bad-confidence', breaks: { confidence: 2 } },
      { code: 'bad-expiry', breaks: { expiresAt: 100 } },
    ];
    const { wrong, right } = await breakEach(good, faults, ({ evidence, now, ...parts }) =>
      codeOf(() => checkCandidate(prefixed, parts, evidence, now)),
    );
    expect(wrong).toEqual([]);
    expect(right).toBeGreaterThan(100);
  });

  test.each<[Partial<Fact>, object, unknown?, number?]>([
    [{ kind: 'x' }, { field: 'kind' }],
    [{ key: 'x' }, { field: 'key' }],
    [{}, { needed: 'user_confirmed' }, 'task_verified'],
    [{ scope: 'x' }, { field: 'scope' }],
    [{ ...note, scope: '' }, { field: 'scope' }],
    [{ ...note, key: `n:${'a'.repeat(128)}` }, { field: 'key' }],
    [{ ...note, value: '' }, { field: 'value' }],
    [{ ...note, sourceRef: '' }, { field: 'sourceRef' }],
    [{ value: 'x' }, { field: 'value' }],
    [{}, { field: 'now' }, 'user_confirmed', -1],
    [{ observedAt: -1 }, { field: 'observedAt' }],
    [{ observedAt: 101 }, { field: 'observedAt' }],
    [{ confidence: 2 }, { field: 'confidence' }],
    [{ expiresAt: 1 }, { field: 'expiresAt' }],
  ])(
    '%o names what is wrong and no value: %o',
    (change, facts, evidence = 'user_confirmed', now = 100) => {
      expect(() => check(change, evidence, now)).toThrow(expect.objectContaining({ facts }));
    },
  );
});

describe('a policy', () => {
  const policy = makePolicy();
  const index = indexPolicy(policy);

  test('replaces an alias by its key and leaves any other key as it is', () => {
    expect(canonicalKey(index, '语言')).toBe('language');
    expect(canonicalKey(index, 'language')).toBe('language');
    expect(canonicalKey(index, 'constructor')).toBe('constructor');
    expect(canonicalKey(index, '__proto__')).toBe('__proto__');
  });

  test('gives the rule that names a key, and only for its kind', () => {
    const fresh = makePolicy();
    const rules = indexPolicy(fresh);
    expect(findRule(rules, 'preference', 'seen')?.rule).toBe(fresh[1]);
    expect(findRule(rules, 'preference', 'tone')?.rule).toBe(fresh[0]);
    expect(findRule(rules, 'note', 'n:x')?.rule).toBe(fresh[2]);
    expect(findRule(rules, 'note', 'seen')).toBe(undefined);
    expect(findRule(rules, 'note', 'n')).toBe(undefined);
    expect(findRule(rules, 'other', 'seen')).toBe(undefined);
    expect(canonicalKey(rules, 'reply language')).toBe('language');
  });

  test('is prepared once', () => {
    expect(indexPolicy(policy)).toBe(index);
  });
});
