// A search whose filter names one part of the person too few.
import type { Identity } from '../../contract/identity.js';
import { andThen } from '../../services/awaitable.js';
import { eachMemory, gather, whole } from '../decorate.js';
import type { CuratedMutant } from '../mutant.js';
import { bendLists, byRecency } from '../reads.js';

const across = (id: string, part: 'tenant' | 'subject', misconception: string): CuratedMutant => ({
  id,
  property: `${part}-isolation`,
  misconception,
  needs: [],
  wrap: () => {
    const people = new Map<string, Identity>();
    return eachMemory((memory, { identity, store }) => {
      const { tenant, subject } = identity;
      const kept = part === 'tenant' ? 'subject' : 'tenant';
      people.set(JSON.stringify([tenant, subject]), identity);
      return bendLists(memory, (facts, scope, terms) => {
        const others = [...people.values()].filter(
          (other) =>
            other[kept] === identity[kept] &&
            other[part] !== identity[part] &&
            other.scopes.includes(scope),
        );
        return andThen(
          gather(others, (other) => whole(store.as(other)).search(scope, terms)),
          (found) => [...facts, ...found.flat()].toSorted(byRecency).slice(0, terms.limit),
        );
      });
    });
  },
});

/** Inspect finds by the whole address; only the list query forgot a condition. */
export const searchAcrossPeople: readonly CuratedMutant[] = [
  across(
    'search-misses-tenant',
    'tenant',
    'Each query has the subject in its filter, so it cannot reach another tenant.',
  ),
  across(
    'search-shows-the-team',
    'subject',
    'Colleagues of one tenant work together, so a search may draw on all they hold.',
  ),
];
