// Principals, runtimes and invocations on synchronous and asynchronous stores (contract section 7).
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { provenances, type Principal, type Provenance } from '../src/contract/identity.js';
import type { Invocation, Payload } from '../src/contract/invocation.js';
import type { MemoryStore } from '../src/contract/port.js';
import type { Runtime } from '../src/contract/services.js';
import { createRuntime } from '../src/services/runtime.js';
import { runtimeRules } from '../src/services/runtime-rules.js';
import {
  codeOf,
  lin,
  note,
  odd,
  openSync,
  outcomeOf,
  stores,
  withoutInspect,
} from './service-fixture.js';

const principal: Principal = { actorId: 'agent-7', ...lin, provenances: [...provenances] };

/** A note without the field that only an invocation supplies. */
function payload(value: string, more: Partial<Payload> = {}): Payload {
  const { scope: _, ...rest } = note(value);
  return { ...rest, ...more };
}

const issue = (
  runtime: Runtime,
  now = 100,
  provenance: Provenance = 'user-confirmed',
): Invocation => runtime.invoke({ scope: 'profile', provenance, now });

const recordOf = async (store: MemoryStore) => store.as(lin).inspect?.('profile', 'plain');

describe.each(stores)('on %s', (_, open) => {
  test('what an invocation writes names its actor and provenance', async () => {
    const store = open();
    const runtime = createRuntime(store, principal);
    const created = await runtime.create(issue(runtime), payload('mine'));
    expect(created).toEqual({ version: 1, actor: 'agent-7', provenance: 'user-confirmed' });
    const updated = await runtime.update(issue(runtime, 110), payload('new'), {
      expectedVersion: 1,
    });
    expect(updated).toEqual({ version: 2, actor: 'agent-7', provenance: 'user-confirmed' });
    const record = await runtime.read(issue(runtime, 110), 'plain');
    expect(record).toEqual(await recordOf(store));
    expect(record).toMatchObject({
      tenant: 'acme',
      subject: 'lin',
      scope: 'profile',
      value: 'new',
      evidence: 'user_confirmed',
      updatedAt: 110,
      version: 2,
      actor: 'agent-7',
      provenance: 'user-confirmed',
    });
  });

  test('tool-verified carries the evidence task_verified, and no other', async () => {
    const runtime = createRuntime(open(), principal);
    const verified = issue(runtime, 100, 'tool-verified');
    const written = await runtime.create(verified, payload('ran', { key: 'verified' }));
    expect(written).toMatchObject({ version: 1, provenance: 'tool-verified' });
    expect(await codeOf(() => runtime.create(verified, payload('mine')))).toBe('no-evidence');
    expect(
      await codeOf(() => runtime.create(issue(runtime), payload('ran', { key: 'verified' }))),
    ).toBe('no-evidence');
  });

  test.each(['active', 'expired', 'forgotten', 'ahead'] as const)(
    'create finds a record that is %s: exists',
    async (state) => {
      const store = open();
      const memory = store.as(lin);
      const expiresAt = state === 'expired' ? 95 : null;
      const evidence = 'user_confirmed';
      await memory.remember(note('old', { expiresAt }), {
        evidence,
        expectedVersion: 0,
        now: state === 'ahead' ? 200 : 90,
      });
      if (state === 'forgotten')
        await memory.forget?.('profile', 'plain', {
          expectedVersion: 1,
          now: 91,
          userConfirmed: true,
        });
      const before = await recordOf(store);
      const runtime = createRuntime(store, principal);
      expect(await outcomeOf(() => runtime.create(issue(runtime), payload('new')))).toBe(
        'conflict: exists',
      );
      expect(await recordOf(store)).toEqual(before);
    },
  );

  test.each([0, -0, 1, 7])('update with expected version %s never creates', async (version) => {
    const store = open();
    const runtime = createRuntime(store, principal);
    const update = () =>
      outcomeOf(() => runtime.update(issue(runtime), payload('new'), { expectedVersion: version }));
    expect(await update()).toBe('conflict: missing');
    expect(await recordOf(store)).toBeUndefined();
  });

  test('update of a record with expected version 0 is stale and says so in its own words', async () => {
    const runtime = createRuntime(open(), principal);
    await runtime.create(issue(runtime), payload('mine'));
    const update = async () =>
      runtime.update(issue(runtime), payload('new'), { expectedVersion: 0 });
    await expect(update()).rejects.toMatchObject({
      code: 'stale-version',
      facts: { expected: 0 },
    });
  });

  test('read returns the active record whatever its confidence, else undefined', async () => {
    const store = open();
    const runtime = createRuntime(store, principal);
    const read = (now: number) => runtime.read(issue(runtime, now), 'plain');
    expect(await read(100)).toBeUndefined();
    const content = payload('unsure', { confidence: 0, expiresAt: 110 });
    await runtime.create(issue(runtime, 100), content);
    expect(await read(99)).toBeUndefined();
    expect(await read(100)).toMatchObject({ value: 'unsure', confidence: 0 });
    expect(await read(109)).toMatchObject({ version: 1 });
    expect(await read(110)).toBeUndefined();
    await store.as(lin).forget?.('profile', 'plain', {
      expectedVersion: 1,
      now: 105,
      userConfirmed: true,
    });
    expect(await read(109)).toBeUndefined();
  });

  test('read follows an alias', async () => {
    const runtime = createRuntime(open(), principal);
    const content = payload('中文', { kind: 'preference', key: 'reply language' });
    await runtime.create(issue(runtime), content);
    expect(await runtime.read(issue(runtime), '语言')).toMatchObject({ key: 'language' });
  });

  test.each(provenances.slice(2))('%s may only propose', async (provenance) => {
    const store = open();
    const runtime = createRuntime(store, principal);
    await runtime.create(issue(runtime), payload('mine'));
    const before = await recordOf(store);
    const invocation = issue(runtime, 100, provenance);
    const terms = { expectedVersion: 1 };
    const denied = 'denied: provenance';
    expect(await outcomeOf(() => runtime.create(invocation, payload('x')))).toBe(denied);
    expect(await outcomeOf(() => runtime.update(invocation, payload('x'), terms))).toBe(denied);
    expect(await outcomeOf(() => runtime.read(invocation, 'plain'))).toBe(denied);
    expect(await recordOf(store)).toEqual(before);
  });

  const forgeries: Readonly<Record<string, (real: Invocation, store: MemoryStore) => unknown>> = {
    'a clone': (real) => ({ ...real }),
    'a frozen clone': (real) => Object.freeze({ ...real }),
    'a structured clone': (real) => structuredClone(real),
    'an heir': (real) => Object.create(real),
    'a proxy': (real) => new Proxy(real, {}),
    'a hand-built one': () => ({ scope: 'profile', provenance: 'user-confirmed', now: 100 }),
    "another runtime's": (_real, store) => issue(createRuntime(store, principal)),
    'its text': (real) => JSON.stringify(real),
    nothing: () => undefined,
    null: () => null,
  };
  test.each(Object.entries(forgeries))('%s is a forged invocation', async (_name, forge) => {
    const store = open();
    const runtime = createRuntime(store, principal);
    const forged: Invocation = odd(forge(issue(runtime), store));
    const denied = 'denied: forged-invocation';
    expect(await outcomeOf(() => runtime.create(forged, payload('x')))).toBe(denied);
    expect(
      await outcomeOf(() => runtime.update(forged, payload('x'), { expectedVersion: 0 })),
    ).toBe(denied);
    expect(await outcomeOf(() => runtime.read(forged, 'plain'))).toBe(denied);
    expect(await recordOf(store)).toBeUndefined();
  });

  test('an invocation is frozen and stays good for several calls', async () => {
    const runtime = createRuntime(open(), principal);
    const request = { scope: 'profile', provenance: 'user-confirmed', now: -0 };
    const invocation = runtime.invoke(request);
    request.scope = 'project';
    expect(Object.isFrozen(invocation)).toBe(true);
    expect(invocation).toEqual({ scope: 'profile', provenance: 'user-confirmed', now: 0 });
    const content = payload('mine', { observedAt: 0 });
    expect(await codeOf(() => runtime.create(invocation, content))).toBe('accepted');
    expect(await codeOf(() => runtime.create(invocation, content))).toBe('exists');
  });

  test('two creates at once give one winner', async () => {
    const store = open();
    const runtime = createRuntime(store, principal);
    const outcomes = await Promise.all(
      ['a', 'b', 'c'].map((value) => codeOf(() => runtime.create(issue(runtime), payload(value)))),
    );
    expect(outcomes.toSorted()).toEqual(['accepted', 'exists', 'exists']);
    expect(await recordOf(store)).toMatchObject({ version: 1 });
  });

  test('after close everything is closed before any other check', async () => {
    const store = open();
    const runtime = createRuntime(store, principal);
    const invocation = issue(runtime);
    await store.close();
    const closed = 'unavailable: closed';
    expect(await outcomeOf(() => runtime.invoke(odd(null)))).toBe(closed);
    expect(await outcomeOf(() => runtime.create(odd(null), payload('x')))).toBe(closed);
    expect(await outcomeOf(() => runtime.update(odd(null), odd(1), odd(1)))).toBe(closed);
    expect(await outcomeOf(() => runtime.read(invocation, 'plain'))).toBe(closed);
  });
});

