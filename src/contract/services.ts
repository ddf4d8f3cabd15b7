// What the services offer on any store: review, runtime and proposals (contract sections 6-8).
import type { Fact, MemoryRecord } from './fact.js';
import type { Identity, Principal } from './identity.js';
import type { Invocation, InvocationRequest, Payload, UpdateTerms, Written } from './invocation.js';
import type { Awaitable, MemoryStore } from './port.js';
import type { Confirmation, Confirmed, Proposal, ProposeTerms } from './proposal.js';
import type { Decision, PrepareTerms, Receipt, ReviewCase } from './review.js';

/** Contract section 6: a process-local queue, bound to one identity. */
export interface ReviewQueue {
  prepare(caller: Identity, candidate: Fact, terms: PrepareTerms): Awaitable<ReviewCase>;
  resolve(caller: Identity, caseId: string, decision: Decision): Awaitable<Receipt>;
}

/** Contract section 7: issues invocations and writes only through them. */
export interface Runtime {
  invoke(request: InvocationRequest): Invocation;
  create(invocation: Invocation, payload: Payload): Awaitable<Written>;
  update(invocation: Invocation, payload: Payload, terms: UpdateTerms): Awaitable<Written>;
  read(invocation: Invocation, key: string): Awaitable<MemoryRecord | undefined>;
}

/** Contract section 8. `durable` tells whether a later process can confirm. */
export interface Proposals {
  readonly durable: boolean;
  propose(caller: Identity, candidate: Fact, terms: ProposeTerms): Awaitable<Proposal>;
  confirm(caller: Identity, confirmation: Confirmation): Awaitable<Confirmed>;
}

/** The three together: the harness takes them as an argument, so that a mutant can replace one. */
export interface Services {
  createReviewQueue(store: MemoryStore, owner: Identity): ReviewQueue;
  createRuntime(store: MemoryStore, principal: Principal): Runtime;
  createProposals(store: MemoryStore): Proposals;
}
