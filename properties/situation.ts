// What a command sees when it decides what to call: the world, the model's state, a clock and dice.
import { addressKey, type State } from '../models/state.js';
import { canonicalKey } from '../models/candidate.js';
import { recordAt, stateAt } from '../models/memory.js';
import type { Fact, MemoryRecord } from '../src/contract/fact.js';
import type { Identity } from '../src/contract/identity.js';
import type { Rule } from '../src/contract/policy.js';
import type { Dice } from './dice.js';
import { confidences, noEvidence, values } from './world/values.js';
import { keysOf, scopesOf, type Theme, type World } from './world/world.js';

/** Where a fact lives or could live, and the rule that would let it in. */
export interface Place {
  readonly tenant: string;
  readonly subject: string;
  readonly scope: string;
  readonly key: string;
  readonly rule: Rule;
}

export interface Situation {
  readonly world: World;
  readonly state: State;
  readonly dice: Dice;
  readonly theme: Theme;
  /** UTC seconds of this step; commands move it to boundaries with `at`. */
  now: number;
  /** How this operation deviates from a good one; undefined for a good one. */
  readonly deviation: number | undefined;
  /** A label for what this step makes: the step's number. */
  readonly label: string;
}

export const records = ({ state }: Situation): readonly MemoryRecord[] => [
  ...state.records.values(),
];

export const live = (s: Situation): readonly MemoryRecord[] =>
  records(s).filter((record) => record.deletedAt === null);

export const forgotten = (s: Situation): readonly MemoryRecord[] =>
  records(s).filter((record) => record.deletedAt !== null);

/** Records of the owner of queue and runtime. */
export const owned = (s: Situation): readonly MemoryRecord[] => {
  const { tenant, subject } = s.world.setup.owner;
  return records(s).filter((record) => record.tenant === tenant && record.subject === subject);
};

export const active = (s: Situation, list: readonly MemoryRecord[]): readonly MemoryRecord[] =>
  list.filter((record) => stateAt(record, s.now) === 'active');

/** The rule a stored record came from, or any rule where a revised policy has none. */
const ruleOf = (s: Situation, record: MemoryRecord): Rule => {
  const { policy } = s.state.setup;
  const named = policy.filter((each) => keysOf(each).includes(record.key));
  const rule = named.find((each) => each.kind === record.kind) ?? named[0];
  return rule ?? policy.find((each) => each.kind === record.kind) ?? s.dice.pick(policy);
};

export const placeOf = (s: Situation, record: MemoryRecord): Place => ({
  tenant: record.tenant,
  subject: record.subject,
  scope: record.scope,
  key: record.key,
  rule: ruleOf(s, record),
});

/** The record that stands at a place, if any. */
export const recordThere = (s: Situation, place: Place): MemoryRecord | undefined =>
  recordAt(s.state, identityAt(s, place), place.scope, place.key);

/** Full rights at a place; one object per person, so that a session can keep its memory. */
export function identityAt(
  { world }: Pick<Situation, 'world'>,
  { tenant, subject }: { readonly tenant: string; readonly subject: string },
): Identity {
  let known = identities.get(world);
  if (known === undefined) identities.set(world, (known = new Map()));
  const name = `${tenant}\u0000${subject}`;
  let identity = known.get(name);
  if (identity === undefined)
    known.set(name, (identity = { tenant, subject, scopes: world.scopes }));
  return identity;
}
const identities = new WeakMap<World, Map<string, Identity>>();

/** The same person without one scope. */
export const withoutScope = (identity: Identity, scope: string): Identity => ({
  ...identity,
  scopes: identity.scopes.filter((each) => each !== scope),
});

/** A place where nothing needs to be yet; crowds gather in one scope. */
export function freshPlace(s: Situation): Place {
  const { world, dice, theme } = s;
  const { policy } = s.state.setup;
  const crowded = theme === 'crowd' && !dice.oneIn(8);
  const rule = crowded ? (policy[0] as Rule) : dice.pick(policy);
  const scopes = scopesOf(world, rule);
  const narrow = crowded || !dice.oneIn(4);
  const tenant = narrow ? (world.tenants[0] as string) : dice.pick(world.tenants);
  const subject = narrow ? (world.subjects[0] as string) : dice.pick(world.subjects);
  const scope = narrow ? (scopes[0] as string) : dice.pick(scopes);
  const keys = keysOf(rule);
  const free = crowded
    ? keys.filter((key) => !s.state.records.has(addressKey(tenant, subject, scope, key)))
    : keys;
  return { tenant, subject, scope, key: dice.pick(free.length > 0 ? free : keys), rule };
}

/** A fresh place of the owner, for what review, runtime and proposals need. */
export const ownersPlace = (s: Situation): Place => {
  const { tenant, subject } = s.world.setup.owner;
  return { ...freshPlace(s), tenant, subject };
};

