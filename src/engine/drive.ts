// Drives model and store with the same calls and stops where they part.
import { emptyState, type State } from '../../models/state.js';
import { step } from '../../models/step.js';
import type { Call, Outcome, Setup } from '../contract/operations.js';
import { inTime, Overdue, saysOverdue } from './deadline.js';
import type { Pulse } from './pulse.js';
import { same } from './same.js';
import { isPromise } from './promise.js';
import type { Session } from './session.js';
import type { View } from './view.js';

/** A call to make next; `foreseen` is the model's step for it, where that was taken already. */
export interface Move {
  readonly call: Call;
  readonly foreseen?: readonly [State, Outcome];
}

/** Decides the next move from the model's state; sent the state after each call. */
export type Source = Iterator<Move, void, State>;

/** A call with what the model expects of it and what the store answered. */
export interface Step {
  readonly call: Call;
  readonly expected: Outcome;
  /** Whether the model's state changed: a write, an issued case, a decision. */
  readonly changed: boolean;
}

/** Where model and store part. */
export interface Divergence {
  readonly call: Call;
  readonly expected: Outcome;
  readonly actual: Outcome;
  /** The model's state before the call. */
  readonly before: State;
  /** The calls before it, in order. */
  readonly log: readonly Step[];
}

export interface Run {
  readonly setup: Setup;
  /** Every call made, reads included, the diverging one last. */
  readonly log: readonly Step[];
  readonly divergence: Divergence | undefined;
}

/** What a watcher is told of each compared call: counts, not judgement. */
export type Watch = (call: Call, expected: Outcome, before: State) => void;

export interface DriveOptions {
  readonly setup: Setup;
  readonly durableProposals: boolean;
  readonly view: View;
  readonly watch?: Watch;
  /** Milliseconds a call may take. */
  readonly deadline: number;
  readonly pulse?: Pulse | undefined;
}

/** The outcome of a promise that may never settle. */
const settled = (answer: PromiseLike<Outcome>, deadline: number): Promise<Outcome> =>
  inTime(answer, deadline).catch((thrown: unknown) => {
    if (thrown instanceof Overdue) return { threw: thrown.message };
    throw thrown;
  });

/** Whether a run ended because the store did not answer. */
export const endedOverdue = ({ divergence }: Run): boolean =>
  divergence !== undefined && 'threw' in divergence.actual && saysOverdue(divergence.actual.threw);

/** Runs calls from `source` until it ends or the store answers other than the model. */
export async function drive(
  session: Session,
  source: Source,
  { setup, durableProposals, view, watch, deadline, pulse }: DriveOptions,
): Promise<Run> {
  const log: Step[] = [];
  let state = emptyState(setup, durableProposals);
  for (let next = source.next(state); next.done !== true; next = source.next(state)) {
    const { call, foreseen } = next.value;
    const [after, expected] = foreseen ?? step(state, call);
    pulse?.beat(log.length + 1);
    let actual = session.perform(call);
    if (isPromise(actual)) actual = await settled(actual, deadline);
    watch?.(call, expected, state);
    log.push({ call, expected, changed: after !== state });
    if (!same(view(expected), view(actual))) {
      const before = state;
      return { setup, log, divergence: { call, expected, actual, before, log: log.slice(0, -1) } };
    }
    session.spoil();
    state = after;
  }
  return { setup, log, divergence: undefined };
}
