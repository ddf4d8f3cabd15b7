// Weaker: the second writer comes when the first is done.
import * as fc from 'fast-check';
import { codeOf, forAll, lin, someFact } from 'touchstone/lesson';

const evidence = 'user_confirmed';

export const property = forAll(
  { isReplacement: fc.boolean() },
  async ({ store, openAgain }, { isReplacement }) => {
    const mine = store.as(lin());
    const theirs = (await openAgain()).as(lin());
    const expectedVersion = isReplacement ? 1 : 0;
    if (isReplacement) await mine.remember(someFact(), { evidence, expectedVersion: 0, now: 2000 });

    const write = (memory: typeof mine, value: string, version: number) =>
      codeOf(() =>
        memory.remember(someFact({ value }), { evidence, expectedVersion: version, now: 2000 }),
      );
    const first = await write(mine, 'mine', expectedVersion);
    const second = await write(theirs, 'theirs', expectedVersion);

    // Exactly one of them wrote, and the other one was told so.
    const answers = [first, second];
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
