// Threads that stay for the next task: who checks again and again need not wait until one has started.
import { Worker } from 'node:worker_threads';
import { compiled } from '../engine/compiled.js';

/** Tasks after which a thread is let go: each one leaves modules behind. */
const tasksAtMost = 20;

/** Megabytes of objects a thread may hold. */
export const memoryLimit = 512;

const url = new URL(
  compiled(new URL(import.meta.url.replace(/crew\.([jt]s)$/u, 'thread.$1')).href),
);

/** A thread that waits for a task. */
export const startThread = (): Worker =>
  new Worker(url, {
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: memoryLimit },
  });

/** Whoever keeps threads between two tasks. */
export interface Crew {
  /** A thread that rests, or a new one. */
  hire(): Worker;
  /** Takes a thread back that has done its task and holds nothing; it keeps no process alive. */
  rest(thread: Worker): Promise<void>;
  close(): Promise<void>;
}

export function createCrew(): Crew {
  const resting: Worker[] = [];
  const tasks = new WeakMap<Worker, number>();
  return {
    hire() {
      const thread = resting.pop() ?? startThread();
      thread.removeAllListeners();
      thread.ref();
      tasks.set(thread, (tasks.get(thread) ?? 0) + 1);
      return thread;
    },
    async rest(thread) {
      thread.removeAllListeners();
      for (const stream of [thread.stdout, thread.stderr])
        stream.removeAllListeners('data').resume();
      if ((tasks.get(thread) ?? tasksAtMost) >= tasksAtMost) {
        await thread.terminate();
        return;
      }
      const leave = (): void => {
        const at = resting.indexOf(thread);
        if (at >= 0) resting.splice(at, 1);
      };
      thread.once('error', leave).once('exit', leave);
      thread.unref();
      resting.push(thread);
    },
    async close() {
      await Promise.all(resting.splice(0).map((thread) => thread.terminate()));
    },
  };
}
