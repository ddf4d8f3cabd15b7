// Domains of texts, times, versions and numbers: exact bounds, and which refusal names them.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limits } from '../src/contract/limits.js';
import {
  checkConfidence,
  checkExpiry,
  checkLength,
  checkLifetime,
  checkSearchTerms,
  checkTime,
  checkVersion,
} from '../src/guards/domains.js';
import { breakEach } from './check-order.js';
import { codeOf } from './service-fixture.js';

const property = { seed: 1, endOnFailure: true, numRuns: 500 };
const biggest = Number.MAX_SAFE_INTEGER;
const notCounts = [Number.NaN, Infinity, -Infinity, -1, 0.5, biggest + 1];

describe('a text', () => {
  test('is always judged by its code points', async () => {
    const bounds = fc.tuple(fc.nat(6), fc.nat(6)).map(([min, more]) => ({ min, max: min + more }));
    const texts = fc.string({ unit: 'grapheme-composite', maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(texts, bounds, async (text, { min, max }) => {
        const points = [...text].length;
        const answer = await codeOf(() => checkLength(text, { min, max }, 'value'));
        expect(answer).toBe(points >= min && points <= max ? 'accepted' : 'bad-text');
      }),
      property,
    );
  });

  test.each([
    ['300 letters', 'a'.repeat(300), 'accepted'],
    ['301 letters', 'a'.repeat(301), 'bad-text'],
    ['300 astral points', '😀'.repeat(300), 'accepted'],
    ['301 astral points', '😀'.repeat(301), 'bad-text'],
    ['299 letters and an astral point', `${'a'.repeat(299)}😀`, 'accepted'],
    ['300 letters and an astral point', `${'a'.repeat(300)}😀`, 'bad-text'],
    ['one astral point', '😀', 'accepted'],
    ['nothing', '', 'bad-text'],
  ])('of %s', async (_, text, answer) => {
    expect(await codeOf(() => checkLength(text, limits.text, 'value'))).toBe(answer);
  });

  test('that is refused is named by its field alone', () => {
    expect(() => checkLength('', limits.text, 'sourceRef')).toThrow(
      expect.objectContaining({ kind: 'invalid', code: 'bad-text', facts: { field: 'sourceRef' } }),
    );
  });
});

describe('times and versions', () => {
  test.each(notCounts)('are never %d', async (value) => {
    expect(await codeOf(() => checkTime(value, 'now'))).toBe('bad-time');
    expect(await codeOf(() => checkVersion(value))).toBe('bad-version');
    expect(await codeOf(() => checkExpiry(value, 0))).toBe('bad-expiry');
    expect(await codeOf(() => checkLifetime(value, limits.caseLifetime, 0))).toBe('bad-lifetime');
  });

  test('go up to the biggest safe integer, and -0 is 0', () => {
    expect(checkTime(biggest, 'now')).toBe(biggest);
    expect(checkVersion(biggest)).toBe(biggest);
    expect(checkTime(-0, 'now')).toBe(0);
    expect(checkVersion(-0)).toBe(0);
  });
});

describe('an expiry', () => {
  test.each([
    [undefined, null],
    [null, null],
    [101, 101],
    [biggest, biggest],
  ])('of %s at 100 is %s', (value, kept) => {
    expect(checkExpiry(value, 100)).toBe(kept);
  });

  test.each([100, 99, 0, -0])('of %d at 100 has passed', async (value) => {
    expect(await codeOf(() => checkExpiry(value, 100))).toBe('bad-expiry');
  });
});

describe('confidence', () => {
  test.each([
    [undefined, 1],
    [0, 0],
    [-0, 0],
    [0.5, 0.5],
    [1, 1],
  ])('of %s is %d', (value, kept) => {
    expect(checkConfidence(value)).toBe(kept);
  });

  test.each([Number.NaN, Infinity, -Infinity, -0.001, 1.001])('is never %d', async (value) => {
    expect(await codeOf(() => checkConfidence(value))).toBe('bad-confidence');
  });
});

describe('a lifetime', () => {
  test.each([
    [undefined, 300],
    [1, 1],
    [3600, 3600],
  ])('of %s seconds lasts %d', (value, seconds) => {
    expect(checkLifetime(value, limits.caseLifetime, 100)).toBe(seconds);
  });

  test.each([0, -0, 3601, 1.5])('is never %d seconds', async (value) => {
    expect(await codeOf(() => checkLifetime(value, limits.caseLifetime, 0))).toBe('bad-lifetime');
  });

  test('ends at a safe integer', async () => {
    expect(checkLifetime(10, limits.caseLifetime, biggest - 10)).toBe(10);
    const over = () => checkLifetime(11, limits.caseLifetime, biggest - 10);
    expect(await codeOf(over)).toBe('bad-lifetime');
  });
});

describe('the terms of a search', () => {
  test('get their defaults only where a field is absent', () => {
    const defaults = { now: 5, text: '', minConfidence: 0.8, limit: 8 };
    expect(checkSearchTerms({ now: 5 })).toEqual(defaults);
    expect(checkSearchTerms({ now: 5, minConfidence: 0 }).minConfidence).toBe(0);
    expect(checkSearchTerms({ now: -0, minConfidence: -0 })).toEqual({
      ...defaults,
      now: 0,
      minConfidence: 0,
    });
  });

  test('are judged in order: now, limit, minConfidence, text', async () => {
    const good = { now: 100, limit: 8, minConfidence: 0.8, text: 'a' };
    const { wrong } = await breakEach(
      good,
      [
        ...notCounts.map((now) => ({ code: 'bad-time', breaks: { now } }) as const),
        ...[...notCounts, 0, 21].map(
          (limit) => ({ code: 'bad-limit', breaks: { limit } }) as const,
        ),
        ...[Number.NaN, Infinity, -0.1, 1.1].map(
          (minConfidence) => ({ code: 'bad-threshold', breaks: { minConfidence } }) as const,
        ),
        { code: 'bad-text', breaks: { text: 'a'.repeat(301) } },
      ],
      (terms) => codeOf(() => checkSearchTerms(terms)),
    );
    expect(wrong).toEqual([]);
  });
});

test.each<[() => unknown, string]>([
  [() => checkTime(-1, 'now'), 'now'],
  [() => checkVersion(-1), 'expectedVersion'],
  [() => checkVersion(-1, 'attemptedVersion'), 'attemptedVersion'],
  [() => checkConfidence(2), 'confidence'],
  [() => checkExpiry(1, 100), 'expiresAt'],
  [() => checkLifetime(0, limits.caseLifetime, 100), 'lifetime'],
  [() => checkSearchTerms({ now: -1 }), 'now'],
  [() => checkSearchTerms({ now: 1, limit: 0 }), 'limit'],
  [() => checkSearchTerms({ now: 1, minConfidence: 2 }), 'minConfidence'],
  [() => checkSearchTerms({ now: 1, text: 'a'.repeat(301) }), 'text'],
])('%s names the field %s and no value', (check, field) => {
  expect(check).toThrow(expect.objectContaining({ facts: { field } }));
});
