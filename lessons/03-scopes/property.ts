// Lesson "scopes": what was not granted stays closed. As shipped, one door is tried, and one name.
import * as fc from 'fast-check';
import { codeOf, forAll, lin, someFact } from 'touchstone/lesson';

export const property = forAll(
  // Which scope is asked for. Which names could a careless store take for a granted one?
  { asked: fc.constantFrom('task:one') },

  async ({ store }, { asked }) => {
    const all = store.as(lin({ scopes: ['profile', asked] }));
    const fact = someFact({ scope: asked, kind: 'task_fact', key: 'status' });
    await all.remember(fact, { evidence: 'task_verified', expectedVersion: 0, now: 2000 });

    // A search is refused. But what about the other ways in, and an empty scope?
    const memory = store.as(lin({ scopes: ['profile'] }));
    return (await codeOf(() => memory.search(asked, { now: 2000 }))) === 'scope';
  },
);