/** A place that differs from a record's in one part of the address. */
export function neighbourOf(s: Situation, record: MemoryRecord): Place {
  const place = placeOf(s, record);
  const { world, dice } = s;
  switch (dice.below(4)) {
    case 0:
      return { ...place, tenant: dice.pick(world.tenants) };
    case 1:
      return { ...place, subject: dice.pick(world.subjects) };
    case 2:
      return { ...place, scope: dice.pick(scopesOf(world, place.rule)) };
    default:
      return { ...place, key: dice.pick(keysOf(place.rule)) };
  }
}

/** One of these records' places, else any known one, else a fresh one. */
export function placeAmong(s: Situation, list: readonly MemoryRecord[]): Place {
  if (list.length > 0) return placeOf(s, s.dice.pick(list));
  const known = records(s);
  return known.length > 0 ? placeOf(s, s.dice.pick(known)) : freshPlace(s);
}

/** A name by which the key may be called: sometimes its alias. */
export function calledBy(s: Situation, place: Place): string {
  const aliases = Object.entries(place.rule.aliases ?? {});
  const own = aliases.filter(([, key]) => key === place.key).map(([alias]) => alias);
  return own.length > 0 && s.dice.oneIn(2) ? s.dice.pick(own) : place.key;
}

/** The version to expect: the current one, or for a deviating step a wrong one. */
export function versionFor(s: Situation, record: MemoryRecord | undefined): number {
  const current = record?.version ?? 0;
  switch (s.deviation) {
    case 1:
      return Math.max(0, current - 1);
    case 2:
      return current + 1;
    case 3:
      return 0;
    default:
      return current;
  }
}

const lifetimes = [1, 2, 5, 40];

/** A fact the policy accepts at this place, unless the step deviates. */
export function factFor(s: Situation, place: Place): Fact {
  const { dice, theme, now } = s;
  const { rule } = place;
  const old = recordThere(s, place);
  const observed = dice.pick([
    now,
    old?.observedAt ?? Math.max(0, now - 3),
    Math.max(old?.observedAt ?? 0, now - 2),
  ]);
  const sure = theme === 'crowd' ? [1, 1, 0.9, 0.8] : confidences;
  const fact: Fact = {
    scope: place.scope,
    kind: rule.kind,
    key: calledBy(s, place),
    value: dice.pick(rule.values ?? values),
    sourceRef: `source ${dice.below(4)}`,
    observedAt: Math.min(observed, now),
  };
  const { capabilities } = s.world;
  const certain = dice.oneIn(4) || !capabilities.has('confidence');
  const confidence = certain ? {} : { confidence: dice.pick(sure) };
  const lasting = dice.below(8) < (theme === 'crowd' ? 7 : 4) || !capabilities.has('expiry');
  if (lasting) return { ...fact, ...confidence, ...(dice.oneIn(2) ? {} : { expiresAt: null }) };
  return { ...fact, ...confidence, expiresAt: now + dice.pick(lifetimes) };
}

/** Facts that differ from a good one in one respect; most are refused. */
export function wrongFact(s: Situation, fact: Fact, place: Place): Fact {
  const { dice, now } = s;
  const old = recordThere(s, place);
  const wrong: readonly Partial<Fact>[] = [
    { observedAt: now + 1 },
    { observedAt: Math.max(0, (old?.observedAt ?? 1) - 1) },
    { expiresAt: now },
    { value: '' },
    { value: '\u{1f600}'.repeat(301) },
    { sourceRef: '\u{1f600}'.repeat(151) },
    { kind: dice.pick(['authorization', '__proto__', '', 'Profile']) },
    { key: dice.pick(s.state.setup.policy.flatMap(keysOf)) },
    { scope: dice.pick(['nowhere', '', `${place.scope} `, ...s.world.scopes]) },
    { confidence: 1.0001 },
  ];
  return { ...fact, ...dice.pick(wrong) };
}

/** The evidence a place's rule asks for, or, for one deviation, something else. */
export const evidenceFor = (s: Situation, place: Place): unknown =>
  s.deviation === 4 ? s.dice.pick(noEvidence) : place.rule.evidence;

/** Moves the clock of the sequence, never backwards, and returns it. */
export function at(s: Situation, time: number): number {
  if (Number.isSafeInteger(time) && time > s.now) s.now = time;
  return s.now;
}

/** Instants at which something ends: facts, open cases and open proposals. */
export function endings(s: Situation): readonly number[] {
  const facts = records(s).flatMap(({ expiresAt }) => (expiresAt === null ? [] : [expiresAt]));
  const open = [...s.state.cases.values(), ...s.state.proposals.values()]
    .filter((each) => each.decided === undefined)
    .map((each) => each.expiresAt);
  return [...facts, ...open].filter((end) => end >= s.now).toSorted((a, b) => a - b);
}

export const sameAddress = (s: Situation, record: MemoryRecord, place: Place): boolean =>
  record.tenant === place.tenant &&
  record.subject === place.subject &&
  record.scope === place.scope &&
  record.key === canonicalKey(s.state.setup.policy, place.key);
