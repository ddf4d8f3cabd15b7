// The pure half of confirming a proposal: what stands in the way, in the order of contract section 8.
import type { CompleteFact, MemoryRecord } from '../contract/fact.js';
import type { Identity } from '../contract/identity.js';
import type { Confirmation, Confirmed, Proposal } from '../contract/proposal.js';
import { Refusal, refuse, type RefusalCode, type RefusalFacts } from '../contract/refusals.js';
import { explainRemember } from './explain.js';
import { stateAt } from './record-state.js';
import { checkScope } from './scope.js';

/** How a proposal was closed: by an answer, or by a refusal that each later confirm repeats. */
export type Decided = Confirmed | { readonly refused: RefusalCode; readonly facts: RefusalFacts };

/** A proposal as a ledger keeps it; `decided` is null until it is closed. */
export interface KeptProposal {
  readonly proposal: Proposal;
  readonly decided: Decided | null;
}

/**
 * The checks of `confirm` from `unknown-proposal` to `one-off`; all of them leave the proposal
 * undecided. Throws the first refusal, returns the stored decision where there is one, and
 * undefined where nothing stands in the way. The caller has looked the proposal up by its id and
 * checked shape and `now`.
 */
export function explainConfirmation(
  kept: KeptProposal | undefined,
  caller: Identity,
  { digest, confirmed, now }: Confirmation,
): Decided | undefined {
  if (
    kept === undefined ||
    kept.proposal.owner.tenant !== caller.tenant ||
    kept.proposal.owner.subject !== caller.subject
  )
    return refuse('unknown-proposal');
  const { proposal } = kept;
  checkScope(caller, proposal.candidate.scope);
  if (confirmed !== true) refuse('not-confirmed');
  if (digest !== proposal.digest) refuse('wrong-digest');
  if (kept.decided !== null) return kept.decided;
  if (now < proposal.proposedAt)
    refuse('bad-time', { field: 'now', proposedAt: proposal.proposedAt });
  if (now >= proposal.expiresAt) refuse('proposal-expired', { expiresAt: proposal.expiresAt });
  if (proposal.intent === 'once') refuse('one-off');
  return undefined;
}

/** Whether an active record already says what the candidate says: kind, value, confidence, expiry. */
export function isUnchanged(
  record: MemoryRecord | undefined,
  candidate: CompleteFact,
  now: number,
): record is MemoryRecord {
  return (
    record !== undefined &&
    stateAt(record, now) === 'active' &&
    record.kind === candidate.kind &&
    record.value === candidate.value &&
    record.confidence === candidate.confidence &&
    record.expiresAt === candidate.expiresAt
  );
}

/**
 * Why a confirmed candidate was not written: another version than the proposal's base (none
 * counts as 0), then the refusal of today's policy or domain, then the record's state.
 * Undefined where nothing explains it, which breaks an invariant.
 */
export function explainConfirmedWrite(
  record: MemoryRecord | undefined,
  { baseVersion, candidate }: Proposal,
  candidateRefusal: Refusal | undefined,
  now: number,
): Refusal | undefined {
  const actual = record?.version ?? 0;
  if (actual !== baseVersion)
    return new Refusal('stale-version', { expected: baseVersion, actual });
  return (
    candidateRefusal ??
    explainRemember(record, candidate.observedAt, { expectedVersion: baseVersion, now })
  );
}

/** Gives the stored decision again: the answer is returned, the refusal thrown. */
export function giveDecision(decided: Decided): Confirmed {
  if ('refused' in decided) return refuse(decided.refused, decided.facts);
  return decided;
}
