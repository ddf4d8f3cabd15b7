// invoke, create, update, read: what a runtime lets an agent write and read (contract section 7).
import { evidences, type Fact } from '../../src/contract/fact.js';
import { type Provenance, provenances } from '../../src/contract/identity.js';
import type { InvocationRequest, Payload, UpdateTerms } from '../../src/contract/invocation.js';
import type { Forgery, Label, Operation } from '../../src/contract/operations.js';
import {
  calledBy,
  factFor,
  owned,
  ownersPlace,
  type Place,
  placeOf,
  recordThere,
  type Situation,
  versionFor,
  wrongFact,
} from '../situation.js';
import { disguisesOf, spoiltTexts } from '../world/values.js';
import { scopesOf, type Theme } from '../world/world.js';
import { type Command, otherVersions, spoiltFields } from './command.js';

type Invoke = Operation & { do: 'invoke'; request: InvocationRequest };
type Create = Operation & { do: 'create'; payload: Payload };
type Update = Operation & { do: 'update'; payload: Payload; terms: UpdateTerms };
type Read = Operation & { do: 'read'; key: string };

const weights = (mixed: number, runtime: number): Readonly<Record<Theme, number>> => ({
  mixed,
  runtime,
  crowd: 0,
  review: 0,
  lifecycle: 0,
  reading: 0,
  proposals: 0,
});

const writers: readonly Provenance[] = ['user-confirmed', 'tool-verified'];

function resolveInvoke(s: Situation): Invoke {
  const { dice } = s;
  const { principal } = s.world.setup;
  const granted = principal.provenances.filter((each) => writers.includes(each));
  const provenance =
    granted.length > 0 && !dice.oneIn(2) ? dice.pick(granted) : dice.pick(provenances);
  const scope = s.deviation === 3 ? 'nowhere' : dice.pick(s.world.scopes);
  return { do: 'invoke', label: s.label, request: { scope, provenance, now: s.now } };
}

const invokeMisses = (s: Situation, operation: Invoke): readonly Operation[] => {
  const { request } = operation;
  const changes = [
    { scope: 'nowhere' },
    { scope: `${request.scope}x` },
    { provenance: 'USER-CONFIRMED' },
    ...provenances.map((provenance) => ({ provenance })),
    ...s.world.scopes.map((scope) => ({ scope })),
  ];
  return [
    ...changes.map((change): Operation => ({ ...operation, request: { ...request, ...change } })),
    ...spoiltFields(request, ['scope', 'provenance'], ['now']).map((bad): Operation => ({
      ...operation,
      request: bad,
    })),
    { ...operation, request: s.dice.pick(disguisesOf(request)) },
  ];
};

interface Chosen {
  readonly invocation: Label | Forgery;
  readonly place: Place;
}

/** An issued invocation and a place it can write to, preferring a good match. */
function choose(s: Situation, wanted: 'free' | 'taken'): Chosen {
  const { dice } = s;
  const issued = [...s.state.invocations];
  const [label, invocation] =
    issued.length === 0 ? ['none', undefined] : dice.pick(issued.slice(-3));
  const evidence = invocation?.provenance === 'tool-verified' ? 'task_verified' : 'user_confirmed';
  const rules = s.state.setup.policy.filter(
    (rule) =>
      rule.evidence === evidence &&
      (invocation === undefined || scopesOf(s.world, rule).includes(invocation.scope)),
  );
  const scope = invocation?.scope ?? (s.world.scopes[0] as string);
  const there = owned(s).filter((record) => record.scope === scope);
  const fresh = ownersPlace(s);
  const suited = rules.length === 0 ? fresh : { ...fresh, rule: dice.pick(rules) };
  const keyed = suited.rule === fresh.rule ? fresh : { ...suited, key: keyOf(s, suited.rule) };
  const place =
    wanted === 'taken' && there.length > 0 ? placeOf(s, dice.pick(there)) : { ...keyed, scope };
  if (s.deviation === 8)
    return {
      invocation: { forged: dice.pick(['clone', 'hand-built', 'other-runtime']), of: label },
      place,
    };
  return { invocation: label, place };
}

const keyOf = (s: Situation, rule: Place['rule']): string =>
  'startsWith' in rule.keys ? `${rule.keys.startsWith}x` : s.dice.pick(rule.keys);

/** A payload at the invocation's own time: a fact without scope. */
function payloadFor(s: Situation, { invocation, place }: Chosen): Payload {
  const issued = typeof invocation === 'string' ? s.state.invocations.get(invocation) : undefined;
  const then: Situation = { ...s, now: issued?.now ?? s.now };
  const good = factFor(then, place);
  const { scope: _scope, ...payload }: Fact =
    s.deviation === 5 ? wrongFact(then, good, place) : good;
  return payload;
}

