// Weaker: two tenants whose names have nothing in common.
import * as fc from 'fast-check';
import { forAll, lin, someFact } from 'touchstone/lesson';

const pairs = fc.constant([lin(), lin({ tenant: 'globex' })]);

export const property = forAll({ pair: pairs }, async ({ store }, { pair: [one, other] }) => {
  const mine = store.as(one);
  const theirs = store.as(other);
  const evidence = 'user_confirmed';
  // The same fact in both, word for word: nothing but its owner tells it apart.
  await mine.remember(someFact(), { evidence, expectedVersion: 0, now: 2000 });
  await theirs.remember(someFact(), { evidence, expectedVersion: 0, now: 2000 });
  await theirs.remember(someFact(), { evidence, expectedVersion: 1, now: 2001 });

  const found = await mine.search('profile', { now: 2001 });
  const changed = await theirs.search('profile', { now: 2001 });
  return (
    found.length === 1 &&
    found[0]?.version === 1 &&
    changed.length === 1 &&
    changed[0]?.version === 2
  );
});
