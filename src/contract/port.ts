// The port: what a memory store offers, and what a maintainer's module exports to have one tested.
import type {
  ContextEnvelope,
  ContextTerms,
  DecisionTerms,
  Fact,
  FoundFact,
  MemoryRecord,
  RememberTerms,
  SearchTerms,
} from './fact.js';
import type { Identity, Origin } from './identity.js';
import type { Policy } from './policy.js';
import type { Confirmation, Confirmed, Proposal } from './proposal.js';

/** A method may return a value or a promise; callers await. */
export type Awaitable<T> = T | PromiseLike<T>;

/** What a store claims; what it does not claim is reported "not claimed", never "passed". */
export const capabilities = {
  versions: 'a write names the version it was based on',
  expiry: 'facts end at expiresAt',
  tombstones: 'forget and restore',
  evidence: 'a policy asks for evidence',
  confidence: 'search filters and orders by confidence',
  'text-search': 'search takes a text',
  inspect: 'the raw record of an address can be read',
  durable: 'what was accepted survives closing and opening again',
  'multi-handle': 'several handles work on one store',
  review: 'a review queue works on it',
  provenance: 'records keep actor and provenance',
  proposals: 'proposals are kept durably with the facts',
} as const;
export type Capability = keyof typeof capabilities;

/** One identity's view of a store (contract section 5). Its identity cannot be changed. */
export interface Memory {
  /** Returns the new version. */
  remember(fact: Fact, terms: RememberTerms): Awaitable<number>;
  search(scope: string, terms: SearchTerms): Awaitable<readonly FoundFact[]>;
  /** Returns the new version. */
  forget?(scope: string, key: string, terms: DecisionTerms): Awaitable<number>;
  /** Returns the new version. */
  restore?(scope: string, key: string, terms: DecisionTerms): Awaitable<number>;
  inspect?(scope: string, key: string): Awaitable<MemoryRecord | undefined>;
  context?(scope: string, terms: ContextTerms): Awaitable<ContextEnvelope>;
  /** Present where the store keeps proposals durably (contract section 8). */
  readonly proposals?: ProposalLedger;
}

/**
 * The durable half of contract section 8, bound to the memory's identity. The service
 * `createProposals` judges shape and candidate; the ledger keeps and decides.
 */
export interface ProposalLedger {
  /** Stores a proposal as it is. */
  add(proposal: Proposal): Awaitable<void>;
  /**
   * All of `confirm` after shape and `now`: from `unknown-proposal` to the decision,
   * in the order written there, decision and write in one transaction.
   */
  confirm(confirmation: Confirmation): Awaitable<Confirmed>;
}

/** A store: memories for identities. `origin` is for the runtime alone. */
export interface MemoryStore {
  as(identity: Identity, origin?: Origin): Memory;
  /** Closing twice is fine; afterwards every operation is `unavailable: closed`. */
  close(): Awaitable<void>;
  /** The policy in force; without it services judge by the default policy. */
  readonly policy?: Policy;
  /** True after `close()`; without it services learn it from the store's own refusal. */
  readonly closed?: boolean;
}

/** A prepared statement of the driver seam, in the shape of better-sqlite3. */
export interface Statement {
  run(...parameters: unknown[]): { changes: number | bigint };
  get(...parameters: unknown[]): unknown;
  all(...parameters: unknown[]): unknown[];
}

/** The thin wrapper through which a synchronous store reaches its database. */
export interface Driver {
  prepare(sql: string): Statement;
  exec(sql: string): unknown;
}

/** In production the identity; under test it watches, delays, fails or mutates statements. */
export type DriverSeam = (driver: Driver) => Driver;

/** What a handle is opened with. */
export interface OpenEnvironment {
  /** An existing folder of this store's own; all handles of a sequence get the same one. */
  readonly directory: string;
  /** 0 is the first handle, 1 the second. */
  readonly handle: number;
  readonly policy: Policy;
  /** Milliseconds a writer waits for another one; absent means 0, as in all sequences. */
  readonly busyTimeout?: number;
  /** `memory` asks for a store without files, where there is such a thing. */
  readonly medium?: 'file' | 'memory';
  readonly driver?: DriverSeam;
}

/** What a maintainer's module exports as default. */
export interface StoreUnderTest {
  readonly name: string;
  readonly version?: string;
  /** Its own `import.meta.url`, from which threads load it anew; without it no race is run. */
  readonly module?: string;
  readonly capabilities: readonly Capability[];
  /** The one it has, if it cannot take another; generation then stays inside it. */
  readonly policy?: Policy;
  open(environment: OpenEnvironment): Awaitable<MemoryStore>;
  /**
   * Empties the store of this directory between sequences; open handles stay open and work under
   * the given policy. Without it each sequence gets a new directory.
   */
  reset?(policy: Policy, directory: string): Awaitable<void>;
  /** Test only: all records of all tenants in the store of this directory, as stored. */
  records?(directory: string): AsyncIterable<MemoryRecord> | Iterable<MemoryRecord>;
  destroy?(): Awaitable<void>;
}
