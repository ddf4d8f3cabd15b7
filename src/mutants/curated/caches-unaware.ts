// Reads answered from a copy that does not know what was written since.
import type { FoundFact, MemoryRecord } from '../../contract/fact.js';
import { andThen } from '../../services/awaitable.js';
import { addressOf, eachMemory, perHandle, type Seat } from '../decorate.js';
import type { CuratedMutant } from '../mutant.js';
import { bendContext, bendLists, bendRecords } from '../reads.js';
import { watchWrites } from '../writes.js';

const property = 'read-paths-agree';

/** The answer kept under this name, else this one, which is kept; copies go in and out. */
function kept<T extends object>(cache: Map<string, T>, name: string, answer: T): T {
  const known = cache.get(name) ?? structuredClone(answer);
  cache.set(name, known);
  return structuredClone(known);
}

/** Records created through other handles, which this one does not see until it writes itself. */
function unseen() {
  let creations: readonly { readonly address: string; readonly handle: number }[] = [];
  const seen = perHandle(() => ({ upTo: 0 }));
  return {
    created(address: string, { handle }: Seat): void {
      creations = [...creations, { address, handle }];
    },
    lookedUp(seat: Seat): void {
      seen(seat).upTo = creations.length;
    },
    has: (address: string, seat: Seat): boolean =>
      creations
        .slice(seen(seat).upTo)
        .some((each) => each.address === address && each.handle !== seat.handle),
  };
}

/** Three caches and a view that lags. */
export const cachesUnaware: readonly CuratedMutant[] = [
  {
    id: 'inspect-cached-by-handle',
    property,
    misconception: 'A record changes only when this process changes it, so it can be cached here.',
    needs: ['inspect', 'multi-handle'],
    wrap: () => {
      const caches = perHandle(() => new Map<string, MemoryRecord>());
      return eachMemory((memory, seat) => {
        const cache = caches(seat);
        return {
          ...watchWrites(memory, seat, () => cache.clear()),
          inspect: (scope, key) =>
            andThen(
              memory.inspect(scope, key),
              (record) => record && kept(cache, addressOf(seat.identity, scope, key), record),
            ),
        };
      });
    },
  },
  {
    id: 'search-cached-by-handle',
    property,
    misconception: 'The same question has the same answer until this process writes something.',
    needs: ['multi-handle'],
    wrap: () => {
      const caches = perHandle(() => new Map<string, readonly FoundFact[]>());
      return eachMemory((memory, seat) => {
        const cache = caches(seat);
        return {
          ...watchWrites(memory, seat, () => cache.clear()),
          ...bendLists(memory, (facts, scope, terms) =>
            kept(cache, addressOf(seat.identity, scope, JSON.stringify(terms)), facts),
          ),
        };
      });
    },
  },
  {
    id: 'context-built-once-a-second',
    property,
    misconception:
      'A prompt is built from what the scope held when it was first asked this second.',
    needs: [],
    wrap: () => {
      const cache = new Map<string, readonly FoundFact[]>();
      return eachMemory((memory, { identity }) =>
        bendContext(memory, (facts, scope, { now }) =>
          kept(cache, addressOf(identity, scope, String(now)), facts),
        ),
      );
    },
  },
  {
    id: 'other-handles-seen-late',
    property,
    misconception: 'A handle need not look at the file again before it writes something itself.',
    needs: ['inspect', 'multi-handle'],
    wrap: () => {
      const news = unseen();
      return eachMemory((memory, seat) => {
        const isHidden = (scope: string, { key }: FoundFact): boolean =>
          news.has(addressOf(seat.identity, scope, key), seat);
        return {
          ...watchWrites(memory, seat, (change) => {
            news.lookedUp(seat);
            if (change.by === 'remember' && change.version === 1)
              news.created(addressOf(seat.identity, change.scope, change.key), seat);
          }),
          ...bendLists(memory, (facts, scope) => facts.filter((fact) => !isHidden(scope, fact))),
          ...bendRecords(memory, (record, scope) => (isHidden(scope, record) ? undefined : record)),
        };
      });
    },
  },
];
