// Lesson "confirmation": one yes, for one content, by one person. As shipped, only the yes is tried.
import * as fc from 'fast-check';
import { codeOf, forAll, lin, someFact } from 'touchstone/lesson';

export const property = forAll(
  { value: fc.constantFrom('brief', 'long'), answer: fc.constantFrom(false) },

  async ({ store, createProposals }, { value, answer }) => {
    const proposals = createProposals(store);
    const shown = await proposals.propose(lin(), someFact({ value }), {
      now: 2000,
      provenance: 'user-stated',
    });
    const { id, digest } = shown;

    // A no is refused. What else is no yes, and who else may not say it?
    const refused = await codeOf(() =>
      proposals.confirm(lin(), { id, digest, confirmed: answer, now: 2010 }),
    );
    if (refused !== 'not-confirmed') return false;

    // A yes is written. What if it comes twice, or for other content?
    const { outcome } = await proposals.confirm(lin(), { id, digest, confirmed: true, now: 2010 });
    return outcome === 'written';
  },
);
