// Lesson "writers": say what two writers may end with. As shipped, they never meet.
import * as fc from 'fast-check';
import { codeOf, forAll, lin, someFact } from 'touchstone/lesson';

const evidence = 'user_confirmed';

export const property = forAll(
  // What is generated for each run. When could the second writer come in?
  { value: fc.constantFrom('brief', 'long', 'with examples') },

  // `beforeStatement` is not used yet. See the Property section.
  async ({ store, openAgain }, { value }) => {
    const mine = store.as(lin());
    const theirs = (await openAgain()).as(lin());
    await mine.remember(someFact(), { evidence, expectedVersion: 0, now: 2000 });

    const write = (memory: typeof mine, text: string) =>
      codeOf(() =>
        memory.remember(someFact({ value: text }), { evidence, expectedVersion: 1, now: 2000 }),
      );
    const first = await write(mine, value);
    const second = await write(theirs, 'theirs');

    // Two writers on one version. But here one waits until the other is done.
    return first === 'accepted' && second === 'stale-version';
  },
);
