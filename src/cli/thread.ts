// The thread that plays with the store: whatever the store does, it does it here.
import { setImmediate, setTimeout } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { escape } from '../contract/escape.js';
import type { Assignment, Message } from './assignment.js';
import { holdsForeign } from './foreign.js';
import { Usage } from './usage.js';

/** True where nothing is left of what was done: no timer, no socket, no child, no other's module. */
async function isFree(): Promise<boolean> {
  await setImmediate();
  if (holdsForeign()) return false;
  return process.getActiveResourcesInfo().every((kind) => kind === 'MessagePort');
}

/** Milliseconds in which an error may still escape. */
const lateErrors = 25;

const tell = (message: Message): void => parentPort?.postMessage(message);

/** Each task is loaded when it is the one. */
async function resultOf(assignment: Assignment): Promise<unknown> {
  switch (assignment.task) {
    case 'check':
      return (await import('./check-task.js')).checkTask(assignment, tell);
    case 'replay':
      return (await import('./replay-task.js')).replayTask(assignment);
    case 'guards':
      return (await import('./guards-task.js')).guardsTask(assignment, tell);
    case 'mutants':
      return (await import('./mutants-task.js')).mutantsTask(assignment, tell);
    case 'course':
      return (await import('./course/task.js')).courseTask(assignment, tell);
  }
}

async function perform(assignment: Assignment): Promise<void> {
  try {
    const result = await resultOf(assignment);
    // What a store throws behind the back of its caller still counts.
    await setTimeout(lateErrors);
    tell({ tell: 'done', result: escape(result), isFree: await isFree() });
  } catch (thrown) {
    if (thrown instanceof Usage)
      tell({ tell: 'usage', sentence: thrown.message, isFree: await isFree() });
    else {
      const stack = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
      tell({ tell: 'broken', stack });
    }
  }
}

parentPort?.on('message', (assignment: Assignment) => void perform(assignment));
