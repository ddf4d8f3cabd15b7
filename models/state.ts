// What the reference model knows: everything a sequence of operations may depend on, as immutable data.
import type { CompleteFact, Evidence, MemoryRecord } from '../src/contract/fact.js';
import type { Identity, Provenance } from '../src/contract/identity.js';
import type { Invocation } from '../src/contract/invocation.js';
import type { Label, Outcome, Setup } from '../src/contract/operations.js';
import type { Proposal } from '../src/contract/proposal.js';
import { type RefusalCode, refusals } from '../src/contract/refusals.js';
import type { Choice, ReviewCase } from '../src/contract/review.js';

export interface ModelCase extends ReviewCase {
  readonly decided?: { readonly choice: Choice; readonly outcome: Outcome };
}

export interface ModelProposal extends Proposal {
  readonly decided?: Outcome;
}

export interface State {
  readonly setup: Setup;
  /** False for stores whose proposals live in memory only: a reopen forgets them. */
  readonly durableProposals: boolean;
  readonly records: ReadonlyMap<string, MemoryRecord>;
  readonly cases: ReadonlyMap<Label, ModelCase>;
  readonly invocations: ReadonlyMap<Label, Invocation>;
  readonly proposals: ReadonlyMap<Label, ModelProposal>;
  /** Handles that were closed and not reopened. */
  readonly closed: ReadonlySet<number>;
}

export type Step = readonly [State, Outcome];

/** Who writes: an identity, and what the record says of the writer. */
export interface Author extends Identity {
  readonly actor: string;
  readonly provenance: Provenance | null;
}

export interface Candidate {
  readonly fact: CompleteFact;
  readonly evidence: Evidence;
}

/** The state before the first operation. */
export const emptyState = (setup: Setup, durableProposals = true): State => ({
  setup,
  durableProposals,
  records: new Map(),
  cases: new Map(),
  invocations: new Map(),
  proposals: new Map(),
  closed: new Set(),
});

/** A map key for an address; JSON keeps its four parts apart whatever they hold. */
export const addressKey = (tenant: string, subject: string, scope: string, key: string): string =>
  JSON.stringify([tenant, subject, scope, key]);

/** A copy of a map with one entry set. */
export const put = <V>(map: ReadonlyMap<string, V>, key: string, value: V): Map<string, V> =>
  new Map(map).set(key, value);

/** A copy of a map without one entry. */
export function without<V>(map: ReadonlyMap<string, V>, key: string): Map<string, V> {
  const others = new Map(map);
  others.delete(key);
  return others;
}

export const accepted = (ok: unknown): Outcome => ({ ok });

export const refused = (code: RefusalCode): Outcome => ({ refused: refusals[code].kind, code });
