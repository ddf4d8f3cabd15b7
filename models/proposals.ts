// Proposals (contract section 8): bound to owner, id and digest; decided once.
import type { CompleteFact, Fact } from '../src/contract/fact.js';
import type { Identity } from '../src/contract/identity.js';
import type { DigestOf, Label, Outcome } from '../src/contract/operations.js';
import type { Confirmation, ProposeTerms } from '../src/contract/proposal.js';
import { judgeCandidate } from './candidate.js';
import { recordAt, stateAt, write } from './memory.js';
import { accepted, type ModelProposal, put, refused, type State, type Step } from './state.js';
import {
  anything,
  factFields,
  hasShape,
  identityFields,
  isCount,
  isNumber,
  isText,
  oneOf,
  optional,
  plus,
} from './values.js';

const isProvenance = oneOf(
  'user-confirmed',
  'tool-verified',
  'user-stated',
  'model-inferred',
  'agent-inferred',
  'external-untrusted',
);

/** Equal exactly for equal candidates; the harness maps a store's own digests to these. */
const digestOf = (fact: CompleteFact): string =>
  JSON.stringify([
    fact.scope,
    fact.kind,
    fact.key,
    fact.value,
    fact.sourceRef,
    fact.observedAt,
    fact.confidence,
    fact.expiresAt,
  ]);

export function propose(
  state: State,
  caller: Identity,
  label: Label,
  fact: unknown,
  terms: unknown,
): Step {
  const termFields = {
    now: isNumber,
    provenance: isProvenance,
    lifetime: optional(isNumber),
    intent: optional(oneOf('lasting', 'once')),
  };
  if (
    !hasShape(caller, identityFields) ||
    !hasShape(fact, factFields) ||
    !hasShape(terms, termFields)
  )
    return [state, refused('malformed')];
  const { now, provenance, lifetime = 86_400, intent = 'lasting' } = terms as ProposeTerms;
  const candidate = judgeCandidate(state.setup.policy, fact as Fact, 'user_confirmed', now);
  if (typeof candidate === 'string') return [state, refused(candidate)];
  const lasts = isCount(lifetime) && lifetime >= 1 && lifetime <= 2_592_000;
  if (!lasts || !isCount(now + lifetime)) return [state, refused('bad-lifetime')];
  const { scope, key } = candidate.fact;
  if (!caller.scopes.includes(scope)) return [state, refused('scope')];
  const proposal: ModelProposal = {
    id: label,
    digest: digestOf(candidate.fact),
    owner: { tenant: caller.tenant, subject: caller.subject },
    candidate: candidate.fact,
    provenance,
    intent,
    baseVersion: recordAt(state, caller, scope, key)?.version ?? 0,
    proposedAt: plus(now),
    expiresAt: now + lifetime,
  };
  return [{ ...state, proposals: put(state.proposals, label, proposal) }, accepted(proposal)];
}

/** The last phase: unchanged, stale, or written; its outcome is the decision. */
function settle(state: State, caller: Identity, proposal: ModelProposal, now: number): Step {
  const { candidate, baseVersion } = proposal;
  const current = recordAt(state, caller, candidate.scope, candidate.key);
  const equal =
    current !== undefined &&
    stateAt(current, now) === 'active' &&
    current.kind === candidate.kind &&
    current.value === candidate.value &&
    current.confidence === candidate.confidence &&
    current.expiresAt === candidate.expiresAt;
  if (equal) return [state, accepted({ outcome: 'unchanged', version: current.version })];
  if ((current?.version ?? 0) !== baseVersion) return [state, refused('stale-version')];
  const judged = judgeCandidate(state.setup.policy, candidate, 'user_confirmed', now);
  if (typeof judged === 'string') return [state, refused(judged)];
  const author = { ...caller, actor: caller.subject, provenance: null };
  const [after, outcome] = write(state, author, judged, baseVersion, now);
  if (!('ok' in outcome)) return [state, outcome];
  return [after, accepted({ outcome: 'written', version: outcome.ok })];
}

/** A refusal that is no conflict and not invalid leaves the proposal undecided. */
const decides = (outcome: Outcome): boolean =>
  'ok' in outcome || ('refused' in outcome && ['conflict', 'invalid'].includes(outcome.refused));

export function confirm(
  state: State,
  caller: Identity,
  id: unknown,
  digest: DigestOf,
  decision: unknown,
): Step {
  if (
    !hasShape(caller, identityFields) ||
    !isText(id) ||
    !hasShape(decision, { confirmed: anything, now: isNumber })
  )
    return [state, refused('malformed')];
  const { confirmed, now } = decision as Confirmation;
  if (!isCount(now)) return [state, refused('bad-time')];
  const proposal = state.proposals.get(id);
  if (
    proposal === undefined ||
    proposal.owner.tenant !== caller.tenant ||
    proposal.owner.subject !== caller.subject
  )
    return [state, refused('unknown-proposal')];
  if (!caller.scopes.includes(proposal.candidate.scope)) return [state, refused('scope')];
  if (confirmed !== true) return [state, refused('not-confirmed')];
  const given = 'of' in digest ? state.proposals.get(digest.of)?.digest : undefined;
  if (given !== proposal.digest) return [state, refused('wrong-digest')];
  if (proposal.decided) return [state, proposal.decided];
  if (now < proposal.proposedAt) return [state, refused('bad-time')];
  if (now >= proposal.expiresAt) return [state, refused('proposal-expired')];
  if (proposal.intent === 'once') return [state, refused('one-off')];
  const [after, outcome] = settle(state, caller, proposal, now);
  if (!decides(outcome)) return [state, outcome];
  const proposals = put(after.proposals, id, { ...proposal, decided: outcome });
  return [{ ...after, proposals }, outcome];
}
