// Lesson "observation": say which of two observations counts. As shipped, the newer always comes last.
import * as fc from 'fast-check';
import { codeOf, forAll, lin, someFact } from 'touchstone/lesson';

export const property = forAll(
  // When was the second fact observed? How sure is it, and which way does it come in?
  { observedAt: fc.constantFrom(1500, 1600, 1700) },

  async ({ store }, { observedAt }) => {
    const memory = store.as(lin());
    const evidence = 'user_confirmed';
    const first = someFact({ observedAt: 1000, confidence: 0.9 });
    await memory.remember(first, { evidence, expectedVersion: 0, now: 2000 });

    const second = someFact({ value: 'long', observedAt });
    const answer = await codeOf(() =>
      memory.remember(second, { evidence, expectedVersion: 1, now: 2100 }),
    );

    // A newer observation replaces an older one. And the other way round?
    return answer === 'accepted';
  },
);
