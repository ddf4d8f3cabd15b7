// Deadlines: a store that does not answer is a store that failed, not a check that waits.

import type { Awaitable } from '../contract/port.js';
import { isPromise } from './promise.js';

/** Milliseconds a call may take before it counts as not answered. */
export const defaultDeadline = 10_000;

/** A call that was not answered in time. */
export class Overdue extends Error {
  override readonly name = 'Overdue';
}

const noAnswer = 'no answer within ';

/** What is said of a call that was not answered within so many milliseconds. */
export const overdueWords = (milliseconds: number): string => `${noAnswer}${milliseconds / 1000} s`;

/** Whether this is said of a call, as what it threw. */
export const saysOverdue = (threw: string): boolean => threw.startsWith(noAnswer);

/**
 * The answer, or `Overdue` after so many milliseconds; the late answer is not waited for. What is
 * given at once is taken at once.
 */
export async function inTime<T>(answer: Awaitable<T>, milliseconds: number): Promise<T> {
  if (!isPromise(answer)) return answer;
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Overdue(overdueWords(milliseconds))), milliseconds);
  });
  try {
    return await Promise.race([answer, overdue]);
  } finally {
    clearTimeout(timer);
  }
}
