// The six operations of a memory (contract section 5), one pure function each.
import type {
  ContextTerms,
  DecisionTerms,
  Fact,
  FoundFact,
  MemoryRecord,
  RememberTerms,
  SearchTerms,
} from '../src/contract/fact.js';
import type { Identity } from '../src/contract/identity.js';
import { canonicalKey, judgeCandidate } from './candidate.js';
import {
  accepted,
  addressKey,
  type Author,
  type Candidate,
  put,
  refused,
  type State,
  type Step,
} from './state.js';
import {
  anything,
  compareTexts,
  factFields,
  hasShape,
  isCount,
  isName,
  isNumber,
  isShare,
  isText,
  optional,
  plus,
  points,
} from './values.js';

/** The first that applies of deleted, expired, ahead, active (contract section 1). */
export function stateAt(
  record: MemoryRecord,
  now: number,
): 'deleted' | 'expired' | 'ahead' | 'active' {
  if (record.deletedAt !== null) return 'deleted';
  if (record.expiresAt !== null && record.expiresAt <= now) return 'expired';
  return record.updatedAt > now ? 'ahead' : 'active';
}

/** The record at an address, tombstones included. */
export const recordAt = (
  state: State,
  who: Identity,
  scope: string,
  key: string,
): MemoryRecord | undefined =>
  state.records.get(
    addressKey(who.tenant, who.subject, scope, canonicalKey(state.setup.policy, key)),
  );

const store = (state: State, record: MemoryRecord): Step => {
  const { tenant, subject, scope, key } = record;
  const records = put(state.records, addressKey(tenant, subject, scope, key), record);
  return [{ ...state, records }, accepted(record.version)];
};

/** What may become of an existing or missing record; a runtime is stricter than remember. */
export type Mode = 'either' | 'create' | 'update';

/** The write of an acceptable candidate on the version it was based on. */
export function write(
  state: State,
  author: Author,
  { fact, evidence }: Candidate,
  expectedVersion: number,
  now: number,
  mode: Mode = 'either',
): Step {
  const old = recordAt(state, author, fact.scope, fact.key);
  if (old === undefined) {
    if (expectedVersion !== 0 || mode === 'update') return [state, refused('missing')];
  } else {
    if (mode === 'create') return [state, refused('exists')];
    if (old.version !== expectedVersion) return [state, refused('stale-version')];
    if (old.deletedAt !== null) return [state, refused('tombstoned')];
    if (fact.observedAt < old.observedAt) return [state, refused('older-observation')];
    if (now < old.updatedAt) return [state, refused('clock-backwards')];
  }
  return store(state, {
    ...fact,
    tenant: author.tenant,
    subject: author.subject,
    evidence,
    updatedAt: plus(now),
    version: (old?.version ?? 0) + 1,
    deletedAt: null,
    actor: author.actor,
    provenance: author.provenance,
  });
}

export function remember(
  state: State,
  author: Author,
  fact: unknown,
  terms: unknown,
  mode: Mode = 'either',
): Step {
  const termFields = { evidence: anything, expectedVersion: isNumber, now: isNumber };
  if (!hasShape(fact, factFields) || !hasShape(terms, termFields))
    return [state, refused('malformed')];
  const { evidence, expectedVersion, now } = terms as RememberTerms;
  const candidate = judgeCandidate(state.setup.policy, fact as Fact, evidence, now);
  if (typeof candidate === 'string') return [state, refused(candidate)];
  if (!isCount(expectedVersion)) return [state, refused('bad-version')];
  if (!author.scopes.includes(candidate.fact.scope)) return [state, refused('scope')];
  return write(state, author, candidate, expectedVersion, now, mode);
}

