// Blame is a pure table: the same divergence always falls to the same property, for the reason it shows.
import { expect, test } from 'vitest';
import { blame, properties } from '../properties/promises/index.js';
import { type RefusalCode, refusals } from '../src/contract/refusals.js';
import { blamedCases, no, parted, remembered, yes } from './blame-table.js';

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

test('property ids are unique, and every promise is a sentence', () => {
  expect(new Set(properties.map(({ id }) => id)).size).toBe(properties.length);
  for (const { sentence } of properties) expect(sentence).toMatch(/^[A-Z].*\.$/u);
});
