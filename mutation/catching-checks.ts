// Curated mutants must be caught by their own property, with counterexamples that are small and fail again.
import { strict as assert } from 'node:assert';
import { modelUnderTest } from '../models/model-store.js';
import { emptyState } from '../models/state.js';
import { blame } from '../properties/promises/index.js';
import { createSuite } from '../properties/suite.js';
import { type Call } from '../src/contract/operations.js';
import { hunt } from '../src/engine/hunt.js';
import { readReplay, replay, replayFile } from '../src/engine/replay.js';
import { withScripts } from '../src/engine/scripts.js';
import { replayCalls, shrink } from '../src/engine/shrink.js';
import { openStage, type Stage } from '../src/engine/stage.js';
import { curatedMutants } from '../src/mutants/curated/index.js';
import type { CuratedMutant } from '../src/mutants/mutant.js';
import { sqliteUnderTest } from '../src/stores/sqlite/under-test.js';
import { type Check, inFolder, lineOf, type NamedTest, story } from './check.js';
import { services } from './scene.js';

/** Runs the body on a stage and closes it. */
async function onStage<T>(kind: 'model' | 'file', body: (stage: Stage) => Promise<T>): Promise<T> {
  return inFolder(async (root) => {
    const store = kind === 'model' ? modelUnderTest() : sqliteUnderTest();
    const stage = await openStage(store, { services, root });
    try {
      return await body(stage);
    } finally {
      await stage.close();
    }
  });
}

const needsFile = ({ needs }: CuratedMutant): boolean =>
  needs.includes('durable') || needs.includes('proposals');

const testOf = ({ id, property }: CuratedMutant): NamedTest => ({
  id: `caught-${id}`,
  name: `A store with the mutant ${id} is blamed on ${property}.`,
});

/** One check for all of them: they are hunted with the same sequences, worked out once. */
const catching = (kind: 'model' | 'file', mutants: readonly CuratedMutant[]): Check => ({
  tests: mutants.map(testOf),
  async run() {
    let at = 'caught';
    try {
      await onStage(kind, async (stage) => {
        const suite = withScripts(createSuite({ maxLength: 48 }));
        for (const mutant of mutants) {
          at = testOf(mutant).id;
          const broken = await stage.withMutant(mutant);
          const { blamed } = await hunt(broken, suite, { seed: 2, runs: 60 });
          assert.equal(blamed, mutant.property);
        }
      });
      return undefined;
    } catch (thrown) {
      return { id: at, message: `${at}: ${lineOf(thrown)}` };
    }
  },
});

/** Two of each property: who blames these rightly blames the others rightly, too. */
const hunted = curatedMutants.filter(
  (mutant) =>
    curatedMutants.filter(({ property }) => property === mutant.property).indexOf(mutant) < 2,
);

/** Mutants without files first, since they are found soonest. */
export const catchingChecks: readonly Check[] = [
  catching(
    'model',
    hunted.filter((mutant) => !needsFile(mutant)),
  ),
  catching('file', hunted.filter(needsFile)),
];

/** Mutants whose counterexamples are made small, and the calls that are enough. */
const small: readonly (readonly [string, number])[] = curatedMutants
  .filter((mutant) => !needsFile(mutant) && mutant.property !== 'closed')
  .filter((_, at) => at % 9 === 0)
  .map(({ id }) => [id, 6]);

async function assertSmall(stage: Stage, id: string, most: number): Promise<void> {
  const mutant = curatedMutants.find((each) => each.id === id);
  assert.ok(mutant);
  const broken = await stage.withMutant(mutant);
  const suite = createSuite();
  const { failing } = await hunt(broken, suite, { seed: 3, runs: 60 });
  assert.ok(failing);
  const start = emptyState(failing.setup, broken.durableProposals);
  const { run, calls, from, reproduced, ladder } = await shrink(broken, start, failing, blame);
  const blameOf = async (tried: readonly Call[]): Promise<string | undefined> => {
    const { divergence } = await replayCalls(broken, failing.setup, start, tried);
    return divergence && blame(divergence);
  };
  assert.ok(run.divergence);
  const property = blame(run.divergence);
  assert.deepEqual([reproduced, property], [true, await blameOf(calls)]);
  assert.ok(calls.length <= most, `${calls.length} calls`);
  assert.deepEqual([ladder[0], from, ladder.at(-1)], [from, failing.log.length, calls.length]);
  for (const at of calls.keys())
    assert.notEqual(await blameOf(calls.filter((_, index) => index !== at)), property);
  const steps = run.log.map(({ call, expected }) => ({ call, expected, actual: expected }));
  const { setup } = run;
  const durableProposals = broken.durableProposals;
  const found = { property, sequence: 1, from, reproduced, ladder, setup, durableProposals, steps };
  const file = readReplay(JSON.stringify(replayFile({ name: 'model' }, 3, found)));
  assert.equal((await replay(broken, file, blame)).property, property);
  assert.equal((await replay(stage, file, blame)).property, undefined);
}

export const shrinkingChecks: readonly Check[] = small.map(([id, most]) =>
  story(`small-${id}`, `A counterexample of ${id} is small, fails again and replays.`, () =>
    onStage('model', (stage) => assertSmall(stage, id, most)),
  ),
);
