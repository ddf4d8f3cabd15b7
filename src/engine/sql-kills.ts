// Hunts SQL mutants of a store, one at a time: in memory first, on files what survived that.
import type { SqlMutant } from '../mutants/sql/mutant.js';
import type { Probed } from '../mutants/sql/probe.js';
import { collectStatements, seamWithMutant, switchSqlMutants } from '../mutants/sql/seam.js';
import type { ColumnTypes } from '../mutants/sql/statement.js';
import {
  createPlayer,
  type Open,
  type Player,
  type PlayerOptions,
  type Round,
} from './sql-player.js';

export type { Round } from './sql-player.js';

/** How mutants are hunted. */
export interface SqlHuntOptions extends PlayerOptions {
  /** The first round plays the sequences of this seed, each later one those of the next. */
  readonly seed?: number;
  /** Each round takes on what survived the one before; 30 in memory and 300 on files by default. */
  readonly rounds?: readonly Round[];
  /** True ends the hunt; what was not finished is left out. */
  readonly isOver?: () => boolean;
  /** The types of columns the mutants were made with. */
  readonly columns?: ColumnTypes;
  readonly onResult?: (result: SqlKill) => void;
}

/** What became of a mutant. `unusable`: the store cannot be opened or emptied with it. */
export type SqlKill =
  | {
      readonly mutant: SqlMutant;
      readonly status: 'killed';
      readonly property: string;
      /** Played until it was killed, all rounds together, the killing one included. */
      readonly sequences: number;
      readonly seed: number;
    }
  | { readonly mutant: SqlMutant; readonly status: 'survived'; readonly sequences: number }
  | {
      readonly mutant: SqlMutant;
      readonly status: 'unusable';
      readonly sequences: number;
      readonly message: string;
    }
  | {
      readonly mutant: SqlMutant;
      readonly status: 'compile-error' | 'not-probed' | 'same-program';
      readonly message: string;
    };

/** Nothing is said about mutants of a store that fails without one. */
export type SqlHunt =
  | { readonly status: 'baseline-fails'; readonly reason: string }
  | { readonly status: 'hunted'; readonly results: readonly SqlKill[] };

const defaultRounds: readonly Round[] = [
  { medium: 'memory', runs: 30 },
  { medium: 'file', runs: 300 },
];

const roundsOf = ({ rounds = defaultRounds, seed = 1 }: SqlHuntOptions) =>
  rounds.map((round, index) => ({ round, seed: seed + index }));

async function huntOne(
  player: Player,
  mutant: SqlMutant,
  options: SqlHuntOptions,
): Promise<SqlKill> {
  let sequences = 0;
  for (const { round, seed } of roundsOf(options)) {
    const found = await player.play(round, seed);
    if ('message' in found)
      return { mutant, status: 'unusable', sequences, message: found.message };
    sequences += found.sequences;
    const { property } = found;
    if (property !== undefined) return { mutant, status: 'killed', property, sequences, seed };
  }
  return { mutant, status: 'survived', sequences };
}

/** Why the store fails without any mutant, or undefined where it does not. */
async function faultOf(player: Player, options: SqlHuntOptions): Promise<string | undefined> {
  for (const { round, seed } of roundsOf(options)) {
    const found = await player.play(round, seed);
    if ('message' in found) return found.message;
    if (found.property !== undefined)
      return `${found.property} fails in sequence ${found.sequences} without a mutant`;
  }
  return undefined;
}

/** What a store is made of is broken as it is opened, anything else while it is open. */
const definesSomething = ({ statement }: SqlMutant): boolean =>
  /^(?:create|alter|drop)\b/i.test(statement);

/**
 * Hunts each valid mutant until a property fails. The unbroken store goes first, through the same
 * rounds: unless it passes, nothing is hunted. `open` gives a store under test; it is asked again
 * for each mutant of a definition, while the other mutants take turns on one open store. Every
 * sequence judges all properties at once, so that there is no order among them.
 */
export async function huntSqlMutants(
  open: Open,
  probed: readonly Probed[],
  options: SqlHuntOptions,
): Promise<SqlHunt> {
  const { seam, use } = switchSqlMutants(options);
  const shared = createPlayer(open, seam, options);
  const rounds = roundsOf(options).map(({ round }) => round);
  const results: SqlKill[] = [];
  async function judge({ mutant, status, message = '' }: Probed): Promise<SqlKill> {
    if (status !== 'valid') return { mutant, status, message };
    if (!definesSomething(mutant)) {
      // What is opened with the mutant in force would break before anything is asked of it.
      await shared.ready(rounds);
      use(mutant);
      const result = await huntOne(shared, mutant, options);
      use(undefined);
      return result;
    }
    const own = createPlayer(open, seamWithMutant(mutant, options), options);
    const result = await huntOne(own, mutant, options);
    await own.close();
    return result;
  }
  try {
    const reason = await faultOf(shared, options);
    if (reason !== undefined) return { status: 'baseline-fails', reason };
    for (const each of probed) {
      if (options.isOver?.() === true) break;
      const result = await judge(each);
      options.onResult?.(result);
      results.push(result);
    }
    return { status: 'hunted', results };
  } finally {
    use(undefined);
    await shared.close();
  }
}

/** The statements a store sends while it plays these rounds unbroken, one of each shape. */
export async function statementsOfStore(
  open: Open,
  options: SqlHuntOptions,
): Promise<readonly string[]> {
  const { seam, statements } = collectStatements();
  const player = createPlayer(open, seam, options);
  const reason = await faultOf(player, options);
  await player.close();
  if (reason !== undefined) throw new Error(`The store cannot be played: ${reason}`);
  return statements();
}
