// Proposals in memory, for stores that keep none: the order of checks of a durable ledger (contract section 8).
import type { Identity } from '../contract/identity.js';
import type { Awaitable, ProposalLedger } from '../contract/port.js';
import type { Confirmation, Confirmed, Proposal } from '../contract/proposal.js';
import { isRefusal, Refusal } from '../contract/refusals.js';
import { giveDecision, type KeptProposal } from '../guards/confirmation.js';
import { andThen, attempt } from './awaitable.js';
import type { ProposalRules } from './proposal-rules.js';
import type { InspectableMemory } from './store-access.js';
import { createTurns } from './turns.js';

/** The ledger as one identity sees it; all of them share what it keeps. */
export type LedgerOf = (caller: Identity, memory: InspectableMemory) => ProposalLedger;

/** The decision itself: unchanged, stale or written, by one guarded write. */
function settle(
  rules: ProposalRules,
  memory: InspectableMemory,
  proposal: Proposal,
  now: number,
): Awaitable<Confirmed> {
  const { candidate, baseVersion } = proposal;
  return andThen(memory.inspect(candidate.scope, candidate.key), (record) => {
    if (rules.isUnchanged(record, candidate, now))
      return { outcome: 'unchanged', version: record.version };
    return attempt<number, Confirmed>(
      () =>
        memory.remember(
          { ...candidate },
          { evidence: 'user_confirmed', expectedVersion: baseVersion, now },
        ),
      (version) => ({ outcome: 'written', version }),
      (thrown) => {
        if (!isRefusal(thrown) || thrown.kind === 'unavailable') throw thrown;
        const refusal = new Refusal(thrown.code, thrown.facts, thrown.definite);
        throw rules.explainConfirmedWrite(record, proposal, refusal, now) ?? refusal;
      },
    );
  });
}

/**
 * A ledger that lives as long as the process. It drops nothing: a proposal stays known after its
 * expiry, and a decision is repeated for good. Two confirmations of one proposal take turns.
 */
export function createLedger(rules: ProposalRules): LedgerOf {
  const kept = new Map<string, KeptProposal>();
  const inTurn = createTurns();

  function decide(
    caller: Identity,
    memory: InspectableMemory,
    confirmation: Confirmation,
  ): Awaitable<Confirmed> {
    const { id, now } = confirmation;
    const entry = kept.get(id);
    const decided = rules.explainConfirmation(entry, caller, confirmation);
    if (decided !== undefined) return giveDecision(decided);
    if (entry === undefined) throw new Error('invariant: a proposal nobody knows is refused');
    const { proposal } = entry;
    return attempt(
      () => settle(rules, memory, proposal, now),
      (confirmed) => {
        const answer = Object.freeze(confirmed);
        kept.set(id, { proposal, decided: answer });
        return answer;
      },
      (thrown) => {
        if (isRefusal(thrown) && rules.closes(thrown))
          kept.set(id, { proposal, decided: { refused: thrown.code, facts: thrown.facts } });
        throw thrown;
      },
    );
  }

  return (caller, memory) => ({
    add(proposal) {
      kept.set(proposal.id, { proposal, decided: null });
    },
    confirm: (confirmation) => inTurn(confirmation.id, () => decide(caller, memory, confirmation)),
  });
}
