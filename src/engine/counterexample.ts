// A failure that was made small, as data for a report.
import { emptyState } from '../../models/state.js';
import type { Run } from './drive.js';
import type { Stage } from './stage.js';
import type { Counterexample } from './result.js';
import { type Shrunk, shrink } from './shrink.js';
import type { StepState } from './states.js';
import type { Suite } from './suite.js';

export interface FoundFailure {
  readonly property: string;
  /** The sequence in which it was found, counted from 1; 0 for a past failure. */
  readonly sequence: number;
  readonly shrunk: Shrunk;
  /** What both sides hold after each step, where that was looked at. */
  readonly states?: readonly StepState[];
}

/** The counterexample of a failure; its last step is where model and store part. */
export function counterexampleOf(
  { property, sequence, shrunk, states = [] }: FoundFailure,
  { durableProposals }: Pick<Stage, 'durableProposals'>,
): Counterexample {
  const { run, calls, from, reproduced, ladder } = shrunk;
  return {
    property,
    sequence,
    from,
    reproduced,
    ladder,
    setup: run.setup,
    durableProposals,
    steps: run.log.map(({ call, expected }, at) => {
      const versionOffset = calls[at]?.versionOffset;
      const last = at === run.log.length - 1 ? run.divergence?.actual : undefined;
      const state = states[at];
      return {
        call: { ...call, ...(versionOffset === undefined ? {} : { versionOffset }) },
        expected,
        actual: last ?? expected,
        ...(state === undefined ? {} : { state }),
      };
    }),
  };
}

/** A failing run made small on the stage it failed on. */
export async function explainRun(
  { property, sequence, run }: Omit<FoundFailure, 'shrunk' | 'states'> & { readonly run: Run },
  stage: Stage,
  suite: Suite,
): Promise<Counterexample> {
  const start = emptyState(run.setup, stage.durableProposals);
  const shrunk = await shrink(stage, start, run, suite.blame);
  return counterexampleOf({ property, sequence, shrunk }, stage);
}