/** Writes through an invocation: one under each kind of evidence, and two where something is. */
export function writesThrough(s: Situation, invocation: Label): readonly Operation[] {
  const scope = s.state.invocations.get(invocation)?.scope;
  if (scope === undefined) return [];
  const rules = s.state.setup.policy.filter((rule) => scopesOf(s.world, rule).includes(scope));
  const firsts = evidences.flatMap((evidence) => {
    const fitting = rules.filter((rule) => rule.evidence === evidence);
    return fitting.length > 0 ? [s.dice.pick(fitting)] : [];
  });
  const fresh = firsts.map((rule): Place => ({
    ...ownersPlace(s),
    rule,
    scope,
    key: keyOf(s, rule),
  }));
  const there = owned(s).filter((record) => record.scope === scope);
  const taken = s.dice.some(there, 2).map((record) => placeOf(s, record));
  return [...fresh, ...taken].flatMap((place): readonly Operation[] => {
    const payload = payloadFor({ ...s, deviation: undefined }, { invocation, place });
    const write = { invocation, payload };
    return [
      { do: 'create', ...write },
      { do: 'update', ...write, terms: { expectedVersion: 0 } },
    ];
  });
}

/** Reads of what is no key. */
export const misreads = (s: Situation, invocation: Label): readonly Read[] =>
  s.dice.some(spoiltTexts, 4).map((key) => ({ do: 'read', invocation, key: key as string }));

const forgeries = (invocation: Label | Forgery): readonly Forgery[] => {
  const of = typeof invocation === 'string' ? invocation : invocation.of;
  return [
    { forged: 'clone', of },
    { forged: 'hand-built', of },
    { forged: 'other-runtime', of },
  ];
};

function payloadMisses(s: Situation, operation: Create | Update): readonly Operation[] {
  const { payload } = operation;
  const intruders = [
    { scope: 'profile' },
    { actor: 'root' },
    { provenance: 'user-confirmed' },
    { evidence: 'user_confirmed' },
  ];
  return [
    ...forgeries(operation.invocation).map((invocation): Operation => ({
      ...operation,
      invocation,
    })),
    ...intruders.map((intruder): Operation => ({
      ...operation,
      payload: { ...payload, ...intruder },
    })),
    ...spoiltFields(payload, [s.dice.pick(['kind', 'key', 'value'])], ['observedAt']).map(
      (bad): Operation => ({ ...operation, payload: bad }),
    ),
    { ...operation, payload: s.dice.pick(disguisesOf(payload)) },
    // Any other invocation that was issued: most may not write this, for one reason or another.
    ...[...s.state.invocations.keys()].map((invocation): Operation => ({
      ...operation,
      invocation,
    })),
  ];
}

const needsInvocation = (s: Situation): 'invoke' | undefined =>
  s.state.invocations.size === 0 ? 'invoke' : undefined;

export const invoke: Command<Invoke> = {
  name: 'invoke',
  weights: { ...weights(2, 5), lifecycle: 1 },
  resolve: resolveInvoke,
  nearMisses: invokeMisses,
};

export const create: Command<Create> = {
  name: 'create',
  weights: weights(1, 5),
  repair: needsInvocation,
  resolve: (s) => {
    const chosen = choose(s, s.deviation === 1 ? 'taken' : 'free');
    return { do: 'create', invocation: chosen.invocation, payload: payloadFor(s, chosen) };
  },
  nearMisses: payloadMisses,
};

export const update: Command<Update> = {
  name: 'update',
  weights: weights(1, 5),
  repair: needsInvocation,
  resolve: (s) => {
    const chosen = choose(s, s.deviation === 3 ? 'free' : 'taken');
    const old = recordThere(s, chosen.place);
    return {
      do: 'update',
      invocation: chosen.invocation,
      payload: payloadFor(s, chosen),
      terms: { expectedVersion: versionFor(s, old) },
    };
  },
  nearMisses: (s, operation) => [
    ...payloadMisses(s, operation),
    ...otherVersions(operation.terms.expectedVersion).map((expectedVersion): Operation => ({
      ...operation,
      terms: { expectedVersion },
    })),
    ...spoiltFields(operation.terms, [], ['expectedVersion']).map((bad): Operation => ({
      ...operation,
      terms: bad,
    })),
  ],
};

export const read: Command<Read> = {
  name: 'read',
  weights: weights(1, 3),
  repair: needsInvocation,
  resolve: (s) => {
    const chosen = choose(s, 'taken');
    return { do: 'read', invocation: chosen.invocation, key: calledBy(s, chosen.place) };
  },
  nearMisses: (s, operation) => [
    ...forgeries(operation.invocation).map((invocation): Operation => ({
      ...operation,
      invocation,
    })),
    ...[...s.state.invocations.keys()].map((invocation): Operation => ({
      ...operation,
      invocation,
    })),
    ...spoiltTexts.map((key): Operation => ({ ...operation, key })),
  ],
};