/** Forget and restore: the same checks up to the state of the record. */
export function decide(
  operation: 'forget' | 'restore',
  state: State,
  who: Identity,
  scope: unknown,
  name: unknown,
  terms: unknown,
): Step {
  const termFields = { expectedVersion: isNumber, now: isNumber, userConfirmed: anything };
  if (!isText(scope) || !isText(name) || !hasShape(terms, termFields))
    return [state, refused('malformed')];
  const { expectedVersion, now, userConfirmed } = terms as DecisionTerms;
  if (userConfirmed !== true) return [state, refused('not-confirmed')];
  if (!isCount(now)) return [state, refused('bad-time')];
  if (!isCount(expectedVersion)) return [state, refused('bad-version')];
  if (!isName(canonicalKey(state.setup.policy, name))) return [state, refused('bad-text')];
  if (!who.scopes.includes(scope)) return [state, refused('scope')];
  const old = recordAt(state, who, scope, name);
  if (old === undefined) return [state, refused('missing')];
  if (old.version !== expectedVersion) return [state, refused('stale-version')];
  if (now < old.updatedAt) return [state, refused('clock-backwards')];
  const dead = old.deletedAt !== null;
  if (operation === 'forget' && dead) return [state, refused('tombstoned')];
  if (operation === 'restore' && !dead) return [state, refused('not-tombstoned')];
  if (operation === 'restore' && old.expiresAt !== null && old.expiresAt <= now)
    return [state, refused('expired')];
  const deletedAt = operation === 'forget' ? plus(now) : null;
  return store(state, { ...old, deletedAt, updatedAt: plus(now), version: old.version + 1 });
}

const found = (record: MemoryRecord): FoundFact => {
  const { tenant: _t, subject: _s, deletedAt: _d, actor: _a, provenance: _p, ...fact } = record;
  return fact;
};

/** Newest first, then surest, then by key. */
const byRecency = (a: FoundFact, b: FoundFact): number =>
  b.updatedAt - a.updatedAt || b.confidence - a.confidence || compareTexts(a.key, b.key);

export function search(state: State, who: Identity, scope: unknown, terms: unknown): Step {
  const termFields = {
    now: isNumber,
    text: optional(isText),
    minConfidence: optional(isNumber),
    limit: optional(isNumber),
  };
  if (!isText(scope) || !hasShape(terms, termFields)) return [state, refused('malformed')];
  const { now, text = '', minConfidence = 0.8, limit = 8 } = terms as SearchTerms;
  if (!who.scopes.includes(scope)) return [state, refused('scope')];
  if (!isCount(now)) return [state, refused('bad-time')];
  if (!(Number.isInteger(limit) && limit >= 1 && limit <= 20)) return [state, refused('bad-limit')];
  if (!isShare(minConfidence)) return [state, refused('bad-threshold')];
  if (points(text) > 300) return [state, refused('bad-text')];
  const facts = [...state.records.values()]
    .filter((each) => each.tenant === who.tenant && each.subject === who.subject)
    .filter((each) => each.scope === scope && stateAt(each, now) === 'active')
    .filter((each) => each.confidence >= minConfidence && each.value.includes(text))
    .map(found)
    .toSorted(byRecency);
  return [state, accepted(facts.slice(0, limit))];
}

export function inspect(state: State, who: Identity, scope: unknown, key: unknown): Step {
  if (!isText(scope) || !isText(key)) return [state, refused('malformed')];
  if (!isName(canonicalKey(state.setup.policy, key))) return [state, refused('bad-text')];
  if (!who.scopes.includes(scope)) return [state, refused('scope')];
  return [state, accepted(recordAt(state, who, scope, key))];
}

export function context(state: State, who: Identity, scope: unknown, terms: unknown): Step {
  if (!hasShape(terms, { now: isNumber })) return [state, refused('malformed')];
  const { now } = terms as ContextTerms;
  const [, outcome] = search(state, who, scope, { now });
  if (!('ok' in outcome)) return [state, outcome];
  const facts = outcome.ok;
  return [state, accepted({ type: 'untrusted_memory_data', actionAuthority: false, facts })];
}
