// The parts of the engine, each looked at by itself: what is compared, counted, judged and waited for.
import { strict as assert } from 'node:assert';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { addressKey, emptyState, type State } from '../models/state.js';
import { createSuite } from '../properties/suite.js';
import { type OddObject, oddObjects } from '../src/contract/escape.js';
import type { Call, Operation, Outcome } from '../src/contract/operations.js';
import { defaultPolicy } from '../src/contract/policy.js';
import type {
  Capability,
  MemoryStore,
  OpenEnvironment,
  StoreUnderTest,
} from '../src/contract/port.js';
import { inTime, Overdue, saysOverdue } from '../src/engine/deadline.js';
import { drive, endedOverdue, type Move, type Run } from '../src/engine/drive.js';
import { isOfStore, messageOf, ofStore, ofStoreNow } from '../src/engine/fault.js';
import { hunt } from '../src/engine/hunt.js';
import { type Evidence, judgeProperty, unmetNeeds } from '../src/engine/judge.js';
import { createLabels, sortedRecords } from '../src/engine/labels.js';
import { type Offer, offerOf } from '../src/engine/offer.js';
import { createPlace } from '../src/engine/place.js';
import { isPromise } from '../src/engine/promise.js';
import { rebased, withOffset } from '../src/engine/rebase.js';
import type { Counterexample } from '../src/engine/result.js';
import { isDeepFrozen, same, scribble, scribbled } from '../src/engine/same.js';
import type { Session } from '../src/engine/session.js';
import type { Stage } from '../src/engine/stage.js';
import { statesAlong } from '../src/engine/states.js';
import {
  countCall,
  countRun,
  emptyTally,
  noteSituations,
  outcomeName,
} from '../src/engine/tally.js';
import { hiddenFields, viewFor } from '../src/engine/view.js';
import { type Check, inFolder, story } from './check.js';
import { everyCapability, lin, nameIs, on, recordOf, setupUnder, termsOf } from './scene.js';

const allBut = (...without: readonly Capability[]): ReadonlySet<Capability> =>
  new Set(everyCapability.filter((name) => !without.includes(name)));

const setup = setupUnder(defaultPolicy);

/** A model that holds Lin's name at this version; 0 is none. */
function holding(version: number): State {
  const record = recordOf({ version });
  const address = addressKey(record.tenant, record.subject, record.scope, record.key);
  return {
    ...emptyState(setup),
    records: new Map(version === 0 ? [] : [[address, record]]),
    invocations: new Map([['i', { scope: 'profile', provenance: 'user-confirmed', now: 100 }]]),
  };
}

const refused: Outcome = { refused: 'denied', code: 'scope' };
const call = (operation: Operation, client = 0): Call => ({ client, operation });
const search = call({ do: 'search', as: lin, scope: 'profile', terms: { now: 100 } });

const viewChecks: readonly Check[] = [
  story(
    'view-hides',
    'A field is hidden where the capability that keeps it is not claimed.',
    () => {
      const kept: readonly (readonly [Capability, ...string[]])[] = [
        ['versions', 'version'],
        ['expiry', 'expiresAt'],
        ['tombstones', 'deletedAt'],
        ['evidence', 'evidence'],
        ['confidence', 'confidence'],
        ['provenance', 'actor', 'provenance'],
      ];
      for (const [capability, ...fields] of kept) {
        assert.deepEqual([...hiddenFields(allBut(capability))], fields);
        const [{ ok }] = [viewFor(allBut(capability))({ ok: [recordOf()] }) as { ok: object[] }];
        const shown = Object.keys(recordOf()).filter((name) => !fields.includes(name));
        assert.deepEqual(ok.map(Object.keys), [shown]);
      }
      assert.equal(hiddenFields(allBut()).size, 0);
    },
  ),
  story('view-keeps', 'What is not hidden stays as it is, refusals as well.', () => {
    const whole: Outcome = { ok: { version: 3 } };
    assert.equal(viewFor(allBut())(whole), whole);
    const versionless = viewFor(allBut('versions'));
    const seen = (ok: unknown): unknown => (versionless({ ok }) as { ok: unknown }).ok;
    assert.equal(versionless(refused), refused);
    assert.deepEqual([3, 'text', null, undefined].map(seen), [
      'a version',
      'text',
      null,
      undefined,
    ]);
    assert.deepEqual(seen({ version: 1, inner: [{ version: 2, key: 'k' }, null] }), {
      inner: [{ key: 'k' }, null],
    });
    const timeless = viewFor(allBut('expiry'));
    assert.deepEqual(timeless({ ok: 3 }), { ok: 3 });
  }),
];

