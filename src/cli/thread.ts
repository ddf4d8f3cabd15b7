// The thread that plays with the store: whatever the store does, it does it here.
import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { escape } from '../contract/escape.js';
import type { Assignment, Message } from './assignment.js';
import { checkTask } from './check-task.js';
import { replayTask } from './replay-task.js';
import { Usage } from './usage.js';

/** Milliseconds in which an error may still escape. */
const lateErrors = 25;

const tell = (message: Message): void => parentPort?.postMessage(message);

async function perform(assignment: Assignment): Promise<void> {
  try {
    const result = await (assignment.task === 'check'
      ? checkTask(assignment, tell)
      : replayTask(assignment));
    // What a store throws behind the back of its caller still counts.
    await setTimeout(lateErrors);
    tell({ tell: 'done', result: escape(result) });
  } catch (thrown) {
    if (thrown instanceof Usage) tell({ tell: 'usage', sentence: thrown.message });
    else {
      const stack = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
      tell({ tell: 'broken', stack });
    }
  }
}

await perform(workerData as Assignment);
