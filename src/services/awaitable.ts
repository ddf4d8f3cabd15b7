// Continue with a value at once where a store answers at once, and with a promise where it does not.
import type { Awaitable } from '../contract/port.js';

/** Whether the answer is still to come. */
export function isPending<T>(answer: Awaitable<T>): answer is PromiseLike<T> {
  return (
    typeof answer === 'object' &&
    answer !== null &&
    typeof (answer as Partial<PromiseLike<T>>).then === 'function'
  );
}

/** What `next` makes of the answer: at once if it is there, else as a promise. */
export function andThen<T, U>(
  answer: Awaitable<T>,
  next: (value: T) => Awaitable<U>,
): Awaitable<U> {
  return isPending(answer) ? Promise.resolve(answer).then(next) : next(answer);
}

/**
 * Starts something and continues with its value or with what it threw, now or later.
 * What `onValue` throws does not come to `onError`.
 */
export function attempt<T, U>(
  start: () => Awaitable<T>,
  onValue: (value: T) => Awaitable<U>,
  onError: (thrown: unknown) => Awaitable<U>,
): Awaitable<U> {
  let answer: Awaitable<T>;
  try {
    answer = start();
  } catch (thrown) {
    return onError(thrown);
  }
  return isPending(answer) ? Promise.resolve(answer).then(onValue, onError) : onValue(answer);
}
