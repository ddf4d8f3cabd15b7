// Weaker: only scopes that hold a fact are asked.
import * as fc from 'fast-check';
import { codeOf, forAll, lin, someFact } from 'touchstone/lesson';

const filled = ['profile', 'task:one', 'task:one/two'];
const every = [...filled, 'task:', 'task:three'];

/** A fact that the policy accepts in this scope, and the evidence its rule asks for. */
const written = (scope: string) =>
  scope === 'profile'
    ? { fact: someFact(), evidence: 'user_confirmed' }
    : { fact: someFact({ scope, kind: 'task_fact', key: 'status' }), evidence: 'task_verified' };

export const property = forAll({ granted: fc.subarray(every) }, async ({ store }, { granted }) => {
  const all = store.as(lin({ scopes: every }));
  for (const scope of filled) {
    const { fact, evidence } = written(scope);
    await all.remember(fact, { evidence, expectedVersion: 0, now: 2000 });
  }
  const memory = store.as(lin({ scopes: granted }));
  for (const scope of filled) {
    const { fact, evidence } = written(scope);
    const facts = 1;
    const answers = [
      await codeOf(async () => {
        const found = await memory.search(scope, { now: 2000 });
        if (found.length !== facts) throw new Error('facts of another scope');
      }),
      await codeOf(() => memory.inspect(scope, fact.key)),
      await codeOf(() => memory.remember(fact, { evidence, expectedVersion: facts, now: 2001 })),
    ];
    const wanted = granted.includes(scope) ? 'accepted' : 'scope';
    if (answers.some((code) => code !== wanted)) return false;
  }
  return true;
});
