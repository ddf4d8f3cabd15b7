// The guards of who is calling: a trusted host's identity, read once, copied and compared.
import { construction, type Guard, inCode, story } from './guard.js';

const identities = inCode('src/guards/identity.ts');
const scopes = inCode('src/guards/scope.ts');

export const identity: readonly Guard[] = [
  ...scopes('checkScope', [
    {
      id: 'scope-is-granted',
      sentence: 'A scope is opened only to an identity that was granted it.',
      property: 'scope-isolation',
      contract: '5',
      text: '!identity.scopes.includes(scope)',
    },
  ]),
  ...identities('sameIdentity', [
    {
      id: 'owner-has-the-tenant',
      sentence: 'Another tenant is another identity.',
      property: 'review',
      contract: '6',
      text: 'a.tenant === b.tenant',
    },
    {
      id: 'owner-has-the-subject',
      sentence: 'Another subject is another identity.',
      property: 'review',
      contract: '6',
      text: 'a.subject === b.subject',
    },
    {
      id: 'owner-has-no-fewer-scopes',
      sentence: 'Who lacks a scope of an identity is another one.',
      property: 'review',
      contract: '6',
      text: 'a.scopes.every((scope) => b.scopes.includes(scope))',
    },
    {
      id: 'owner-has-no-more-scopes',
      sentence: 'Who has a scope more than an identity is another one.',
      property: 'review',
      contract: '6',
      text: 'b.scopes.every((scope) => a.scopes.includes(scope))',
    },
  ]),
  ...identities('checkNames', [
    {
      id: 'length-of-tenant',
      sentence: 'The tenant has 1 to 128 code points.',
      property: 'domains',
      contract: '2',
      text: "checkLength(tenant, limits.name, 'tenant')",
    },
    {
      id: 'length-of-subject',
      sentence: 'The subject has 1 to 128 code points.',
      property: 'domains',
      contract: '2',
      text: "checkLength(subject, limits.name, 'subject')",
    },
    {
      id: 'length-of-granted-scopes',
      sentence: 'Each granted scope has 1 to 128 code points.',
      property: 'domains',
      contract: '2',
      text: "checkLength(scope, limits.name, 'scopes')",
    },
  ]),
  ...identities('readIdentity', [
    {
      id: 'shape-of-identity',
      sentence: 'An identity has a tenant, a subject, a list of scopes, and nothing else.',
      property: 'domains',
      contract: '2',
      text: 'readShape(IdentityShape, argument, value)',
    },
    {
      id: 'names-of-identity',
      sentence: 'The names of an identity are judged at once.',
      property: 'domains',
      contract: '2',
      text: 'checkNames(identity)',
    },
    {
      id: 'identity-stays',
      sentence: 'The identity of a memory cannot be changed.',
      property: story,
      contract: '1',
      text: 'Object.freeze(identity)',
    },
  ]),
  ...identities('readPrincipal', [
    {
      id: 'shape-of-principal',
      sentence: 'A principal is plain data with its five fields, and nothing else.',
      property: construction,
      contract: '7',
      text: 'readShape(PrincipalShape, argument, value)',
    },
    {
      id: 'length-of-actor-id',
      sentence: 'The name of a principal has 1 to 128 code points.',
      property: construction,
      contract: '7',
      text: "checkLength(principal.actorId, limits.name, 'actorId')",
    },
    {
      id: 'names-of-principal',
      sentence: 'The names of a principal are judged at once.',
      property: story,
      contract: '7',
      text: 'checkNames(principal)',
    },
    {
      id: 'principal-stays',
      sentence: 'What a principal may do cannot be changed.',
      property: story,
      contract: '7',
      text: 'Object.freeze(principal)',
    },
  ]),
  ...identities('readOrigin', [
    {
      id: 'shape-of-origin',
      sentence: 'An origin is an actor and a provenance, and nothing else.',
      property: construction,
      contract: '7',
      text: 'readShape(Origin, argument, value)',
    },
    {
      id: 'length-of-actor',
      sentence: 'The actor of a record has 1 to 128 code points.',
      property: construction,
      contract: '7',
      text: "checkLength(origin.actor, limits.name, 'actor')",
    },
  ]),
];
