// Weaker: the two observations are far apart.
import * as fc from 'fast-check';
import { codeOf, forAll, lin, someFact } from 'touchstone/lesson';

export const property = forAll(
  {
    observedAt: fc.constantFrom(100, 500, 1500, 1900),
    confidence: fc.constantFrom(0.8, 0.9, 1),
    isReviewed: fc.boolean(),
  },
  async ({ store, createReviewQueue }, { observedAt, confidence, isReviewed }) => {
    const memory = store.as(lin());
    const evidence = 'user_confirmed';
    const first = someFact({ observedAt: 1000, confidence: 0.9 });
    await memory.remember(first, { evidence, expectedVersion: 0, now: 2000 });

    const candidate = someFact({ value: 'long', observedAt, confidence });
    const answer = await codeOf(async () => {
      if (!isReviewed)
        return memory.remember(candidate, { evidence, expectedVersion: 1, now: 2100 });
      const queue = createReviewQueue(store, lin());
      const terms = { evidence, attemptedVersion: 0, now: 2050 };
      const { id } = await queue.prepare(lin(), candidate, terms);
      const decision = { choice: 'use_candidate', approved: true, now: 2100 };
      return queue.resolve(lin(), id, decision);
    });
    const isOlder = observedAt < 1000;
    if (answer !== (isOlder ? 'older-observation' : 'accepted')) return false;

    const record = await memory.inspect('profile', 'response_style');
    const expected = isOlder ? first : candidate;
    return record?.value === expected.value && record.observedAt === expected.observedAt;
  },
);
