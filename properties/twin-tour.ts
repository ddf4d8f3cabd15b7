// At the end of a sequence, one of several forgotten twins is restored: the others must stay gone.
import type { State } from '../models/state.js';
import { step as modelStep } from '../models/step.js';
import type { Move } from '../src/engine/drive.js';
import { isClaimed } from './claims.js';
import { decideAt, rememberAt } from './good-calls.js';
import { identityAt, type Place, recordThere, type Situation } from './situation.js';
import { keysOf, scopesOf } from './world/world.js';

/** The highest version that twins are brought to before they are forgotten. */
const highest = 4;

/** A place, and one for each part of the address in which another can differ from it. */
function twinsAt(s: Situation): readonly Place[] {
  const { world, dice } = s;
  const rule = dice.pick(s.state.setup.policy);
  const scopes = scopesOf(world, rule);
  const place: Place = {
    tenant: dice.pick(world.tenants),
    subject: dice.pick(world.subjects),
    scope: dice.pick(scopes),
    key: dice.pick(keysOf(rule)),
    rule,
  };
  const others = (list: readonly string[], own: string): readonly string[] =>
    dice.some(
      list.filter((each) => each !== own),
      1,
    );
  // One other person at most: of two, nobody could say which one got in the way.
  const people = dice.oneIn(2)
    ? others(world.tenants, place.tenant).map((tenant) => ({ ...place, tenant }))
    : others(world.subjects, place.subject).map((subject) => ({ ...place, subject }));
  return [
    place,
    ...people,
    ...others(scopes, place.scope).map((scope) => ({ ...place, scope })),
    ...others(keysOf(rule), place.key).map((key) => ({ ...place, key })),
  ];
}

/** The version all of them can be written to, if none is forgotten and none far ahead. */
function commonVersion(s: Situation, places: readonly Place[]): number | undefined {
  const there = places.map((place) => recordThere(s, place));
  if (there.some((record) => record !== undefined && record.deletedAt !== null)) return undefined;
  const version = Math.max(1, ...there.map((record) => record?.version ?? 0));
  return version > highest ? undefined : version;
}

/** Restores one of twins that were forgotten at one version, and inspects every one of them. */
export function* twinTour(s: Situation): Generator<Move, State, State> {
  const { alphabet, capabilities } = s.world;
  let { state } = s;
  if (!alphabet.has('restore')) return state;
  const tries = Array.from({ length: 4 }, () => twinsAt(s));
  const places = tries.find((each) => commonVersion(s, each) !== undefined);
  const version = places && commonVersion(s, places);
  if (places === undefined || version === undefined) return state;
  const [chosen] = places;
  const writes = places.flatMap((place) => {
    const from = recordThere(s, place)?.version ?? 0;
    return Array.from({ length: version - from }, (_, at) =>
      rememberAt(s, place, { expectedVersion: from + at }),
    );
  });
  const forgets = places.map((place) => decideAt(s, place, 'forget', version));
  const restores = chosen === undefined ? [] : [decideAt(s, chosen, 'restore', version + 1)];
  for (const operation of [...writes, ...forgets, ...restores]) {
    const foreseen = modelStep(state, { client: 0, operation });
    if (foreseen[0] === state || !isClaimed(foreseen[1], capabilities)) return state;
    state = yield { call: { client: 0, operation }, foreseen };
  }
  for (const place of places) {
    const { scope, key } = place;
    const as = identityAt(s, place);
    if (recordThere({ ...s, state }, place) !== undefined && alphabet.has('inspect'))
      yield { call: { client: 0, operation: { do: 'inspect', as, scope, key } } };
  }
  return state;
}
