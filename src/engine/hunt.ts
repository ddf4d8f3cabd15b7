// The hunt: sequences on a store that breaks a promise, until model and store part.
import { emptyState } from '../../models/state.js';
import { drive, type Run } from './drive.js';
import type { Stage } from './stage.js';
import type { Suite } from './suite.js';

export interface Hunt {
  /** Sequences played, the failing one included. */
  readonly sequences: number;
  /** Calls compared. */
  readonly operations: number;
  /** The run in which model and store parted; undefined when none did. */
  readonly failing: Run | undefined;
  /** The property it is blamed on. */
  readonly blamed: string | undefined;
}

export interface HuntOptions {
  readonly seed: number;
  /** Sequences at most. */
  readonly runs: number;
  /** Goes on until this property is blamed; any by default. */
  readonly property?: string | undefined;
  /** Whether a sequence, counted from 1, can show anything; one that cannot counts as passed. */
  readonly isWorthwhile?: ((sequence: number) => boolean) | undefined;
  /** Told of each sequence that was played, and how it ended. */
  readonly onSequence?: ((sequence: number, run: Run) => void) | undefined;
}

/** Plays the sequences of a seed until one fails. */
export async function hunt(
  stage: Stage,
  suite: Suite,
  { seed, runs, property, isWorthwhile = () => true, onSequence }: HuntOptions,
): Promise<Hunt> {
  let sequences = 0;
  let operations = 0;
  for (const planned of suite.sequences(seed, stage.offer)) {
    if (sequences >= runs) break;
    sequences += 1;
    if (!isWorthwhile(sequences)) continue;
    const start = emptyState(planned.setup, stage.durableProposals);
    const session = await stage.session(planned.setup);
    const { setup, play } = planned;
    const run = await drive(session, play(start), { ...stage, setup });
    await session.end();
    operations += run.log.length;
    onSequence?.(sequences, run);
    const blamed = run.divergence && suite.blame(run.divergence);
    if (blamed === undefined || blamed !== (property ?? blamed)) continue;
    return { sequences, operations, failing: run, blamed };
  }
  return { sequences, operations, failing: undefined, blamed: undefined };
}
