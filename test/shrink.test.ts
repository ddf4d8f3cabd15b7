// Counterexamples are small: no call and no pair of calls can be taken away, and names are plain.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { modelUnderTest } from '../models/model-store.js';
import { emptyState } from '../models/state.js';
import { createSuite } from '../properties/suite.js';
import type { Call } from '../src/contract/operations.js';
import { hunt } from '../src/engine/hunt.js';
import { readReplay, replay, replayFile } from '../src/engine/replay.js';
import { replayCalls, shrink, type Shrunk } from '../src/engine/shrink.js';
import { openStage, type Stage } from '../src/engine/stage.js';
import { services } from '../src/index.js';
import { curatedMutants } from '../src/mutants/curated/index.js';

let root = '';
let good: Stage;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'touchstone-shrink-'));
  good = await openStage(modelUnderTest(), { services, root });
});
afterAll(async () => {
  await good.close();
  await rm(root, { recursive: true, force: true });
});

const suite = createSuite();

interface Case {
  readonly stage: Stage;
  readonly shrunk: Shrunk;
  /** The property that these calls are blamed on, if any. */
  readonly blameOf: (calls: readonly Call[]) => Promise<string | undefined>;
}

async function shrunkFailure(id: string, seed: number): Promise<Case> {
  const mutant = curatedMutants.find((each) => each.id === id);
  if (mutant === undefined) throw new Error(`there is no mutant ${id}`);
  const stage = await good.withMutant(mutant);
  const { failing } = await hunt(stage, suite, { seed, runs: 100 });
  if (failing === undefined) throw new Error(`${id} was not found`);
  const start = emptyState(failing.setup, stage.durableProposals);
  const shrunk = await shrink(stage, start, failing, suite.blame);
  return {
    stage,
    shrunk,
    async blameOf(calls) {
      const { divergence } = await replayCalls(stage, failing.setup, start, calls);
      return divergence && suite.blame(divergence);
    },
  };
}

const few = curatedMutants
  .filter(({ property }) => !['single-winner', 'durability', 'closed'].includes(property))
  .filter((_, at) => at % 4 === 0)
  .map(({ id }) => id);

test.each(few)('%s: no call and no pair can be taken away', async (id) => {
  const { shrunk, blameOf } = await shrunkFailure(id, 3);
  const { calls } = shrunk;
  const property = await blameOf(calls);
  expect(property).toBeDefined();
  for (let first = 0; first < calls.length; first += 1)
    for (let second = first; second < calls.length; second += 1) {
      const rest = calls.filter((_, at) => at !== first && at !== second);
      expect(await blameOf(rest)).not.toBe(property);
    }
});

test('a counterexample replays from its file, re-based, on the store that fails and on one that does not', async () => {
  const { stage, shrunk } = await shrunkFailure(few[0] as string, 5);
  const { setup, log, divergence } = shrunk.run;
  if (divergence === undefined) throw new Error('the shrunk run does not fail');
  const property = suite.blame(divergence);
  const steps = log.map(({ call, expected }) => ({ call, expected, actual: expected }));
  const file = replayFile({ name: 'model' }, 5, {
    property,
    sequence: 1,
    from: shrunk.from,
    reproduced: true,
    ladder: shrunk.ladder,
    setup,
    durableProposals: false,
    steps,
  });
  const read = readReplay(JSON.stringify(file));
  expect(read).toEqual(file);
  expect((await replay(stage, read, suite.blame)).property).toBe(property);
  expect((await replay(good, read, suite.blame)).property).toBeUndefined();
});

test.each([
  ['no JSON', '{', 'It is not JSON.'],
  ['another file', '{"format":"other"}', 'It is no replay file'],
  ['no calls', JSON.stringify({ format: 'touchstone-replay', calls: [] }), 'It is no replay file'],
])('a file with %s is refused with a sentence', (_title, text, sentence) => {
  expect(() => readReplay(text)).toThrow(sentence);
});
