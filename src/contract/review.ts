// Review of conflicts: cases, decisions and receipts (contract section 6).
import { z } from 'zod';
import type { CompleteFact, Evidence, MemoryRecord } from './fact.js';
import { exempt, number, optionalNumber, text } from './shapes.js';

export const PrepareTerms = z.strictObject({
  evidence: exempt,
  attemptedVersion: number,
  now: number,
  lifetime: optionalNumber,
});
export type PrepareTerms = Readonly<z.infer<typeof PrepareTerms>>;

/** `choice` is judged at its own step (`bad-choice`), so any text has the right shape. */
export const Decision = z.strictObject({ choice: text, approved: exempt, now: number });
export type Decision = Readonly<z.infer<typeof Decision>>;

export const choices = ['keep_current', 'use_candidate'] as const;
export type Choice = (typeof choices)[number];

/** What a human is shown: deep-frozen copies, valid until `expiresAt` (UTC seconds, exclusive). */
export interface ReviewCase {
  readonly id: string;
  readonly current: MemoryRecord;
  readonly candidate: CompleteFact;
  readonly evidence: Evidence;
  readonly attemptedVersion: number;
  readonly preparedAt: number;
  readonly expiresAt: number;
}

export interface Receipt {
  readonly caseId: string;
  readonly choice: Choice;
  readonly outcome: 'kept' | 'applied';
  readonly version: number;
}
