// Lists in another order than promised, or cut in another place.
import type { FoundFact } from '../../contract/fact.js';
import { isPlainObject } from '../../contract/shapes.js';
import { andThen } from '../../services/awaitable.js';
import { eachMemory } from '../decorate.js';
import type { CuratedMutant } from '../mutant.js';
import { allFacts, bendLists } from '../reads.js';

type Compare = (a: FoundFact, b: FoundFact) => number;

const property = 'order-and-limit';

const byUnits: Compare = (a, b) => (a.key < b.key ? -1 : Number(a.key > b.key));
const byTime: Compare = (a, b) => b.updatedAt - a.updatedAt;
const byConfidence: Compare = (a, b) => b.confidence - a.confidence;

const ordered = (id: string, misconception: string, compare: Compare): CuratedMutant => ({
  id,
  property,
  misconception,
  needs: [],
  wrap: () =>
    eachMemory((memory) =>
      bendLists(memory, (_facts, scope, { limit, ...terms }) =>
        andThen(allFacts(memory, scope, terms), (list) => list.toSorted(compare).slice(0, limit)),
      ),
    ),
});

/** Four orders and two limits. */
export const orderAndLimitBent: readonly CuratedMutant[] = [
  ordered('oldest-first', 'A list begins at the beginning.', (a, b) => a.updatedAt - b.updatedAt),
  ordered(
    'order-by-utf16-units',
    'JavaScript compares texts with <, and that is the order of texts.',
    (a, b) => byTime(a, b) || byConfidence(a, b) || byUnits(a, b),
  ),
  ordered(
    'order-ignores-confidence',
    'Newest first is an order; what happened in the same second may come as it likes.',
    (a, b) => byTime(a, b) || byUnits(a, b),
  ),
  ordered(
    'surest-first',
    'The surest fact is the best one, so it comes first.',
    (a, b) => byConfidence(a, b) || byTime(a, b) || byUnits(a, b),
  ),
  {
    id: 'limit-cuts-before-order',
    property,
    misconception: 'Take as many rows as were asked for, then put them in order.',
    needs: [],
    wrap: () =>
      eachMemory((memory) =>
        bendLists(memory, (_facts, scope, { limit, ...terms }) =>
          andThen(allFacts(memory, scope, terms), (list) => {
            const cut = new Set(list.toSorted(byUnits).slice(0, limit));
            return list.filter((fact) => cut.has(fact));
          }),
        ),
      ),
  },
  {
    id: 'default-limit-of-seven',
    property,
    misconception: 'Nobody counts how many facts come back when no limit was given.',
    needs: [],
    wrap: () =>
      eachMemory((memory) => ({
        search: (scope, terms) =>
          isPlainObject(terms) && terms.limit === undefined
            ? memory.search(scope, { ...terms, limit: 7 })
            : memory.search(scope, terms),
      })),
  },
];
