// What makes a failure small, looked at by itself: which calls go, and which words become simpler.
import { strict as assert } from 'node:assert';
import { emptyState } from '../models/state.js';
import { step } from '../models/step.js';
import type { Call, Operation, Outcome, Setup } from '../src/contract/operations.js';
import { defaultPolicy } from '../src/contract/policy.js';
import { capabilities, type Capability } from '../src/contract/port.js';
import { counterexampleOf } from '../src/engine/counterexample.js';
import type { Run, Step } from '../src/engine/drive.js';
import { replayCalls, shrink } from '../src/engine/shrink.js';
import { simplerCalls, simplerSequences } from '../src/engine/simplify.js';
import type { Session } from '../src/engine/session.js';
import type { Stage } from '../src/engine/stage.js';
import { viewFor } from '../src/engine/view.js';
import { type Check, story } from './check.js';
import { lin, nameIs, on } from './scene.js';

const setup: Setup = {
  policy: defaultPolicy,
  owner: lin,
  principal: { ...lin, actorId: 'agent', provenances: [] },
};

const remember = (key: string, version: number, more: object = {}): Call => ({
  client: 0,
  operation: {
    do: 'remember',
    as: lin,
    fact: { ...nameIs('Lin'), key, kind: 'profile' },
    terms: { ...on(version), ...more },
  },
});
const search = (terms: object = {}, client = 0): Call => ({
  client,
  operation: { do: 'search', as: lin, scope: 'profile', terms: { now: 100, ...terms } },
});
const termsOf = ({ operation }: Call): object => (operation as unknown as { terms: object }).terms;

const simplifyChecks: readonly Check[] = [
  story('simpler-calls', 'Each simpler form of a call differs in one thing.', () => {
    const terms = { now: 100, limit: 3, text: 'a', minConfidence: 0.5, extra: 1 };
    const simpler = simplerCalls(search(terms, 1));
    assert.deepEqual(simpler[0], search(terms, 0));
    const { extra: _e, ...noExtra } = terms;
    const { text: _t, ...noText } = terms;
    const { limit: _l, ...noLimit } = terms;
    const { minConfidence: _m, ...noThreshold } = terms;
    assert.deepEqual(simpler.slice(1).map(termsOf), [
      noExtra,
      noText,
      noLimit,
      { ...terms, limit: 1 },
      noThreshold,
    ]);
    assert.deepEqual(simplerCalls(search()), []);
    assert.deepEqual(simplerCalls(search({ limit: 1 })).map(termsOf), [{ now: 100 }]);
    const frozen = Object.freeze({ now: 100, limit: 3 });
    const { operation } = search();
    const call = { client: 0, operation: { ...operation, terms: frozen } as unknown as Operation };
    assert.deepEqual(simplerCalls(call), []);
  }),
  story('simpler-facts', 'Values become letters, and what may be left out is.', () => {
    const fact = { value: 'Lin', sourceRef: 'chat:1', confidence: 0.5, expiresAt: 900, kind: 'k' };
    const terms = { evidence: 'task_verified', lifetime: 5, intent: 'once' };
    const operation = { do: 'propose', as: lin, label: 'p', candidate: fact, terms };
    const simpler = simplerCalls({ client: 0, operation: operation as unknown as Operation });
    const changed = simpler.map(({ operation: after }) => {
      const { candidate, terms: left } = after as unknown as typeof operation;
      return candidate === fact ? left : candidate;
    });
    const { confidence: _c, ...sure } = fact;
    const { expiresAt: _x, ...lasting } = fact;
    const { lifetime: _f, ...usual } = terms;
    const { intent: _i, ...plain } = terms;
    assert.deepEqual(changed, [
      usual,
      plain,
      lasting,
      sure,
      { ...fact, value: 'a' },
      { ...fact, value: 'b' },
      { ...fact, sourceRef: 's' },
      { ...terms, evidence: 'user_confirmed' },
    ]);
  }),
  story(
    'simpler-names',
    'Names become plain in the order in which they come, times move together.',
    () => {
      const [tenants, subjects, times] = simplerSequences;
      const of = (tenant: string, subject: string, more: object = {}): Call =>
        ({
          client: 0,
          operation: { do: 'search', as: { tenant, subject, scopes: [tenant] }, terms: more },
        }) as unknown as Call;
      const namesOf = (calls: readonly Call[] | undefined): readonly unknown[] =>
        (calls ?? []).map(({ operation }) => {
          const { tenant, subject, scopes } = (operation as unknown as { as: typeof lin }).as;
          return [tenant, subject, scopes];
        });
      const calls = [of('x', 's'), of('y', 's'), of('x', 't'), of('z', 'u'), of('w', 'v')];
      assert.deepEqual(namesOf(tenants?.(calls)), [
        ['acme', 's', ['x']],
        ['globex', 's', ['y']],
        ['acme', 't', ['x']],
        ['initech', 'u', ['z']],
        ['w', 'v', ['w']],
      ]);
      assert.deepEqual(namesOf(subjects?.(calls)), [
        ['x', 'lin', ['x']],
        ['y', 'lin', ['y']],
        ['x', 'bo', ['x']],
        ['z', 'kim', ['z']],
        ['w', 'v', ['w']],
      ]);
      const frozen = Object.freeze({ now: 700 });
      const timed = [
        { now: 700, observedAt: 0, lifetime: 700 },
        { now: 9, expiresAt: 700, list: [{ now: 9 }] },
        { now: -5, observedAt: 1.5 },
        frozen,
      ].map((terms) => of('x', 's', terms));
      assert.deepEqual(times?.(timed).map(termsOf), [
        { now: 102, observedAt: 100, lifetime: 700 },
        { now: 101, expiresAt: 102, list: [{ now: 101 }] },
        { now: -5, observedAt: 1.5 },
        frozen,
      ]);
    },
  ),
];

