// Weaker: nothing is reviewed.
import * as fc from 'fast-check';
import { codeOf, forAll, lin, someFact } from 'touchstone/lesson';

export const property = forAll(
  {
    observedAt: fc.integer({ min: 998, max: 1002 }),
    confidence: fc.constantFrom(0.8, 0.9, 1),
  },
  async ({ store }, { observedAt, confidence }) => {
    const memory = store.as(lin());
    const evidence = 'user_confirmed';
    const first = someFact({ observedAt: 1000, confidence: 0.9 });
    await memory.remember(first, { evidence, expectedVersion: 0, now: 2000 });

    const candidate = someFact({ value: 'long', observedAt, confidence });
    const answer = await codeOf(() =>
      memory.remember(candidate, { evidence, expectedVersion: 1, now: 2100 }),
    );
    const isOlder = observedAt < 1000;
    if (answer !== (isOlder ? 'older-observation' : 'accepted')) return false;

    const record = await memory.inspect('profile', 'response_style');
    const expected = isOlder ? first : candidate;
    return record?.value === expected.value && record.observedAt === expected.observedAt;
  },
);
