// forget and restore: the two decisions about a stored fact share their terms (contract section 5).
import type { DecisionTerms, MemoryRecord } from '../../src/contract/fact.js';
import type { Operation } from '../../src/contract/operations.js';
import {
  at,
  calledBy,
  forgotten,
  freshPlace,
  identityAt,
  live,
  neighbourOf,
  type Place,
  placeAmong,
  placeOf,
  recordThere,
  records,
  type Situation,
  versionFor,
  withoutScope,
} from '../situation.js';
import { disguisesOf, spoiltTexts, undecided } from '../world/values.js';
import { type Command, otherVersions, spoiltFields } from './command.js';

export type Decide = Operation & {
  do: 'forget' | 'restore';
  scope: string;
  key: string;
  terms: DecisionTerms;
};

function choosePlace(s: Situation, wanted: readonly MemoryRecord[]): Place {
  const { dice, theme } = s;
  const open = [...s.state.cases.values()].filter((each) => each.decided === undefined);
  if (open.length > 0 && dice.oneIn(theme === 'review' ? 2 : 8))
    return placeOf(s, dice.pick(open).current);
  const draw = dice.below(10);
  if (draw < 8) return placeAmong(s, wanted);
  const known = records(s);
  return draw < 9 && known.length > 0 ? neighbourOf(s, dice.pick(known)) : freshPlace(s);
}

/** Moves the clock to the last second of the fact, or to the first one after it. */
const nowFor = (s: Situation, old: MemoryRecord | undefined, restoring: boolean): number => {
  if (s.deviation === 5 && old !== undefined && old.updatedAt > 0) return old.updatedAt - 1;
  if (restoring && old !== undefined && old.expiresAt !== null && s.dice.oneIn(3))
    return at(s, old.expiresAt - s.dice.below(2));
  return s.now;
};

const resolveAs =
  (operation: 'forget' | 'restore') =>
  (s: Situation): Decide => {
    const place = choosePlace(s, operation === 'forget' ? live(s) : forgotten(s));
    const old = recordThere(s, place);
    const as = identityAt(s, place);
    const userConfirmed = s.deviation === 6 ? s.dice.pick(undecided) : true;
    const now = nowFor(s, old, operation === 'restore');
    return {
      do: operation,
      as: s.deviation === 7 ? withoutScope(as, place.scope) : as,
      scope: place.scope,
      key: s.deviation === 8 ? 'no such key' : calledBy(s, place),
      terms: { expectedVersion: versionFor(s, old), now, userConfirmed },
    };
  };

function nearMisses(s: Situation, operation: Decide): readonly Operation[] {
  const { terms, as, scope, key } = operation;
  const withTerms = (change: object): Operation => ({
    ...operation,
    terms: { ...terms, ...change },
  });
  const old = records(s).find(
    (r) => r.tenant === as.tenant && r.subject === as.subject && r.scope === scope && r.key === key,
  );
  const instants =
    old === undefined
      ? []
      : [old.updatedAt - 1, ...(old.expiresAt === null ? [] : [old.expiresAt, old.expiresAt + 1])];
  return [
    ...otherVersions(terms.expectedVersion).map((v) => withTerms({ expectedVersion: v })),
    ...undecided.map((userConfirmed) => withTerms({ userConfirmed })),
    ...instants.map((now) => withTerms({ now })),
    { ...operation, do: operation.do === 'forget' ? 'restore' : 'forget' },
    { ...operation, as: withoutScope(as, scope) },
    { ...operation, key: 'no such key' },
    { ...operation, scope: 'nowhere' },
    { ...operation, scope: s.dice.pick(spoiltTexts) },
    { ...operation, key: s.dice.pick(spoiltTexts) },
    ...spoiltFields(terms, [], ['expectedVersion', 'now']).map((bad): Operation => ({
      ...operation,
      terms: bad,
    })),
    { ...operation, terms: s.dice.pick(disguisesOf(terms)) },
  ];
}

/** Restores of a forgotten record that nobody confirmed, or that come too late. */
export function restoresAt(s: Situation, record: MemoryRecord): readonly Operation[] {
  if (record.deletedAt === null) return [];
  const { scope, key, version: expectedVersion, expiresAt } = record;
  const restore = (terms: DecisionTerms): Operation => ({
    do: 'restore',
    as: identityAt(s, record),
    scope,
    key,
    terms,
  });
  const unconfirmed = s.dice.some(undecided, 2).map((userConfirmed) => userConfirmed as true);
  return [
    ...unconfirmed.map((userConfirmed) => restore({ expectedVersion, now: s.now, userConfirmed })),
    ...(expiresAt === null
      ? []
      : [restore({ expectedVersion, now: expiresAt, userConfirmed: true })]),
  ];
}

export const forget: Command<Decide> = {
  name: 'forget',
  weights: {
    mixed: 2,
    crowd: 0,
    review: 1,
    lifecycle: 4,
    reading: 1,
    runtime: 1,
    proposals: 1,
  },
  repair: (s) => (live(s).length === 0 ? 'remember' : undefined),
  resolve: resolveAs('forget'),
  nearMisses,
};

export const restore: Command<Decide> = {
  name: 'restore',
  weights: {
    mixed: 2,
    crowd: 0,
    review: 1,
    lifecycle: 4,
    reading: 0,
    runtime: 0,
    proposals: 0,
  },
  repair: (s) => (forgotten(s).length === 0 ? 'forget' : undefined),
  resolve: resolveAs('restore'),
  nearMisses,
};
