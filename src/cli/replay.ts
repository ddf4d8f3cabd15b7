// `touchstone replay FILE`: makes the calls of a replay file again and says whether the failure is still there.
import { resolve } from 'node:path';
import { unescape } from '../contract/escape.js';
import type { Outcome } from '../contract/operations.js';
import { type Policy, readPolicy } from '../contract/policy.js';
import { defaultDeadline } from '../engine/deadline.js';
import { answers, type Loss } from '../engine/lost.js';
import { callsIn, type ReplayFile, readReplay } from '../engine/replay.js';
import { contractRevision, exitCodes } from '../engine/result.js';
import { replayJson, type ReplayReport, replayText } from '../report/replayed.js';
import { ensureRoot, readNamed, rootIn } from './files.js';
import { sentenceOf } from './options.js';
import { unreadable } from './past.js';
import type { ReplayResult } from './replay-task.js';
import { namedStores } from './store.js';
import type { Terminal } from './terminal.js';
import { Usage } from './usage.js';
import { inThread, Lost } from './watch.js';

export interface ReplayCommand {
  readonly store?: string;
  /** Milliseconds a call may take. */
  readonly deadline?: number;
  readonly json?: true;
}

/** The file's content and its policy, else a sentence that says why it is no replay file. */
function readFile(text: string, shown: string): { file: ReplayFile; policy: Policy } {
  try {
    const file = readReplay(text);
    return { file, policy: readPolicy(unescape(file.setup.policy)) };
  } catch (thrown) {
    throw new Usage(
      `${shown} cannot be replayed (${unreadable(thrown)}): ` +
        'name a file that a failing check has written.',
    );
  }
}

/** The store to replay on: the one that was asked for, else the one the file names. */
function specFor(file: ReplayFile, asked: string | undefined): string {
  const { name } = file.store;
  if (asked === undefined && !Object.hasOwn(namedStores, name))
    throw new Usage(
      `The file was made with the store ${JSON.stringify(name)}: ` +
        'name its module with --store, or another store.',
    );
  return asked ?? name;
}

/** What is told of a replay whose thread was lost: the calls up to the one it was lost in. */
function lostResult(file: ReplayFile, spec: string, { what, reading }: Loss): ReplayResult {
  const calls = callsIn(file).slice(0, Math.max(1, reading.call));
  const steps = calls.map((call, at) => {
    const expected = unescape(file.calls[at]?.expected ?? null) as Outcome;
    const actual = at === calls.length - 1 ? { threw: what } : expected;
    return { call, expected, actual };
  });
  return { store: spec, property: answers, steps };
}

/** Replays the file; returns the exit code: 1 if model and store part, 0 if they do not. */
export async function replayCommand(
  path: string,
  { store: asked, json, deadline }: ReplayCommand,
  terminal: Terminal,
): Promise<number> {
  const { cwd, palette } = terminal;
  const { file, policy } = readFile(await readNamed(resolve(cwd, path), path), path);
  if (file.contractRevision !== contractRevision)
    terminal.message(
      `The file is of contract revision ${file.contractRevision}, this is ${contractRevision}: ` +
        'the model may expect something else by now.\n',
    );
  const spec = specFor(file, asked);
  await ensureRoot(rootIn(cwd));
  const task = { task: 'replay', spec, cwd, file, deadline: deadline ?? defaultDeadline } as const;
  let again: ReplayResult;
  try {
    again = await inThread<ReplayResult>(task, {
      onOutput: (text) => terminal.message(text),
      crew: terminal.crew,
    });
  } catch (thrown) {
    if (!(thrown instanceof Lost)) throw thrown;
    again = lostResult(file, spec, thrown.loss);
  }
  const { owner, principal } = file.setup;
  const sentence = sentenceOf(again.property ?? file.property);
  const report: ReplayReport = {
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
