// inspect: the record at an address, tombstones included (contract section 5).
import type { Operation } from '../../src/contract/operations.js';
import {
  calledBy,
  identityAt,
  neighbourOf,
  placeAmong,
  records,
  type Situation,
  withoutScope,
} from '../situation.js';
import { spoiltTexts } from '../world/values.js';
import type { Command } from './command.js';

type Inspect = Operation & { do: 'inspect'; scope: string; key: string };

function resolve(s: Situation): Inspect {
  const known = records(s);
  const { dice } = s;
  const place =
    known.length > 0 && dice.oneIn(2) ? neighbourOf(s, dice.pick(known)) : placeAmong(s, known);
  const as = identityAt(s, place);
  return {
    do: 'inspect',
    as: s.deviation === 4 ? withoutScope(as, place.scope) : as,
    scope: place.scope,
    key: calledBy(s, place),
  };
}

const nearMisses = (_: Situation, operation: Inspect): readonly Operation[] => [
  { ...operation, as: withoutScope(operation.as, operation.scope) },
  { ...operation, scope: 'nowhere' },
  ...spoiltTexts.map((scope): Operation => ({ ...operation, scope })),
  ...spoiltTexts.map((key): Operation => ({ ...operation, key })),
];

export const inspect: Command<Inspect> = {
  name: 'inspect',
  weights: {
    mixed: 1,
    crowd: 0,
    review: 0,
    lifecycle: 1,
    reading: 2,
    runtime: 0,
    proposals: 0,
  },
  resolve,
  nearMisses,
};
