// Proposals: immutable candidates that wait for a confirmation (contract section 8).
import { z } from 'zod';
import type { CompleteFact } from './fact.js';
import { Provenance } from './identity.js';
import { exempt, number, optionalNumber, text } from './shapes.js';

export const intents = ['lasting', 'once'] as const;
export const Intent = z.enum(intents);
export type Intent = z.infer<typeof Intent>;

export const ProposeTerms = z.strictObject({
  now: number,
  provenance: Provenance,
  lifetime: optionalNumber,
  intent: Intent.optional(),
});
export type ProposeTerms = Readonly<z.infer<typeof ProposeTerms>>;

export const Confirmation = z.strictObject({
  id: text,
  digest: text,
  confirmed: exempt,
  now: number,
});
export type Confirmation = Readonly<z.infer<typeof Confirmation>>;

/** Deep-frozen. `digest` is equal exactly for equal candidates; `expiresAt` is exclusive. */
export interface Proposal {
  readonly id: string;
  readonly digest: string;
  readonly owner: { readonly tenant: string; readonly subject: string };
  readonly candidate: CompleteFact;
  readonly provenance: Provenance;
  readonly intent: Intent;
  readonly baseVersion: number;
  readonly proposedAt: number;
  readonly expiresAt: number;
}

export interface Confirmed {
  readonly outcome: 'written' | 'unchanged';
  readonly version: number;
}
