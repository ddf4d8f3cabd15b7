// Weaker: the right seconds, but only a search is asked.
import * as fc from 'fast-check';
import { forAll, lin, someFact } from 'touchstone/lesson';

const expiresAt = 2100;

export const property = forAll(
  { now: fc.integer({ min: 2098, max: 2102 }) },
  async ({ store }, { now }) => {
    const memory = store.as(lin());
    await memory.remember(someFact({ expiresAt }), {
      evidence: 'user_confirmed',
      expectedVersion: 0,
      now: 2000,
    });
    const found = await memory.search('profile', { now });
    return (found.length === 1) === now < expiresAt;
  },
);