const offer: Offer = {
  capabilities: allBut('expiry'),
  operations: new Set(['search']),
  missing: [],
  unclaimed: [],
};
const promise = {
  id: 'p',
  sentence: 'A promise.',
  needs: [],
  atStake: (): boolean => true,
};
const evidence = (change: Partial<Evidence> = {}): Evidence => ({
  tally: { ...emptyTally(), sequences: 9, observations: new Map([['p', 4]]) },
  offer,
  situations: [],
  sensitivity: undefined,
  ...change,
});
const situation = (enough: boolean, ...properties: readonly string[]) => ({
  id: 's',
  sentence: 'It happens.',
  properties,
  sequences: 1,
  minimumShare: 0.5,
  enough,
});
const tried = (id: string, property: string, isCaught: boolean) => ({
  id,
  property,
  misconception: 'None.',
  isCaught,
  sequences: 1,
  operations: 1,
});
const counterexample: Counterexample = {
  property: 'p',
  sequence: 1,
  from: 1,
  reproduced: true,
  ladder: [1],
  setup,
  durableProposals: true,
  steps: [],
};

const judgeChecks: readonly Check[] = [
  story('judge-needs', 'What a promise needs and the store does not claim is named.', () => {
    assert.equal(unmetNeeds(['versions'], offer), undefined);
    const two = { ...offer, capabilities: allBut('expiry', 'versions') };
    assert.equal(
      unmetNeeds(['expiry', 'versions', 'durable'], two),
      'needs expiry, versions, which the store does not claim',
    );
  }),
  story('judge-verdicts', 'A promise holds where nothing speaks against it.', () => {
    const base = { id: 'p', sentence: 'A promise.', core: true, observations: 4 };
    const judged = (given: Evidence, selected = true): unknown =>
      judgeProperty(promise, selected, undefined, given);
    const open = (reason: string) => ({ ...base, verdict: 'inconclusive', reason });
    assert.deepEqual(judged(evidence()), { ...base, verdict: 'holds' });
    assert.deepEqual(judged(evidence(), false), { ...base, verdict: 'not-selected' });
    const sound = {
      situations: [situation(false, 'other'), situation(true, 'p')],
      sensitivity: {
        tried: [tried('a', 'p', true), tried('b', 'other', false)],
        notTried: [],
        notApplicable: [],
      },
    };
    assert.deepEqual(judged(evidence(sound)), { ...base, verdict: 'holds' });
    assert.deepEqual(
      judged(evidence({ situations: [situation(false, 'p')] })),
      open('the situation s was met in 1 of 9 sequences, too few'),
    );
    const missed = [tried('a', 'p', false), tried('b', 'other', false), tried('c', 'p', false)];
    assert.deepEqual(
      judged(evidence({ sensitivity: { tried: missed, notTried: [], notApplicable: [] } })),
      open('a store that breaks it was not caught: a, c'),
    );
    assert.deepEqual(judged(evidence({ tally: emptyTally() })), {
      ...open('no call put it to the test'),
      observations: 0,
    });
  }),
  story('judge-fails', 'A counterexample is a failure, also of what is not claimed.', () => {
    const judged = (needs: readonly Capability[], found?: Counterexample): unknown =>
      judgeProperty({ ...promise, needs }, true, found, evidence());
    const base = { id: 'p', sentence: 'A promise.', observations: 4 };
    assert.deepEqual(judged([], counterexample), {
      ...base,
      core: true,
      verdict: 'fails',
      counterexample,
    });
    const reason = 'needs expiry, which the store does not claim';
    assert.deepEqual(judged(['expiry'], counterexample), {
      ...base,
      core: false,
      verdict: 'fails',
      reason,
      counterexample,
    });
    assert.deepEqual(judged(['expiry']), { ...base, core: false, verdict: 'not-claimed', reason });
  }),
  story('tally', 'Calls are counted by outcome, runs by what they hold.', () => {
    const tally = emptyTally();
    const suite = {
      ...createSuite(),
      properties: [promise, { ...promise, id: 'q', atStake: () => false }],
    };
    countCall(tally, suite, search, { ok: [] });
    countCall(tally, suite, search, { ok: [] });
    countCall(tally, suite, search, refused);
    assert.deepEqual(tally.coverage, { search: { ok: 2, scope: 1 } });
    assert.deepEqual([tally.operations, [...tally.observations]], [3, [['p', 3]]]);
    assert.equal(outcomeName({ threw: 'x' }), 'threw');
    const ran = (...calls: readonly Call[]): Run => ({
      setup,
      log: calls.map((each) => ({ call: each, expected: refused, changed: false })),
      divergence: undefined,
    });
    countRun(tally, ran(search), new Set(['s']));
    countRun(tally, ran(search, { ...search, client: 1 }), new Set());
    countRun(tally, ran(search, call({ do: 'reopen' })), new Set(['s']));
    assert.deepEqual(
      [tally.sequences, tally.withSecondHandle, tally.withReopen, [...tally.situations]],
      [3, 1, 1, [['s', 2]]],
    );
  }),
];

