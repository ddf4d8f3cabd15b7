// A scope is used only by an identity that was granted it (contract sections 1 and 5).
import { refuse } from '../contract/refusals.js';

/** Refuses `denied: scope` alike for a scope that exists and for one that does not. */
export function checkScope(identity: { readonly scopes: readonly string[] }, scope: string): void {
  if (!identity.scopes.includes(scope)) refuse('scope');
}
