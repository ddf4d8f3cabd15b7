// Lesson "tenants": nobody finds what belongs to others. As shipped, the property cannot tell.
import * as fc from 'fast-check';
import { forAll, lin, someFact } from 'touchstone/lesson';

export const property = forAll(
  // Two people each. Who else could be taken for lin of acme?
  { pair: fc.constantFrom([lin(), lin({ tenant: 'globex' })]) },

  async ({ store }, { pair: [one, other] }) => {
    const mine = store.as(one);
    const theirs = store.as(other);
    const evidence = 'user_confirmed';
    await mine.remember(someFact(), { evidence, expectedVersion: 0, now: 2000 });
    await theirs.remember(someFact(), { evidence, expectedVersion: 0, now: 2000 });

    // Every value found is right. But whose is it?
    const found = await mine.search('profile', { now: 2001 });
    return found.every(({ value }) => value === 'brief');
  },
);
