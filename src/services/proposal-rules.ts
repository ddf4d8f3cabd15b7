// The decisions about a proposal: what its digest covers, what a confirmation needs (contract section 8).
import { createHash } from 'node:crypto';
import type { CompleteFact, MemoryRecord } from '../contract/fact.js';
import type { Identity } from '../contract/identity.js';
import type { Confirmation, Proposal } from '../contract/proposal.js';
import type { Refusal, RefusalData } from '../contract/refusals.js';
import {
  explainConfirmation,
  explainConfirmedWrite,
  isUnchanged,
  type Decided,
  type KeptProposal,
} from '../guards/confirmation.js';

/** Each decision about a proposal by itself, so that one can be replaced; all are pure. */
export interface ProposalRules {
  /** Equal exactly for equal candidates. */
  readonly digestOf: (candidate: CompleteFact) => string;
  /** The checks from `unknown-proposal` to `one-off`; a stored decision is returned. */
  readonly explainConfirmation: (
    kept: KeptProposal | undefined,
    caller: Identity,
    confirmation: Confirmation,
  ) => Decided | undefined;
  /** Whether the record says already what the candidate says. */
  readonly isUnchanged: (
    record: MemoryRecord | undefined,
    candidate: CompleteFact,
    now: number,
  ) => record is MemoryRecord;
  /** Why the write was refused, given the record before it and the write's own refusal. */
  readonly explainConfirmedWrite: (
    record: MemoryRecord | undefined,
    proposal: Proposal,
    refusal: Refusal | undefined,
    now: number,
  ) => Refusal | undefined;
  /** Whether a refusal of the write closes the proposal. */
  readonly closes: (refusal: RefusalData) => boolean;
}

/** A fixed order of fields, so that equal candidates give equal text. */
const digestOf = (candidate: CompleteFact): string =>
  createHash('sha256')
    .update(
      JSON.stringify({
        scope: candidate.scope,
        kind: candidate.kind,
        key: candidate.key,
        value: candidate.value,
        sourceRef: candidate.sourceRef,
        observedAt: candidate.observedAt,
        confidence: candidate.confidence,
        expiresAt: candidate.expiresAt,
      }),
    )
    .digest('hex');

/** The rules of contract section 8; the digest is SHA-256 in hexadecimal. */
export const proposalRules: ProposalRules = {
  digestOf,
  explainConfirmation,
  isUnchanged,
  explainConfirmedWrite,
  closes: ({ kind }) => kind === 'conflict' || kind === 'invalid',
};
