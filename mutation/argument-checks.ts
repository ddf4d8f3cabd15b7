// Which argument a refusal names, for every argument of every operation and service.
import { strict as assert } from 'node:assert';
import { createModelStore } from '../models/model-store.js';
import type { Memory, MemoryStore } from '../src/contract/port.js';
import { openSqliteStore } from '../src/stores/sqlite/open.js';
import { type Check, story } from './check.js';
import { codeOf, decided, lin, memoryOf, nameIs, odd, on, refusalOf, services } from './scene.js';
import { withMemories, without, withStore } from './service-checks.js';

const long = 'x'.repeat(129);
const principal = { ...lin, actorId: 'agent', provenances: ['user-confirmed' as const] };
const proposed = { now: 100, provenance: 'user-stated' as const };
const review = { evidence: 'user_confirmed' as const, attemptedVersion: 1, now: 100 };

/** A call with one wrong argument, and how its refusal names it. */
type Case = readonly [named: string, call: () => unknown];

/** Each refusal names its argument, or the field of it, and nothing but that. */
async function assertNamed(cases: readonly Case[]): Promise<void> {
  for (const [named, call] of cases) {
    const { code, facts } = await refusalOf(call);
    const expected = code === 'malformed' ? facts['argument'] : facts['field'];
    assert.equal(expected, named, `${code} names ${JSON.stringify(facts)} instead of ${named}`);
  }
}

const memoryCases = (memory: Required<Memory>): readonly Case[] => [
  ['fact', () => memory.remember(odd(7), on(0))],
  ['terms', () => memory.remember(nameIs('Lin'), odd(7))],
  ['scope', () => memory.search(odd(7), { now: 100 })],
  ['terms', () => memory.search('profile', odd(7))],
  ['terms', () => memory.context('profile', odd(7))],
  ['scope', () => memory.inspect(odd(7), 'display_name')],
  ['key', () => memory.inspect('profile', odd(7))],
  ['key', () => memory.inspect('profile', long)],
  ...(['forget', 'restore'] as const).flatMap((name): readonly Case[] => [
    ['scope', () => memory[name](odd(7), 'display_name', decided(1))],
    ['key', () => memory[name]('profile', odd(7), decided(1))],
    ['terms', () => memory[name]('profile', 'display_name', odd(7))],
    ['now', () => memory[name]('profile', 'display_name', { ...decided(1), now: -1 })],
    ['key', () => memory[name]('profile', long, decided(1))],
  ]),
];

function queueCases(store: MemoryStore): readonly Case[] {
  const queue = services.createReviewQueue(store, lin);
  const decision = { choice: 'keep_current' as const, approved: true, now: 100 };
  const fact = nameIs('Lin');
  return [
    ['owner', () => services.createReviewQueue(store, odd(7))],
    ['caller', () => queue.prepare(odd(7), fact, review)],
    ['candidate', () => queue.prepare(lin, odd(7), review)],
    ['terms', () => queue.prepare(lin, fact, odd(7))],
    ['now', () => queue.prepare(lin, fact, { ...review, now: -1 })],
    ['attemptedVersion', () => queue.prepare(lin, fact, { ...review, attemptedVersion: -1 })],
    ['caller', () => queue.resolve(odd(7), 'case', decision)],
    ['caseId', () => queue.resolve(lin, odd(7), decision)],
    ['decision', () => queue.resolve(lin, 'case', odd(7))],
    ['now', () => queue.resolve(lin, 'case', { ...decision, now: -1 })],
  ];
}

function proposalCases(store: MemoryStore): readonly Case[] {
  const proposals = services.createProposals(store);
  const yes = { id: 'x', digest: 'x', confirmed: true, now: 100 };
  return [
    ['caller', () => proposals.propose(odd(7), nameIs('Lin'), proposed)],
    ['candidate', () => proposals.propose(lin, odd(7), proposed)],
    ['terms', () => proposals.propose(lin, nameIs('Lin'), odd(7))],
    ['caller', () => proposals.confirm(odd(7), yes)],
    ['confirmation', () => proposals.confirm(lin, odd(7))],
    ['now', () => proposals.confirm(lin, { ...yes, now: -1 })],
  ];
}

function runtimeCases(store: MemoryStore): readonly Case[] {
  const runtime = services.createRuntime(store, principal);
  const request = { scope: 'profile', provenance: 'user-confirmed' as const, now: 100 };
  const invocation = runtime.invoke(request);
  const { scope: _scope, ...payload } = nameIs('Lin');
  return [
    ['request', () => runtime.invoke(odd(7))],
    ['now', () => runtime.invoke({ ...request, now: -1 })],
    ['payload', () => runtime.create(invocation, odd(7))],
    ['payload', () => runtime.update(invocation, odd(7), { expectedVersion: 1 })],
    ['terms', () => runtime.update(invocation, payload, odd(7))],
    ['key', () => runtime.read(invocation, odd(7))],
  ];
}

