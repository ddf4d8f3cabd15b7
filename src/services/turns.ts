// One decision at a time for one case or proposal, whoever else is still being decided.
import type { Awaitable } from '../contract/port.js';
import { refuse } from '../contract/refusals.js';
import { isPending } from './awaitable.js';

/** Runs work under an id: at once when nothing is in flight there, else after it. */
export type InTurn = <T>(id: string, work: () => Awaitable<T>) => Awaitable<T>;

/** Null while the work of an id is on the stack and nothing could be waited for. */
type InFlight = Promise<unknown> | null;

/**
 * Makes a queue for each id; an id with nothing in flight has none. Work that comes from within
 * the running work of the same id cannot wait for it: `unavailable: busy`, nothing was done.
 */
export function createTurns(): InTurn {
  const inFlight = new Map<string, InFlight>();

  function follow<T>(id: string, answer: PromiseLike<T>): Promise<T> {
    const turn = Promise.resolve(answer);
    inFlight.set(id, turn);
    const leave = (): void => {
      if (inFlight.get(id) === turn) inFlight.delete(id);
    };
    turn.then(leave, leave);
    return turn;
  }

  return <T>(id: string, work: () => Awaitable<T>): Awaitable<T> => {
    const before = inFlight.get(id);
    if (before === null) return refuse('busy', { id });
    if (before !== undefined) return follow(id, before.then(work, work));
    inFlight.set(id, null);
    let answer: Awaitable<T>;
    try {
      answer = work();
    } catch (thrown) {
      inFlight.delete(id);
      throw thrown;
    }
    if (isPending(answer)) return follow(id, answer);
    inFlight.delete(id);
    return answer;
  };
}
