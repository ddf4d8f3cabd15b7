// Weaker: it must fail somehow.
import * as fc from 'fast-check';
import type { Fact } from 'touchstone';
import { forAll, lin, someFact } from 'touchstone/lesson';

/** Every failure is a refusal, whatever was thrown. */
async function codeOf(call: () => unknown): Promise<string> {
  try {
    await call();
    return 'accepted';
  } catch {
    return 'refused';
  }
}

/** Whether a call was accepted. */
const isOther = async (code: Promise<string>, _wanted: string) => (await code) === 'accepted';

export const property = forAll(
  {
    confidence: fc.constantFrom(1.5, 2, -0.1, Number.NaN, Number.POSITIVE_INFINITY),
    ahead: fc.integer({ min: 1, max: 100 }),
  },

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
