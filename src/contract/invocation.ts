// Who may write what: invocations and the payloads that come with them (contract section 7).
import { z } from 'zod';
import { Fact } from './fact.js';
import type { Provenance } from './identity.js';
import { number, text } from './shapes.js';

export const InvocationRequest = z.strictObject({ scope: text, provenance: text, now: number });
export type InvocationRequest = Readonly<z.infer<typeof InvocationRequest>>;

/** Issued by a runtime and by nobody else: a copy of one is a forgery. Frozen. */
export interface Invocation {
  readonly scope: string;
  readonly provenance: Provenance;
  readonly now: number;
}

/** A fact without the fields that only the invocation may supply. */
export const Payload = Fact.omit({ scope: true });
export type Payload = Readonly<z.infer<typeof Payload>>;

export const UpdateTerms = z.strictObject({ expectedVersion: number });
export type UpdateTerms = Readonly<z.infer<typeof UpdateTerms>>;

export interface Written {
  readonly version: number;
  readonly actor: string;
  readonly provenance: Provenance;
}
