// Confirmations that are not bound to owner, digest or intent, or that write once too often.
import type { MemoryRecord } from '../../contract/fact.js';
import type { Confirmation, Proposal } from '../../contract/proposal.js';
import type { KeptProposal } from '../../guards/confirmation.js';
import { proposalRules, type ProposalRules } from '../../services/proposal-rules.js';
import type { CuratedMutant } from '../mutant.js';
import { withProposalRules } from '../rules.js';

const without = (
  id: string,
  misconception: string,
  rules: Partial<ProposalRules>,
): CuratedMutant => ({
  id,
  property: 'confirmation',
  misconception,
  needs: ['evidence', 'inspect', 'versions'],
  services: withProposalRules(rules),
});

/** Explains a confirmation as if the proposal or the confirmation said something else. */
const asIf = (
  change: (
    kept: KeptProposal,
    confirmation: Confirmation,
  ) => { readonly kept?: KeptProposal; readonly confirmation?: Confirmation },
): Pick<ProposalRules, 'explainConfirmation'> => ({
  explainConfirmation(kept, caller, confirmation) {
    const other = kept === undefined ? {} : change(kept, confirmation);
    return proposalRules.explainConfirmation(
      other.kept ?? kept,
      caller,
      other.confirmation ?? confirmation,
    );
  },
});

const withProposal = (kept: KeptProposal, change: Partial<Proposal>): KeptProposal => ({
  ...kept,
  proposal: { ...kept.proposal, ...change },
});

/** One rule of the proposals each. */
export const confirmationUnbound: readonly CuratedMutant[] = [
  without(
    'digest-not-compared',
    'The id names the proposal, so the digest is only there for the log.',
    asIf((kept, confirmation) => ({
      confirmation: { ...confirmation, digest: kept.proposal.digest },
    })),
  ),
  without('digest-covers-value-only', 'What the user reads is the value, so that is what counts.', {
    digestOf: ({ value }) =>
      proposalRules.digestOf({
        scope: '',
        kind: '',
        key: '',
        value,
        sourceRef: '',
        observedAt: 0,
        confidence: 1,
        expiresAt: null,
      }),
  }),
  without(
    'confirmed-twice-decides-twice',
    'A second confirmation is a second decision and is carried out like the first.',
    asIf((kept) => ({ kept: { ...kept, decided: null } })),
  ),
  without('colleague-confirms', 'In one tenant people may confirm for each other.', {
    explainConfirmation: (kept, caller, confirmation) =>
      proposalRules.explainConfirmation(
        kept,
        { ...caller, subject: kept?.proposal.owner.subject ?? caller.subject },
        confirmation,
      ),
  }),
  without(
    'once-becomes-lasting',
    'What the user wants this time is what the user wants.',
    asIf((kept) => ({ kept: withProposal(kept, { intent: 'lasting' }) })),
  ),
  without('equal-content-written-again', 'A confirmation always writes: that is what it is for.', {
    isUnchanged: (_record): _record is MemoryRecord => false,
  }),
  without('equal-value-is-unchanged', 'The same value is the same fact, however sure it is.', {
    isUnchanged: (record, candidate, now): record is MemoryRecord =>
      record !== undefined &&
      proposalRules.isUnchanged(
        { ...record, confidence: candidate.confidence, expiresAt: candidate.expiresAt },
        candidate,
        now,
      ),
  }),
];
