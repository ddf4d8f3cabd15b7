// Weaker: the answers are compared, and nobody looks at the record or goes on.
import * as fc from 'fast-check';
import { codeOf, forAll, lin, someFact } from 'touchstone/lesson';

const evidence = 'user_confirmed';

export const property = forAll(
  { isReplacement: fc.boolean(), at: fc.integer({ min: 1, max: 4 }) },
  async ({ store, openAgain, beforeStatement }, { isReplacement, at }) => {
    const mine = store.as(lin());
    const theirs = (await openAgain()).as(lin());
    const expectedVersion = isReplacement ? 1 : 0;
    if (isReplacement) await mine.remember(someFact(), { evidence, expectedVersion: 0, now: 2000 });

    const write = (memory: typeof mine, value: string, version: number) =>
      codeOf(() =>
        memory.remember(someFact({ value }), { evidence, expectedVersion: version, now: 2000 }),
      );
    let second: ReturnType<typeof write> | undefined;
    let statements = 0;
    beforeStatement(() => {
      statements += 1;
      if (statements === at) second ??= write(theirs, 'theirs', expectedVersion);
    });
    const first = await write(mine, 'mine', expectedVersion);
    second ??= write(theirs, 'theirs', expectedVersion);

    // Exactly one of them wrote, and the other one was told so.
    const answers = [first, await second];
    if (answers.filter((answer) => answer === 'accepted').length !== 1) return false;

    return answers.every((answer) => ['accepted', 'stale-version', 'busy'].includes(answer));
  },
);
