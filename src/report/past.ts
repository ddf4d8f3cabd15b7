// What became of past failures, in sentences.
import type { PastResult } from '../engine/past.js';
import { countWords, nameWords, numberWords } from './values.js';

/** `3 past failures tried, 1 still fails.`, those that are mended, and those that were not tried. */
export function pastLines(past: readonly PastResult[] = []): readonly string[] {
  const of = (outcome: PastResult['outcome']): readonly PastResult[] =>
    past.filter((each) => each.outcome === outcome);
  const [failing, mended, left] = [of('fails'), of('passes'), of('not-tried')];
  const tried = failing.length + mended.length;
  const still = `${numberWords(failing.length)} still ${failing.length === 1 ? 'fails' : 'fail'}`;
  return [
    ...(tried === 0 ? [] : [`${countWords(tried, 'past failure')} tried, ${still}.`]),
    ...mended.map(
      ({ name, property }) =>
        `  Mended: ${nameWords(property)}, ${name}. Delete the file to try it no more.`,
    ),
    ...left.map(
      ({ name, property, reason = '' }) =>
        `  Not tried: ${nameWords(property)}, ${name}: ${reason}.`,
    ),
  ];
}
