// Search texts that are interpreted instead of found as they are.
import { andThen } from '../../services/awaitable.js';
import { eachMemory } from '../decorate.js';
import type { CuratedMutant } from '../mutant.js';
import { allFacts, bendSearch, withFacts } from '../reads.js';

/** Finds what the store finds, and what `matches` takes for a hit as well. */
const alsoIf = (
  id: string,
  misconception: string,
  matches: (value: string, text: string) => boolean,
): CuratedMutant => ({
  id,
  property: 'literal-text',
  misconception,
  needs: ['text-search'],
  wrap: () =>
    eachMemory((memory) =>
      bendSearch(memory, (facts, scope, { text, limit, ...terms }) =>
        andThen(allFacts(memory, scope, terms), (list) =>
          withFacts(
            facts,
            list.filter(({ value }) => matches(value, text)),
            limit,
          ),
        ),
      ),
    ),
});

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/gu, '\\$&');

const isLike = (value: string, text: string): boolean =>
  new RegExp(escaped(text).replaceAll('_', '.').replaceAll('%', '.*'), 'su').test(value);

/** A text that is no pattern finds itself, as a careful caller of RegExp would have it. */
function isMatch(value: string, text: string): boolean {
  try {
    return new RegExp(text, 'su').test(value);
  } catch {
    return false;
  }
}

/** Patterns, folds and blanks. */
export const textInterpreted: readonly CuratedMutant[] = [
  alsoIf(
    'text-is-a-like-pattern',
    'LIKE finds a text, so LIKE is the way to look for one.',
    isLike,
  ),
  alsoIf(
    'text-case-folded',
    'People do not care about case when they look for something.',
    (value, text) => value.toLowerCase().includes(text.toLowerCase()),
  ),
  alsoIf('text-is-a-regular-expression', 'A search box that knows patterns is a gift.', isMatch),
  alsoIf('text-normalised', 'Texts that look alike should find each other.', (value, text) =>
    value.normalize('NFC').includes(text.normalize('NFC')),
  ),
  alsoIf('text-trimmed', 'Blanks around a search text are typing errors.', (value, text) =>
    value.includes(text.trim()),
  ),
  {
    id: 'text-finds-beginnings-only',
    property: 'literal-text',
    misconception: 'An index finds beginnings, and a text is found by how it begins.',
    needs: ['text-search'],
    wrap: () =>
      eachMemory((memory) =>
        bendSearch(memory, (facts, _scope, { text }) =>
          facts.filter(({ value }) => value.startsWith(text)),
        ),
      ),
  },
];
