// Lesson "model": say what a store must give back. As shipped, the property says too little.
import * as fc from 'fast-check';
import { forAll, lin, someFact } from 'touchstone/lesson';

export const property = forAll(
  // What is generated for each run. Which values would show a store that changes them?
  { value: fc.constantFrom('brief', 'long', 'with examples') },

  async ({ store }, { value }) => {
    const memory = store.as(lin());
    await memory.remember(someFact({ value }), {
      evidence: 'user_confirmed',
      expectedVersion: 0,
      now: 2000,
    });
    const found = await memory.search('profile', { now: 2000 });

    // Something came back. But is it what was written?
    return found.length === 1;
  },
);
