// Weaker: a decided case is left alone.
import * as fc from 'fast-check';
import { codeOf, forAll, lin, someFact } from 'touchstone/lesson';

const evidence = 'user_confirmed';
const choices = fc.constantFrom('keep_current', 'use_candidate');

export const property = forAll(
  {
    choice: choices,
    isChanged: fc.boolean(),
    stranger: fc.constantFrom({ subject: 'kim' }, { tenant: 'beta' }, { scopes: ['profile'] }),
  },
  async ({ store, createReviewQueue }, { choice, isChanged, stranger }) => {
    const memory = store.as(lin());
    await memory.remember(someFact(), { evidence, expectedVersion: 0, now: 2000 });
    const queue = createReviewQueue(store, lin());
    const terms = { evidence, attemptedVersion: 0, now: 2000 };
    const { id } = await queue.prepare(lin(), someFact({ value: 'long' }), terms);
    const decide = (caller: ReturnType<typeof lin>, chosen: string) =>
      codeOf(() => queue.resolve(caller, id, { choice: chosen, approved: true, now: 2000 }));
    const read = () => memory.inspect('profile', 'response_style');

    if (isChanged)
      await memory.remember(someFact({ value: 'other' }), {
        evidence,
        expectedVersion: 1,
        now: 2000,
      });
    if ((await decide(lin(stranger), choice)) !== 'other-identity') return false;
    const answer = await decide(lin(), choice);
    if (answer !== (isChanged ? 'snapshot-changed' : 'accepted')) return false;

    const isWritten = !isChanged && choice === 'use_candidate';
    const version = isChanged || isWritten ? 2 : 1;
    if ((await read())?.version !== version) return false;
    return !isChanged || (await read())?.value === 'other';
  },
);
