// Aliases that name a key of their own, or name one only half the time.
import type { FoundFact } from '../../contract/fact.js';
import { canonicalKey } from '../../guards/policy-index.js';
import { andThen } from '../../services/awaitable.js';
import { addressOf, eachMemory, policyOf } from '../decorate.js';
import type { CuratedMutant } from '../mutant.js';
import { bendFacts } from '../reads.js';

const property = 'policy';

/** Resolved too late, or not on every way in. */
export const aliasesUnresolved: readonly CuratedMutant[] = [
  {
    id: 'alias-shown-as-written',
    property,
    misconception: 'The writer chose that name, so readers should see the record under it.',
    needs: ['evidence', 'inspect'],
    wrap: () => {
      const written = new Map<string, string>();
      return eachMemory((memory, { identity, store }) => ({
        ...bendFacts(memory, <T extends FoundFact>(fact: T, scope: string): T => {
          const key = written.get(addressOf(identity, scope, fact.key));
          return key === undefined ? fact : { ...fact, key };
        }),
        remember: (fact, terms) =>
          andThen(memory.remember(fact, terms), (version) => {
            const key = canonicalKey(policyOf(store), fact.key);
            written.set(addressOf(identity, fact.scope, key), fact.key);
            return version;
          }),
      }));
    },
  },
  {
    id: 'alias-unknown-to-inspect',
    property,
    misconception: 'Aliases are a comfort for writers: whoever reads knows the real key.',
    needs: ['evidence', 'inspect'],
    wrap: () =>
      eachMemory((memory) => ({
        inspect: (scope, key) =>
          andThen(memory.inspect(scope, key), (record) =>
            record !== undefined && record.key !== key ? undefined : record,
          ),
      })),
  },
  {
    id: 'alias-unknown-to-forget',
    property,
    misconception: 'What is to be forgotten must be named exactly, so an alias does not count.',
    needs: ['evidence', 'inspect', 'tombstones'],
    wrap: () =>
      eachMemory((memory, { store }) => ({
        forget: (scope, key, terms) =>
          memory.forget(scope, canonicalKey(policyOf(store), key) === key ? key : 'no key', terms),
      })),
  },
];