test.each(['scope', 'actor', 'provenance', 'evidence', 'tenant'])(
  'a payload that names its own %s is malformed',
  async (field) => {
    const store = openSync();
    const runtime = createRuntime(store, principal);
    const content: Payload = odd({ ...payload('mine'), [field]: 'profile' });
    expect(await outcomeOf(() => runtime.create(issue(runtime), content))).toBe(
      'invalid: malformed',
    );
    expect(
      await outcomeOf(() => runtime.update(issue(runtime), content, { expectedVersion: 0 })),
    ).toBe('invalid: malformed');
    expect(await recordOf(store)).toBeUndefined();
  },
);

test('no invocation exists outside the allow-lists', async () => {
  const runtime = createRuntime(openSync(), {
    ...principal,
    scopes: ['profile'],
    provenances: ['user-stated'],
  });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('profile', 'profil', 'profile ', 'project', '', '__proto__'),
      fc.constantFrom(...provenances, 'root', '', '__proto__'),
      async (scope, provenance) => {
        const got = await codeOf(() => runtime.invoke({ scope, provenance, now: 1 }));
        const granted = provenance === 'user-stated' ? 'accepted' : 'provenance';
        expect(got).toBe(scope === 'profile' ? granted : 'scope');
      },
    ),
    { seed: 1, endOnFailure: true },
  );
});

