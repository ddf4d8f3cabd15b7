// `touchstone check <store>`: checks a store, writes a replay file for each failure, prints the report.
import { defaultDeadline } from '../engine/deadline.js';
import type { Known } from '../engine/lost.js';
import { askToStop, newPulseCells } from '../engine/pulse.js';
import type { CheckReport, Progress } from '../engine/result.js';
import { checkJson } from '../report/json.js';
import { checkText } from '../report/text.js';
import { countWords } from '../report/values.js';
import type { CheckAssignment, Message } from './assignment.js';
import { ensureRoot, rootIn } from './files.js';
import { deliverFindings, type FindingOptions, prepareFindings } from './findings.js';
import { defaultSeed } from './options.js';
import { openOutput } from './output.js';
import { showProgress } from './progress.js';
import type { Terminal } from './terminal.js';
import { inThread, Lost, type Task, type Watched } from './watch.js';

export interface CheckCommand extends FindingOptions {
  readonly runs?: number;
  readonly seconds?: number;
  readonly seed?: number;
  readonly properties?: readonly string[];
  /** Milliseconds a call may take. */
  readonly deadline?: number;
  readonly json?: true;
  /** A file for the report as a page. */
  readonly html?: string;
}

/** What was not run to the end proves nothing, whatever held so far. */
const asStopped = (report: CheckReport): CheckReport =>
  report.verdict === 'conformant' ? { ...report, verdict: 'partial' } : report;

interface Listeners extends Pick<Watched, 'crew'> {
  readonly onProgress: (progress: Progress) => void;
  readonly onOutput: (text: string) => void;
}

/** Lets a thread check the store; where the thread is lost, says what is known without it. */
async function checkInThread(
  task: Task<CheckAssignment>,
  cells: Int32Array,
  { onProgress, ...watched }: Listeners,
): Promise<CheckReport> {
  let known: Known | undefined;
  const onMessage = (message: Message): void => {
    if (message.tell === 'opened') {
      const { store } = message.known;
      const past = task.past?.filter(({ file }) => file.store.name === store.name);
      known = { ...message.known, seed: task.seed, properties: task.properties, past };
    }
    if (message.tell !== 'progress') return;
    onProgress(message.progress);
    if (known !== undefined) known = { ...known, progress: message.progress };
  };
  try {
    return await inThread<CheckReport>(task, { ...watched, onMessage }, cells);
  } catch (thrown) {
    if (!(thrown instanceof Lost) || known === undefined) throw thrown;
    const { reportLost } = await import('./lost-check.js');
    return reportLost(task, known, thrown.loss);
  }
}

/** Runs the check; returns the exit code. */
export async function checkCommand(
  spec: string,
  { json, html, junit, baseline, writeBaseline, ...options }: CheckCommand,
  terminal: Terminal,
): Promise<number> {
  const { cwd, palette } = terminal;
  await ensureRoot(rootIn(cwd));
  const named = { junit, baseline, writeBaseline };
  const prepared = await prepareFindings(named, cwd);
  const page = html === undefined ? undefined : await openOutput(cwd, html, '--html');
  const { seconds, seed = defaultSeed, deadline = defaultDeadline } = options;
  const budget = seconds === undefined ? {} : { seconds };
  const progress = showProgress(terminal.live, budget, () => performance.now());
  const cells = newPulseCells();
  let interrupted = false;
  const stopListening = terminal.onInterrupt(() => {
    interrupted = true;
    askToStop(cells);
    progress.clear();
    terminal.message('Stopping after this sequence. Press Ctrl-C again to leave at once.\n');
  });
  let report: CheckReport;
  try {
    const task = {
      ...options,
      ...prepared.task,
      task: 'check',
      spec,
      cwd,
      seed,
      deadline,
    } as const;
    report = await checkInThread(task, cells, {
      onProgress: progress.show,
      onOutput: (text) => terminal.message(text),
      crew: terminal.crew,
    });
  } finally {
    stopListening();
    progress.clear();
  }
  if (interrupted) report = asStopped(report);
  const stopped = `Stopped by hand after ${countWords(report.sequences, 'sequence')}.`;
  const ended = { ...named, ...(interrupted ? { stopped } : {}) };
  const delivered = await deliverFindings(report, prepared, ended, { spec, cwd });
  const { files, programs, replays, comparison } = delivered;
  terminal.result(
    json === true
      ? `${JSON.stringify(checkJson(report, files, delivered), null, 2)}\n`
      : checkText(report, {
          palette,
          replays,
          programs,
          comparison,
          ...(interrupted ? { stopped } : {}),
        }),
  );
  const more = { replays, programs, comparison, ...(interrupted ? { stopped } : {}) };
  if (page !== undefined) {
    const { checkHtml } = await import('../report/html/page.js');
    await page(checkHtml(report, more));
  }
  if (report.error !== undefined) terminal.message(`${report.error}\n`);
  else if (interrupted && json === true) terminal.message(`${stopped}\n`);
  for (const note of delivered.notes) terminal.message(`${note}\n`);
  return delivered.exitCode;
}
