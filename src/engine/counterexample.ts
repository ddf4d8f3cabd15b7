// A failure that was made small, as data for a report.
import type { Stage } from './stage.js';
import type { Counterexample } from './result.js';
import type { Shrunk } from './shrink.js';
import type { StepState } from './states.js';

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