/** Memories of a store that has no inspect from its second opening on. */
function poorLater(store: MemoryStore): MemoryStore {
  let opened = 0;
  return withMemories(store, (memory) => {
    opened += 1;
    return opened === 1 ? memory : without('inspect')(memory);
  });
}

export const argumentChecks: readonly Check[] = [
  story('arguments-of-memories', 'A refused operation names its argument.', () =>
    withStore((store) => assertNamed(memoryCases(memoryOf(store)))),
  ),
  story('arguments-of-services', 'A refused call of a service names its argument.', () =>
    withStore((store) =>
      assertNamed([...queueCases(store), ...proposalCases(store), ...runtimeCases(store)]),
    ),
  ),
  story('needs-inspect-later', 'A memory that lacks inspect is told whenever it is opened.', () =>
    withStore((store) => {
      const proposals = services.createProposals(poorLater(store));
      assert.throws(
        () => proposals.propose(lin, nameIs('Lin'), proposed),
        /^Error: A list of proposals needs .* inspect.*: add inspect to the adapter/su,
      );
      const runtime = services.createRuntime(poorLater(store), principal);
      const request = { scope: 'profile', provenance: 'user-confirmed' as const, now: 100 };
      const invocation = runtime.invoke(request);
      assert.throws(
        () => runtime.read(invocation, 'display_name'),
        /^Error: A runtime needs .* inspect/u,
      );
    }),
  ),
  story('versions-of-a-runtime', 'A stale update says which version was expected.', () =>
    withStore(async (store) => {
      const runtime = services.createRuntime(store, principal);
      const invocation = runtime.invoke({
        scope: 'profile',
        provenance: 'user-confirmed',
        now: 100,
      });
      const { scope: _scope, ...payload } = nameIs('Lin');
      await runtime.create(invocation, payload);
      for (const expectedVersion of [0, 2]) {
        const update = () => runtime.update(invocation, payload, { expectedVersion });
        const { code, facts } = await refusalOf(update);
        assert.deepEqual(
          [code, facts],
          ['stale-version', { expected: expectedVersion, actual: 1 }],
        );
      }
    }),
  ),
  story('choices-of-a-review', 'A case that was decided otherwise says how.', () =>
    withStore(async (store) => {
      await memoryOf(store).remember(nameIs('Lin'), on(0));
      const queue = services.createReviewQueue(store, lin);
      const { id } = await queue.prepare(lin, nameIs('Bo'), { ...review, attemptedVersion: 0 });
      const decision = { approved: true, now: 100 };
      await queue.resolve(lin, id, { ...decision, choice: 'keep_current' });
      const { code, facts } = await refusalOf(() =>
        queue.resolve(lin, id, { ...decision, choice: 'use_candidate' }),
      );
      const told = { decided: 'keep_current', outcome: 'kept' };
      assert.deepEqual([code, facts], ['decided-otherwise', told]);
    }),
  ),
  story(
    'snapshot-of-nothing',
    'A review of a record that went says that none is there.',
    async () => {
      const store = openSqliteStore({ path: ':memory:' });
      try {
        await memoryOf(store).remember(nameIs('Lin'), on(0));
        let isGone = false;
        const going = withMemories(store, (memory) => ({
          ...memory,
          inspect: (scope, key) => (isGone ? undefined : memory.inspect?.(scope, key)),
        }));
        const queue = services.createReviewQueue(going, lin);
        const { id } = await queue.prepare(lin, nameIs('Bo'), { ...review, attemptedVersion: 0 });
        isGone = true;
        const { code, facts } = await refusalOf(() =>
          queue.resolve(lin, id, { choice: 'keep_current', approved: true, now: 100 }),
        );
        assert.deepEqual([code, facts['actual']], ['snapshot-changed', null]);
      } finally {
        await store.close();
      }
    },
  ),
  story(
    'ledger-in-memory',
    'Proposals in the service write equal content once, and a conflict closes them.',
    async () => {
      const store = createModelStore();
      const proposals = services.createProposals(store);
      const propose = (value: string) => proposals.propose(lin, nameIs(value), proposed);
      const [first, same, late] = [await propose('Lin'), await propose('Lin'), await propose('Bo')];
      const yes = ({ id, digest }: typeof first) => ({ id, digest, confirmed: true, now: 200 });
      const written = await proposals.confirm(lin, yes(first));
      assert.deepEqual(written, { outcome: 'written', version: 1 });
      const unchanged = await proposals.confirm(lin, yes(same));
      assert.deepEqual(unchanged, { outcome: 'unchanged', version: 1 });
      assert.equal(await codeOf(() => proposals.confirm(lin, yes(late))), 'stale-version');
      const key = { expectedVersion: 1, now: 300, userConfirmed: true };
      await memoryOf(store).forget('profile', 'display_name', key);
      // Closed: the stored refusal comes again, whatever has become of the record.
      assert.equal(await codeOf(() => proposals.confirm(lin, yes(late))), 'stale-version');
    },
  ),
];
