// Scopes opened to those who were not granted them, or read as the beginning of others.
import type { Identity } from '../../contract/identity.js';
import { refuse } from '../../contract/refusals.js';
import { andThen } from '../../services/awaitable.js';
import { eachMemory, gather, onRefusal, type Seat, whole, type WholeMemory } from '../decorate.js';
import type { CuratedMutant } from '../mutant.js';
import { bendLists, byRecency } from '../reads.js';

const property = 'scope-isolation';

/** The memory as it were if the scope had been granted. */
const granted = ({ identity, origin, store }: Seat, scope: string): WholeMemory =>
  whole(store.as({ ...identity, scopes: [...identity.scopes, scope] }, origin));

const isParent = ({ scopes }: Identity, scope: string): boolean =>
  scopes.some((own) => scope.startsWith(own));

/** The gate stands open on one operation, or half open on all. */
export const scopeOpened: readonly CuratedMutant[] = [
  {
    id: 'scope-open-on-inspect',
    property,
    misconception: 'Whoever knows the exact key may look: the gate belongs on search and writes.',
    needs: ['inspect'],
    wrap: () =>
      eachMemory((memory, seat) => ({
        inspect: (scope, key) =>
          onRefusal(
            'scope',
            () => memory.inspect(scope, key),
            () => granted(seat, scope).inspect(scope, key),
          ),
      })),
  },
  {
    id: 'scope-open-on-search',
    property,
    misconception: 'Reading hurts nobody: the gate belongs on writes.',
    needs: [],
    wrap: () =>
      eachMemory((memory, seat) => ({
        search: (scope, terms) =>
          onRefusal(
            'scope',
            () => memory.search(scope, terms),
            () => granted(seat, scope).search(scope, terms),
          ),
      })),
  },
  {
    id: 'scope-open-on-remember',
    property,
    misconception: 'The policy names the scopes of a kind, so a write needs no gate of its own.',
    needs: [],
    wrap: () =>
      eachMemory((memory, seat) => ({
        remember: (fact, terms) =>
          onRefusal(
            'scope',
            () => memory.remember(fact, terms),
            () => granted(seat, fact.scope).remember(fact, terms),
          ),
      })),
  },
  {
    id: 'scope-granted-by-prefix',
    property,
    misconception: 'A scope is a folder: who was granted it was granted all that is inside.',
    needs: ['inspect'],
    wrap: () =>
      eachMemory((memory, seat) => {
        const reach = (scope: string): WholeMemory =>
          isParent(seat.identity, scope) ? granted(seat, scope) : refuse('scope');
        return {
          search: (scope, terms) =>
            onRefusal(
              'scope',
              () => memory.search(scope, terms),
              () => reach(scope).search(scope, terms),
            ),
          inspect: (scope, key) =>
            onRefusal(
              'scope',
              () => memory.inspect(scope, key),
              () => reach(scope).inspect(scope, key),
            ),
        };
      }),
  },
  {
    id: 'scope-searched-by-prefix',
    property,
    misconception: 'A search in a scope should find what is in the scopes below it too.',
    needs: [],
    wrap: () =>
      eachMemory((memory, { identity }) =>
        bendLists(memory, (facts, scope, terms) => {
          const below = identity.scopes.filter((own) => own !== scope && own.startsWith(scope));
          return andThen(
            gather(below, (own) => memory.search(own, terms)),
            (found) => [...facts, ...found.flat()].toSorted(byRecency).slice(0, terms.limit),
          );
        }),
      ),
  },
];
