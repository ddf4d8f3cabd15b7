// Lesson "versions": a write names the version it is based on. As shipped, it always names the right one.
import * as fc from 'fast-check';
import { codeOf, forAll, lin, someFact } from 'touchstone/lesson';

export const property = forAll(
  // How often the fact is written. Which version could a writer name, who has not looked lately?
  { rewrites: fc.integer({ min: 0, max: 3 }) },

  async ({ store }, { rewrites }) => {
    const memory = store.as(lin());
    const evidence = 'user_confirmed';
    for (let expectedVersion = 0; expectedVersion <= rewrites; expectedVersion += 1)
      await memory.remember(someFact(), { evidence, expectedVersion, now: 2000 });

    const terms = { evidence, expectedVersion: rewrites + 1, now: 2000 };
    return (await codeOf(() => memory.remember(someFact(), terms))) === 'accepted';
  },
);
