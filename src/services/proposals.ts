// Proposals: candidates that wait, bound to owner, id and digest, for a user's confirmation (contract section 8).
import { randomUUID } from 'node:crypto';
import { Fact } from '../contract/fact.js';
import type { Identity } from '../contract/identity.js';
import { limits } from '../contract/limits.js';
import type { Awaitable, MemoryStore, ProposalLedger } from '../contract/port.js';
import { Confirmation, ProposeTerms, type Confirmed, type Proposal } from '../contract/proposal.js';
import type { Proposals } from '../contract/services.js';
import { readShape } from '../contract/shapes.js';
import { checkCandidate } from '../guards/candidate.js';
import { checkLifetime, checkTime, withoutNegativeZero } from '../guards/domains.js';
import { readIdentity } from '../guards/identity.js';
import type { PolicyIndex } from '../guards/policy-index.js';
import { andThen } from './awaitable.js';
import { createLedger } from './proposal-ledger.js';
import { proposalRules, type ProposalRules } from './proposal-rules.js';
import {
  needInspect,
  openGate,
  policyFor,
  type InspectableMemory,
  type ServiceOptions,
} from './store-access.js';

/** Makes the proposals of a store, for all of its identities. */
export type CreateProposals = (store: MemoryStore, options?: ServiceOptions) => Proposals;

/** What the proposals of one store have at hand. */
interface Counter {
  readonly rules: ProposalRules;
  readonly policyIndex: () => PolicyIndex;
  readonly memoryOf: (caller: Identity) => InspectableMemory;
  readonly ledgerOf: (caller: Identity, memory: InspectableMemory) => ProposalLedger;
}

function propose(
  { rules, policyIndex, memoryOf, ledgerOf }: Counter,
  caller: unknown,
  candidate: unknown,
  terms: unknown,
): Awaitable<Proposal> {
  const who = readIdentity(caller, 'caller');
  const fact = readShape(Fact, 'candidate', candidate);
  const given = readShape(ProposeTerms, 'terms', terms);
  const complete = Object.freeze(checkCandidate(policyIndex(), fact, 'user_confirmed', given.now));
  const proposedAt = withoutNegativeZero(given.now);
  const lifetime = checkLifetime(given.lifetime, limits.proposalLifetime, proposedAt);
  const memory = memoryOf(who);
  return andThen(memory.inspect(complete.scope, complete.key), (current) => {
    const proposal: Proposal = Object.freeze({
      id: randomUUID(),
      digest: rules.digestOf(complete),
      owner: Object.freeze({ tenant: who.tenant, subject: who.subject }),
      candidate: complete,
      provenance: given.provenance,
      intent: given.intent ?? 'lasting',
      baseVersion: current?.version ?? 0,
      proposedAt,
      expiresAt: proposedAt + lifetime,
    });
    return andThen(ledgerOf(who, memory).add(proposal), () => proposal);
  });
}

function confirm(
  { memoryOf, ledgerOf }: Counter,
  caller: unknown,
  confirmation: unknown,
): Awaitable<Confirmed> {
  const who = readIdentity(caller, 'caller');
  const given = readShape(Confirmation, 'confirmation', confirmation);
  const now = checkTime(given.now, 'now');
  return ledgerOf(who, memoryOf(who)).confirm({ ...given, now });
}

/** Opening a memory changes nothing; this one is opened only to see what it offers. */
const nobody: Identity = { tenant: 'nobody', subject: 'nobody', scopes: [] };

/**
 * Proposals that are judged by these rules; a mutant overrides one of `proposalRules`. A durable
 * ledger decides by its own rules, so any other rules judge in memory, and `durable` is false.
 */
export const proposalsWith =
  (rules: ProposalRules): CreateProposals =>
  (store, options = {}) => {
    const offered = needInspect(store.as(nobody), 'A list of proposals').proposals !== undefined;
    const durable = offered && rules === proposalRules;
    const inMemory = createLedger(rules);
    const gate = openGate(store);
    const counter: Counter = {
      rules,
      policyIndex: policyFor(store, options),
      memoryOf: (caller) => needInspect(store.as(caller), 'A list of proposals'),
      ledgerOf: (caller, memory) =>
        (durable ? memory.proposals : undefined) ?? inMemory(caller, memory),
    };
    return {
      durable,
      propose: (caller, candidate, terms) =>
        gate.pass(() => propose(counter, caller, candidate, terms)),
      confirm: (caller, confirmation) => gate.pass(() => confirm(counter, caller, confirmation)),
    };
  };

/**
 * The proposals of a store, for every identity (contract section 8). Times are UTC seconds; a
 * proposal stays open for `lifetime` seconds (1..2592000, default 86400).
 *
 * `propose` keeps a candidate that the rule lets a user confirm and changes no record; refused
 * with the refusals of `remember` up to its domain, `invalid: bad-lifetime`, `denied: scope`.
 * `confirm` writes it with evidence `user_confirmed`, or answers `unchanged` where the record
 * says the same already; a decided proposal gives its decision once more. Refused with
 * `bad-time`, `unknown-proposal`, `scope`, `not-confirmed`, `wrong-digest`, `proposal-expired` and
 * `one-off`, which leave it open, and with `stale-version` and the other `conflict` and `invalid`
 * refusals of the write, which close it.
 *
 * `durable` tells where they are kept: in the store's file where it offers that, else in memory.
 */
export const createProposals: CreateProposals = proposalsWith(proposalRules);
