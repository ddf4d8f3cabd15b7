// Each decision of a service is one rule: with one replaced, exactly one promise breaks.
import { expect, test } from 'vitest';
import type { Identity } from '../src/contract/identity.js';
import type { Invocation } from '../src/contract/invocation.js';
import type { Confirmation } from '../src/contract/proposal.js';
import { refuse } from '../src/contract/refusals.js';
import { reviewRules, type ReviewRules } from '../src/guards/review.js';
import { proposalRules, type ProposalRules } from '../src/services/proposal-rules.js';
import { proposalsWith } from '../src/services/proposals.js';
import { runtimeRules, type RuntimeRules } from '../src/services/runtime-rules.js';
import { runtimeWith } from '../src/services/runtime.js';
import { evidence, keep, scene, terms, use, type Scene } from './review-scene.js';
import { codeOf, lin, note, odd, openSync, outcomeOf, withMemories } from './service-fixture.js';

const stranger: Identity = { ...lin, subject: 'mallory' };
const breakage = { busy: false };
const flakyStore = () =>
  withMemories(openSync(), (memory) => ({
    ...memory,
    remember: (fact, given) => (breakage.busy ? refuse('busy') : memory.remember(fact, given)),
  }));

interface Story<Rules, Stage> {
  readonly name: string;
  readonly rules: Partial<Rules>;
  readonly tell: (stage: Stage) => Promise<unknown>;
  readonly right: unknown;
  readonly broken: unknown;
}

const prepared = async ({ queue }: Scene): Promise<string> =>
  (await queue.prepare(lin, note('mine', { observedAt: 91 }), terms())).id;

const reviews: readonly Story<ReviewRules, Scene>[] = [
  {
    name: 'any truthy approval counts',
    rules: { isApproved: (approved) => Boolean(approved) },
    tell: async (stage) => {
      const id = await prepared(stage);
      return codeOf(() => stage.queue.resolve(lin, id, { ...keep(110), approved: 'yes' }));
    },
    right: 'not-approved',
    broken: 'accepted',
  },
  {
    name: 'the second of expiry is still open',
    rules: { isExpired: (shown, now) => now > shown.expiresAt },
    tell: async (stage) => {
      const id = await prepared(stage);
      return codeOf(() => stage.queue.resolve(lin, id, keep(400)));
    },
    right: 'case-expired',
    broken: 'accepted',
  },
  {
    name: 'keep_current compares nothing',
    rules: {
      isAsShown: (shown, today, choice) =>
        choice === 'keep_current' || reviewRules.isAsShown(shown, today, choice),
    },
    tell: async (stage) => {
      const id = await prepared(stage);
      await stage.write('three', 105);
      return codeOf(() => stage.queue.resolve(lin, id, keep(110)));
    },
    right: 'snapshot-changed',
    broken: 'accepted',
  },
  {
    name: 'no snapshot is compared',
    rules: { isAsShown: () => true },
    tell: async (stage) => {
      const id = await prepared(stage);
      await stage.write('three', 105);
      return codeOf(() => stage.queue.resolve(lin, id, use(110)));
    },
    right: 'snapshot-changed',
    broken: 'stale-version',
  },
  {
    name: 'a case can be decided twice',
    rules: { repeat: () => undefined },
    tell: async (stage) => {
      const id = await prepared(stage);
      await stage.queue.resolve(lin, id, keep(110));
      return codeOf(() => stage.queue.resolve(lin, id, use(111)));
    },
    right: 'decided-otherwise',
    broken: 'accepted',
  },
  {
    name: 'review time refreshes the observation',
    rules: { candidateToWrite: (shown, now) => ({ ...shown.candidate, observedAt: now }) },
    tell: async (stage) => {
      await stage.queue.resolve(lin, await prepared(stage), use(110));
      return (await stage.current())?.observedAt;
    },
    right: 91,
    broken: 110,
  },
  {
    name: 'any identity may decide',
    rules: { isOwner: () => true },
    tell: async (stage) => {
      const id = await prepared(stage);
      return codeOf(() => stage.queue.resolve(stranger, id, keep(110)));
    },
    right: 'other-identity',
    broken: 'accepted',
  },
  {
    name: 'unavailable consumes the case',
    rules: { consumes: () => true },
    tell: async (stage) => {
      const id = await prepared(stage);
      breakage.busy = true;
      await codeOf(() => stage.queue.resolve(lin, id, use(110)));
      breakage.busy = false;
      return codeOf(() => stage.queue.resolve(lin, id, use(110)));
    },
    right: 'accepted',
    broken: 'unknown-case',
  },
  {
    name: 'a decision may lie before its case',
    rules: { isEarly: () => false },
    tell: async (stage) => {
      const id = await prepared(stage);
      return codeOf(() => stage.queue.resolve(lin, id, keep(99)));
    },
    right: 'before-prepared',
    broken: 'accepted',
  },
  {
    name: 'whatever stands there can be reviewed',
    rules: { explainCurrent: () => undefined },
    tell: async ({ queue }) =>
      codeOf(() => queue.prepare(lin, note('mine'), { ...terms(), attemptedVersion: 2 })),
    right: 'nothing-newer',
    broken: 'accepted',
  },
];

