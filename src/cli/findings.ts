// What a check finds travels: replay files and programs beside each other, JUnit, the baseline.
import { extname, isAbsolute, join, relative, resolve } from 'node:path';
import { unescape } from '../contract/escape.js';
import { type Baseline, baselineOf, type Comparison, compareBaseline } from '../engine/baseline.js';
import type { PastFailure } from '../engine/past.js';
import { singleWinner } from '../engine/race.js';
import { type ReplayFile, replayFile } from '../engine/replay.js';
import { type CheckReport, exitCodes, type PropertyResult } from '../engine/result.js';
import { hiddenFields } from '../engine/view.js';
import { isAsKnown } from '../report/baseline.js';
import { checkJUnit } from '../report/junit.js';
import { counterexampleProgram, type ProgramOptions } from '../report/program.js';
import type { CheckAssignment } from './assignment.js';
import { readBaseline } from './baseline.js';
import { ownFolder, writeOwn, writeOwnAs } from './files.js';
import { openOutput, type Output } from './output.js';
import { ofOtherStores, readPast } from './past.js';
import { looksLikePath, namedStores } from './store.js';

/** The files a user names. */
export interface FindingOptions {
  readonly junit?: string | undefined;
  readonly baseline?: string | undefined;
  readonly writeBaseline?: string | undefined;
}

/** What is read before a check. */
export interface Prepared {
  readonly outputs: Readonly<Record<'junit' | 'baseline', Output | undefined>>;
  readonly past: readonly PastFailure[];
  /** Sentences about files that are not tried. */
  readonly ignored: readonly string[];
  readonly baseline: Baseline | undefined;
  /** What the thread of the check is told of it. */
  readonly task: Pick<CheckAssignment, 'past' | 'toTheEnd' | 'baselineOf'>;
}

type Files = Readonly<Record<string, string>>;

/** What was written, by property; paths are seen from the working directory. */
export interface Delivered {
  readonly files: Files;
  readonly programs: Files;
  /** The commands that replay the files. */
  readonly replays: Files;
  readonly comparison: Comparison | undefined;
  readonly exitCode: number;
  /** Sentences about what was not done. */
  readonly notes: readonly string[];
}

/** Reads what a check starts from; throws `Usage` where a file is bad or cannot be written. */
export async function prepareFindings(options: FindingOptions, cwd: string): Promise<Prepared> {
  const { junit, baseline, writeBaseline } = options;
  const outputs = {
    junit: junit === undefined ? undefined : await openOutput(cwd, junit, '--junit'),
    baseline:
      writeBaseline === undefined
        ? undefined
        : await openOutput(cwd, writeBaseline, '--write-baseline'),
  };
  const { failures, ignored } = await readPast(cwd);
  const known = baseline === undefined ? undefined : await readBaseline(baseline, cwd);
  const task =
    baseline === undefined || known === undefined
      ? {}
      : { toTheEnd: true, baselineOf: { file: baseline, store: known.store } };
  return {
    outputs,
    past: failures,
    ignored,
    baseline: known,
    task: { past: failures, ...task },
  };
}

