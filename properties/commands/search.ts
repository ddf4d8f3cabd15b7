// search: the active facts of one scope, filtered, ordered, limited (contract section 5).
import type { SearchTerms } from '../../src/contract/fact.js';
import type { Operation } from '../../src/contract/operations.js';
import {
  identityAt,
  neighbourOf,
  placeAmong,
  recordThere,
  records,
  type Situation,
  withoutScope,
} from '../situation.js';
import { confidences, disguisesOf, searchTexts, spoiltTexts } from '../world/values.js';
import { type Command, spoiltFields } from './command.js';

type Search = Operation & { do: 'search'; scope: string; terms: SearchTerms };

function resolve(s: Situation): Search {
  const { dice } = s;
  const known = records(s);
  const place =
    known.length > 0 && dice.oneIn(4) ? neighbourOf(s, dice.pick(known)) : placeAmong(s, known);
  const record = recordThere(s, place);
  const instants = [s.now, s.now, s.now];
  if (record !== undefined) instants.push(Math.max(0, record.updatedAt - 1), record.updatedAt);
  if (record !== undefined && record.expiresAt !== null)
    instants.push(record.expiresAt - 1, record.expiresAt);
  const texts = record === undefined ? searchTexts : [...searchTexts, record.value.slice(0, 1)];
  const as = identityAt(s, place);
  const terms: SearchTerms = {
    now: dice.pick(instants),
    ...(dice.oneIn(2) ? { text: dice.pick(texts) } : {}),
    ...(dice.oneIn(3) ? {} : { minConfidence: dice.pick([0, 0, ...confidences]) }),
    ...(dice.oneIn(2) ? {} : { limit: dice.pick([20, 1, 2, 3, 8]) }),
  };
  return {
    do: 'search',
    as: s.deviation === 4 ? withoutScope(as, place.scope) : as,
    scope: s.deviation === 5 ? 'nowhere' : place.scope,
    terms,
  };
}

function nearMisses(s: Situation, operation: Search): readonly Operation[] {
  const { terms, as, scope } = operation;
  const withTerms = (change: object): Operation => ({
    ...operation,
    terms: { ...terms, ...change },
  });
  return [
    ...[0, 21, 1.5].map((limit) => withTerms({ limit })),
    ...[-0.1, 1.0001].map((minConfidence) => withTerms({ minConfidence })),
    withTerms({ text: '\u{1f600}'.repeat(301) }),
    { ...operation, as: withoutScope(as, scope) },
    { ...operation, scope: 'nowhere' },
    ...spoiltTexts.map((bad): Operation => ({ ...operation, scope: bad })),
    ...spoiltFields(terms, ['text'], ['now', 'minConfidence', 'limit']).map((bad): Operation => ({
      ...operation,
      terms: bad,
    })),
    { ...operation, terms: s.dice.pick(disguisesOf(terms)) },
  ];
}

export const search: Command<Search> = {
  name: 'search',
  weights: {
    mixed: 4,
    crowd: 4,
    review: 0,
    lifecycle: 1,
    reading: 6,
    runtime: 0,
    proposals: 0,
  },
  resolve,
  nearMisses,
};