const sameness: readonly (readonly [unknown, unknown, boolean])[] = [
  [Number.NaN, Number.NaN, true],
  [0, -0, false],
  [null, null, true],
  [null, {}, false],
  [{}, null, false],
  [undefined, null, false],
  ['a', ['a'], false],
  [[1, { a: 2 }], [1, { a: 2 }], true],
  [[1], [1, 2], false],
  [[1, 2], [1], false],
  [[], {}, false],
  [{}, [], false],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [{ a: undefined }, { b: undefined }, false],
  [Object.create(null), {}, true],
  [Object.create({}), {}, false],
  [{}, Object.create({}), false],
  [new Date(0), new Date(0), false],
  [new Date(0), {}, false],
];

const dataChecks: readonly Check[] = [
  story('same', 'Plain data is the same where every part is; anything else only as itself.', () => {
    for (const [at, [a, b, expected]] of sameness.entries())
      assert.equal(same(a, b), expected, String(at));
    const date = new Date(0);
    assert.equal(same([date], [date]), true);
  }),
  story('scribble', 'Everything that can be written over is, once.', () => {
    const inner = { b: 1 };
    const given: Record<string, unknown> = { a: 1, inner, list: [{ c: 1 }], none: null };
    given['self'] = given;
    const { list } = given as { list: unknown[] };
    const frozen = Object.freeze({ kept: { d: 1 } });
    scribble(given);
    for (const value of [frozen, null, undefined, 'text', 5]) scribble(value);
    assert.deepEqual(new Set(Object.values(given)), new Set([scribbled]));
    assert.deepEqual([inner, list, frozen], [{ b: scribbled }, [scribbled], { kept: { d: 1 } }]);
    assert.equal(scribbled, 'scribbled over');
  }),
  story('frozen', 'Frozen means frozen to the last part.', () => {
    const deep = Object.freeze({ a: Object.freeze([1, 'b', null]) });
    assert.deepEqual([deep, Object.freeze({ a: {}, b: 1 }), { a: 1 }, null, 1].map(isDeepFrozen), [
      true,
      false,
      false,
      true,
      true,
    ]);
  }),
  story('promises-told', 'A promise is what has a method `then`.', () => {
    const method = Promise.prototype.then.name;
    const thenable = (value: unknown): object => ({ [method]: value });
    const values = [Promise.resolve(), thenable(() => undefined), thenable(1), {}, null, 'then'];
    assert.deepEqual(
      values.map((value) => isPromise(value)),
      [true, true, false, false, false, false],
    );
  }),
  story('faults', 'What the store threw is known as the store’s, and thrown on.', async () => {
    const [mine, its, late] = [new Error('mine'), new Error('its'), new Error('late')];
    const thrower = (thrown: unknown) => (): never => {
      throw thrown;
    };
    await assert.rejects(
      ofStore(() => Promise.reject(late)),
      late,
    );
    await assert.rejects(ofStore(thrower('a text')), (thrown) => thrown === 'a text');
    await assert.rejects(ofStore(thrower(null)), (thrown) => thrown === null);
    assert.throws(() => ofStoreNow(thrower(its)), its);
    assert.deepEqual([mine, its, late, 'a text', null, undefined].map(isOfStore), [
      false,
      true,
      true,
      false,
      false,
      false,
    ]);
    assert.deepEqual([await ofStore(() => 1), ofStoreNow(() => 2)], [1, 2]);
    assert.deepEqual([messageOf(mine), messageOf('a text')], ['mine', 'a text']);
  }),
];

