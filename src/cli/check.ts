// `touchstone check <store>`: checks a store, writes a replay file for each failure, prints the report.
import { setImmediate } from 'node:timers/promises';
import type { StoreUnderTest } from '../contract/port.js';
import { type ReplayFile, replayFile } from '../engine/replay.js';
import { type CheckReport, exitCodes } from '../engine/result.js';
import { checkStore } from '../index.js';
import { checkJson } from '../report/json.js';
import { checkText } from '../report/text.js';
import { countWords } from '../report/values.js';
import { ensureRoot, rootIn, writeOwn } from './files.js';
import { defaultSeed } from './options.js';
import { showProgress } from './progress.js';
import { namedStores, resolveStore } from './store.js';
import type { Terminal } from './terminal.js';

export interface CheckCommand {
  readonly runs?: number;
  readonly seconds?: number;
  readonly seed?: number;
  readonly properties?: readonly string[];
  readonly json?: true;
}

/** The same store, but a moment passes at each reset, so that Ctrl-C is heard. */
function interruptible(sut: StoreUnderTest): StoreUnderTest {
  if (sut.reset === undefined) return sut;
  return {
    ...sut,
    async reset(policy, directory) {
      await setImmediate();
      await sut.reset?.(policy, directory);
    },
  };
}

const quoted = (argument: string): string =>
  /^[\w@%+=:,./-]+$/u.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`;

/** The command that replays a file on the store that was checked. */
const replayCommand = (file: string, spec: string): string => {
  const command = `touchstone replay ${quoted(file)}`;
  return Object.hasOwn(namedStores, spec) ? command : `${command} --store ${quoted(spec)}`;
};

/** Writes a replay file for each counterexample; returns the files by property. */
async function writeReplays(
  { store, seed, properties }: CheckReport,
  cwd: string,
): Promise<Readonly<Record<string, string>>> {
  const files: Record<string, string> = {};
  for (const { counterexample } of properties) {
    if (counterexample === undefined) continue;
    const file: ReplayFile = replayFile(store, seed, counterexample);
    const content = `${JSON.stringify(file, null, 2)}\n`;
    files[counterexample.property] = await writeOwn(cwd, counterexample.property, content);
  }
  return files;
}

/** What was not run to the end proves nothing, whatever held so far. */
const asStopped = (report: CheckReport): CheckReport =>
  report.verdict === 'conformant' ? { ...report, verdict: 'partial' } : report;

/** Runs the check; returns the exit code. */
export async function checkCommand(
  spec: string,
  { json, ...options }: CheckCommand,
  terminal: Terminal,
): Promise<number> {
  const { cwd, palette } = terminal;
  const sut = await resolveStore(spec, cwd);
  await ensureRoot(rootIn(cwd));
  const { seconds, seed = defaultSeed } = options;
  const budget = seconds === undefined ? {} : { seconds };
  const progress = showProgress(terminal.live, budget, () => performance.now());
  let interrupted = false;
  const stopListening = terminal.onInterrupt(() => {
    interrupted = true;
    progress.clear();
    terminal.message('Stopping after this sequence. Press Ctrl-C again to leave at once.\n');
  });
  let report: CheckReport;
  try {
    report = await checkStore(interruptible(sut), {
      ...options,
      seed,
      root: rootIn(cwd),
      isOver: () => interrupted,
      onProgress: progress.show,
    });
  } finally {
    stopListening();
    progress.clear();
  }
  if (interrupted) report = asStopped(report);
  const files = await writeReplays(report, cwd);
  const stopped = `Stopped by hand after ${countWords(report.sequences, 'sequence')}.`;
  const replays = Object.fromEntries(
    Object.entries(files).map(([id, file]) => [id, replayCommand(file, spec)]),
  );
  terminal.result(
    json === true
      ? `${JSON.stringify(checkJson(report, files), null, 2)}\n`
      : checkText(report, { palette, replays, ...(interrupted ? { stopped } : {}) }),
  );
  if (report.error !== undefined) terminal.message(`${report.error}\n`);
  else if (interrupted && json === true) terminal.message(`${stopped}\n`);
  return exitCodes[report.verdict];
}
