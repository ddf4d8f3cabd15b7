// What model and store hold after each step of a counterexample, for a person to look at side by side.
import type { State } from '../../models/state.js';
import { step } from '../../models/step.js';
import type { MemoryRecord } from '../contract/fact.js';
import type { Call, Setup } from '../contract/operations.js';
import { inTime } from './deadline.js';
import { sortedRecords } from './labels.js';
import { rebased } from './rebase.js';
import type { Stage } from './stage.js';

/** The records after a step; `store` is undefined where it has no raw view. */
export interface StepState {
  readonly model: readonly MemoryRecord[];
  readonly store: readonly MemoryRecord[] | undefined;
}

/** Makes the calls once more and looks at both sides after each. */
export async function statesAlong(
  stage: Stage,
  setup: Setup,
  start: State,
  calls: readonly Call[],
): Promise<readonly StepState[]> {
  const session = await stage.session(setup);
  const states: StepState[] = [];
  let state = start;
  for (const each of calls) {
    const call = rebased(state, each);
    stage.pulse?.beat(states.length + 1);
    const answer = inTime(session.perform(call), stage.deadline);
    const isAnswered = await answer.then(
      () => true,
      () => false,
    );
    session.spoil();
    [state] = step(state, call);
    const seen = isAnswered
      ? await session.perform({ client: 0, operation: { do: 'records' } })
      : undefined;
    const visible = stage.offer.operations.has('records') && seen !== undefined && 'ok' in seen;
    states.push({
      model: sortedRecords([...state.records.values()]),
      store: visible ? structuredClone(seen.ok as readonly MemoryRecord[]) : undefined,
    });
  }
  await session.end();
  return states;
}
