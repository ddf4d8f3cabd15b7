// Who asks, and where a fact lives (contract sections 1 and 7).
import { z } from 'zod';
import { text } from './shapes.js';

/** Built by a trusted host after it authenticated the caller; `scopes` is read as a set. */
export const Identity = z.strictObject({
  tenant: text,
  subject: text,
  scopes: z.array(text),
});
export type Identity = Readonly<{
  tenant: string;
  subject: string;
  scopes: readonly string[];
}>;

/** The structured key of a record; its parts are never joined into one text. */
export interface Address {
  readonly tenant: string;
  readonly subject: string;
  readonly scope: string;
  readonly key: string;
}

/** Where a statement came from (contract section 7); only the first two may write. */
export const provenances = [
  'user-confirmed',
  'tool-verified',
  'user-stated',
  'model-inferred',
  'agent-inferred',
  'external-untrusted',
] as const;
export const Provenance = z.enum(provenances);
export type Provenance = z.infer<typeof Provenance>;

/** What a runtime writes into a record beside the fact; no caller's data ever reaches it. */
export const Origin = z.strictObject({ actor: text, provenance: Provenance });
export type Origin = Readonly<z.infer<typeof Origin>>;

/** An authenticated actor and the scopes and provenances a host allows it. */
export const Principal = z.strictObject({
  actorId: text,
  tenant: text,
  subject: text,
  scopes: z.array(text),
  provenances: z.array(Provenance),
});
export type Principal = Readonly<{
  actorId: string;
  tenant: string;
  subject: string;
  scopes: readonly string[];
  provenances: readonly Provenance[];
}>;
