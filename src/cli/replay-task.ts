// A replay, as it runs in the thread of the store.
import { blame } from '../../properties/promises/index.js';
import { unescape } from '../contract/escape.js';
import { type Policy, readPolicy } from '../contract/policy.js';
import type { StoreUnderTest } from '../contract/port.js';
import { pulseOn } from '../engine/pulse.js';
import { race, singleWinner } from '../engine/race.js';
import { type ReplayFile, replay } from '../engine/replay.js';
import { openStage, type StageOptions } from '../engine/stage.js';
import { services } from '../index.js';
import type { ReplayReport } from '../report/replayed.js';
import type { ReplayAssignment } from './assignment.js';
import { resolveStore } from './store.js';
import { Usage } from './usage.js';

/** What a replay came to, and the name of the store it was made on. */
export type ReplayResult = Pick<ReplayReport, 'property' | 'steps' | 'store'>;

type Outcome = Omit<ReplayResult, 'store'>;

/** Makes the calls one after the other. */
async function replayCalls(
  sut: StoreUnderTest,
  file: ReplayFile,
  policy: Policy,
  options: Omit<StageOptions, 'services'>,
): Promise<Outcome> {
  if (sut.policy !== undefined && JSON.stringify(sut.policy) !== JSON.stringify(policy))
    throw new Usage(
      `${sut.name} has a policy of its own, and the file needs another: choose a store that takes any.`,
    );
  const stage = await openStage(sut, { ...options, services });
  try {
    const absent = file.calls.find(({ operation }) => !stage.offer.operations.has(operation.do));
    if (absent !== undefined)
      throw new Usage(
        `${sut.name} does not offer ${absent.operation.do}, which the file calls: ` +
          'claim what it needs, or choose another store.',
      );
    const { run, property } = await replay(stage, file, blame);
    const steps = run.log.map(({ call, expected }, at) => ({
      call,
      expected,
      actual: at === run.log.length - 1 ? (run.divergence?.actual ?? expected) : expected,
    }));
    return { steps, ...(property === undefined ? {} : { property }) };
  } finally {
    await stage.close();
  }
}

/** Lets the threads race again: what happened between threads has no order to repeat. */
async function raceAgain(sut: StoreUnderTest, root: string): Promise<Outcome> {
  if (sut.module === undefined)
    throw new Usage(`${sut.name} has no module that threads could load: choose another store.`);
  const result = await race({ module: sut.module, root });
  if (result.verdict === 'inconclusive') throw new Error(result.reason);
  return result.verdict === 'holds'
    ? { steps: [] }
    : { property: singleWinner.id, steps: result.counterexample.steps };
}

export async function replayTask({
  spec,
  cwd,
  root,
  deadline,
  cells,
  file,
}: ReplayAssignment): Promise<ReplayResult> {
  const sut = await resolveStore(spec, cwd, deadline);
  const pulse = pulseOn(cells);
  const policy = readPolicy(unescape(file.setup.policy));
  if (file.property === singleWinner.id) {
    pulse.enter('threads', 0);
    return { store: sut.name, ...(await raceAgain(sut, root)) };
  }
  pulse.enter('sequences', 1);
  return { store: sut.name, ...(await replayCalls(sut, file, policy, { root, deadline, pulse })) };
}
