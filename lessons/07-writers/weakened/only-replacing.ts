// Weaker: the record is there already, every time.
import * as fc from 'fast-check';
import { codeOf, forAll, lin, someFact } from 'touchstone/lesson';

const evidence = 'user_confirmed';

export const property = forAll(
  { at: fc.integer({ min: 1, max: 4 }) },
  async ({ store, openAgain, beforeStatement }, { at }) => {
    const mine = store.as(lin());
    const theirs = (await openAgain()).as(lin());
    const expectedVersion = 1;

    await mine.remember(someFact(), { evidence, expectedVersion: 0, now: 2000 });

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
    if (!answers.every((answer) => ['accepted', 'stale-version', 'busy'].includes(answer)))
      return false;

    // Both handles show what the winner wrote.
    const winner = first === 'accepted' ? 'mine' : 'theirs';
    for (const memory of [mine, theirs]) {
      const [found] = await memory.search('profile', { now: 2000 });
      if (found?.value !== winner || found.version !== expectedVersion + 1) return false;
    }

    // The loser can read, decide again and write.
    const loser = first === 'accepted' ? theirs : mine;
    return (await write(loser, 'later', expectedVersion + 1)) === 'accepted';
  },
);
