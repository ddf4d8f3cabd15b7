// Lesson "expiry", solution: the seconds around the end, and every way back to a fact.
import * as fc from 'fast-check';
import { codeOf, forAll, lin, someFact } from 'touchstone/lesson';

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
    const isThere = now < expiresAt;
    const found = await memory.search('profile', { now });
    const { facts } = await memory.context('profile', { now });
    if ((found.length === 1) !== isThere || (facts.length === 1) !== isThere) return false;

    const decision = { userConfirmed: true };
    await memory.forget('profile', 'response_style', {
      ...decision,
      expectedVersion: 1,
      now: 2000,
    });
    const answer = await codeOf(() =>
      memory.restore('profile', 'response_style', { ...decision, expectedVersion: 2, now }),
    );
    return answer === (isThere ? 'accepted' : 'expired');
  },
);
