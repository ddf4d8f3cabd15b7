// Values taken that are outside their domain, or refused that are inside it.
import type { Capability } from '../../contract/port.js';
import type { RefusalCode } from '../../contract/refusals.js';
import { isPlainObject } from '../../contract/shapes.js';
import { eachMemory, onRefusal } from '../decorate.js';
import type { CuratedMutant } from '../mutant.js';
import { bendFact, rememberAgain } from '../writes.js';

const property = 'domains';

type Mend = <T>(argument: T) => T;

/** What is refused for one reason is mended and tried again: the fact, the terms or both. */
const mending = (
  id: string,
  code: RefusalCode,
  misconception: string,
  mend: Mend,
  needs: readonly Capability[] = [],
): CuratedMutant => ({
  id,
  property,
  misconception,
  needs,
  wrap: () =>
    eachMemory((memory) => ({
      remember: (fact, terms) =>
        onRefusal(
          code,
          () => memory.remember(fact, terms),
          () => memory.remember(mend(fact), mend(terms)),
        ),
      search: (scope, terms) =>
        onRefusal(
          code,
          () => memory.search(scope, terms),
          () => memory.search(scope, mend(terms)),
        ),
    })),
});

const onObjects =
  (mend: (fields: Readonly<Record<string, unknown>>) => object): Mend =>
  <T>(argument: T): T =>
    typeof argument === 'object' && argument !== null
      ? ({ ...argument, ...mend(argument as Record<string, unknown>) } as T)
      : argument;

const known = new Set([
  'scope',
  'kind',
  'key',
  'value',
  'sourceRef',
  'observedAt',
  'confidence',
  'expiresAt',
  'evidence',
  'expectedVersion',
  'now',
  'text',
  'minConfidence',
  'limit',
]);

const optional = ['confidence', 'text', 'minConfidence', 'limit'];

const picked = (fields: object, keep: (name: string, value: unknown) => boolean): object =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => keep(name, value)));

/** Shapes that are waved through, and numbers that are mended. */
export const domainsWidened: readonly CuratedMutant[] = [
  mending(
    'unknown-fields-ignored',
    'malformed',
    'Fields nobody knows do nobody harm: leave them out.',
    <T>(argument: T): T =>
      isPlainObject(argument) ? (picked(argument, (name) => known.has(name)) as T) : argument,
  ),
  mending(
    'class-instances-accepted',
    'malformed',
    'An object is an object: what has the fields has the shape.',
    <T>(argument: T): T =>
      typeof argument === 'object' && argument !== null && !isPlainObject(argument)
        ? { ...argument }
        : argument,
  ),
  mending(
    'null-means-absent',
    'malformed',
    'Databases and JSON say null where JavaScript says undefined.',
    <T>(argument: T): T =>
      isPlainObject(argument)
        ? (picked(argument, (name, value) => value !== null || !optional.includes(name)) as T)
        : argument,
  ),
  mending(
    'numbers-in-text-accepted',
    'malformed',
    'A query string has only text, so "3" has to count as 3.',
    onObjects((fields) =>
      Object.fromEntries(
        Object.entries(fields)
          .filter(([, value]) => typeof value === 'string' && /^\d+$/u.test(value))
          .filter(([name]) => ['now', 'expectedVersion', 'observedAt', 'limit'].includes(name))
          .map(([name, value]) => [name, Number(value)]),
      ),
    ),
  ),
  mending(
    'unknown-confidence-is-certain',
    'bad-confidence',
    'NaN means that nobody gave a number, so the default applies.',
    onObjects(({ confidence }) => (Number.isNaN(confidence) ? { confidence: 1 } : {})),
    ['confidence'],
  ),
  mending(
    'limit-clamped',
    'bad-limit',
    'Whoever asks for a thousand facts is glad of twenty.',
    onObjects(({ limit }) => ({ limit: Number(limit) > 20 ? 20 : 1 })),
  ),
  {
    id: 'future-observation-accepted',
    property,
    misconception: 'The tool that observed it has its own clock, which may be ahead.',
    needs: [],
    wrap: rememberAgain('future-observation', ({ terms }) => ({ fact: { observedAt: terms.now } })),
  },
  {
    id: 'code-units-counted',
    property,
    misconception: 'The length of a text is its `length`.',
    needs: [],
    wrap: () =>
      eachMemory((memory) =>
        bendFact(memory, ({ value }) =>
          typeof value === 'string' && value.length > 300 ? { value: 'x'.repeat(301) } : {},
        ),
      ),
  },
];