/** A store that answers as the model does, but wrongly where `isWrong` says so of the calls so far. */
function stageWith(isWrong: (calls: readonly Call[]) => boolean, told: string[] = []): Stage {
  const every = new Set(Object.keys(capabilities) as Capability[]);
  const session = async (): Promise<Session> => {
    let state = emptyState(setup);
    const calls: Call[] = [];
    return {
      perform(call): Outcome {
        calls.push(call);
        const [after, expected] = step(state, call);
        state = after;
        return isWrong(calls) ? { ok: 'wrong' } : expected;
      },
      spoil: () => undefined,
      end: async () => void told.push('end'),
    };
  };
  const stage: Partial<Stage> = {
    durableProposals: true,
    view: viewFor(every),
    deadline: 50,
    pulse: undefined,
    session: () => session().then((opened) => (told.push('store'), opened)),
    rehearse: () => session().then((opened) => (told.push('memory'), opened)),
  };
  return stage as Stage;
}

/** A run of these calls up to the one that is wrong. */
async function failing(stage: Stage, calls: readonly Call[]): Promise<Run> {
  const run = await replayCalls(stage, setup, emptyState(setup), calls);
  assert.ok(run.divergence);
  return run;
}

const wrote =
  (...keys: readonly string[]) =>
  (calls: readonly Call[]): boolean =>
    calls.at(-1)?.operation.do === 'search' &&
    keys.every((key) =>
      calls.some(
        ({ operation }) =>
          operation.do === 'remember' && (operation.fact as { key: string }).key === key,
      ),
    );

const keysIn = (steps: readonly Step[]): readonly string[] =>
  steps.map(({ call: { operation } }) =>
    operation.do === 'remember' ? (operation.fact as { key: string }).key : operation.do,
  );

const others = ['preferred_name', 'timezone', 'a', 'b', 'c', 'd', 'e'];
const start = emptyState(setup);

const removingChecks: readonly Check[] = [
  story('shrink-removes', 'What the failure does not need goes; the ladder says how.', async () => {
    const told: string[] = [];
    const stage = stageWith(wrote('display_name'), told);
    const calls = [
      ...others.map((key) => remember(key, 0)),
      remember('display_name', 0),
      ...others.map((key) => remember(key, 0)),
      search({ text: 'q' }, 1),
    ];
    const run = await failing(stage, calls);
    told.splice(0);
    const shrunk = await shrink(stage, start, run, () => 'p');
    assert.deepEqual(keysIn(shrunk.run.log), ['display_name', 'search']);
    assert.deepEqual([shrunk.from, shrunk.reproduced], [calls.length, true]);
    assert.deepEqual([shrunk.ladder[0], shrunk.ladder.at(-1)], [calls.length, 2]);
    assert.deepEqual(
      shrunk.ladder,
      shrunk.ladder.toSorted((a, b) => b - a),
    );
    const [write, read] = shrunk.calls;
    assert.deepEqual([write?.versionOffset, read?.client], [0, 0]);
    assert.deepEqual(read && termsOf(read), { now: 101 });
    const opened = told.filter((each) => each !== 'end');
    // Without files where the calls allow it; on the store itself at the end.
    const onStore = opened.filter((each) => each === 'store').length;
    assert.equal(opened.at(-1), 'store');
    assert.ok(onStore < opened.length / 2);
    assert.equal(shrunk.replays, opened.length);
    assert.equal(told.length, 2 * opened.length);
  }),
  story('shrink-pairs', 'Calls that go only together go together.', async () => {
    // Wrong with both, and with neither: one alone hides it.
    const both = (calls: readonly Call[]): boolean =>
      calls.at(-1)?.operation.do === 'search' &&
      wrote('timezone')(calls) === wrote('preferred_name')(calls) &&
      wrote('display_name')(calls);
    const stage = stageWith(both);
    const kept = [
      remember('timezone', 0),
      remember('display_name', 0),
      remember('preferred_name', 0),
    ];
    const shrunk = await shrink(stage, start, await failing(stage, [...kept, search()]), () => 'p');
    assert.deepEqual(keysIn(shrunk.run.log), ['display_name', 'search']);
  }),
  story(
    'shrink-same-promise',
    'Another promise that fails is no smaller failure of this one.',
    async () => {
      const stage = stageWith(({ length }) => length > 1);
      const run = await failing(stage, [remember('a', 0), search()]);
      // Two calls are blamed on one promise, anything shorter on another.
      const blame = ({ log }: { readonly log: readonly unknown[] }): string =>
        `after ${log.length}`;
      const shrunk = await shrink(stage, start, run, blame);
      assert.deepEqual([shrunk.calls.length, shrunk.reproduced], [2, true]);
    },
  ),
  story('shrink-flaky', 'What does not fail again is shown as it was found.', async () => {
    let left = 1;
    const stage = stageWith(() => left-- === 1);
    const run = await failing(stage, [search()]);
    const shrunk = await shrink(stage, start, run, () => 'p');
    assert.deepEqual(
      [shrunk.reproduced, shrunk.run, shrunk.from, shrunk.ladder],
      [false, run, 1, [1]],
    );
    const sound = { ...run, divergence: undefined };
    await assert.rejects(
      shrink(stage, start, sound, () => 'p'),
      /only a failing run/u,
    );
    const told = counterexampleOf({ property: 'p', sequence: 4, shrunk }, stage);
    assert.deepEqual([told.reproduced, told.steps.length], [false, 1]);
    assert.deepEqual(told.steps[0]?.actual, { ok: 'wrong' });
  }),
];

/** Stores and calls that are made here: no sequence is played. */
export const smallerChecks: readonly Check[] = [...simplifyChecks, ...removingChecks];