test('principals are validated at once', () => {
  const store = openSync();
  const make = (change: object) => () => createRuntime(store, odd({ ...principal, ...change }));
  expect(make({ actorId: '' })).toThrow('bad-text');
  expect(make({ tenant: 'x'.repeat(129) })).toThrow('bad-text');
  expect(make({ provenances: ['root'] })).toThrow('malformed');
  expect(make({ scopes: 'profile' })).toThrow('malformed');
  expect(make({ admin: true })).toThrow('malformed');
});

test('a later change of the principal or its lists changes no runtime', async () => {
  const scopes = ['profile'];
  const mutable = { ...principal, scopes };
  const runtime = createRuntime(openSync(), mutable);
  scopes.push('project');
  mutable.actorId = 'root';
  expect(
    await codeOf(() => runtime.invoke({ scope: 'project', provenance: 'user-confirmed', now: 1 })),
  ).toBe('scope');
  expect(await runtime.create(issue(runtime), payload('mine'))).toMatchObject({ actor: 'agent-7' });
});

test('a store without inspect gets no runtime, and is told what it lacks', () => {
  const blind = withoutInspect(openSync());
  expect(() => createRuntime(blind, principal)).toThrow('inspect(scope, key)');
});

test('a synchronous store is answered at once', () => {
  const runtime = createRuntime(openSync(), principal);
  expect(runtime.create(issue(runtime), payload('mine'))).toMatchObject({ version: 1 });
  expect(runtime.read(issue(runtime), 'plain')).toMatchObject({ value: 'mine' });
  expect(() => runtime.create(issue(runtime), payload('x'))).toThrow('exists');
});

test('only two provenances vouch for anything', () => {
  expect(provenances.map((each) => runtimeRules.evidenceOf(each))).toEqual([
    'user_confirmed',
    'task_verified',
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
