// Lesson "predicates": a search finds this and nothing else. As shipped, the generator knows names.
import * as fc from 'fast-check';
import { forAll, lin, someFact } from 'touchstone/lesson';

export const property = forAll(
  // One record, plain words. Which predicates can never be false here?
  { value: fc.constantFrom('anna', 'ben', 'carl'), text: fc.constantFrom('an', 'be', 'x') },

  async ({ store }, { value, text }) => {
    const memory = store.as(lin());
    await memory.remember(someFact({ value }), {
      evidence: 'user_confirmed',
      expectedVersion: 0,
      now: 2000,
    });
    const found = await memory.search('profile', { now: 2000, text });
    return found.length === (value.includes(text) ? 1 : 0);
  },
);
