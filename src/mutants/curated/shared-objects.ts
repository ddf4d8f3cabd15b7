// Objects shared between store and caller: a change on one side is a change on the other.
import type { ContextEnvelope, Fact, FoundFact, MemoryRecord } from '../../contract/fact.js';
import type { Services } from '../../contract/services.js';
import { andThen } from '../../services/awaitable.js';
import { addressOf, eachMemory, policyOf } from '../decorate.js';
import { canonicalKey } from '../../guards/policy-index.js';
import type { CuratedMutant } from '../mutant.js';
import { bendFacts, bendLists } from '../reads.js';

const property = 'no-aliasing';

/** Gives out the very object it gave out before, for as long as the store says the same. */
function sameObject<T extends object>() {
  const kept = new Map<string, { readonly was: string; readonly object: T }>();
  return (address: string, object: T): T => {
    const was = JSON.stringify(object);
    const known = kept.get(address);
    if (known?.was === was) return known.object;
    kept.set(address, { was, object });
    return object;
  };
}

const withQueue = (services: Services): Services => ({
  ...services,
  createReviewQueue: (store, owner) => {
    const queue = services.createReviewQueue(store, owner);
    return {
      ...queue,
      prepare: (caller, candidate, terms) =>
        andThen(queue.prepare(caller, candidate, terms), (shown) => structuredClone(shown)),
    };
  },
});

const withProposals = (services: Services): Services => ({
  ...services,
  createProposals: (store) => {
    const proposals = services.createProposals(store);
    return {
      ...proposals,
      propose: (caller, candidate, terms) =>
        andThen(proposals.propose(caller, candidate, terms), (made) => structuredClone(made)),
    };
  },
});

/** Arguments kept, own objects handed out, copies that are not frozen. */
export const sharedObjects: readonly CuratedMutant[] = [
  {
    id: 'fact-kept-as-given',
    property,
    misconception: 'The caller hands the fact over, so the object now belongs to the store.',
    needs: ['inspect'],
    wrap: () => {
      const given = new Map<string, Fact>();
      return eachMemory((memory, { identity, store }) => {
        const at = (scope: string, key: string, version: number): string =>
          `${addressOf(identity, scope, key)} ${version}`;
        return {
          ...bendFacts(memory, (fact, scope) => {
            const kept = given.get(at(scope, fact.key, fact.version));
            return kept === undefined ? fact : { ...fact, value: kept.value };
          }),
          remember: (fact, terms) =>
            andThen(memory.remember(fact, terms), (version) => {
              const key = canonicalKey(policyOf(store), fact.key);
              given.set(at(fact.scope, key, version), fact);
              return version;
            }),
        };
      });
    },
  },
  {
    id: 'record-handed-out',
    property,
    misconception: 'Callers only look at what they get, so a copy for each of them is waste.',
    needs: ['inspect'],
    wrap: () => {
      const own = sameObject<MemoryRecord>();
      return eachMemory((memory, { identity }) => ({
        inspect: (scope, key) =>
          andThen(
            memory.inspect(scope, key),
            (record) => record && own(addressOf(identity, scope, record.key), record),
          ),
      }));
    },
  },
  {
    id: 'facts-handed-out',
    property,
    misconception: 'The list is new each time, so the facts in it may be the ones in the cache.',
    needs: [],
    wrap: () => {
      const own = sameObject<FoundFact>();
      return eachMemory((memory, { identity }) =>
        bendLists(memory, (facts, scope) =>
          facts.map((fact) => own(addressOf(identity, scope, fact.key), fact)),
        ),
      );
    },
  },
  {
    id: 'envelope-shared',
    property,
    misconception: 'The envelope of a context is always the same, so one object will do for all.',
    needs: [],
    wrap: () => {
      const own = sameObject<Omit<ContextEnvelope, 'facts'>>();
      return eachMemory((memory) => ({
        context: (scope, terms) =>
          andThen(memory.context(scope, terms), ({ facts, ...envelope }) =>
            Object.assign(own('envelope', envelope), { facts }),
          ),
      }));
    },
  },
  {
    id: 'case-not-frozen',
    property,
    misconception: 'A case is a copy already, so nothing is lost if somebody writes on it.',
    needs: ['review', 'inspect', 'versions'],
    services: withQueue,
  },
  {
    id: 'proposal-not-frozen',
    property,
    misconception: 'Only the store decides what is confirmed, so a proposal need not be frozen.',
    needs: ['evidence', 'inspect', 'versions'],
    services: withProposals,
  },
];