const versioned: readonly (readonly [string, Operation, string])[] = [
  ['remember', { do: 'remember', as: lin, fact: nameIs('A'), terms: on(2) }, 'expectedVersion'],
  [
    'prepare',
    { do: 'prepare', as: lin, label: 'c', candidate: nameIs('A'), terms: { attemptedVersion: 2 } },
    'attemptedVersion',
  ],
  ...(['forget', 'restore'] as const).map((name): readonly [string, Operation, string] => [
    name,
    { do: name, as: lin, scope: 'profile', key: 'display_name', terms: { expectedVersion: 2 } },
    'expectedVersion',
  ]),
  [
    'update',
    {
      do: 'update',
      invocation: 'i',
      payload: { key: 'display_name' },
      terms: { expectedVersion: 2 },
    },
    'expectedVersion',
  ],
];

const rebaseChecks: readonly Check[] = [
  story('rebase', 'A version is counted from the current one, whatever names it.', () => {
    for (const [name, operation, field] of versioned) {
      const noted = withOffset(holding(3), call(operation));
      assert.equal(noted.versionOffset, -1, name);
      assert.equal(termsOf(rebased(holding(7), noted))[field], 6, name);
      assert.equal(termsOf(rebased(holding(0), noted))[field], 0, name);
      assert.equal(withOffset(holding(0), call(operation)).versionOffset, 2, name);
    }
  }),
  story('rebase-not', 'What names no version, or a wrong one, stays as it is.', () => {
    const state = holding(3);
    const forget = (expectedVersion: unknown, key: unknown = 'display_name'): Call =>
      call({
        do: 'forget',
        as: lin,
        scope: 'profile',
        key,
        terms: { expectedVersion },
      } as Operation);
    const forged = {
      do: 'update',
      invocation: { forged: 'clone', of: 'i' },
      payload: {},
      terms: {},
    };
    const broken = { do: 'forget', as: lin, scope: 'profile', key: 'display_name', terms: null };
    for (const each of [
      search,
      forget(-1),
      forget(1.5),
      forget('1'),
      forget(2, 5),
      call(forged as Operation),
      call(broken as Operation),
    ]) {
      assert.equal(withOffset(state, each), each);
      assert.equal(rebased(state, each), each);
    }
    assert.equal(withOffset(state, forget(0)).versionOffset, -3);
    for (const each of [search, forget(2, 5)]) {
      const offset = { ...each, versionOffset: 1 };
      assert.equal(rebased(state, offset), offset);
    }
  }),
  story('rebase-odd', 'Terms of another make keep their make.', () => {
    const makes = [
      'frozen',
      'instance',
      'null-prototype',
      'getters',
    ] as const satisfies OddObject[];
    for (const make of makes) {
      const terms = oddObjects[make]({ expectedVersion: 2, now: 5 });
      const operation = { do: 'forget', as: lin, scope: 'profile', key: 'display_name', terms };
      const again = rebased(holding(9), withOffset(holding(3), call(operation as Operation)));
      const { expectedVersion, now } = termsOf(again);
      assert.deepEqual([expectedVersion, now], [8, 5], make);
      const made = Object.getPrototypeOf(termsOf(again)) as object | null;
      assert.equal(made === Object.prototype, make !== 'instance', make);
      assert.equal(Object.isFrozen(termsOf(again)), make === 'frozen', make);
    }
  }),
];

