// Identities, principals and origins: read once, frozen, told apart by every part.
import { describe, expect, test } from 'vitest';
import { readIdentity, readOrigin, readPrincipal, sameIdentity } from '../src/guards/identity.js';
import { checkScope } from '../src/guards/scope.js';
import { codeOf } from './service-fixture.js';

const lin = { tenant: 'acme', subject: 'lin', scopes: ['profile', 'task:one'] };
const principal = { actorId: 'agent-7', ...lin, provenances: ['user-confirmed'] };
const origin = { actor: 'agent-7', provenance: 'user-confirmed' };
const long = 'a'.repeat(129);

describe('what a host hands in', () => {
  test('is copied and frozen', () => {
    const given = { ...lin, scopes: [...lin.scopes] };
    const identity = readIdentity(given);
    given.tenant = 'other';
    given.scopes.push('secret');
    expect(identity).toEqual(lin);
    const owned = readPrincipal(principal);
    expect(owned).toEqual(principal);
    expect(readOrigin(origin)).toEqual(origin);
    for (const part of [identity, identity.scopes, owned, owned.scopes, owned.provenances])
      expect(Object.isFrozen(part)).toBe(true);
    expect(Object.isFrozen(readOrigin(origin))).toBe(true);
  });

  test.each([
    ['an identity', readIdentity, lin],
    ['a principal', readPrincipal, principal],
  ])('as %s has texts of 1 to 128 code points', async (_, read, good) => {
    for (const bad of ['', long])
      for (const change of [{ tenant: bad }, { subject: bad }, { scopes: ['profile', bad] }])
        expect(await codeOf(() => read({ ...good, ...change }))).toBe('bad-text');
    expect(await codeOf(() => read({ ...good, scopes: [] }))).toBe('accepted');
  });

  test('names the actor in 1 to 128 code points', async () => {
    for (const bad of ['', long]) {
      expect(await codeOf(() => readOrigin({ ...origin, actor: bad }))).toBe('bad-text');
      expect(await codeOf(() => readPrincipal({ ...principal, actorId: bad }))).toBe('bad-text');
    }
  });

  test.each([
    ['an unknown provenance', () => readPrincipal({ ...principal, provenances: ['mine'] })],
    ['provenances that are no list', () => readPrincipal({ ...principal, provenances: {} })],
    ['no list of provenances', () => readPrincipal(lin)],
    ['an origin of an unknown provenance', () => readOrigin({ ...origin, provenance: 'mine' })],
    ['an origin that is null', () => readOrigin(null)],
    ['one field too many', () => readIdentity(principal)],
    [
      'scopes of an own class',
      () => readIdentity({ ...lin, scopes: new (class extends Array {})() }),
    ],
    [
      'a principal with scopes that are no list',
      () => readPrincipal({ ...principal, scopes: 'a' }),
    ],
  ])('is malformed with %s', async (_, read) => {
    expect(await codeOf(read)).toBe('malformed');
  });

  test.each<[() => unknown, object]>([
    [() => readIdentity(null, 'owner'), { argument: 'owner' }],
    [() => readIdentity(null), { argument: 'identity' }],
    [() => readPrincipal(null), { argument: 'principal' }],
    [() => readOrigin(null), { argument: 'origin' }],
    [() => readIdentity({ ...lin, tenant: '' }), { field: 'tenant' }],
    [() => readIdentity({ ...lin, subject: '' }), { field: 'subject' }],
    [() => readIdentity({ ...lin, scopes: [''] }), { field: 'scopes' }],
    [() => readPrincipal({ ...principal, actorId: '' }), { field: 'actorId' }],
    [() => readOrigin({ ...origin, actor: '' }), { field: 'actor' }],
  ])('%s is refused with %o and no value', (read, facts) => {
    expect(read).toThrow(expect.objectContaining({ facts }));
  });
});

describe('two identities', () => {
  test.each([
    ['their scopes stand in another order', { scopes: ['task:one', 'profile'] }],
    ['a scope is named twice', { scopes: ['profile', 'task:one', 'profile'] }],
  ])('are the same where %s', (_, change) => {
    expect(sameIdentity(lin, { ...lin, ...change })).toBe(true);
    expect(sameIdentity({ ...lin, ...change }, lin)).toBe(true);
  });

  test.each([
    ['the tenant', { tenant: 'acme2' }],
    ['the subject', { subject: 'Lin' }],
    ['a scope that is missing', { scopes: ['profile'] }],
    ['a scope more', { scopes: ['profile', 'task:one', 'team'] }],
    ['another scope', { scopes: ['profile', 'task:two'] }],
  ])('differ in %s', (_, change) => {
    expect(sameIdentity(lin, { ...lin, ...change })).toBe(false);
    expect(sameIdentity({ ...lin, ...change }, lin)).toBe(false);
  });
});

test('a scope is granted exactly as it is spelled', async () => {
  expect(await codeOf(() => checkScope(lin, 'task:one'))).toBe('accepted');
  for (const scope of ['task:', 'task:one ', 'Profile', '', '__proto__'])
    expect(await codeOf(() => checkScope(lin, scope))).toBe('scope');
});
