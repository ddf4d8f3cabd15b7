// Bending what reads give: the store answers first, then one thing in its answer is changed.
import type { FoundFact, MemoryRecord, SearchTerms } from '../contract/fact.js';
import type { Awaitable, Memory } from '../contract/port.js';
import { checkSearchTerms, type CompleteTerms } from '../guards/domains.js';
import { andThen } from '../services/awaitable.js';
import type { WholeMemory } from './decorate.js';

type Facts = readonly FoundFact[];

/** What a mutant makes of a list the store gave; the terms have their defaults filled in. */
export type BendList = (facts: Facts, scope: string, terms: CompleteTerms) => Awaitable<Facts>;

/** Searches whose list is bent. */
export const bendSearch = (memory: WholeMemory, bend: BendList): Pick<Memory, 'search'> => ({
  search: (scope, terms) =>
    andThen(memory.search(scope, terms), (facts) => bend(facts, scope, checkSearchTerms(terms))),
});

/** Contexts whose facts are bent. */
export const bendContext = (memory: WholeMemory, bend: BendList): Pick<Memory, 'context'> => ({
  context: (scope, terms) =>
    andThen(memory.context(scope, terms), (envelope) =>
      andThen(bend(envelope.facts, scope, checkSearchTerms(terms)), (facts) => ({
        ...envelope,
        facts,
      })),
    ),
});

/** Searches and contexts, bent alike: they are one query in most stores. */
export const bendLists = (
  memory: WholeMemory,
  bend: BendList,
): Pick<Memory, 'search' | 'context'> => ({
  ...bendSearch(memory, bend),
  ...bendContext(memory, bend),
});

/** Everything that shows a fact, with each fact changed alike; inspect shows the whole record. */
export const bendFacts = (
  memory: WholeMemory,
  bend: <T extends FoundFact>(fact: T, scope: string) => T,
): Pick<Memory, 'search' | 'context' | 'inspect'> => ({
  ...bendLists(memory, (facts, scope) => facts.map((fact) => bend(fact, scope))),
  ...bendRecords(memory, bend),
});

/** Inspect with each record changed. */
export const bendRecords = (
  memory: WholeMemory,
  bend: (record: MemoryRecord, scope: string) => MemoryRecord | undefined,
): Pick<Memory, 'inspect'> => ({
  inspect: (scope, key) =>
    andThen(memory.inspect(scope, key), (record) => record && bend(record, scope)),
});

/** A record as a search shows it. */
export function foundIn(record: MemoryRecord): FoundFact {
  const { tenant: _t, subject: _s, deletedAt: _d, actor: _a, provenance: _p, ...fact } = record;
  return fact;
}

/** Everything the store finds in a scope at `now`, as far as one search can list it. */
export const allFacts = (
  memory: WholeMemory,
  scope: string,
  { now, ...more }: Partial<SearchTerms> & { readonly now: number },
): Awaitable<Facts> => memory.search(scope, { now, minConfidence: 0, limit: 20, ...more });

/** Order by code point, as the contract asks. */
function compareKeys(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  const at = left.findIndex((point, index) => point !== right[index]);
  const pointAt = (points: readonly string[]): number => points[at]?.codePointAt(0) ?? -1;
  return at === -1 ? left.length - right.length : pointAt(left) - pointAt(right);
}

/** Newest first, then surest, then by key. */
export const byRecency = (a: FoundFact, b: FoundFact): number =>
  b.updatedAt - a.updatedAt || b.confidence - a.confidence || compareKeys(a.key, b.key);

/** The list with those of `more` it does not hold yet, in order and within the limit. */
export function withFacts(facts: Facts, more: Facts, limit: number): Facts {
  const known = new Set(facts.map(({ key }) => key));
  return [...facts, ...more.filter(({ key }) => !known.has(key))]
    .toSorted(byRecency)
    .slice(0, limit);
}
