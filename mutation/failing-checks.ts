// What services do with stores that fail in the middle, and ledgers without a service before them.
import { strict as assert } from 'node:assert';
import type { Confirmation, Proposal } from '../src/contract/proposal.js';
import type { Awaitable, Memory, MemoryStore } from '../src/contract/port.js';
import { refuse } from '../src/contract/refusals.js';
import { readIdentity, readPrincipal } from '../src/guards/identity.js';
import { openSqliteStore } from '../src/stores/sqlite/open.js';
import { type Check, story } from './check.js';
import { codeOf, lin, memoryOf, nameIs, odd, on, refusalOf, services } from './scene.js';
import { withMemories, withStore } from './service-checks.js';

type Failure = () => never;

/** The same store without a ledger; while `failure` is set, its memories fail to write. */
function failing(store: MemoryStore): { store: MemoryStore; failure?: Failure | undefined } {
  const scene: { store: MemoryStore; failure?: Failure | undefined } = {
    store: withMemories(store, (memory): Memory => {
      const { proposals: _, ...others } = memory;
      return {
        ...others,
        remember: (fact, terms): Awaitable<number> =>
          scene.failure === undefined ? memory.remember(fact, terms) : scene.failure(),
      };
    }),
  };
  return scene;
}

const unreadable: Failure = () => refuse('io');
const defect = new TypeError('a defect of the store');
const broken: Failure = () => {
  throw defect;
};

const reviewed = { evidence: 'user_confirmed', attemptedVersion: 0, now: 100, lifetime: 600 };
const use = { choice: 'use_candidate', approved: true, now: 101 };

/** A proposal of 100 that lives long, and the owner's word on it. */
const proposed = { now: 100, provenance: 'user-stated' as const };
const yesTo = ({ id, digest }: Proposal, now: number): Confirmation => ({
  id,
  digest,
  confirmed: true,
  now,
});

export const failingChecks: readonly Check[] = [
  story('frozen-identities', 'Who acts is a copy that cannot be changed.', () => {
    const provenances = ['user-confirmed' as const];
    for (const made of [
      readIdentity({ ...lin }),
      readPrincipal({ ...lin, actorId: 'agent', provenances }),
    ]) {
      assert.ok(Object.isFrozen(made));
      assert.ok(Object.isFrozen(made.scopes));
    }
  }),
  story('owner-is-judged', 'A queue judges its owner, whatever its store judges.', () =>
    withStore(async (store) => {
      const trusting: MemoryStore = { as: () => store.as(lin), close: () => store.close() };
      const make = (owner: object) => (): unknown =>
        services.createReviewQueue(trusting, odd(owner));
      assert.equal(await codeOf(make({ ...lin, tenant: '' })), 'bad-text');
      assert.equal(await codeOf(make({ ...lin, role: 'admin' })), 'malformed');
    }),
  ),
  story('principal-is-judged', 'A runtime judges its principal, whatever its store judges.', () =>
    withStore(async (store) => {
      const trusting: MemoryStore = { as: () => store.as(lin), close: () => store.close() };
      const agent = { ...lin, actorId: 'agent', provenances: [] };
      const make = (principal: object) => (): unknown =>
        services.createRuntime(trusting, odd(principal));
      assert.equal(await codeOf(make({ ...agent, subject: '' })), 'bad-text');
      assert.equal(await codeOf(make({ ...agent, actorId: '' })), 'bad-text');
      assert.equal(await codeOf(make({ ...agent, role: 'admin' })), 'malformed');
    }),
  ),
  story('failing-case', 'A case stays open where the store fails, and goes where it refuses.', () =>
    withStore(async (store) => {
      const scene = failing(store);
      await memoryOf(store).remember(nameIs('Lin'), on(0));
      const queue = services.createReviewQueue(scene.store, lin);
      const { id } = await queue.prepare(lin, nameIs('Mei'), reviewed);
      const decide = (caseId: string) => (): unknown => queue.resolve(lin, caseId, use);
      scene.failure = unreadable;
      assert.equal(await codeOf(decide(id)), 'io');
      scene.failure = broken;
      await assert.rejects(async () => decide(id)(), defect);
      scene.failure = undefined;
      const other = await queue.prepare(lin, nameIs('Bo'), reviewed);
      assert.equal((await queue.resolve(lin, id, use)).version, 2);
      assert.equal(await codeOf(decide(other.id)), 'snapshot-changed');
      assert.equal(await codeOf(decide(other.id)), 'unknown-case');
    }),
  ),
  story(
    'failing-confirmation',
    'A proposal stays open where the store fails, and is closed where it refuses.',
    () =>
      withStore(async (store) => {
        const scene = failing(store);
        const proposals = services.createProposals(scene.store);
        const propose = (value: string, change: object = {}): Awaitable<Proposal> =>
          proposals.propose(lin, { ...nameIs(value), ...change }, proposed);
        const first = await propose('Lin');
        const brief = await propose('Mei', { expiresAt: 150 });
        const stale = await propose('Bo');
        const confirm =
          (made: Proposal, now = 120) =>
          (): unknown =>
            proposals.confirm(lin, yesTo(made, now));
        scene.failure = broken;
        await assert.rejects(async () => confirm(first)(), defect);
        scene.failure = unreadable;
        assert.equal(await codeOf(confirm(first)), 'io');
        scene.failure = undefined;
        // A candidate that has ended closes its proposal, also for the time before its end.
        assert.equal(await codeOf(confirm(brief, 150)), 'bad-expiry');
        assert.equal(await codeOf(confirm(brief)), 'bad-expiry');
        const ended = await propose('Ann', { expiresAt: 150 });
        assert.deepEqual(await confirm(first)(), { outcome: 'written', version: 1 });
        // The record has changed since: what failed is told as it is, a refusal as what it means.
        scene.failure = unreadable;
        assert.equal(await codeOf(confirm(stale)), 'io');
        scene.failure = undefined;
        assert.equal(await codeOf(confirm(ended, 150)), 'stale-version');
        assert.equal(await codeOf(confirm(stale)), 'stale-version');
      }),
  ),
  story(
    'refused-for-good',
    'A proposal that met a conflict stays refused when the record comes to say the same.',
    () =>
      withStore(async (store) => {
        for (const [at, kept] of [store, failing(store).store].entries()) {
          const proposals = services.createProposals(kept);
          const made = await proposals.propose(lin, nameIs('Mei'), proposed);
          const confirm = (): unknown => proposals.confirm(lin, yesTo(made, 120));
          await memoryOf(store).remember(nameIs('Lin'), on(2 * at));
          const facts = { expected: 2 * at, actual: 2 * at + 1 };
          for (const agreeing of [false, true]) {
            if (agreeing) await memoryOf(store).remember(nameIs('Mei'), on(2 * at + 1));
            const { code, facts: told } = await refusalOf(confirm);
            assert.deepEqual([code, told], ['stale-version', facts]);
          }
        }
      }),
  ),
  story(
    'closed-ledger',
    'The ledger of a closed store refuses without being asked twice.',
    async () => {
      const store = openSqliteStore({ path: ':memory:' });
      const made = await services.createProposals(store).propose(lin, nameIs('Lin'), proposed);
      const { proposals } = memoryOf(store);
      await store.close();
      assert.equal(await codeOf(() => proposals.add(made)), 'closed');
      assert.equal(await codeOf(() => proposals.confirm(yesTo(made, 120))), 'closed');
    },
  ),
];
