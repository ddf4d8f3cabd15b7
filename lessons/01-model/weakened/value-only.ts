// Weaker: the value alone is compared.
import * as fc from 'fast-check';
import { forAll, lin, someFact } from 'touchstone/lesson';

const texts = fc
  .array(fc.constantFrom('a', 'B', ' ', 'é', 'e\u0301', '中', '😀'), { minLength: 1, maxLength: 6 })
  .map((characters) => characters.join(''));

export const property = forAll(
  { value: texts, sourceRef: texts, confidence: fc.double({ min: 0.8, max: 1, noNaN: true }) },
  async ({ store }, { value, sourceRef, confidence }) => {
    const memory = store.as(lin());
    await memory.remember(someFact({ value, sourceRef, confidence }), {
      evidence: 'user_confirmed',
      expectedVersion: 0,
      now: 2000,
    });
    const [found] = await memory.search('profile', { now: 2000 });
    return found?.value === value;
  },
);
