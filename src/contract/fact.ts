// Facts, records and the terms of the six memory operations (contract sections 1 and 5).
import { z } from 'zod';
import type { Address, Provenance } from './identity.js';
import { exempt, number, optionalNumber, text } from './shapes.js';

/** Evidence a trusted review gate vouched for; anything else is no evidence. */
export const evidences = ['user_confirmed', 'task_verified'] as const;
export type Evidence = (typeof evidences)[number];

/** A fact as a caller states it. Times are UTC seconds; texts are counted in code points. */
export const Fact = z.strictObject({
  scope: text,
  kind: text,
  key: text,
  value: text,
  sourceRef: text,
  observedAt: number,
  confidence: optionalNumber,
  expiresAt: number.nullable().optional(),
});
export type Fact = Readonly<z.infer<typeof Fact>>;

/** A fact as it is stored: defaults filled in, alias replaced by its canonical key, -0 stored as 0. */
export interface CompleteFact {
  readonly scope: string;
  readonly kind: string;
  readonly key: string;
  readonly value: string;
  readonly sourceRef: string;
  readonly observedAt: number;
  readonly confidence: number;
  readonly expiresAt: number | null;
}

/** What a search hands out: the fact, its evidence, when it was written and its version. */
export interface FoundFact extends CompleteFact {
  readonly evidence: Evidence;
  readonly updatedAt: number;
  readonly version: number;
}

/** The whole stored row: address, fact, evidence, version, tombstone and who wrote it. */
export interface MemoryRecord extends FoundFact, Address {
  /** UTC seconds at which it was forgotten, or null. */
  readonly deletedAt: number | null;
  readonly actor: string;
  /** Null when it was written through `store.as` without a runtime. */
  readonly provenance: Provenance | null;
}

/** Data for a prompt, below trusted instructions: it opens nothing. */
export interface ContextEnvelope {
  readonly type: 'untrusted_memory_data';
  readonly actionAuthority: false;
  readonly facts: readonly FoundFact[];
}

export const RememberTerms = z.strictObject({
  evidence: exempt,
  expectedVersion: number,
  now: number,
});
export type RememberTerms = Readonly<z.infer<typeof RememberTerms>>;

export const SearchTerms = z.strictObject({
  now: number,
  text: text.optional(),
  minConfidence: optionalNumber,
  limit: optionalNumber,
});
export type SearchTerms = Readonly<z.infer<typeof SearchTerms>>;

/** The terms of forget and restore. */
export const DecisionTerms = z.strictObject({
  expectedVersion: number,
  now: number,
  userConfirmed: exempt,
});
export type DecisionTerms = Readonly<z.infer<typeof DecisionTerms>>;

export const ContextTerms = z.strictObject({ now: number });
export type ContextTerms = Readonly<z.infer<typeof ContextTerms>>;
