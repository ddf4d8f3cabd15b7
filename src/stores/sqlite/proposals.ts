// The ledger of proposals in the store's own file: decision and write are one transaction.
import type { Identity } from '../../contract/identity.js';
import type { ProposalLedger } from '../../contract/port.js';
import type { Proposal } from '../../contract/proposal.js';
import { Refusal } from '../../contract/refusals.js';
import { checkCandidate } from '../../guards/candidate.js';
import {
  type Decided,
  explainConfirmation,
  explainConfirmedWrite,
  giveDecision,
  isUnchanged,
} from '../../guards/confirmation.js';
import { canonicalKey } from '../../guards/policy-index.js';
import { checkOpen, type Session, unexplained } from './session.js';

/** The refusal a check throws, or what it returns. */
function attempt<T>(check: () => T): T | Refusal {
  try {
    return check();
  } catch (thrown) {
    if (thrown instanceof Refusal) return thrown;
    throw thrown;
  }
}

/** One identity's ledger (contract section 8); shape and candidate were judged by the service. */
export function openLedger(session: Session, caller: Identity): ProposalLedger {
  const { connection, proposals, records } = session;
  const { tenant, subject } = caller;
  const author = { tenant, subject, actor: subject, provenance: null };

  /** The last phase of `confirm`; a `denied` is thrown and with the rollback decides nothing. */
  function decide(proposal: Proposal, now: number): Decided {
    const { candidate, baseVersion } = proposal;
    const { scope } = candidate;
    const key = canonicalKey(session.policy, candidate.key);
    const record = records.read({ tenant, subject, scope, key });
    if (isUnchanged(record, candidate, now))
      return { outcome: 'unchanged', version: record.version };
    const checked = attempt(() => checkCandidate(session.policy, candidate, 'user_confirmed', now));
    const refused = checked instanceof Refusal ? checked : undefined;
    const terms = { expectedVersion: baseVersion, now };
    if (!(checked instanceof Refusal) && records.write(author, checked, 'user_confirmed', terms))
      return { outcome: 'written', version: baseVersion + 1 };
    const reason = explainConfirmedWrite(record, proposal, refused, now);
    if (reason === undefined) throw unexplained('confirm');
    if (reason.kind === 'denied') throw reason;
    return { refused: reason.code, facts: reason.facts };
  }

  return {
    add(proposal) {
      checkOpen(session);
      connection.transaction(() => {
        proposals.add(caller, proposal);
      });
    },
    confirm(confirmation) {
      checkOpen(session);
      const decided = connection.transaction(() => {
        const claimed = proposals.claim(caller, confirmation);
        const kept = proposals.read(confirmation.id);
        if (!claimed) {
          const standing = explainConfirmation(kept, caller, confirmation);
          if (standing === undefined) throw unexplained('confirm');
          return standing;
        }
        if (kept === undefined) throw unexplained('confirm');
        const decision = decide(kept.proposal, confirmation.now);
        proposals.close(confirmation.id, decision);
        return decision;
      });
      return giveDecision(decided);
    },
  };
}
