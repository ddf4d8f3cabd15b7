// Contents that come back almost as they were written.
import type { Fact, FoundFact, RememberTerms } from '../../contract/fact.js';
import type { Capability } from '../../contract/port.js';
import { limits } from '../../contract/limits.js';
import { canonicalKey } from '../../guards/policy-index.js';
import { andThen } from '../../services/awaitable.js';
import { addressOf, eachMemory, policyOf } from '../decorate.js';
import type { CuratedMutant } from '../mutant.js';
import { bendFacts } from '../reads.js';
import { bendFact } from '../writes.js';

const property = 'round-trip';

/** Changes what is written, if that leaves something to write. */
const written = (
  id: string,
  misconception: string,
  change: (fact: Fact, terms: RememberTerms) => Partial<Fact>,
): CuratedMutant => ({
  id,
  property,
  misconception,
  needs: [],
  wrap: () => eachMemory((memory) => bendFact(memory, change)),
});

/** Changes a value of a length that may be written, and only where something is left of it. */
const valued =
  (change: (value: string) => string) =>
  ({ value }: Fact): Partial<Fact> => {
    const fits = typeof value === 'string' && [...value].length <= limits.text.max;
    const other = fits ? change(value) : '';
    return other === '' ? {} : { value: other };
  };

/** Changes what every read shows. */
const shown = (
  id: string,
  misconception: string,
  change: (fact: FoundFact) => Partial<FoundFact>,
  needs: readonly Capability[] = [],
): CuratedMutant => ({
  id,
  property,
  misconception,
  needs: ['inspect', ...needs],
  wrap: () => eachMemory((memory) => bendFacts(memory, (fact) => ({ ...fact, ...change(fact) }))),
});

/** Texts tidied, cut and re-encoded; numbers rounded; fields nobody is thought to miss. */
export const contentsChanged: readonly CuratedMutant[] = [
  written(
    'value-trimmed',
    'Blanks around a value are typing errors and can be removed.',
    valued((value) => value.trim()),
  ),
  written(
    'value-normalised',
    'Two encodings of one text are one text, so one of them is enough.',
    valued((value) => value.normalize('NFC')),
  ),
  written(
    'value-cut-at-255',
    'A column of 255 characters has always been long enough.',
    valued((value) => [...value].slice(0, 255).join('')),
  ),
  written(
    'astral-characters-replaced',
    'Three bytes are enough for any character that matters.',
    valued((value) => value.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?')),
  ),
  shown(
    'observed-when-written',
    'A fact is observed at the moment it is written down, so one time is enough.',
    ({ updatedAt }) => ({ observedAt: updatedAt }),
  ),
  shown(
    'confidence-rounded',
    'One decimal is enough for a confidence.',
    ({ confidence }) => ({ confidence: Math.round(confidence * 10) / 10 }),
    ['confidence'],
  ),
  shown(
    'source-not-kept',
    'Where a fact comes from matters when it is accepted, not later.',
    () => ({
      sourceRef: 'unknown',
    }),
  ),
  {
    id: 'negative-zero-kept',
    property,
    misconception: 'A number is stored as it comes, whatever its sign.',
    needs: ['inspect', 'confidence'],
    wrap: () => {
      const negative = new Set<string>();
      return eachMemory((memory, { identity, store }) => {
        const at = (scope: string, key: string): string => addressOf(identity, scope, key);
        return {
          ...bendFacts(memory, <T extends FoundFact>(fact: T, scope: string): T =>
            negative.has(at(scope, fact.key)) ? { ...fact, confidence: -0 } : fact,
          ),
          remember: (fact, terms) =>
            andThen(memory.remember(fact, terms), (version) => {
              const address = at(fact.scope, canonicalKey(policyOf(store), fact.key));
              if (Object.is(fact.confidence, -0)) negative.add(address);
              else negative.delete(address);
              return version;
            }),
        };
      });
    },
  },
];
