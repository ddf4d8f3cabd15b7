// The guards of the domains: what a text, a time, a version or a number may be.
import { type Guard, inCode } from './guard.js';

const within = inCode('src/guards/domains.ts');
const property = 'domains';
const contract = '2';

export const domains: readonly Guard[] = [
  ...within('isCount', [
    {
      id: 'whole-from-zero',
      sentence: 'Times and versions are safe whole numbers from 0.',
      property,
      contract,
      text: 'Number.isSafeInteger(value) && value >= 0',
    },
  ]),
  ...within('within', [
    {
      id: 'bounds-included',
      sentence: 'A number lies between its bounds, both included.',
      property,
      contract,
      text: 'value >= min && value <= max',
    },
  ]),
  ...within('withoutNegativeZero', [
    {
      id: 'no-negative-zero',
      sentence: '-0 is stored and returned as 0.',
      property: 'round-trip',
      contract,
      text: 'value + 0',
    },
  ]),
  ...within('hasLength', [
    {
      id: 'length-in-code-points',
      sentence: 'A text is measured in code points, not in UTF-16 units.',
      property,
      contract,
      text: 'points >= min && points <= max',
    },
  ]),
  ...within('checkLength', [
    {
      id: 'length-of-text',
      sentence: 'A text that is empty or too long is `bad-text`.',
      property,
      contract,
      text: '!hasLength(value, bounds)',
    },
  ]),
  ...within('checkTime', [
    {
      id: 'domain-of-time',
      sentence: 'A time that is no whole number from 0 is `bad-time`.',
      property,
      contract,
      text: '!isCount(value)',
    },
  ]),
  ...within('checkVersion', [
    {
      id: 'domain-of-version',
      sentence: 'A version that is no whole number from 0 is `bad-version`.',
      property,
      contract,
      text: '!isCount(value)',
    },
  ]),
  ...within('checkConfidence', [
    {
      id: 'default-of-confidence',
      sentence: 'An absent confidence is 1, and only an absent one; 0 stays 0.',
      property,
      contract: '1',
      text: 'value ?? limits.confidence.default',
    },
    {
      id: 'domain-of-confidence',
      sentence: 'A confidence outside 0 to 1 is `bad-confidence`.',
      property,
      contract,
      text: '!within(confidence, limits.confidence)',
    },
  ]),
  ...within('checkExpiry', [
    {
      id: 'domain-of-expiry',
      sentence: 'A fact never expires, or later than now; else `bad-expiry`.',
      property: 'expiry',
      contract,
      text: 'expiresAt !== null && !(isCount(expiresAt) && expiresAt > now)',
    },
  ]),
  ...within('checkLifetime', [
    {
      id: 'domain-of-lifetime',
      sentence: 'A lifetime outside its bounds, or past safe seconds, is `bad-lifetime`.',
      property,
      contract: '6',
      text: '!(isCount(lifetime) && within(lifetime, bounds) && Number.isSafeInteger(now + lifetime))',
    },
  ]),
  ...within('checkSearchTerms', [
    {
      id: 'now-of-search',
      sentence: 'A search names its now.',
      property,
      contract: '5',
      text: "checkTime(terms.now, 'now')",
    },
    {
      id: 'domain-of-limit',
      sentence: 'A limit that is no whole number from 1 to 20 is `bad-limit`.',
      property,
      contract,
      text: '!(Number.isInteger(limit) && within(limit, limits.limit))',
    },
    {
      id: 'default-of-threshold',
      sentence: 'An absent threshold is 0.8, and only an absent one; 0 stays 0.',
      property,
      contract,
      text: 'terms.minConfidence ?? limits.minConfidence.default',
    },
    {
      id: 'domain-of-threshold',
      sentence: 'A threshold outside 0 to 1 is `bad-threshold`.',
      property,
      contract,
      text: '!within(minConfidence, limits.minConfidence)',
    },
    {
      id: 'length-of-search-text',
      sentence: 'A search text has up to 300 code points.',
      property,
      contract,
      text: "checkLength(terms.text ?? '', limits.searchText, 'text')",
    },
  ]),
];
