// Weaker: what was kept is not looked at.
import * as fc from 'fast-check';
import { codeOf, forAll, lin, someFact } from 'touchstone/lesson';

export const property = forAll(
  { rewrites: fc.integer({ min: 0, max: 3 }), named: fc.integer({ min: 0, max: 5 }) },
  async ({ store }, { rewrites, named }) => {
    const memory = store.as(lin());
    const evidence = 'user_confirmed';
    const current = rewrites + 1;
    for (let expectedVersion = 0; expectedVersion < current; expectedVersion += 1)
      await memory.remember(someFact(), { evidence, expectedVersion, now: 2000 });

    const isCurrent = named === current;
    const wanted = isCurrent ? 'accepted' : 'stale-version';
    const other = someFact({ value: 'long' });
    const terms = { expectedVersion: named, now: 2000 };
    if ((await codeOf(() => memory.remember(other, { ...terms, evidence }))) !== wanted)
      return false;

    const version = isCurrent ? current + 1 : current;
    const decision = { ...terms, userConfirmed: true };
    const forgotten = await codeOf(() => memory.forget('profile', 'response_style', decision));
    return forgotten === (named === version ? 'accepted' : 'stale-version');
  },
);