/** A session that answers with these outcomes, one after the other. */
function answering(answers: readonly (Outcome | Promise<Outcome>)[]): Session {
  let at = 0;
  return {
    perform: () => answers[at++] ?? { threw: 'nothing is left' },
    spoil: () => undefined,
    end: async () => undefined,
  };
}

const found = (value: string): Outcome => ({ ok: value });
const moves = (...expected: readonly Outcome[]): Iterator<Move, void, State> =>
  expected
    .map((each): Move => ({ call: search, foreseen: [emptyState(setup), each] }))
    [Symbol.iterator]() as Iterator<Move, void, State>;

const how = { setup, durableProposals: true, view: viewFor(allBut()), deadline: 20 };

const drivingChecks: readonly Check[] = [
  story('drive', 'A run ends where the answers part, and says with what.', async () => {
    const beats: number[] = [];
    const pulse = {
      beat: (count: number) => void beats.push(count),
      enter: () => undefined,
      stopAsked: false,
    };
    const session = answering([found('a'), Promise.resolve(found('b')), found('x')]);
    const run = await drive(session, moves(found('a'), found('b'), found('c'), found('d')), {
      ...how,
      pulse,
    });
    assert.deepEqual(
      [run.divergence?.expected, run.divergence?.actual, run.divergence?.log.length],
      [found('c'), found('x'), 2],
    );
    assert.deepEqual([run.log.length, beats, endedOverdue(run)], [3, [1, 2, 3], false]);
    const sound = await drive(answering([found('a')]), moves(found('a')), how);
    assert.deepEqual([sound.divergence, endedOverdue(sound)], [undefined, false]);
  }),
  story('drive-changes', 'A step says whether the model changed.', async () => {
    const remember = call({ do: 'remember', as: lin, fact: nameIs('Lin'), terms: on(0) });
    const calls = [remember, search].map((each): Move => ({ call: each }));
    const source = calls[Symbol.iterator]() as Iterator<Move, void, State>;
    const run = await drive(answering([{ ok: 1 }, found('?')]), source, how);
    assert.deepEqual(
      run.log.map(({ changed }) => changed),
      [true, false],
    );
  }),
  story('drive-overdue', 'A call that is never answered is told as that, in time.', async () => {
    const never = new Promise<Outcome>(() => undefined);
    const run = await drive(answering([never]), moves(found('a')), how);
    assert.deepEqual(run.divergence?.actual, { threw: 'no answer within 0.02 s' });
    assert.equal(endedOverdue(run), true);
    const threw = await drive(answering([{ threw: 'x' }]), moves(found('a')), how);
    assert.equal(endedOverdue(threw), false);
    const fault = new Error('a defect');
    const failing = drive(answering([Promise.reject(fault)]), moves(found('a')), how);
    await assert.rejects(failing, fault);
    await assert.rejects(inTime(never, 5), (thrown) => thrown instanceof Overdue);
    assert.deepEqual([await inTime(3, 5), await inTime(Promise.resolve(4), 5)], [3, 4]);
    assert.deepEqual(['no answer within 1 s', 'it said no'].map(saysOverdue), [true, false]);
  }),
  story('hunt', 'A hunt counts what it plays, and goes on to the property it is for.', async () => {
    const blamed = ['p', 'q'];
    let failing = 0;
    const sequence = { setup, play: () => moves(found('a'), found('b')) };
    const suite = {
      ...createSuite(),
      blame: () => blamed[failing++ % 2] ?? '',
      sequences: () => Array.from({ length: 9 }, () => sequence),
    };
    const stageOf = (...answers: readonly Outcome[]): Stage =>
      ({
        ...how,
        offer,
        pulse: undefined,
        session: async () => answering(answers),
      }) as unknown as Stage;
    const sound = stageOf(found('a'), found('b'));
    const broken = stageOf(found('a'), found('x'));
    const all = { seed: 1, runs: 4 };
    const none = { failing: undefined, blamed: undefined };
    assert.deepEqual(await hunt(sound, suite, all), { sequences: 4, operations: 8, ...none });
    const seen: number[] = [];
    const picky = {
      ...all,
      isWorthwhile: (number: number) => number % 2 === 0,
      onSequence: (number: number) => void seen.push(number),
    };
    assert.deepEqual(await hunt(sound, suite, picky), { sequences: 4, operations: 4, ...none });
    assert.deepEqual(seen, [2, 4]);
    const first = await hunt(broken, suite, all);
    assert.deepEqual([first.sequences, first.blamed, first.failing?.log.length], [1, 'p', 2]);
    failing = 0;
    const second = await hunt(broken, suite, { ...all, property: 'q' });
    assert.deepEqual([second.sequences, second.operations, second.blamed], [2, 4, 'q']);
  }),
];

