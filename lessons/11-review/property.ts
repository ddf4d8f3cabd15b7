// Lesson "review": say what a decision applies to. As shipped, one decision is made, and all is quiet.
import * as fc from 'fast-check';
import { codeOf, forAll, lin, someFact } from 'touchstone/lesson';

const evidence = 'user_confirmed';

export const property = forAll(
  // What may happen between showing and deciding? Who may ask, and how often?
  { choice: fc.constantFrom('keep_current', 'use_candidate') },

  async ({ store, createReviewQueue }, { choice }) => {
    const memory = store.as(lin());
    await memory.remember(someFact(), { evidence, expectedVersion: 0, now: 2000 });
    const queue = createReviewQueue(store, lin());
    const terms = { evidence, attemptedVersion: 0, now: 2000 };
    const { id } = await queue.prepare(lin(), someFact({ value: 'long' }), terms);

    const answer = await codeOf(() =>
      queue.resolve(lin(), id, { choice, approved: true, now: 2000 }),
    );
    const record = await memory.inspect('profile', 'response_style');

    // The choice was carried out. But what was it a choice about?
    return (
      answer === 'accepted' && record?.value === (choice === 'use_candidate' ? 'long' : 'brief')
    );
  },
);
