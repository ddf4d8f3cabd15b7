// Weaker: one call is looked at, and it is about confidence.
import * as fc from 'fast-check';
import type { Fact } from 'touchstone';
import { codeOf, forAll, lin, someFact } from 'touchstone/lesson';

/** Whether a call ended otherwise than with this code. */
const isOther = async (code: Promise<string>, wanted: string) => (await code) !== wanted;

export const property = forAll(
  { confidence: fc.constantFrom(1.5, 2, -0.1, Number.NaN, Number.POSITIVE_INFINITY) },

  async ({ store }, { confidence }) => {
    const memory = store.as(lin());
    const terms = { evidence: 'user_confirmed', expectedVersion: 0, now: 2000 };
    const answer = (fact: Fact) => codeOf(() => memory.remember(fact, terms));

    // The right refusal: whatever else is thrown is no answer to a caller.
    if (await isOther(answer(someFact({ confidence })), 'bad-confidence')) return false;
    return (await memory.inspect('profile', 'response_style')) === undefined;
  },
);
