// What a divergence shows, in the words of the contract: facts from which the table picks a property.
import type { OperationName } from '../../src/contract/operations.js';
import type { RefusalCode } from '../../src/contract/refusals.js';

/** Why a record the store gave is not in the model's answer. */
export type Intruder =
  | 'other-tenant'
  | 'other-subject'
  | 'other-scope'
  | 'stale'
  | 'deleted'
  | 'expired'
  | 'ahead'
  | 'unsure'
  | 'text-differs'
  | 'beyond-limit'
  | 'not-written';

/** Where a record was lost that the model's answer holds. */
export type Loss =
  | 'reopened'
  | 'after-refusal'
  | 'by-alias'
  | 'limit'
  | 'threshold'
  | 'text'
  | 'last-second'
  | 'plain';

/** When a record came to differ that both sides give. */
export type Change = 'stale' | 'reopened' | 'after-refusal' | 'plain';

export type Finding = { readonly operation: OperationName } & (
  | { readonly what: 'threw' }
  /** One side refused with this code; `expected` tells whether it was the model. */
  | {
      readonly what: 'code';
      readonly code: RefusalCode;
      readonly expected: boolean;
      /** The version the call was based on, if it names one. */
      readonly version?: number;
    }
  | { readonly what: 'scribbled' }
  | { readonly what: 'intruder'; readonly why: Intruder }
  | { readonly what: 'lost'; readonly where: Loss }
  | {
      readonly what: 'changed';
      readonly fields: readonly string[];
      readonly when: Change;
      /** The operation that wrote the record last, if one did. */
      readonly by?: OperationName | undefined;
    }
  | { readonly what: 'order' }
  /** A write gave back another version, and differs in nothing else. */
  | { readonly what: 'version' }
  /** Another result of a write, a decision, or an envelope. */
  | { readonly what: 'result'; readonly fields: readonly string[] }
);

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null;

/** A field as text; JSON alone would take -0 for 0. */
export const written = (value: unknown): string | undefined =>
  Object.is(value, -0) ? '-0' : JSON.stringify(value);

/** Names of the fields in which two objects differ. */
export const differing = (a: Fields, b: Fields): readonly string[] =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
    (name) => written(a[name]) !== written(b[name]),
  );
