// Deadlines: a store that does not answer is a store that failed, not a check that waits.

/** Milliseconds a call may take before it counts as not answered. */
export const defaultDeadline = 10_000;

/** A call that was not answered in time. */
export class Overdue extends Error {
  override readonly name = 'Overdue';
}

export const secondsOf = (milliseconds: number): string => `${milliseconds / 1000} s`;

/** The answer, or `Overdue` after so many milliseconds; the late answer is not waited for. */
export async function inTime<T>(answer: PromiseLike<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Overdue(`no answer within ${secondsOf(milliseconds)}`)),
      milliseconds,
    );
  });
  try {
    return await Promise.race([answer, overdue]);
  } finally {
    clearTimeout(timer);
  }
}