/** A store that tells how it was opened, emptied and closed. */
function telling(told: string[]): StoreUnderTest {
  const open = (environment: OpenEnvironment): MemoryStore => {
    const { handle, medium = 'file', driver, directory } = environment;
    told.push(`open ${handle} ${medium} ${driver === undefined ? 'bare' : 'seam'}`);
    let closed = false;
    return {
      as: () => ({}) as never,
      close: () => {
        closed = true;
        told.push(`close ${handle} ${directory.length > 0 ? 'here' : 'nowhere'}`);
      },
      get closed() {
        return closed;
      },
    };
  };
  return { name: 'telling', capabilities: [], open };
}

const stateChecks: readonly Check[] = [
  story(
    'states',
    'After each step both sides are shown, a store as far as it lets itself be seen.',
    async () => {
      const remember = call({ do: 'remember', as: lin, fact: nameIs('Lin'), terms: on(0) });
      const asked: string[] = [];
      const beats: number[] = [];
      const stageOf = (operations: Offer['operations'], ...answers: readonly Outcome[]): Stage => {
        const session = answering(answers);
        const perform: Session['perform'] = (each) => {
          asked.push(each.operation.do);
          const answer = session.perform(each);
          // Nothing is looked at where no answer came.
          return 'threw' in answer ? new Promise(() => undefined) : answer;
        };
        const pulse = { beat: (count: number) => void beats.push(count) };
        const stage = { ...how, offer: { ...offer, operations }, pulse };
        return { ...stage, session: async () => ({ ...session, perform }) } as unknown as Stage;
      };
      const records = new Set(['records'] as const);
      const stored = [{ value: 'Lin' }];
      const answers = [{ ok: 1 }, { ok: stored }, { threw: 'never' }, found('[]'), refused];
      const calls = [remember, search, search];
      const [first, second, third] = await statesAlong(
        stageOf(records, ...answers),
        setup,
        emptyState(setup),
        calls,
      );
      assert.deepEqual(
        [first?.model.map(({ value }) => value), first?.store, second?.store, third?.store],
        [['Lin'], stored, undefined, undefined],
      );
      assert.notEqual(first?.store, stored);
      assert.deepEqual(asked, ['remember', 'records', 'search', 'search', 'records']);
      assert.deepEqual([beats, second?.model.length], [[1, 2, 3], 1]);
      const blind = stageOf(new Set(), { ok: 1 }, { ok: stored });
      const [unseen] = await statesAlong(blind, setup, emptyState(setup), [remember]);
      assert.equal(unseen?.store, undefined);
    },
  ),
  story('situations', 'A situation is noted where it is seen.', () => {
    const seen = (id: string, answer: boolean) => ({
      ...situation(true),
      id,
      needs: [],
      seen: () => answer,
    });
    const suite = { ...createSuite(), situations: [seen('yes', true), seen('no', false)] };
    const met = new Set<string>();
    for (let times = 0; times < 2; times += 1)
      noteSituations(suite, met, search, refused, emptyState(setup));
    assert.deepEqual([...met], ['yes']);
  }),
];

