// What sequences and the tables of the harness promise: reach, repeatability, blame, and a model that holds.
import { strict as assert } from 'node:assert';
import { createModelStore, modelUnderTest } from '../models/model-store.js';
import { emptyState } from '../models/state.js';
import { step } from '../models/step.js';
import { blame, blameOf, properties } from '../properties/promises/index.js';
import { createSuite } from '../properties/suite.js';
import { escape } from '../src/contract/escape.js';
import type { Call } from '../src/contract/operations.js';
import { check } from '../src/engine/check.js';
import { highestShare, isEnough } from '../src/engine/enough.js';
import { badInputPolicy, badInputs } from '../test/bad-inputs.js';
import { blamedCases, no, parted, yes } from '../test/blame-table.js';
import { everything } from '../test/everything.js';
import { brokenPromises, needed, refusalCases, stakes } from '../test/promise-table.js';
import { notReached } from '../test/reach-table.js';
import { type Check, inFolder, story } from './check.js';
import { perform } from './input-checks.js';
import { memoryOf, services } from './scene.js';

/** The calls and outcomes of some sequences, with the model alone in place of a store. */
function played(count: number, seed: number): readonly (readonly [Call, string])[] {
  const all: [Call, string][] = [];
  let left = count;
  for (const { setup, play } of createSuite({ maxLength: 48 }).sequences(seed, everything)) {
    if (left <= 0) break;
    left -= 1;
    let state = emptyState(setup);
    const source = play(state);
    for (let next = source.next(state); next.done !== true; next = source.next(state)) {
      const [after, outcome] = step(state, next.value.call);
      all.push([next.value.call, 'code' in outcome ? outcome.code : 'ok']);
      state = after;
    }
  }
  return all;
}

/** Many sequences each. */
export const generatorChecks: readonly Check[] = [
  story(
    'model-holds',
    'The model keeps each promise, and each situation is met often enough.',
    () =>
      inFolder(async (root) => {
        const report = await check(modelUnderTest(), createSuite(), {
          seed: 1,
          services,
          root,
          runs: 20,
        });
        const rare = report.situations.filter(({ enough }) => !enough);
        assert.deepEqual(rare, []);
        assert.ok(report.situations.length > 0);
        const verdicts = new Map(report.properties.map(({ id, verdict }) => [id, verdict]));
        const unclaimed = ['closed', 'durability', 'single-winner'];
        assert.deepEqual(
          unclaimed.map((id) => verdicts.get(id)),
          unclaimed.map(() => 'not-claimed'),
        );
        for (const { id } of properties)
          if (!unclaimed.includes(id)) assert.equal(verdicts.get(id), 'holds', id);
        assert.deepEqual([report.sequences, report.seed, report.error], [20, 1, undefined]);
      }),
  ),
  story('same-seed', 'The same seed gives the same calls, another seed others.', () => {
    const text = (seed: number): string => JSON.stringify(escape(played(3, seed)));
    assert.equal(text(7), text(7));
    assert.notEqual(text(7), text(8));
  }),
  story(
    'reach',
    'Sequences reach every operation and every refusal a working store can give.',
    () => {
      const calls = played(40, 1);
      assert.deepEqual(notReached(calls.map(([{ operation }, code]) => [operation.do, code])), []);
    },
  ),
];

/** Tables and examples: no sequence is played. */
export const tableChecks: readonly Check[] = [
  story('enough', 'A share is too small where Wilson’s bound rules the wanted one out.', () => {
    const bound = (met: number, all: number): number => Math.round(1e4 * highestShare(met, all));
    assert.deepEqual(
      [bound(0, 0), bound(0, 100), bound(50, 100), bound(9, 40)],
      [0, 513, 6133, 4056],
    );
    assert.deepEqual(
      [isEnough(0, 100, 0), isEnough(1, 1000, 0.05), isEnough(2, 100, 0.05)],
      [false, false, true],
    );
    assert.equal(isEnough(5, 10, highestShare(5, 10)), true);
  }),
  story('model-closed', 'The model refuses what a closed handle is asked, and says so.', () => {
    const store = createModelStore();
    const memory = memoryOf(store);
    assert.equal(store.closed, false);
    assert.deepEqual(memory.search('profile', { now: 100 }), []);
    void store.close();
    assert.equal(store.closed, true);
    assert.throws(() => memory.search('profile', { now: 100 }), { code: 'closed' });
    assert.equal(modelUnderTest().name, 'model');
  }),
  story('model-inputs', 'The model answers bad inputs as the contract says.', async () => {
    // The model takes any array of texts for a list; no generator makes another one.
    const oddList = /: a list (of an own class|with a gap|with a field)$/;
    for (const input of badInputs.filter(({ title }) => !oddList.test(title)))
      assert.deepEqual(
        perform(createModelStore({ policy: badInputPolicy }), input),
        input.expected,
        input.title,
      );
  }),
  story('blame', 'Each divergence falls to the property whose promise it breaks.', () => {
    for (const [title, property, divergence] of blamedCases())
      assert.equal(blame(divergence), property, title);
    for (const [operation, code, property] of refusalCases())
      assert.equal(blame(parted(operation, no(code), yes(1))), property, operation.do);
    for (const [finding, property] of brokenPromises)
      assert.equal(blameOf(finding), property, JSON.stringify(finding));
  }),
  story('stakes', 'A call is counted for the promises it puts to the test.', () => {
    for (const [[operation, outcome], ids] of stakes()) {
      const call = { client: 0, operation };
      const counted = properties.filter(({ atStake }) => atStake(call, outcome));
      assert.deepEqual(counted.map(({ id }) => id).toSorted(), ids, operation.do);
    }
  }),
  story(
    'promises',
    'Every promise is a sentence, and says what it needs and where it is from.',
    () => {
      for (const { id, sentence, sections, needs } of properties) {
        assert.deepEqual(needs, needed[id] ?? []);
        assert.match(sentence, /^[A-Z].{20,}\.$/u);
        assert.ok(sections.length > 0);
        for (const section of sections) assert.ok(Number.isInteger(section) && section <= 8);
      }
    },
  ),
];
