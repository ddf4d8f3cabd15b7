// Blame is a pure table: the same divergence always falls to the same property, for the reason it shows.
import { expect, test } from 'vitest';
import { blame, blameOf, properties } from '../properties/promises/index.js';
import { type RefusalCode, refusals } from '../src/contract/refusals.js';
import { blamedCases, no, parted, remembered, yes } from './blame-table.js';
import { brokenPromises, needed, refusalCases, stakes } from './promise-table.js';

test.each(blamedCases())('%s is blamed on %s', (_title, property, divergence) => {
  expect(blame(divergence)).toBe(property);
  expect(blame(divergence)).toBe(property);
});

test('every code a working store can give belongs to a property', () => {
  for (const code of Object.keys(refusals) as RefusalCode[]) {
    const divergence = parted(remembered, no(code), yes(1));
    expect(properties.map(({ id }) => id)).toContain(blame(divergence));
  }
});

test('a refusal of one side alone falls to the promise it is a matter of, whoever asked', () => {
  for (const [operation, code, property] of refusalCases())
    expect([operation.do, code, blame(parted(operation, no(code), yes(1)))]).toEqual([
      operation.do,
      code,
      property,
    ]);
});

test.each(brokenPromises)('%j breaks %s', (finding, property) => {
  expect(blameOf(finding)).toBe(property);
});

test('a promise is made by a store that claims what it needs', () => {
  for (const { id, needs } of properties) expect([id, needs]).toEqual([id, needed[id] ?? []]);
});

test('a call is counted for the promises it puts to the test, and for no other', () => {
  for (const [[operation, outcome], ids] of stakes()) {
    const counted = properties.filter(({ atStake }) => atStake({ client: 0, operation }, outcome));
    expect([operation, outcome, counted.map(({ id }) => id).toSorted()]).toEqual([
      operation,
      outcome,
      ids,
    ]);
  }
});

test('property ids are unique, and every promise is a sentence', () => {
  expect(new Set(properties.map(({ id }) => id)).size).toBe(properties.length);
  for (const { sentence } of properties) expect(sentence).toMatch(/^[A-Z].*\.$/u);
});
