// What each sequence comes by: one that does not execute a mutant's code cannot kill it.
import type { Instrumented } from '../../mutants/typescript/index.js';
import { faultIn, type SeededRound } from './field.js';
import { keyOf, type Player, type Watching } from './player.js';

/** Ids of mutants that were executed: while the store was opened, and in each sequence. */
interface Covered {
  opening: ReadonlySet<string> | undefined;
  readonly sequences: ReadonlySet<string>[];
}

export interface Coverage {
  /** Plays a round of the unbroken store, and notes what runs; what fails, or undefined. */
  explore(player: Player, round: SeededRound): Promise<string | undefined>;
  /** False for a round that is still to be explored. */
  isExplored(round: SeededRound): boolean;
  /** Whether a sequence can show the mutant; undefined where any of them may. */
  worthOf(id: string, round: SeededRound): ((sequence: number) => boolean) | undefined;
  /** Whether any explored sequence of these rounds comes by. */
  comesBy(id: string, rounds: readonly SeededRound[]): boolean;
}

/** Where a round is played, and with which seed. */
const placeOf = ({ round, seed }: SeededRound): string => `${keyOf(round)} ${seed}`;

/** Coverage of a loaded store, sequence by sequence. */
export function createCoverage({
  covered: taken,
  atLoad,
}: Pick<Instrumented<unknown>, 'covered' | 'atLoad'>): Coverage {
  const known = new Map<string, Covered>();

  function watch(at: SeededRound): Watching {
    const covered: Covered = { opening: undefined, sequences: [] };
    known.set(placeOf(at), covered);
    taken();
    return {
      isWorthwhile: () => {
        // Asked before each sequence: what was executed until the first one opened the store.
        covered.opening ??= taken();
        return true;
      },
      onSequence: () => void covered.sequences.push(taken()),
    };
  }
  const mayAny = (id: string, at: SeededRound): boolean =>
    atLoad.has(id) || known.get(placeOf(at))?.opening?.has(id) === true;

  return {
    explore: (player, round) => faultIn(player, round, watch(round)),
    isExplored: (round) => known.has(placeOf(round)),
    worthOf(id, at) {
      const covered = known.get(placeOf(at));
      if (covered === undefined || mayAny(id, at)) return undefined;
      return (sequence) => covered.sequences[sequence - 1]?.has(id) ?? true;
    },
    comesBy: (id, rounds) =>
      rounds.some((at) => {
        const covered = known.get(placeOf(at));
        return (
          covered !== undefined &&
          (mayAny(id, at) || covered.sequences.some((each) => each.has(id)))
        );
      }),
  };
}
