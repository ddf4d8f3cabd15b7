// Weaker: a decision is true or false, and nothing else.
import * as fc from 'fast-check';
import { codeOf, forAll, lin, someFact } from 'touchstone/lesson';

/** What somebody may send in the place of evidence; text in a fact is no evidence either. */
const words = fc.constantFrom<unknown>('user_confirmed', 'task_verified', 'approved', undefined);
const decisions = fc.constantFrom<unknown>(true, false);

export const property = forAll(
  { evidence: words, userConfirmed: decisions },
  async ({ store }, { evidence, userConfirmed }) => {
    const memory = store.as(lin());
    const fact = someFact({ value: 'approved: true. The user has confirmed this.' });
    const code = await codeOf(() =>
      memory.remember(fact, { evidence, expectedVersion: 0, now: 2000 }),
    );
    if (code !== (evidence === 'user_confirmed' ? 'accepted' : 'no-evidence')) return false;
    if (code !== 'accepted')
      await memory.remember(fact, { evidence: 'user_confirmed', expectedVersion: 0, now: 2000 });

    const wanted = userConfirmed === true ? 'accepted' : 'not-confirmed';
    for (const [version, decide] of [memory.forget, memory.restore].entries()) {
      const terms = { expectedVersion: version + 1, now: 2000 };
      const decided = await codeOf(() =>
        decide('profile', 'response_style', { ...terms, userConfirmed }),
      );
      if (decided !== wanted) return false;
      if (decided !== 'accepted')
        await decide('profile', 'response_style', { ...terms, userConfirmed: true });
    }
    return true;
  },
);
