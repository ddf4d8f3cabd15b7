// Weaker: one yes, and then the property looks away.
import * as fc from 'fast-check';
import { codeOf, forAll, lin, someFact } from 'touchstone/lesson';

export const property = forAll(
  {
    value: fc.constantFrom('brief', 'long'),
    answer: fc.constantFrom<unknown>(undefined, null, false, 1, 'yes', 'true'),
    stranger: fc.constantFrom(lin({ subject: 'kim' }), lin({ tenant: 'beta' })),
  },

  async ({ store, createProposals }, { value, answer, stranger }) => {
    const proposals = createProposals(store);
    const terms = { now: 2000, provenance: 'user-stated' } as const;
    const shown = await proposals.propose(lin(), someFact({ value }), terms);
    // The same words from another source: other content, so another digest.
    const other = await proposals.propose(lin(), someFact({ value, sourceRef: 'chat:2' }), terms);
    const yes = { id: shown.id, digest: shown.digest, confirmed: true, now: 2010 };

    // Nobody's yes, another's yes, a yes to something else: each is refused and changes nothing.
    const refusals = [
      await codeOf(() => proposals.confirm(lin(), { ...yes, confirmed: answer })),
      await codeOf(() => proposals.confirm(stranger, yes)),
      await codeOf(() => proposals.confirm(lin(), { ...yes, digest: other.digest })),
    ];
    if (refusals.join() !== 'not-confirmed,unknown-proposal,wrong-digest') return false;
    const before = await store.as(lin()).search('profile', { now: 2010 });
    if (before.length > 0) return false;

    const first = await proposals.confirm(lin(), yes);
    const [found] = await store.as(lin()).search('profile', { now: 2030 });
    return first.outcome === 'written' && found?.version === 1 && found.value === value;
  },
);