test.each(reviews)('review: $name', async ({ rules, tell, right, broken }) => {
  expect(await tell(await scene(flakyStore()))).toEqual(right);
  expect(await tell(await scene(flakyStore(), {}, { ...reviewRules, ...rules }))).toEqual(broken);
});

/** A runtime over a note that is there already, at version 1 until 150. */
function office(rules: RuntimeRules) {
  const store = openSync();
  const terms = { evidence, expectedVersion: 0, now: 90 };
  const version = store.as(lin).remember(note('old', { expiresAt: 150 }), terms);
  const provenances = ['user-confirmed', 'user-stated'] as const;
  const runtime = runtimeWith(rules)(store, { actorId: 'agent-7', ...lin, provenances });
  const { scope: _, ...payload } = note('new');
  const issue = (provenance = 'user-confirmed', now = 100): Invocation =>
    runtime.invoke({ scope: 'profile', provenance, now });
  return { runtime, payload, issue, version };
}
type Office = ReturnType<typeof office>;

const runtimes: readonly Story<RuntimeRules, Office>[] = [
  {
    name: 'every provenance may write',
    rules: { evidenceOf: () => 'user_confirmed' },
    tell: ({ runtime, payload, issue }) =>
      codeOf(() => runtime.update(issue('user-stated'), payload, { expectedVersion: 1 })),
    right: 'provenance',
    broken: 'accepted',
  },
  {
    name: 'a clone of an invocation is good',
    rules: {
      isIssued: (_, invocation): invocation is Invocation => typeof invocation === 'object',
    },
    tell: ({ runtime, payload, issue }) =>
      codeOf(() => runtime.update({ ...issue() }, payload, { expectedVersion: 1 })),
    right: 'forged-invocation',
    broken: 'accepted',
  },
  {
    name: 'create overwrites',
    rules: {
      insert: async (memory, fact, { evidence: given, now }) => {
        const record = await memory.inspect?.(fact.scope, fact.key);
        const expectedVersion = record?.version ?? 0;
        return memory.remember(fact, { evidence: given, expectedVersion, now });
      },
    },
    tell: ({ runtime, payload, issue }) => codeOf(() => runtime.create(issue(), payload)),
    right: 'exists',
    broken: 'accepted',
  },
  {
    name: 'update creates',
    rules: { replace: (memory, fact, given) => memory.remember(fact, given) },
    tell: ({ runtime, issue }) => {
      const { scope: _, ...payload } = note('ran', { key: 'language', kind: 'preference' });
      const content = { ...payload, value: '中文' };
      return codeOf(() => runtime.update(issue(), content, { expectedVersion: 0 }));
    },
    right: 'missing',
    broken: 'accepted',
  },
  {
    name: 'an expired record is read',
    rules: { isReadable: ({ deletedAt }) => deletedAt === null },
    tell: async ({ runtime, issue }) =>
      (await runtime.read(issue('user-confirmed', 150), 'plain'))?.value,
    right: undefined,
    broken: 'old',
  },
  {
    name: 'any scope is granted',
    rules: { grantsScope: () => true },
    tell: ({ runtime }) =>
      codeOf(() => runtime.invoke({ scope: 'team', provenance: 'user-stated', now: 1 })),
    right: 'scope',
    broken: 'accepted',
  },
];

test.each(runtimes)('runtime: $name', async ({ rules, tell, right, broken }) => {
  expect(await tell(office(runtimeRules))).toEqual(right);
  expect(await tell(office({ ...runtimeRules, ...rules }))).toEqual(broken);
});

