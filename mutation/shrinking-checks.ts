// What makes a failure small, looked at by itself: which calls go, and which words become simpler.
import { strict as assert } from 'node:assert';
import { emptyState } from '../models/state.js';
import { step } from '../models/step.js';
import type { Call, Operation, Outcome } from '../src/contract/operations.js';
import { readPolicy } from '../src/contract/policy.js';
import { counterexampleOf } from '../src/engine/counterexample.js';
import type { Run } from '../src/engine/drive.js';
import { replayCalls, shrink } from '../src/engine/shrink.js';
import { simplerCalls, simplerSequences } from '../src/engine/simplify.js';
import type { Session } from '../src/engine/session.js';
import type { Stage } from '../src/engine/stage.js';
import { viewFor } from '../src/engine/view.js';
import { type Check, story } from './check.js';
import { everyCapability, lin, nameIs, on, setupUnder, termsOf } from './scene.js';

const others = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

const setup = setupUnder(
  readPolicy([
    {
      kind: 'profile',
      keys: ['display_name', ...others],
      evidence: 'user_confirmed',
      scope: { exactly: 'profile' },
    },
  ]),
);

const remember = (key: string, version: number): Call => ({
  client: 0,
  operation: {
    do: 'remember',
    as: lin,
    fact: { ...nameIs('Lin'), key },
    terms: on(version),
  },
});
const search = (terms: object = {}, client = 0): Call => ({
  client,
  operation: { do: 'search', as: lin, scope: 'profile', terms: { now: 100, ...terms } },
});

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
function stageWith(
  isWrong: (calls: readonly Call[]) => boolean,
  told: string[] = [],
  wrong: Outcome = { ok: 'wrong' },
): Stage {
  const session = async (): Promise<Session> => {
    let state = emptyState(setup);
    const calls: Call[] = [];
    return {
      perform(call): Outcome {
        calls.push(call);
        const [after, expected] = step(state, call);
        state = after;
        return isWrong(calls) ? wrong : expected;
      },
      spoil: () => undefined,
      end: async () => void told.push('end'),
    };
  };
  const stage: Partial<Stage> = {
    durableProposals: true,
    view: viewFor(new Set(everyCapability)),
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

/** The keys of writes, the names of other operations. */
const keysIn = (calls: readonly Call[]): readonly string[] =>
  calls.map(({ operation }) =>
    operation.do === 'remember' ? (operation.fact as { key: string }).key : operation.do,
  );

const inspect: Call = {
  client: 0,
  operation: { do: 'inspect', as: lin, scope: 'profile', key: 'display_name' },
};

/** Wrong in a search after writes of these keys and after one call that writes nothing. */
const after =
  (...keys: readonly string[]) =>
  (calls: readonly Call[]): boolean => {
    const done = keysIn(calls);
    return done.at(-1) === 'search' && [...keys, 'inspect'].every((each) => done.includes(each));
  };

const start = emptyState(setup);

const removingChecks: readonly Check[] = [
  story('shrink-removes', 'What the failure does not need goes; the ladder says how.', async () => {
    const told: string[] = [];
    const stage = stageWith(after('display_name'), told);
    const calls = [
      ...others.map((key) => remember(key, 0)),
      inspect,
      remember('display_name', 0),
      ...others.map((key) => remember(key, 1)),
      search({ text: 'q' }, 1),
    ];
    const run = await failing(stage, calls);
    told.splice(0);
    const shrunk = await shrink(stage, start, run, () => 'p');
    assert.deepEqual(keysIn(shrunk.calls), ['inspect', 'display_name', 'search']);
    assert.deepEqual([shrunk.from, shrunk.reproduced], [calls.length, true]);
    const { ladder } = shrunk;
    assert.deepEqual([ladder[0], ladder.at(-1)], [calls.length, 3]);
    // Each step is a smaller one, and most calls go in blocks.
    assert.deepEqual(
      ladder.slice(1),
      [...new Set(ladder.slice(1))].toSorted((a, b) => b - a),
    );
    assert.ok(ladder.length < 10, ladder.join(' '));
    const [, write, read] = shrunk.calls;
    assert.deepEqual([write?.versionOffset, read?.client], [0, 0]);
    assert.deepEqual(read && termsOf(read), { now: 101 });
    const opened = told.filter((each) => each !== 'end');
    // Without files where the calls allow it; on the store itself at the end.
    assert.equal(opened.at(-1), 'store');
    assert.equal(shrunk.replays, opened.length);
    assert.equal(told.length, 2 * opened.length);
  }),
  story(
    'shrink-medium',
    'Calls that close, or use another handle, are played on the store.',
    async () => {
      const reopen: Call = { client: 0, operation: { do: 'reopen' } };
      const close: Call = { client: 0, operation: { do: 'close' } };
      for (const needed of [reopen, close]) {
        const told: string[] = [];
        const name = needed.operation.do;
        const stage = stageWith(
          (calls) => keysIn(calls).includes(name) && keysIn(calls).at(-1) === 'search',
          told,
        );
        const run = await failing(stage, [remember('a', 0), needed, search()]);
        told.splice(0);
        const shrunk = await shrink(stage, start, run, () => 'p');
        assert.deepEqual(keysIn(shrunk.calls), [name, 'search']);
        // Only tries without that call close nothing.
        const onStore = told.filter((each) => each === 'store').length;
        assert.ok(onStore > 5, told.join(' '));
      }
      const told: string[] = [];
      const second = stageWith((calls) => calls.at(-1)?.client === 1, told);
      const run = await failing(second, [search({}, 1)]);
      told.splice(0);
      const shrunk = await shrink(second, start, run, () => 'p');
      assert.equal(shrunk.calls[0]?.client, 1);
      assert.ok(told.filter((each) => each === 'store').length > 2, told.join(' '));
    },
  ),
  story('shrink-pairs', 'Calls that go only together go together.', async () => {
    // Wrong with both, and with neither: one alone hides it.
    const both = (calls: readonly Call[]): boolean =>
      after('display_name')(calls) && after('a')(calls) === after('b')(calls);
    const stage = stageWith(both);
    const calls = ['a', 'display_name', 'b'].map((key) => remember(key, 0));
    const run = await failing(stage, [...calls, inspect, search()]);
    const shrunk = await shrink(stage, start, run, () => 'p');
    assert.deepEqual(keysIn(shrunk.calls), ['display_name', 'inspect', 'search']);
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
  story('shrink-overdue', 'A call that is never answered is made less, not prettier.', async () => {
    const stage = stageWith(after('display_name'), [], { threw: 'no answer within 1 s' });
    const calls = [remember('a', 0), remember('display_name', 0), inspect, search({ text: 'q' })];
    const shrunk = await shrink(stage, start, await failing(stage, calls), () => 'p');
    assert.deepEqual(keysIn(shrunk.calls), ['display_name', 'inspect', 'search']);
    assert.deepEqual(shrunk.calls.at(-1)?.operation, calls.at(-1)?.operation);
  }),
  story(
    'counterexample',
    'A counterexample has each call with its offset and its state.',
    async () => {
      const stage = stageWith(after('display_name'));
      const calls = [remember('display_name', 0), inspect, search()];
      const shrunk = await shrink(stage, start, await failing(stage, calls), () => 'p');
      const states = [{ model: [], store: undefined }];
      const { steps, from, ladder, sequence } = counterexampleOf(
        { property: 'p', sequence: 4, shrunk, states },
        stage,
      );
      assert.deepEqual([from, ladder, sequence, steps.length], [3, shrunk.ladder, 4, 3]);
      assert.deepEqual(
        steps.map(({ call }) => [call.operation.do, call.versionOffset, 'versionOffset' in call]),
        [
          ['remember', 0, true],
          ['inspect', undefined, false],
          ['search', undefined, false],
        ],
      );
      assert.deepEqual(
        steps.map((each) => ('state' in each ? each.state : 'none')),
        [states[0], 'none', 'none'],
      );
      assert.deepEqual(
        steps.map(({ expected, actual }) => expected === actual),
        [true, true, false],
      );
    },
  ),
];

/** Stores and calls that are made here: no sequence is played. */
export const smallerChecks: readonly Check[] = [...simplifyChecks, ...removingChecks];
