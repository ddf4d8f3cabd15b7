// Work in threads that mutants may end: one that is lost is followed by another, for the rest.
import type { Kill, Mutation } from '../engine/kills/result.js';
import { askToStop, newPulseCells } from '../engine/pulse.js';
import type { Assignment, Message } from './assignment.js';
import type { Terminal } from './terminal.js';
import { inThread, Lost, type Task } from './watch.js';

/** Milliseconds a broken store may take for a call. */
export const defaultMutantDeadline = 3000;

export interface Hunting<T> {
  /** The task for the next thread, with what is known by then. */
  readonly task: () => Task<Assignment>;
  readonly onMessage: (message: Message) => void;
  /** Notes what the thread was lost to; a result ends the work. */
  readonly onLost: (lost: Lost) => T | undefined;
  /** What the work can be stopped after: `mutant`, `guard`. */
  readonly unit: string;
}

export interface Hunted<T> {
  readonly result: T;
  /** True where somebody stopped it by hand. */
  readonly interrupted: boolean;
}

/** Does the work until a thread comes to its end, or until Ctrl-C. */
export async function huntInThreads<T>(
  { task, onMessage, onLost, unit }: Hunting<T>,
  terminal: Terminal,
): Promise<Hunted<T>> {
  const cells = newPulseCells();
  let interrupted = false;
  const stopListening = terminal.onInterrupt(() => {
    interrupted = true;
    askToStop(cells);
    terminal.live?.('');
    terminal.message(`Stopping after this ${unit}. Press Ctrl-C again to leave at once.\n`);
  });
  const onOutput = (text: string): void => terminal.message(text);
  try {
    for (;;)
      try {
        const result = await inThread<T>(task(), { onMessage, onOutput, hurried: true }, cells);
        return { result, interrupted };
      } catch (thrown) {
        if (!(thrown instanceof Lost)) throw thrown;
        const result = onLost(thrown);
        if (result !== undefined) return { result, interrupted };
      }
  } finally {
    stopListening();
    terminal.live?.('');
  }
}

/** A mutant with which the thread was lost. */
export function lostKill(mutation: Mutation, { loss }: Lost, guards: readonly string[] = []): Kill {
  const base = { mutation, guards, sequences: loss.reading.sequence };
  // An error that escapes or a process that ends is an answer, if no good one.
  if (loss.how === 'crashed' || loss.how === 'exited')
    return { ...base, status: 'killed', by: 'only-refusals', reason: loss.what };
  return { ...base, status: 'timeout', reason: loss.what };
}
