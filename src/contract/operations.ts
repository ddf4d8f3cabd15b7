// Operations as plain data: a history, a counterexample and a replay file are the same list.
import type { Identity, Principal } from './identity.js';
import type { Policy } from './policy.js';
import type { RefusalCode, RefusalKind } from './refusals.js';

/**
 * Names what an earlier operation returned. Ids of a store are random and never compared;
 * a label is what the operation that made the case, invocation or proposal was called.
 */
export type Label = string;

/** A forgery of the invocation with this label (contract section 7). */
export interface Forgery {
  readonly forged: 'clone' | 'hand-built' | 'other-runtime';
  readonly of: Label;
}

/** The digest of the proposal with this label, or a text that is the digest of none. */
export type DigestOf = { readonly of: Label } | { readonly text: string };

/**
 * One call. Arguments are `unknown` because a bad one is an operation too: it must be refused.
 * Ids are labels: `case`, `invocation`, `proposal`.
 */
export type Operation =
  | {
      readonly do: 'remember';
      readonly as: Identity;
      readonly fact: unknown;
      readonly terms: unknown;
    }
  | {
      readonly do: 'search' | 'context';
      readonly as: Identity;
      readonly scope: unknown;
      readonly terms: unknown;
    }
  | {
      readonly do: 'forget' | 'restore';
      readonly as: Identity;
      readonly scope: unknown;
      readonly key: unknown;
      readonly terms: unknown;
    }
  | {
      readonly do: 'inspect';
      readonly as: Identity;
      readonly scope: unknown;
      readonly key: unknown;
    }
  | {
      readonly do: 'prepare';
      readonly as: Identity;
      readonly label: Label;
      readonly candidate: unknown;
      readonly terms: unknown;
    }
  | {
      readonly do: 'resolve';
      readonly as: Identity;
      readonly case: Label;
      readonly decision: unknown;
    }
  | { readonly do: 'invoke'; readonly label: Label; readonly request: unknown }
  | { readonly do: 'create'; readonly invocation: Label | Forgery; readonly payload: unknown }
  | {
      readonly do: 'update';
      readonly invocation: Label | Forgery;
      readonly payload: unknown;
      readonly terms: unknown;
    }
  | { readonly do: 'read'; readonly invocation: Label | Forgery; readonly key: unknown }
  | {
      readonly do: 'propose';
      readonly as: Identity;
      readonly label: Label;
      readonly candidate: unknown;
      readonly terms: unknown;
    }
  | {
      readonly do: 'confirm';
      readonly as: Identity;
      readonly proposal: Label;
      readonly digest: DigestOf;
      /** The rest of the confirmation: `{ confirmed, now }`. */
      readonly decision: unknown;
    }
  /** Test only: all records of all tenants as they are stored, sorted by address. */
  | { readonly do: 'records' }
  /** Closes one handle: what was made from it answers `unavailable: closed` until a reopen. */
  | { readonly do: 'close' }
  /** Closes all handles and opens the same file again, under a revised policy if one is given. */
  | { readonly do: 'reopen'; readonly policy?: Policy };

export type OperationName = Operation['do'];

export const operationNames = [
  'remember',
  'search',
  'forget',
  'restore',
  'inspect',
  'context',
  'prepare',
  'resolve',
  'invoke',
  'create',
  'update',
  'read',
  'propose',
  'confirm',
  'records',
  'close',
  'reopen',
] as const satisfies readonly OperationName[];

/**
 * What a call came to. `ok` holds labels in place of ids; `threw` is a defect of the store,
 * since only refusals may be thrown.
 */
export type Outcome =
  | { readonly ok: unknown }
  | { readonly refused: RefusalKind; readonly code: RefusalCode }
  | { readonly threw: string };

/** One line of a history: which handle was asked, what, and what it came to. */
export interface Call {
  /** The handle the call went through: 0 is the first. Review and runtime live on handle 0. */
  readonly client: number;
  readonly operation: Operation;
  /**
   * How far the literal expectedVersion or attemptedVersion stands from the record's version
   * at that moment; with it a removed write re-bases later expectations.
   */
  readonly versionOffset?: number;
}

/** What a sequence starts from: the policy, the owner of the review queue, the runtime's principal. */
export interface Setup {
  readonly policy: Policy;
  readonly owner: Identity;
  readonly principal: Principal;
}
