// Who a trusted host says is calling: read once, copied, frozen (contract sections 1, 2 and 7).
import { z } from 'zod';
import { Identity, Origin, Principal } from '../contract/identity.js';
import { limits } from '../contract/limits.js';
import { isPlainList, readShape } from '../contract/shapes.js';
import { checkLength } from './domains.js';

/** A schema reads any array; only what an array literal makes is a list here. */
const plainList = z.custom<readonly unknown[]>(isPlainList);
const IdentityShape = Identity.extend({ scopes: plainList.pipe(Identity.shape.scopes) });
const PrincipalShape = Principal.extend({
  scopes: plainList.pipe(Principal.shape.scopes),
  provenances: plainList.pipe(Principal.shape.provenances),
});

function checkNames({ tenant, subject, scopes }: Identity): void {
  checkLength(tenant, limits.name, 'tenant');
  checkLength(subject, limits.name, 'subject');
  for (const scope of scopes) checkLength(scope, limits.name, 'scopes');
}

/** A frozen copy of an identity, else `invalid: malformed`, then `bad-text`. */
export function readIdentity(value: unknown, argument = 'identity'): Identity {
  const identity = readShape(IdentityShape, argument, value);
  checkNames(identity);
  Object.freeze(identity.scopes);
  return Object.freeze(identity);
}

/** Equal tenant, subject and set of scopes. */
export function sameIdentity(a: Identity, b: Identity): boolean {
  return (
    a.tenant === b.tenant &&
    a.subject === b.subject &&
    a.scopes.every((scope) => b.scopes.includes(scope)) &&
    b.scopes.every((scope) => a.scopes.includes(scope))
  );
}

/** A frozen copy of a principal, else `invalid: malformed`, then `bad-text`. */
export function readPrincipal(value: unknown, argument = 'principal'): Principal {
  const principal = readShape(PrincipalShape, argument, value);
  checkLength(principal.actorId, limits.name, 'actorId');
  checkNames(principal);
  Object.freeze(principal.scopes);
  Object.freeze(principal.provenances);
  return Object.freeze(principal);
}

/** A frozen copy of an origin, else `invalid: malformed`, then `bad-text`. */
export function readOrigin(value: unknown, argument = 'origin'): Origin {
  const origin = readShape(Origin, argument, value);
  checkLength(origin.actor, limits.name, 'actor');
  return Object.freeze(origin);
}