const placeChecks: readonly Check[] = [
  story('place', 'A store that cannot be emptied is closed, and opened in another folder.', () =>
    inFolder(async (root) => {
      const told: string[] = [];
      const place = createPlace(telling(told), { base: root, medium: 'memory', deadline: 50 });
      assert.deepEqual([place.keepsHandles, place.records, place.deadline], [false, undefined, 50]);
      const store = await place.open(0, setup);
      assert.equal(await place.open(0, setup), store);
      await store.close();
      assert.notEqual(await place.open(0, setup), store);
      place.closing(0);
      await place.open(0, setup);
      await place.empty(setup);
      await place.open(0, setup);
      await place.closeAll();
      const [parent = ''] = await readdir(root);
      assert.equal((await readdir(join(root, parent))).length, 2);
      await place.dropFolders();
      assert.deepEqual(await readdir(join(root, parent)), []);
      const [opened, closed] = ['open 0 memory bare', 'close 0 here'];
      assert.deepEqual(told, [opened, closed, opened, opened, closed, opened, closed]);
    }),
  ),
  story('place-emptied', 'A store that can be emptied keeps its handles.', () =>
    inFolder(async (root) => {
      const told: string[] = [];
      const sut: StoreUnderTest = {
        ...telling(told),
        reset: (_policy, directory) => void told.push(directory.startsWith(root) ? 'reset' : '?'),
        records: (directory) => [recordOf({ value: directory.startsWith(root) ? 'here' : '?' })],
      };
      const driver = <T>(same: T): T => same;
      const place = createPlace(sut, { base: root, medium: 'file', driver, deadline: 50 });
      assert.equal(place.keepsHandles, true);
      await place.empty(setup);
      await place.open(1, setup);
      await place.empty(setup);
      const [record] = [...((place.records?.() ?? []) as Iterable<{ value: string }>)];
      assert.equal(record?.value, 'here');
      await place.closeAll();
      await place.closeAll();
      assert.deepEqual(told, [
        'open 0 file seam',
        'reset',
        'open 1 file seam',
        'reset',
        'close 0 here',
        'close 1 here',
      ]);
    }),
  ),
  story('offer', 'What a store offers follows from its claims and its methods.', () => {
    const method = (): undefined => undefined;
    const memory = { remember: method, search: method, forget: method, inspect: method };
    const store = { as: () => memory, close: method } as unknown as MemoryStore;
    const claims = (...capabilities: readonly Capability[]): Offer =>
      offerOf({ name: 's', capabilities, open: () => store }, store);
    const { missing, unclaimed, operations, capabilities } = claims('versions', 'tombstones');
    assert.deepEqual([missing, unclaimed], [['tombstones'], ['inspect']]);
    assert.deepEqual([[...capabilities], [...operations]], [['versions'], ['remember', 'search']]);
    const reached = (...given: readonly Capability[]): readonly string[] => [
      ...claims('inspect', 'versions', ...given).operations,
    ];
    const core = ['remember', 'search', 'inspect'];
    assert.deepEqual(reached(), core);
    assert.deepEqual(reached('review'), [...core, 'prepare', 'resolve']);
    assert.deepEqual(reached('provenance'), [...core, 'invoke', 'create', 'update', 'read']);
    assert.deepEqual(reached('evidence'), [...core, 'propose', 'confirm']);
    assert.deepEqual(reached('durable'), [...core, 'close', 'reopen']);
    const whole = { ...memory, restore: method, context: method, proposals: {} };
    const full = { ...store, as: () => whole } as unknown as MemoryStore;
    const sut = { name: 's', capabilities: everyCapability, open: () => full, records: () => [] };
    const all = offerOf({ ...sut, policy: defaultPolicy }, full);
    assert.deepEqual([all.missing, all.unclaimed, all.operations.size], [[], [], 17]);
    assert.equal(all.policy, defaultPolicy);
    assert.equal('policy' in claims(), false);
  }),
];

