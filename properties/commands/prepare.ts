// prepare: show a human the current record beside a candidate (contract section 6).
import type { Fact, MemoryRecord } from '../../src/contract/fact.js';
import type { Identity } from '../../src/contract/identity.js';
import type { Operation } from '../../src/contract/operations.js';
import type { PrepareTerms } from '../../src/contract/review.js';
import {
  active,
  evidenceFor,
  factFor,
  owned,
  ownersPlace,
  placeOf,
  recordThere,
  type Situation,
  withoutScope,
  wrongFact,
} from '../situation.js';
import { disguisesOf } from '../world/values.js';
import { type Command, spoiltFields } from './command.js';

type Prepare = Operation & { do: 'prepare'; candidate: Fact; terms: PrepareTerms };

/** Callers that are not the owner: other tenant, other subject, fewer scopes. */
export const otherCallers = (s: Situation): readonly Identity[] => {
  const { tenants, subjects, setup } = s.world;
  const { owner } = setup;
  return [
    ...tenants.filter((tenant) => tenant !== owner.tenant).map((tenant) => ({ ...owner, tenant })),
    ...subjects
      .filter((subject) => subject !== owner.subject)
      .map((subject) => ({ ...owner, subject })),
    withoutScope(owner, owner.scopes[0] as string),
    { ...owner, scopes: [...owner.scopes, 'one scope more'] },
    // As many scopes, but not the same ones.
    { ...owner, scopes: [...owner.scopes.slice(1), 'another scope'] },
  ];
};

function resolve(s: Situation): Prepare {
  const { dice } = s;
  const mine = owned(s);
  const showable = active(s, mine);
  const shown = showable.length > 0 && !dice.oneIn(5) ? showable : mine;
  const place = shown.length > 0 ? placeOf(s, dice.pick(shown)) : ownersPlace(s);
  const old = recordThere(s, place);
  const good = factFor(s, place);
  const version = old?.version ?? 1;
  return {
    do: 'prepare',
    as: s.deviation === 3 ? dice.pick(otherCallers(s)) : s.world.setup.owner,
    label: s.label,
    candidate: s.deviation === 5 ? wrongFact(s, good, place) : good,
    terms: {
      evidence: evidenceFor(s, place),
      attemptedVersion: s.deviation === 1 ? version : Math.max(0, version - 1),
      now: s.deviation === 7 && old !== undefined ? Math.max(0, old.updatedAt - 1) : s.now,
      ...(dice.oneIn(4) ? {} : { lifetime: dice.pick([1, 2, 5, 300, 3600]) }),
    },
  };
}

function nearMisses(s: Situation, operation: Prepare): readonly Operation[] {
  const { terms, candidate } = operation;
  const withTerms = (change: object): Operation => ({
    ...operation,
    terms: { ...terms, ...change },
  });
  const old = owned(s).find(
    (record) => record.scope === candidate.scope && record.key === candidate.key,
  );
  const early = (old?.updatedAt ?? 1) - 1;
  const observedAt = Math.min(old?.observedAt ?? 0, early);
  return [
    // Reviewed before it was written, by a candidate that is sound at that moment.
    {
      ...operation,
      candidate: { ...candidate, observedAt, expiresAt: null },
      terms: { ...terms, now: early },
    },
    withTerms({ attemptedVersion: 2 ** 40 }),
    ...[0, 3601, 1.5].map((lifetime) => withTerms({ lifetime })),
    withTerms({ now: Number.MAX_SAFE_INTEGER }),
    ...otherCallers(s).map((as): Operation => ({ ...operation, as })),
    ...spoiltFields(terms, [], ['attemptedVersion', 'now', 'lifetime']).map((bad): Operation => ({
      ...operation,
      terms: bad,
    })),
    ...spoiltFields(candidate, ['value', 'sourceRef'], ['observedAt', 'expiresAt']).map(
      (bad): Operation => ({ ...operation, candidate: bad }),
    ),
    { ...operation, candidate: s.dice.pick(disguisesOf(candidate)) },
    { ...operation, terms: s.dice.pick(disguisesOf(terms)) },
  ];
}

/** Reviews of a record that nobody may see: forgotten, ended, or not yet written. */
export function preparesAt(s: Situation, record: MemoryRecord): readonly Operation[] {
  const { owner } = s.world.setup;
  if (record.tenant !== owner.tenant || record.subject !== owner.subject) return [];
  const place = placeOf(s, record);
  const instants = [
    ...(record.deletedAt === null ? [] : [s.now]),
    ...(record.expiresAt === null ? [] : [record.expiresAt]),
    ...(record.updatedAt === 0 ? [] : [record.updatedAt - 1]),
  ];
  return instants.map((now): Operation => {
    const observedAt = Math.min(record.observedAt, now);
    const candidate = { ...factFor({ ...s, now }, place), observedAt };
    const terms = { evidence: place.rule.evidence, attemptedVersion: 0, now };
    return { do: 'prepare', as: owner, label: s.label, candidate, terms };
  });
}

export const prepare: Command<Prepare> = {
  name: 'prepare',
  weights: {
    mixed: 2,
    crowd: 0,
    review: 5,
    lifecycle: 1,
    reading: 0,
    runtime: 0,
    proposals: 0,
  },
  repair: (s) => (active(s, owned(s)).length === 0 ? 'remember' : undefined),
  resolve,
  nearMisses,
};
