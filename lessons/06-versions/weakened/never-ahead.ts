// Weaker: the version named is the current one or an older one.
import * as fc from 'fast-check';
import { codeOf, forAll, lin, someFact } from 'touchstone/lesson';

export const property = forAll(
  { rewrites: fc.integer({ min: 0, max: 3 }), behind: fc.integer({ min: 0, max: 3 }) },
  async ({ store }, { rewrites, behind }) => {
    const memory = store.as(lin());
    const evidence = 'user_confirmed';
    const current = rewrites + 1;
    const named = Math.max(0, current - behind);
    for (let expectedVersion = 0; expectedVersion < current; expectedVersion += 1)
      await memory.remember(someFact(), { evidence, expectedVersion, now: 2000 });

    const isCurrent = named === current;
    const wanted = isCurrent ? 'accepted' : 'stale-version';
    const other = someFact({ value: 'long' });
    const terms = { expectedVersion: named, now: 2000 };
    if ((await codeOf(() => memory.remember(other, { ...terms, evidence }))) !== wanted)
      return false;

    // A refusal alone is not enough: what was there must still be there.
    const [found] = await memory.search('profile', { now: 2000 });
    const version = isCurrent ? current + 1 : current;
    if (found?.version !== version || found.value !== (isCurrent ? 'long' : 'brief')) return false;

    const decision = { ...terms, userConfirmed: true };
    const forgotten = await codeOf(() => memory.forget('profile', 'response_style', decision));
    return forgotten === (named === version ? 'accepted' : 'stale-version');
  },
);
