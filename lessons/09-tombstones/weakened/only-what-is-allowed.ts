// Weaker: steps that would be refused are never tried.
import * as fc from 'fast-check';
import { codeOf, forAll, lin, someFact } from 'touchstone/lesson';

const moves = ['remember', 'forget', 'restore'] as const;

export const property = forAll(
  { steps: fc.array(fc.constantFrom(...moves), { minLength: 1, maxLength: 6 }) },
  async ({ store }, { steps }) => {
    const memory = store.as(lin());
    const evidence = 'user_confirmed';
    await memory.remember(someFact(), { evidence, expectedVersion: 0, now: 2000 });
    let version = 1;
    let isForgotten = false;

    for (const step of steps) {
      // Only a forget of what is there, and a restore of what is not.
      if ((step === 'restore') !== isForgotten) continue;
      const terms = { expectedVersion: version, now: 2000 };
      const yes = { ...terms, userConfirmed: true };
      const answer = await codeOf(() => {
        if (step === 'remember') return memory.remember(someFact(), { ...terms, evidence });
        if (step === 'forget') return memory.forget('profile', 'response_style', yes);
        return memory.restore('profile', 'response_style', yes);
      });

      if (answer !== 'accepted') return false;
      version += 1;
      isForgotten = step === 'forget';
      const found = await memory.search('profile', { now: 2000 });
      if ((found.length === 0) !== isForgotten) return false;
    }
    return true;
  },
);
