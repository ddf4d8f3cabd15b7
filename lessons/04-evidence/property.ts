// Lesson "evidence": nothing counts but the right value. As shipped, one wrong value is tried.
import * as fc from 'fast-check';
import { codeOf, forAll, lin, someFact } from 'touchstone/lesson';

export const property = forAll(
  // What somebody may send in the place of evidence. What could a store take for a yes?
  { evidence: fc.constantFrom<unknown>('user_confirmed', 'nonsense') },

  async ({ store }, { evidence }) => {
    const memory = store.as(lin());
    const code = await codeOf(() =>
      memory.remember(someFact(), { evidence, expectedVersion: 0, now: 2000 }),
    );
    // And who asks whether the user really confirmed that a fact is forgotten, or restored?
    return code === (evidence === 'user_confirmed' ? 'accepted' : 'no-evidence');
  },
);
