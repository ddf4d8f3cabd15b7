// context: what a prompt is given, as data without authority (contract section 5).
import type { ContextTerms } from '../../src/contract/fact.js';
import type { Operation } from '../../src/contract/operations.js';
import { identityAt, placeAmong, records, type Situation, withoutScope } from '../situation.js';
import { disguisesOf, spoiltTexts } from '../world/values.js';
import { type Command, spoiltFields } from './command.js';

type Context = Operation & { do: 'context'; scope: string; terms: ContextTerms };

function resolve(s: Situation): Context {
  const place = placeAmong(s, records(s));
  const as = identityAt(s, place);
  return {
    do: 'context',
    as: s.deviation === 4 ? withoutScope(as, place.scope) : as,
    scope: place.scope,
    terms: { now: s.now },
  };
}

const nearMisses = (s: Situation, operation: Context): readonly Operation[] => [
  { ...operation, as: withoutScope(operation.as, operation.scope) },
  { ...operation, scope: 'nowhere' },
  ...spoiltTexts.map((bad): Operation => ({ ...operation, scope: bad })),
  { ...operation, terms: { ...operation.terms, limit: 1 } },
  ...spoiltFields(operation.terms, [], ['now']).map((bad): Operation => ({
    ...operation,
    terms: bad,
  })),
  { ...operation, terms: s.dice.pick(disguisesOf(operation.terms)) },
];

export const context: Command<Context> = {
  name: 'context',
  weights: {
    mixed: 1,
    crowd: 1,
    review: 0,
    lifecycle: 1,
    reading: 2,
    runtime: 0,
    proposals: 0,
  },
  resolve,
  nearMisses,
};
