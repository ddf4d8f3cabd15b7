// Weaker: the only wrong confidences are too large.
import * as fc from 'fast-check';
import type { Fact } from 'touchstone';
import { codeOf, forAll, lin, someFact } from 'touchstone/lesson';

/** Whether a call ended otherwise than with this code. */
const isOther = async (code: Promise<string>, wanted: string) => (await code) !== wanted;

export const property = forAll(
  { confidence: fc.constantFrom(1.5, 2), ahead: fc.integer({ min: 1, max: 100 }) },

  async ({ store }, { confidence, ahead }) => {
    const memory = store.as(lin());
    const terms = { evidence: 'user_confirmed', expectedVersion: 0, now: 2000 };
    const answer = (fact: Fact) => codeOf(() => memory.remember(fact, terms));

    // The right refusal: whatever else is thrown is no answer to a caller.
    if (await isOther(answer(someFact({ confidence })), 'bad-confidence')) return false;
    const observedAt = 2000 + ahead;
    if (await isOther(answer(someFact({ observedAt })), 'future-observation')) return false;
    if ((await memory.inspect('profile', 'response_style')) !== undefined) return false;

    // The same where something is there: refused, and untouched.
    await memory.remember(someFact(), terms);
    const unconfirmed = { expectedVersion: 1, now: 2010, userConfirmed: false };
    const forgotten = codeOf(() => memory.forget('profile', 'response_style', unconfirmed));
    if (await isOther(forgotten, 'not-confirmed')) return false;
    const record = await memory.inspect('profile', 'response_style');
    return record?.version === 1 && record.deletedAt === null;
  },
);