/** A proposal that is open from 100 to 200, and its confirmation. */
async function counter(rules: ProposalRules) {
  const store = openSync();
  const proposals = proposalsWith(rules)(store);
  const propose = async (intent: 'lasting' | 'once'): Promise<Confirmation> => {
    const given = { now: 100, lifetime: 100, provenance: 'user-stated', intent } as const;
    const { id, digest } = await proposals.propose(lin, note('mine'), given);
    return { id, digest, confirmed: true, now: 110 };
  };
  return { store, proposals, propose, good: await propose('lasting') };
}
type Counter = Awaited<ReturnType<typeof counter>>;

const { explainConfirmation } = proposalRules;

const confirmations: readonly Story<ProposalRules, Counter>[] = [
  {
    name: 'any digest is good',
    rules: {
      explainConfirmation: (kept, caller, given) =>
        explainConfirmation(kept, caller, {
          ...given,
          digest: kept?.proposal.digest ?? given.digest,
        }),
    },
    tell: ({ proposals, good }) => codeOf(() => proposals.confirm(lin, { ...good, digest: '' })),
    right: 'wrong-digest',
    broken: 'accepted',
  },
  {
    name: 'a proposal can be decided twice',
    rules: {
      explainConfirmation: (kept, caller, given) =>
        explainConfirmation(kept && { ...kept, decided: null }, caller, given),
    },
    tell: async ({ proposals, good }) => {
      await proposals.confirm(lin, good);
      return outcomeOf(() => proposals.confirm(lin, good));
    },
    right: { outcome: 'written', version: 1 },
    broken: { outcome: 'unchanged', version: 1 },
  },
  {
    name: 'another subject may confirm',
    rules: {
      explainConfirmation: (kept, caller, given) =>
        explainConfirmation(kept, { ...caller, ...kept?.proposal.owner }, given),
    },
    tell: ({ proposals, good }) => codeOf(() => proposals.confirm(stranger, good)),
    right: 'unknown-proposal',
    broken: 'accepted',
  },
  {
    name: 'the second of expiry is still open',
    rules: {
      explainConfirmation: (kept, caller, given) =>
        explainConfirmation(kept, caller, {
          ...given,
          now: given.now - (given.now === kept?.proposal.expiresAt ? 1 : 0),
        }),
    },
    tell: ({ proposals, good }) => codeOf(() => proposals.confirm(lin, { ...good, now: 200 })),
    right: 'proposal-expired',
    broken: 'accepted',
  },
  {
    name: 'what was meant for once becomes lasting',
    rules: {
      explainConfirmation: (kept, caller, given) =>
        explainConfirmation(
          kept && { ...kept, proposal: { ...kept.proposal, intent: 'lasting' } },
          caller,
          given,
        ),
    },
    tell: async ({ proposals, propose }) => {
      const once = await propose('once');
      return codeOf(() => proposals.confirm(lin, once));
    },
    right: 'one-off',
    broken: 'accepted',
  },
  {
    name: 'an unchanged fact gets a new version',
    rules: { isUnchanged: odd(() => false) },
    tell: async ({ proposals, good, propose }) => {
      await proposals.confirm(lin, good);
      const again = await propose('lasting');
      return outcomeOf(() => proposals.confirm(lin, again));
    },
    right: { outcome: 'unchanged', version: 1 },
    broken: { outcome: 'written', version: 2 },
  },
  {
    name: 'a conflict leaves the proposal open',
    rules: { closes: () => false },
    tell: async ({ store, proposals, good }) => {
      const memory = store.as(lin);
      await memory.remember(note('new'), { evidence, expectedVersion: 0, now: 105 });
      await codeOf(() => proposals.confirm(lin, good));
      await memory.remember(note('mine'), { evidence, expectedVersion: 1, now: 108 });
      return codeOf(() => proposals.confirm(lin, good));
    },
    right: 'stale-version',
    broken: 'accepted',
  },
];

test.each(confirmations)('proposals: $name', async ({ rules, tell, right, broken }) => {
  expect(await tell(await counter(proposalRules))).toEqual(right);
  expect(await tell(await counter({ ...proposalRules, ...rules }))).toEqual(broken);
});

test('rules that let an unknown proposal through break an invariant', async () => {
  const { proposals, good } = await counter({
    ...proposalRules,
    explainConfirmation: () => undefined,
  });
  const confirm = () => proposals.confirm(lin, { ...good, id: 'none' });
  expect(confirm).toThrow('invariant: a proposal nobody knows is refused');
});

test('rules of their own judge in memory, also on a store with a durable ledger', () => {
  const store = openSync();
  expect(proposalsWith(proposalRules)(store).durable).toBe(true);
  expect(proposalsWith({ ...proposalRules })(store).durable).toBe(false);
});
