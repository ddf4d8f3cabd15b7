// A check before the write is no guard between two writers: only threads tell this store from a good one.
import type { Fact, RememberTerms } from '../../contract/fact.js';
import type { Awaitable } from '../../contract/port.js';
import { isRefusal } from '../../contract/refusals.js';
import { andThen, attempt } from '../../services/awaitable.js';
import { eachMemory, type WholeMemory } from '../decorate.js';
import type { CuratedMutant } from '../mutant.js';

/** Writes over whatever is there by now: the version was checked, so it must be right. */
function overwrite(memory: WholeMemory, fact: Fact, terms: RememberTerms): Awaitable<number> {
  return attempt(
    () => memory.remember(fact, terms),
    (version) => version,
    (thrown) => {
      if (!isRefusal(thrown) || thrown.code !== 'stale-version') throw thrown;
      return andThen(memory.inspect(fact.scope, fact.key), (record) =>
        overwrite(memory, fact, { ...terms, expectedVersion: record?.version ?? 0 }),
      );
    },
  );
}

/**
 * In a sequence it does what it should; between two threads both writers win. A race lets others
 * check too in the `pause` between check and write: then nobody's luck decides whether it shows.
 */
export const checkThenWrite = (pause: () => void): CuratedMutant => ({
  id: 'check-then-write',
  property: 'single-winner',
  misconception: 'I have just looked at the version, so nobody can have changed it since.',
  needs: ['versions', 'inspect', 'durable', 'multi-handle'],
  wrap: () =>
    eachMemory((memory) => ({
      remember: (fact, terms) =>
        andThen(memory.inspect(fact.scope, fact.key), (record) => {
          if ((record?.version ?? 0) !== terms.expectedVersion) return memory.remember(fact, terms);
          pause();
          return overwrite(memory, fact, terms);
        }),
    })),
});
