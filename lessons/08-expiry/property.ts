// Lesson "expiry": say from which second a fact is gone. As shipped, the property asks far away.
import * as fc from 'fast-check';
import { forAll, lin, someFact } from 'touchstone/lesson';

export const property = forAll(
  // The fact ends at 2100. At which moments should a store be asked?
  { now: fc.constantFrom(2050, 2150) },

  async ({ store }, { now }) => {
    const memory = store.as(lin());
    await memory.remember(someFact({ expiresAt: 2100 }), {
      evidence: 'user_confirmed',
      expectedVersion: 0,
      now: 2000,
    });
    const found = await memory.search('profile', { now });

    // There before the end, gone afterwards. But where is the end? And who else reads facts?
    return found.length === (now === 2050 ? 1 : 0);
  },
);
