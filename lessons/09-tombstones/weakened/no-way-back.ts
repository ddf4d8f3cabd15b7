// Weaker: nothing is ever restored.
import * as fc from 'fast-check';
import { codeOf, forAll, lin, someFact } from 'touchstone/lesson';

const moves = ['remember', 'forget'] as const;

export const property = forAll(
  { steps: fc.array(fc.constantFrom(...moves), { minLength: 1, maxLength: 6 }) },
  async ({ store }, { steps }) => {
    const memory = store.as(lin());
    const evidence = 'user_confirmed';
    await memory.remember(someFact(), { evidence, expectedVersion: 0, now: 2000 });
    let version = 1;
    let isForgotten = false;

    for (const step of steps) {
      const terms = { expectedVersion: version, now: 2000 };
      const answer = await codeOf(() =>
        step === 'remember'
          ? memory.remember(someFact(), { ...terms, evidence })
          : memory.forget('profile', 'response_style', { ...terms, userConfirmed: true }),
      );
      if (answer !== (isForgotten ? 'tombstoned' : 'accepted')) return false;

      if (answer === 'accepted') {
        version += 1;
        isForgotten = step === 'forget';
      }
      const found = await memory.search('profile', { now: 2000 });
      if ((found.length === 0) !== isForgotten) return false;
    }
    return true;
  },
);
