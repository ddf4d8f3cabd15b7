// Watches the thread that plays with a store, and ends it when the store no longer answers.
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { unescape } from '../contract/escape.js';
import { overdueWords } from '../engine/deadline.js';
import type { Loss } from '../engine/lost.js';
import { newPulseCells, readPulse, type Reading, restartPulse } from '../engine/pulse.js';
import type { Assignment, Message } from './assignment.js';
import { type Crew, memoryLimit, startThread } from './crew.js';
import { rootIn } from './files.js';
import { codeOf, reasonOf, Usage } from './usage.js';

/** The thread came to its end before its task did. */
export class Lost extends Error {
  readonly loss: Loss;
  constructor(loss: Loss) {
    super(loss.what);
    this.loss = loss;
  }
}

/** The harness broke inside the thread; the stack is the thread's. */
export class Broken extends Error {
  constructor(stack: string) {
    super('the harness broke');
    this.stack = stack;
  }
}

const outOfMemory = `it used more than ${memoryLimit} MB`;

/** Racing threads have deadlines of their own, one after the other. */
const raceDeadline = 240_000;

/** Mutants of a large source are made in one go. */
const preparingDeadline = 120_000;

/** A thread that has just been started may have to wait for others. */
const loadingDeadline = 10_000;

/** A promise that does not settle is noticed in the thread; what blocks it, only from outside. */
function patienceFor({ phase }: Reading, deadline: number, hurried: boolean): number {
  if (phase === 'threads') return raceDeadline;
  if (phase === 'preparing') return preparingDeadline;
  const patience = hurried ? deadline + 500 : deadline * 2 + 4000;
  return phase === 'loading' ? Math.max(patience, loadingDeadline) : patience;
}

/** Milliseconds between two looks. */
const lookEvery = 100;

/** Calls back once the pulse has stood still for too long; returns how to stop. */
function watchPulse(
  cells: Int32Array,
  patience: (reading: Reading) => number,
  stuck: (reading: Reading) => void,
) {
  let last = readPulse(cells);
  let since = performance.now();
  const timer = setInterval(() => {
    const reading = readPulse(cells);
    const now = performance.now();
    if (reading.beats !== last.beats) {
      last = reading;
      since = now;
    } else if (now - since > patience(reading)) stuck(reading);
  }, lookEvery);
  return (): void => clearInterval(timer);
}

/** What the thread's end says of the store, before or after it was loaded. */
function lost(how: Loss['how'], what: string, reading: Reading, spec: string): Error {
  if (reading.phase !== 'loading') return new Lost({ how, what, reading });
  return new Usage(`${spec} does not load (${what}): run it with node to see where it stops.`);
}

export interface Watched {
  /** Told of everything but the end. */
  readonly onMessage?: (message: Message) => void;
  /** What the store prints, so that it does not stand in the report. */
  readonly onOutput?: (text: string) => void;
  /** A wrong guess costs little: the thread is given up as soon as it seems stuck. */
  readonly hurried?: boolean;
  /** Who keeps the thread for the next task; without, it ends with this one. */
  readonly crew?: Crew | undefined;
}

/** Everything of an assignment that the watcher does not add itself. */
export type Task<A extends Assignment> = A extends Assignment ? Omit<A, 'root' | 'cells'> : never;

/** Tasks after which a thread may stay; hunting leaves a mutated copy of everything behind. */
const staying: readonly Assignment['task'][] = ['check', 'replay', 'course'];

/**
 * Lets a thread do a task; resolves with its result. Rejects with `Usage` where the store does not
 * load, with `Lost` where the thread was blocked, ended by the store or out of memory, and with
 * `Broken` where the harness broke. No file of the thread is left behind, and no thread without a crew.
 */
export async function inThread<T>(
  task: Task<Assignment>,
  watched: Watched = {},
  cells: Int32Array = newPulseCells(),
): Promise<T> {
  const { spec, cwd, deadline } = task;
  const { onMessage, onOutput, hurried = false } = watched;
  restartPulse(cells);
  const root = await mkdtemp(join(rootIn(cwd), 'thread-'));
  const memoryBefore = process.memoryUsage.rss();
  const crew = staying.includes(task.task) ? watched.crew : undefined;
  const worker = crew?.hire() ?? startThread();
  worker.postMessage({ ...task, root, cells });
  let isFree = false;
  let stopWatching: (() => void) | undefined;
  try {
    const result = await new Promise<unknown>((resolve, reject) => {
      const fail = (how: Loss['how'], what: string): void =>
        reject(lost(how, what, readPulse(cells), spec));
      for (const stream of [worker.stdout, worker.stderr])
        stream.on('data', (chunk: Buffer) => onOutput?.(chunk.toString()));
      worker.on('message', (message: Message) => {
        if (message.tell === 'usage' || message.tell === 'done') ({ isFree } = message);
        if (message.tell === 'usage') reject(new Usage(message.sentence));
        else if (message.tell === 'broken') reject(new Broken(message.stack));
        else if (message.tell === 'done') resolve(unescape(message.result));
        else onMessage?.(message);
      });
      worker.once('error', (thrown) => {
        if (codeOf(thrown) === 'ERR_WORKER_OUT_OF_MEMORY') fail('memory', outOfMemory);
        else fail('crashed', `an error escaped: ${reasonOf(thrown)}`);
      });
      worker.once('exit', (code) => fail('exited', `it ended the process with code ${code}`));
      const patience = (reading: Reading): number => patienceFor(reading, deadline, hurried);
      stopWatching = watchPulse(cells, patience, () => {
        // Short of memory, a thread does nothing but look for some: that is no endless loop.
        const grown = process.memoryUsage.rss() - memoryBefore;
        if (grown > (memoryLimit * 2 ** 20) / 2) fail('memory', outOfMemory);
        else fail('blocked', `${overdueWords(deadline)}, and nothing else could run`);
      });
    });
    return result as T;
  } finally {
    stopWatching?.();
    await (isFree && crew !== undefined ? crew.rest(worker) : worker.terminate());
    await rm(root, { recursive: true, force: true });
  }
}
