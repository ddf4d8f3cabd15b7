// Calls made one after another within a step of a sequence: accepted ones, repeated ones, reads after them.
import type { State } from '../models/state.js';
import { step as modelStep } from '../models/step.js';
import type { MemoryRecord } from '../src/contract/fact.js';
import type { Call, Operation } from '../src/contract/operations.js';
import { choices } from '../src/contract/review.js';
import type { Move } from '../src/engine/drive.js';
import { isClaimed } from './claims.js';
import { readsOf } from './read-sweep.js';
import type { Situation } from './situation.js';

/** Yields moves and is given the model's state after each. */
export type Sequence = Generator<Move, void, State>;

/** Records the model changed with this call. */
export const changedRecords = (before: State, after: State): readonly MemoryRecord[] =>
  [...after.records]
    .filter(([address, record]) => before.records.get(address) !== record)
    .map(([, record]) => record);

/** Every way to read each of these. */
export function* readSweep(s: Situation, list: readonly MemoryRecord[]): Sequence {
  for (const record of list) for (const call of readsOf(s, record)) yield { call };
}

/** Makes these calls where the model accepts them, and reads what each has changed. */
export function* accepted(
  s: Situation,
  operations: Iterable<Operation>,
  { andRead = s.world.rules.readSweeps } = {},
): Generator<Move, State, State> {
  let { state } = s;
  for (const operation of operations) {
    if (!s.world.alphabet.has(operation.do)) continue;
    const call: Call = { client: 0, operation };
    const foreseen = modelStep(state, call);
    if (foreseen[0] === state || !isClaimed(foreseen[1], s.world.capabilities)) continue;
    const before = state;
    state = yield { call, foreseen };
    if (andRead) yield* readSweep({ ...s, state }, changedRecords(before, state));
  }
  return state;
}

/** Makes these calls where they leave the model as it is. */
export function* unlessChanging(
  s: Situation,
  client: number,
  operations: readonly Operation[],
): Sequence {
  for (const operation of operations) {
    const call = { client, operation };
    const foreseen = modelStep(s.state, call);
    if (foreseen[0] === s.state && isClaimed(foreseen[1], s.world.capabilities))
      yield { call, foreseen };
  }
}

/** The same call once more, and what is nearly the same, where it changes nothing. */
export function* echo(state: State, call: Call): Sequence {
  for (const each of [call, ...backThen(state, call), ...otherwise(call)]) {
    const foreseen = modelStep(state, each);
    if (foreseen[0] === state) yield { call: each, foreseen };
  }
}

/** What was decided in one way stays so, whichever way somebody asks for now. */
function otherwise({ client, operation }: Call): readonly Call[] {
  if (operation.do !== 'resolve') return [];
  const { decision } = operation;
  if (typeof decision !== 'object' || decision === null) return [];
  return choices.map((choice) => ({
    client,
    operation: { ...operation, decision: { ...decision, choice } },
  }));
}

/** What was decided stays so also at the moment it was proposed, when it might have been written. */
function backThen(state: State, { client, operation }: Call): readonly Call[] {
  if (operation.do !== 'confirm') return [];
  const { proposedAt, decided: done } = state.proposals.get(operation.proposal as string) ?? {};
  const { decision } = operation;
  if (done === undefined || typeof decision !== 'object' || decision === null) return [];
  return [{ client, operation: { ...operation, decision: { ...decision, now: proposedAt } } }];
}