const labelChecks: readonly Check[] = [
  story('labels', 'An id is compared as its label, and one that is used twice is told.', () => {
    const labels = createLabels();
    const shown = (id: unknown): never => Object.freeze({ id, note: 'n' }) as never;
    assert.deepEqual(labels.case('a', shown('x')), { id: 'a', note: 'n' });
    assert.deepEqual(labels.case('b', shown('x')), { id: 'an id used before', note: 'n' });
    assert.deepEqual(labels.case('c', shown('')), { id: 'an id that is no text', note: 'n' });
    assert.deepEqual(labels.case('d', { id: 'y' } as never), { id: 'd', frozen: false });
    assert.deepEqual([labels.caseId('a'), labels.caseId('zz')], ['x', 'zz']);
    const receipt = (caseId: string): never => ({ caseId, version: 1 }) as never;
    assert.deepEqual(labels.receipt('a', receipt('x')), { caseId: 'a', version: 1 });
    assert.deepEqual(labels.receipt('a', receipt('q')), {
      caseId: 'the id of another case',
      version: 1,
    });
    const issued = { scope: 'profile', provenance: 'user-confirmed', now: 1, secret: 2 } as never;
    assert.deepEqual(labels.invocation('i', issued), {
      scope: 'profile',
      provenance: 'user-confirmed',
      now: 1,
    });
    assert.deepEqual([labels.issued('i'), labels.issued('j')], [issued, undefined]);
  }),
  story('digests', 'A digest stands for one content, and a content for one digest.', () => {
    const labels = createLabels();
    const proposal = (id: string, digest: string, value: string): never =>
      Object.freeze({ id, digest, candidate: Object.freeze(nameIs(value)) }) as never;
    const compared = (label: string, ...given: Parameters<typeof proposal>): readonly unknown[] => {
      const { id, digest, ...rest } = labels.proposal(label, proposal(...given)) as never as {
        id: string;
        digest: string;
      };
      return [id, digest, 'frozen' in rest];
    };
    const content = (value: string): string =>
      JSON.stringify(['profile', 'profile', 'display_name', value, 'chat:1', 90, null, null]);
    assert.deepEqual(compared('a', 'x', 'd1', 'A'), ['a', content('A'), false]);
    assert.deepEqual(compared('b', 'y', 'd1', 'A'), ['b', content('A'), false]);
    assert.deepEqual(compared('c', 'x', 'd1', 'B'), [
      'an id used before',
      'a digest of other content as well',
      false,
    ]);
    assert.equal(compared('d', 'z', 'd3', 'B')[1], 'a second digest of one content');
    assert.deepEqual(
      [labels.digest({ of: 'a' }), labels.digest({ text: 't' }), labels.digest({ of: 'none' })],
      ['d1', 't', 'no digest of anything'],
    );
    assert.deepEqual([labels.proposalId('a'), labels.proposalId('none')], ['x', 'none']);
  }),
  story('sorted', 'Records come in the order of their addresses.', () => {
    const keys = ['b', 'a', 'c'].map((key) => recordOf({ key }));
    const other = recordOf({ key: '0', tenant: 'zeta' });
    assert.deepEqual(
      sortedRecords([other, ...keys]).map(({ key }) => key),
      ['a', 'b', 'c', '0'],
    );
  }),
];

/** No sequence is played but those that are written here. */
export const engineChecks: readonly Check[] = [
  ...viewChecks,
  ...judgeChecks,
  ...dataChecks,
  ...rebaseChecks,
  ...drivingChecks,
  ...stateChecks,
  ...placeChecks,
  ...labelChecks,
];
