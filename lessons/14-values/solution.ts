// Lesson "values", solution: every boundary, every value that is not what it seems.
import * as fc from 'fast-check';
import type { Fact } from 'touchstone';
import { codeOf, forAll, lin, someFact } from 'touchstone/lesson';

/** Has the fields of a fact, and is no plain object. */
class Note {
  constructor(fact: Fact) {
    Object.assign(this, fact);
  }
}
const noteOf = (fact: Fact): Fact => new Note(fact) as Note & Fact;

export const property = forAll(
  {
    // One code point each: one UTF-16 unit, one unit and three bytes, two units.
    character: fc.constantFrom('a', '中', '😀'),
    length: fc.constantFrom(1, 150, 256, 299, 300, 301),
    noText: fc.constantFrom('\ud800', 'a\udc00b', 'a\u0000b'),
    noConfidence: fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, -0.1, 1.1),
  },

  async ({ store }, { character, length, noText, noConfidence }) => {
    const memory = store.as(lin());
    const terms = { evidence: 'user_confirmed', expectedVersion: 0, now: 2000 };
    const remember = (fact: Fact) => codeOf(() => memory.remember(fact, terms));
    const found = () => memory.search('profile', { now: 2000, minConfidence: 0 });

    // What cannot come back as it went in is refused, and leaves nothing behind.
    if ((await remember(someFact({ value: noText }))) !== 'malformed') return false;
    if ((await remember(someFact({ confidence: noConfidence }))) !== 'bad-confidence') return false;
    if ((await remember(noteOf(someFact()))) !== 'malformed') return false;
    if ((await found()).length > 0) return false;

    // Everything else comes back, character for character; -0 is the one exception, and becomes 0.
    const value = character.repeat(length);
    const code = await remember(someFact({ value, confidence: -0 }));
    if (length > 300) return code === 'bad-text' && (await found()).length === 0;
    const [fact] = await found();
    return code === 'accepted' && fact?.value === value && Object.is(fact.confidence, 0);
  },
);
