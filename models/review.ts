// Review of conflicts (contract section 6): a case applies only to what was shown.
import type { Fact } from '../src/contract/fact.js';
import type { Identity } from '../src/contract/identity.js';
import type { Label } from '../src/contract/operations.js';
import type { RefusalCode } from '../src/contract/refusals.js';
import type { Choice, Decision, PrepareTerms } from '../src/contract/review.js';
import { judgeCandidate } from './candidate.js';
import { recordAt, stateAt, write } from './memory.js';
import { accepted, type ModelCase, put, refused, type State, type Step, without } from './state.js';
import {
  anything,
  factFields,
  hasShape,
  identityFields,
  isCount,
  isNumber,
  isText,
  optional,
  plus,
} from './values.js';

const sameScopes = (a: readonly string[], b: readonly string[]): boolean =>
  a.every((scope) => b.includes(scope)) && b.every((scope) => a.includes(scope));

const sameIdentity = (a: Identity, b: Identity): boolean =>
  a.tenant === b.tenant && a.subject === b.subject && sameScopes(a.scopes, b.scopes);

export function prepare(
  state: State,
  caller: Identity,
  label: Label,
  fact: unknown,
  terms: unknown,
): Step {
  const termFields = {
    evidence: anything,
    attemptedVersion: isNumber,
    now: isNumber,
    lifetime: optional(isNumber),
  };
  if (
    !hasShape(caller, identityFields) ||
    !hasShape(fact, factFields) ||
    !hasShape(terms, termFields)
  )
    return [state, refused('malformed')];
  const { evidence, attemptedVersion, now, lifetime = 300 } = terms as PrepareTerms;
  const { owner, policy } = state.setup;
  if (!sameIdentity(caller, owner)) return [state, refused('other-identity')];
  if (!isCount(now)) return [state, refused('bad-time')];
  if (!isCount(attemptedVersion)) return [state, refused('bad-version')];
  const lasts = isCount(lifetime) && lifetime >= 1 && lifetime <= 3600;
  if (!lasts || !isCount(now + lifetime)) return [state, refused('bad-lifetime')];
  const candidate = judgeCandidate(policy, fact as Fact, evidence, now);
  if (typeof candidate === 'string') return [state, refused(candidate)];
  const { scope, key } = candidate.fact;
  if (!owner.scopes.includes(scope)) return [state, refused('scope')];
  const current = recordAt(state, owner, scope, key);
  if (current === undefined) return [state, refused('missing')];
  const standing = stateAt(current, now);
  // The order of section 6 differs from stateAt's: ahead-of-clock is named before expired.
  if (standing === 'deleted') return [state, refused('tombstoned')];
  if (current.updatedAt > now) return [state, refused('ahead-of-clock')];
  if (standing === 'expired') return [state, refused('expired')];
  if (current.version <= attemptedVersion) return [state, refused('nothing-newer')];
  const shown: ModelCase = {
    id: label,
    current,
    candidate: candidate.fact,
    evidence: candidate.evidence,
    attemptedVersion: plus(attemptedVersion),
    preparedAt: plus(now),
    expiresAt: now + lifetime,
  };
  return [{ ...state, cases: put(state.cases, label, shown) }, accepted(shown)];
}

const differs = (state: State, shown: ModelCase): boolean => {
  const { scope, key } = shown.current;
  const today = recordAt(state, state.setup.owner, scope, key);
  return JSON.stringify(today) !== JSON.stringify(shown.current);
};

export function resolve(state: State, caller: Identity, id: unknown, decision: unknown): Step {
  const decisionFields = { choice: isText, approved: anything, now: isNumber };
  if (!hasShape(caller, identityFields) || !isText(id) || !hasShape(decision, decisionFields))
    return [state, refused('malformed')];
  const { choice, approved, now } = decision as Decision;
  const { owner } = state.setup;
  if (!sameIdentity(caller, owner)) return [state, refused('other-identity')];
  if (!isCount(now)) return [state, refused('bad-time')];
  if (approved !== true) return [state, refused('not-approved')];
  if (choice !== 'keep_current' && choice !== 'use_candidate')
    return [state, refused('bad-choice')];
  const shown = state.cases.get(id);
  if (shown?.decided)
    return [
      state,
      shown.decided.choice === choice ? shown.decided.outcome : refused('decided-otherwise'),
    ];
  if (shown === undefined) return [state, refused('unknown-case')];
  if (now < shown.preparedAt) return [state, refused('before-prepared')];
  const gone = (code: RefusalCode): Step => [
    { ...state, cases: without(state.cases, id) },
    refused(code),
  ];
  if (now >= shown.expiresAt) return gone('case-expired');
  if (differs(state, shown)) return gone('snapshot-changed');
  if (stateAt(shown.current, now) === 'expired') return gone('expired');
  const decided = (after: State, outcome: 'kept' | 'applied', version: number): Step => {
    const receipt = accepted({ caseId: id, choice, outcome, version });
    const closed: ModelCase = { ...shown, decided: { choice: choice as Choice, outcome: receipt } };
    return [{ ...after, cases: put(after.cases, id, closed) }, receipt];
  };
  if (choice === 'keep_current') return decided(state, 'kept', shown.current.version);
  const candidate = judgeCandidate(state.setup.policy, shown.candidate, shown.evidence, now);
  if (typeof candidate === 'string') return gone(candidate);
  const author = { ...owner, actor: owner.subject, provenance: null };
  const [after, outcome] = write(state, author, candidate, shown.current.version, now);
  if ('code' in outcome) return gone(outcome.code);
  return decided(after, 'applied', shown.current.version + 1);
}
