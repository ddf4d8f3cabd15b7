// Weaker: nothing happens between showing and deciding.
import * as fc from 'fast-check';
import { codeOf, forAll, lin, someFact } from 'touchstone/lesson';

const evidence = 'user_confirmed';
const choices = fc.constantFrom('keep_current', 'use_candidate');

export const property = forAll(
  {
    choice: choices,
    again: choices,
    stranger: fc.constantFrom({ subject: 'kim' }, { tenant: 'beta' }, { scopes: ['profile'] }),
  },
  async ({ store, createReviewQueue }, { choice, again, stranger }) => {
    const memory = store.as(lin());
    await memory.remember(someFact(), { evidence, expectedVersion: 0, now: 2000 });
    const queue = createReviewQueue(store, lin());
    const terms = { evidence, attemptedVersion: 0, now: 2000 };
    const { id } = await queue.prepare(lin(), someFact({ value: 'long' }), terms);
    const decide = (caller: ReturnType<typeof lin>, chosen: string) =>
      codeOf(() => queue.resolve(caller, id, { choice: chosen, approved: true, now: 2000 }));
    const read = () => memory.inspect('profile', 'response_style');

    if ((await decide(lin(stranger), choice)) !== 'other-identity') return false;
    const answer = await decide(lin(), choice);
    if (answer !== 'accepted') return false;

    const isWritten = choice === 'use_candidate';
    const version = isWritten ? 2 : 1;
    if ((await read())?.version !== version) return false;

    // Decided: the same choice gives the same receipt, the other one is refused.
    if ((await decide(lin(stranger), again)) !== 'other-identity') return false;
    const repeated = await decide(lin(), again);
    if (repeated !== (again === choice ? 'accepted' : 'decided-otherwise')) return false;
    const receipt = await queue.resolve(lin(), id, { choice, approved: true, now: 2000 });
    return receipt.version === version && (await read())?.version === version;
  },
);
