// Lesson "tombstones": say how a fact stays forgotten. As shipped, nobody tries to bring it back.
import * as fc from 'fast-check';
import { forAll, lin, someFact } from 'touchstone/lesson';

export const property = forAll(
  // What may happen to a fact, and in which order?
  { value: fc.constantFrom('brief', 'long', 'with examples') },

  async ({ store }, { value }) => {
    const memory = store.as(lin());
    await memory.remember(someFact({ value }), {
      evidence: 'user_confirmed',
      expectedVersion: 0,
      now: 2000,
    });
    await memory.forget('profile', 'response_style', {
      expectedVersion: 1,
      now: 2000,
      userConfirmed: true,
    });
    const found = await memory.search('profile', { now: 2000 });

    // It is gone. But does it stay gone, and who may bring it back?
    return found.length === 0;
  },
);
