// Lesson "values": it comes back as it went in, or it is refused. As shipped, nothing odd goes in.
import * as fc from 'fast-check';
import { codeOf, forAll, lin, someFact } from 'touchstone/lesson';

export const property = forAll(
  // Which lengths and which characters would show a store that counts otherwise?
  { letter: fc.constantFrom('a', 'b'), length: fc.constantFrom(1, 300, 301) },

  async ({ store }, { letter, length }) => {
    const memory = store.as(lin());
    const value = letter.repeat(length);
    const code = await codeOf(() =>
      memory.remember(someFact({ value }), {
        evidence: 'user_confirmed',
        expectedVersion: 0,
        now: 2000,
      }),
    );
    if (code !== (length <= 300 ? 'accepted' : 'bad-text')) return false;
    const found = await memory.search('profile', { now: 2000 });
    return length > 300 ? found.length === 0 : found[0]?.value === value;
  },
);
