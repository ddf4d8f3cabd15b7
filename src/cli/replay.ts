// `touchstone replay FILE`: makes the calls of a replay file again and says whether the failure is still there.
import { resolve } from 'node:path';
import { blame } from '../../properties/promises/index.js';
import { unescape } from '../contract/escape.js';
import { type Policy, readPolicy } from '../contract/policy.js';
import type { StoreUnderTest } from '../contract/port.js';
import { race, singleWinner } from '../engine/race.js';
import { type ReplayFile, readReplay, replay, UnreadableReplay } from '../engine/replay.js';
import { contractRevision, exitCodes } from '../engine/result.js';
import { openStage } from '../engine/stage.js';
import { services } from '../index.js';
import { replayJson, type ReplayReport, replayText } from '../report/replayed.js';
import { ensureRoot, readNamed, rootIn } from './files.js';
import { sentenceOf } from './options.js';
import { namedStores, resolveStore } from './store.js';
import type { Terminal } from './terminal.js';
import { reasonOf, Usage } from './usage.js';

export interface ReplayCommand {
  readonly store?: string;
  readonly json?: true;
}

/** The file's content and its policy, else a sentence that says why it is no replay file. */
function readFile(text: string, shown: string): { file: ReplayFile; policy: Policy } {
  try {
    const file = readReplay(text);
    return { file, policy: readPolicy(unescape(file.setup.policy)) };
  } catch (thrown) {
    const why = thrown instanceof UnreadableReplay ? thrown.message : reasonOf(thrown);
    const reason = why.replace(/\s+/gu, ' ').replace(/\.$/u, '').replace(/^I/u, 'i');
    throw new Usage(
      `${shown} cannot be replayed (${reason}): name a file that a failing check has written.`,
    );
  }
}

/** The store to replay on: the one that was asked for, else the one the file names. */
function storeFor(
  file: ReplayFile,
  asked: string | undefined,
  cwd: string,
): Promise<StoreUnderTest> {
  const { name } = file.store;
  if (asked === undefined && !Object.hasOwn(namedStores, name))
    throw new Usage(
      `The file was made with the store ${JSON.stringify(name)}: ` +
        'name its module with --store, or another store.',
    );
  return resolveStore(asked ?? name, cwd);
}

/** Makes the calls one after the other. */
async function replayCalls(
  sut: StoreUnderTest,
  file: ReplayFile,
  policy: Policy,
  root: string,
): Promise<Pick<ReplayReport, 'property' | 'steps'>> {
  if (sut.policy !== undefined && JSON.stringify(sut.policy) !== JSON.stringify(policy))
    throw new Usage(
      `${sut.name} has a policy of its own, and the file needs another: choose a store that takes any.`,
    );
  const stage = await openStage(sut, { services, root });
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
async function raceAgain(
  sut: StoreUnderTest,
  root: string,
): Promise<Pick<ReplayReport, 'property' | 'steps'>> {
  if (sut.module === undefined)
    throw new Usage(`${sut.name} has no module that threads could load: choose another store.`);
  const result = await race({ module: sut.module, root });
  if (result.verdict === 'inconclusive') throw new Error(result.reason);
  return result.verdict === 'holds'
    ? { steps: [] }
    : { property: singleWinner.id, steps: result.counterexample.steps };
}

/** Replays the file; returns the exit code: 1 if model and store part, 0 if they do not. */
export async function replayCommand(
  path: string,
  { store: asked, json }: ReplayCommand,
  terminal: Terminal,
): Promise<number> {
  const { cwd, palette } = terminal;
  const { file, policy } = readFile(await readNamed(resolve(cwd, path), path), path);
  if (file.contractRevision !== contractRevision)
    terminal.message(
      `The file is of contract revision ${file.contractRevision}, this is ${contractRevision}: ` +
        'the model may expect something else by now.\n',
    );
  const sut = await storeFor(file, asked, cwd);
  await ensureRoot(rootIn(cwd));
  const isRace = file.property === singleWinner.id;
  const again = await (isRace
    ? raceAgain(sut, rootIn(cwd))
    : replayCalls(sut, file, policy, rootIn(cwd)));
  const { owner, principal } = file.setup;
  const sentence = sentenceOf(again.property ?? file.property);
  const report: ReplayReport = {
    store: sut.name,
    recorded: file.property,
    calls: file.calls.length,
    setup: { policy, owner, principal },
    ...(sentence === undefined ? {} : { sentence }),
    ...again,
  };
  terminal.result(
    json === true
      ? `${JSON.stringify(replayJson(report), null, 2)}\n`
      : replayText(report, palette),
  );
  return report.property === undefined ? exitCodes.conformant : exitCodes.failed;
}
