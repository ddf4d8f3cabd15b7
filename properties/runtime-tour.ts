// What a runtime lets an agent read and write, put to the test with all there can be at an address.
import type { State } from '../models/state.js';
import type { Operation } from '../src/contract/operations.js';
import type { Move } from '../src/engine/drive.js';
import { misreads, writesThrough } from './commands/runtime.js';
import { decideAt, rememberAt } from './good-calls.js';
import { accepted, type Sequence, unlessChanging } from './moves.js';
import { at, factFor, owned, type Place, recordThere, type Situation } from './situation.js';
import { keysOf, scopesOf } from './world/world.js';

/** What a new invocation lets its holder read, live, forgotten, expired; and must not let it write. */
export function* tryOut(s: Situation, invocation: string): Sequence {
  const scope = s.state.invocations.get(invocation)?.scope;
  const there = owned(s).filter((record) => record.scope === scope);
  for (const { key } of s.dice.some(there, 4))
    yield { call: { client: 0, operation: { do: 'read', invocation, key } } };
  if (s.world.rules.nearMisses && s.world.alphabet.has('read'))
    yield* unlessChanging(s, 0, misreads(s, invocation));
  if (s.world.rules.nearMisses && s.world.alphabet.has('create'))
    yield* unlessChanging(s, 0, writesThrough(s, invocation));
}

/** Places of the owner in a scope. */
function placesIn(s: Situation, scope: string): readonly Place[] {
  const { tenant, subject } = s.world.setup.owner;
  const rules = s.state.setup.policy.filter((rule) => scopesOf(s.world, rule).includes(scope));
  return rules.flatMap((rule) =>
    keysOf(rule).map((key) => ({ tenant, subject, scope, key, rule })),
  );
}

/** A second later one record here is forgotten, one expired, and one both. */
function* endThree(s: Situation, scope: string): Generator<Move, State, State> {
  const [first, second, third] = s.dice.some(placesIn(s, scope), 3);
  let { state } = s;
  const make = function* (operation: Operation): Generator<Move, void, State> {
    state = yield* accepted({ ...s, state }, [operation], { andRead: false });
  };
  const expiry = s.world.capabilities.has('expiry');
  if (first !== undefined) {
    yield* make(rememberAt(s, first));
    yield* make(decideAt({ ...s, state }, first, 'forget'));
  }
  const brief = { expiresAt: s.now + 1 };
  if (second !== undefined && expiry) yield* make(rememberAt(s, second, brief));
  if (third !== undefined && expiry) {
    yield* make(rememberAt(s, third, brief));
    yield* make(decideAt({ ...s, state }, third, 'forget'));
    const later = { ...s, state, now: brief.expiresAt };
    yield* unlessChanging(later, 0, [decideAt(later, third, 'restore')]);
  }
  return state;
}

/** Writes through an invocation where something can be created. */
function creation(s: Situation, invocation: string): readonly Operation[] {
  const issued = s.state.invocations.get(invocation);
  if (issued === undefined) return [];
  const free = placesIn(s, issued.scope).filter((place) => recordThere(s, place) === undefined);
  return s.dice.some(free, 3).map((place) => {
    const { scope: _scope, ...payload } = factFor({ ...s, deviation: undefined }, place);
    return { do: 'create', invocation, payload };
  });
}

/** Two invocations in a scope where records are forgotten and expired, with provenances as granted. */
export function* runtimeTour(s: Situation): Generator<Move, State, State> {
  const { alphabet, setup } = s.world;
  if (!alphabet.has('invoke') || s.dice.oneIn(3)) return s.state;
  const { scopes, provenances } = setup.principal;
  const scope = s.dice.pick(scopes);
  let state = yield* endThree(s, scope);
  const now = at(s, s.now + 1);
  for (const [index, provenance] of s.dice.some(provenances, 2).entries()) {
    const label = `${s.label} tour ${index + 1}`;
    const invoke: Operation = { do: 'invoke', label, request: { scope, provenance, now } };
    state = yield* accepted({ ...s, state }, [invoke]);
    yield* tryOut({ ...s, state }, label);
    state = yield* accepted({ ...s, state }, creation({ ...s, state }, label));
  }
  return state;
}
