// What a check counts: calls by operation and outcome, and how often each promise was put to the test.
import type { State } from '../../models/state.js';
import type { Call, OperationName, Outcome } from '../contract/operations.js';
import type { Run } from './drive.js';
import type { Coverage } from './result.js';
import type { Suite } from './suite.js';

export interface Tally {
  sequences: number;
  withSecondHandle: number;
  withReopen: number;
  operations: number;
  partedElsewhere: number;
  readonly coverage: Partial<Record<OperationName, Record<string, number>>> & Coverage;
  readonly observations: Map<string, number>;
  /** Sequences that met a situation. */
  readonly situations: Map<string, number>;
}

export const emptyTally = (): Tally => ({
  sequences: 0,
  withSecondHandle: 0,
  withReopen: 0,
  operations: 0,
  partedElsewhere: 0,
  coverage: {},
  observations: new Map(),
  situations: new Map(),
});

/** `ok`, the code of a refusal, or `threw`. */
export const outcomeName = (outcome: Outcome): string =>
  'ok' in outcome ? 'ok' : 'code' in outcome ? outcome.code : 'threw';

const increment = (counts: Map<string, number>, id: string): void => {
  counts.set(id, (counts.get(id) ?? 0) + 1);
};

/** Counts a call by what the model expected of it. */
export function countCall(tally: Tally, suite: Suite, call: Call, expected: Outcome): void {
  tally.operations += 1;
  const counts = (tally.coverage[call.operation.do] ??= {});
  const name = outcomeName(expected);
  counts[name] = (counts[name] ?? 0) + 1;
  for (const { id, atStake } of suite.properties)
    if (atStake(call, expected)) increment(tally.observations, id);
}

/** Notes each situation that this call meets for the first time in its sequence. */
export function noteSituations(
  suite: Suite,
  met: Set<string>,
  call: Call,
  expected: Outcome,
  before: State,
): void {
  for (const { id, seen } of suite.situations)
    if (!met.has(id) && seen(call, expected, before)) met.add(id);
}

export function countRun(tally: Tally, run: Run, met: ReadonlySet<string>): void {
  for (const id of met) increment(tally.situations, id);
  tally.sequences += 1;
  if (run.log.some(({ call }) => call.client > 0)) tally.withSecondHandle += 1;
  if (run.log.some(({ call }) => call.operation.do === 'reopen')) tally.withReopen += 1;
}