const quoted = (argument: string): string =>
  /^[\w@%+=:,./-]+$/u.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`;

/** The command that replays a file on the store that was checked. */
const replayCommand = (file: string, spec: string): string => {
  const command = `touchstone replay ${quoted(file)}`;
  return Object.hasOwn(namedStores, spec) ? command : `${command} --store ${quoted(spec)}`;
};

/** Fields in one order, whoever wrote them. */
const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** A setup whose policy is written plainly: one that was read from a file is frozen. */
const plain = ({ policy, ...people }: ReplayFile['setup']): unknown => ({
  policy: unescape(policy),
  ...people,
});

/** What makes two files the same failure, whatever seed and sequence it was found in. */
const contentOf = ({ store, property, setup, calls }: ReplayFile): string =>
  JSON.stringify(
    [store.name, property, plain(setup), calls.map(({ client, operation }) => [client, operation])],
    inOrder,
  );

/** What a program imports for the store: a path is seen from the tool's folder. */
function openedBy(spec: string, cwd: string): ProgramOptions['opens'] {
  if (spec === 'sqlite' || spec === 'model') return spec;
  if (!looksLikePath(spec, cwd)) return { module: spec };
  const path = relative(join(cwd, ownFolder), resolve(cwd, spec)).replaceAll('\\', '/');
  return { module: isAbsolute(path) ? path : path.startsWith('.') ? path : `./${path}` };
}

const withExtension = (path: string, extension: string): string =>
  `${path.slice(0, path.length - extname(path).length)}${extension}`;

interface Written {
  readonly file: string;
  readonly program: string | undefined;
}

/** Writes a counterexample as a replay file and as a program; a file that holds it stays. */
async function writeFailure(
  report: CheckReport,
  { counterexample: found, sentence }: PropertyResult,
  { past }: Prepared,
  { spec, cwd }: { readonly spec: string; readonly cwd: string },
): Promise<Written | undefined> {
  if (found === undefined) return undefined;
  const { store, seed, contractRevision, claimed, missing } = report;
  const content = replayFile(store, seed, found);
  const known = past.find(({ file }) => contentOf(file) === contentOf(content));
  const file =
    known === undefined
      ? await writeOwn(cwd, found.property, `${JSON.stringify(content, null, 2)}\n`)
      : join(ownFolder, known.name);
  // What threads did at the same time has no order that a program could repeat.
  if (found.property === singleWinner.id) return { file, program: undefined };
  const program = withExtension(file, '.ts');
  const name = relative(ownFolder, program);
  const kept = new Set(claimed.filter((each) => !missing.includes(each)));
  const options = { file: name, opens: openedBy(spec, cwd), store: store.name, seed };
  const text = counterexampleProgram(found, {
    ...options,
    contractRevision,
    sentence,
    unclaimed: [...hiddenFields(kept)],
  });
  return { file, program: await writeOwnAs(cwd, name, text) };
}

/** What the baseline makes of a check; one that was stopped says of no entry that it is gone. */
function compared(
  report: CheckReport,
  baseline: Baseline | undefined,
  stopped: string | undefined,
): Comparison | undefined {
  if (baseline === undefined || report.verdict === 'error') return undefined;
  const comparison = compareBaseline(report, baseline);
  if (stopped === undefined) return comparison;
  return { ...comparison, gone: [], unchecked: [...comparison.unchecked, ...comparison.gone] };
}

function exitCodeOf(
  { verdict }: CheckReport,
  comparison: Comparison | undefined,
  stopped: string | undefined,
): number {
  if (comparison === undefined) return exitCodes[verdict];
  if (!isAsKnown(comparison)) return exitCodes.failed;
  if (verdict !== 'failed') return exitCodes[verdict];
  return stopped === undefined ? exitCodes.conformant : exitCodes.partial;
}

/** Writes all that was asked for; `stopped` is why the check ended early, if it did. */
export async function deliverFindings(
  report: CheckReport,
  prepared: Prepared,
  options: FindingOptions & { readonly stopped?: string | undefined },
  place: { readonly spec: string; readonly cwd: string },
): Promise<Delivered> {
  const { stopped, writeBaseline } = options;
  const { junit, baseline } = prepared.outputs;
  const files: Record<string, string> = {};
  const programs: Record<string, string> = {};
  for (const result of report.properties) {
    const written = await writeFailure(report, result, prepared, place);
    if (written === undefined) continue;
    files[result.id] = written.file;
    if (written.program !== undefined) programs[result.id] = written.program;
  }
  const replays = Object.fromEntries(
    Object.entries(files).map(([id, file]) => [id, replayCommand(file, place.spec)]),
  );
  const comparison = compared(report, prepared.baseline, stopped);
  if (junit !== undefined) {
    const told = stopped === undefined ? {} : { stopped };
    const against = comparison === undefined ? {} : { comparison };
    const text = checkJUnit(report, { replays, programs, ...told, ...against });
    await junit(text);
  }
  const notes = [...prepared.ignored, ...ofOtherStores(prepared.past, report.store.name)];
  const isWhole = report.verdict !== 'error' && stopped === undefined;
  if (isWhole) await baseline?.(`${JSON.stringify(baselineOf(report), null, 2)}\n`);
  else if (baseline !== undefined)
    notes.push(`${writeBaseline} was not written: the check did not come to its end.`);
  const exitCode = exitCodeOf(report, comparison, stopped);
  return { files, programs, replays, comparison, exitCode, notes };
}
