// At the end of a sequence, facts that nothing but their keys can put in order: same second, same confidence.
import type { State } from '../models/state.js';
import type { Move } from '../src/engine/drive.js';
import { rememberAt } from './good-calls.js';
import { accepted } from './moves.js';
import { identityAt, type Place, type Situation } from './situation.js';
import { keysOf, scopesOf } from './world/world.js';

/** Facts that are written at once: more than this add calls and little else. */
const atMost = 8;

/** Places in one scope of one person; the first rule has most keys. */
function placesAt({ world, state, dice }: Situation): readonly Place[] {
  const { policy } = state.setup;
  const rule = dice.oneIn(2) ? dice.pick(policy) : (policy[0] ?? dice.pick(policy));
  const person = {
    tenant: dice.pick(world.tenants),
    subject: dice.pick(world.subjects),
    scope: dice.pick(scopesOf(world, rule)),
  };
  const places = dice.some(keysOf(rule), atMost).map((key) => ({ ...person, key, rule }));
  // The order of the keys must not be the order of writing.
  const from = dice.below(places.length + 1);
  return [...places.slice(from), ...places.slice(0, from)];
}

/** Writes facts in one second, and asks for all of them and for some. */
export function* tieTour(s: Situation): Generator<Move, State, State> {
  if (!s.world.alphabet.has('search') || s.dice.oneIn(2)) return s.state;
  const places = placesAt(s);
  const [place] = places;
  if (place === undefined) return s.state;
  const writes = places.map((each) => rememberAt(s, each));
  const state = yield* accepted(s, writes, { andRead: false });
  const search = (terms: object): Move => ({
    call: {
      client: 0,
      operation: {
        do: 'search',
        as: identityAt(s, place),
        scope: place.scope,
        terms: { now: s.now, ...terms },
      },
    },
  });
  yield search({ limit: 20 });
  yield search({ limit: 1 + s.dice.below(places.length) });
  return state;
}
