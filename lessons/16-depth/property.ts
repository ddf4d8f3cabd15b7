// Lesson "depth": refused, and refused in the right way. As shipped, any failure will do.
import * as fc from 'fast-check';
import { forAll, lin, someFact } from 'touchstone/lesson';

export const property = forAll(
  { confidence: fc.constantFrom(1.5, 2) },

  async ({ store }, { confidence }) => {
    const memory = store.as(lin());
    try {
      await memory.remember(someFact({ confidence }), {
        evidence: 'user_confirmed',
        expectedVersion: 0,
        now: 2000,
      });
      return false;
    } catch {
      // It failed. Which layer was it, and does the caller know what to do?
      return true;
    }
  },
);
