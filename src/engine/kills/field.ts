// A field of mutants of one kind, and how one of them is judged: rounds that escalate.
import type { Counterexample } from '../result.js';
import type { Found, Player, PlayerOptions, Round, Watching } from './player.js';
import type { Kill, Mutation } from './result.js';

/** Mutants of one kind, ready to be put in force. */
export interface Field {
  readonly mutations: readonly Mutation[];
  /** Ids of the guards a mutant breaks. */
  readonly guardsOf: (mutation: Mutation) => readonly string[];
  /** What becomes of a mutant with this seed; a kill by another property does not end it. */
  judge(mutation: Mutation, seed: number, property?: string): Promise<Kill>;
  close(): Promise<void>;
}

/** What a kind of mutants needs to know. */
export interface FieldOptions extends PlayerOptions {
  readonly seed: number;
  /** Each round takes on what survived the one before, with the next seed. */
  readonly rounds?: readonly Round[];
  /** Played on top for mutants that must be killed. */
  readonly lastRound?: Round;
  /** False leaves out making failures small. */
  readonly counterexamples?: boolean;
}

export const defaultRounds: readonly [Round, Round] = [
  { medium: 'memory', runs: 30 },
  { medium: 'file', runs: 300 },
];

export const defaultLastRound: Round = { medium: 'file', runs: 3000 };

/** A round with the seed it is played with. */
export interface SeededRound {
  readonly round: Round;
  readonly seed: number;
}

/** The rounds for a mutant, each with its seed. */
export function roundsFor(
  { rounds = defaultRounds, lastRound = defaultLastRound }: FieldOptions,
  seed: number,
  mustKill: boolean,
): readonly SeededRound[] {
  const all = mustKill ? [...rounds, lastRound] : rounds;
  return all.map((round, at) => ({ round, seed: seed + at }));
}

/** Plays a round of the unbroken store; what fails, or undefined. */
export async function faultIn(
  player: Player,
  { round, seed }: SeededRound,
  watching?: Watching,
): Promise<string | undefined> {
  const found = await player.play(round, seed, watching);
  if (found.status === 'error') return found.reason;
  if (found.status === 'passed') return undefined;
  const { by, sequences, reason } = found;
  const why = reason === undefined ? '' : ` (${reason})`;
  return `${by} fails in sequence ${sequences} of seed ${seed} without a mutant${why}`;
}

/** Plays every round of the unbroken store; what fails, or undefined. */
export async function faultOf(
  player: Player,
  options: FieldOptions,
  seed: number,
): Promise<string | undefined> {
  for (const round of roundsFor(options, seed, false)) {
    const fault = await faultIn(player, round);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

export interface Attempt {
  readonly mutation: Mutation;
  readonly guards: readonly string[];
  readonly rounds: readonly SeededRound[];
  readonly player: Player;
  /** Called before a round is played with the mutant: what is wrong without it, or undefined. */
  readonly before?: (round: SeededRound) => Promise<string | undefined>;
  readonly watching?: (round: SeededRound) => Watching;
  readonly counterexamples?: boolean | undefined;
  /** Goes on until this property fails; any by default. */
  readonly property?: string | undefined;
}

/** Plays the rounds with the mutant in force until one fails. */
export async function judgeOne({
  mutation,
  guards,
  rounds,
  player,
  before: prepare,
  watching,
  counterexamples = true,
  property,
}: Attempt): Promise<Kill> {
  let sequences = 0;
  for (const each of rounds) {
    const { round, seed } = each;
    const before = sequences === 0 ? {} : { before: sequences };
    const fault = await prepare?.(each);
    if (fault !== undefined) return { mutation, guards, sequences, status: 'error', reason: fault };
    const found: Found = await player.play(round, seed, { ...watching?.(each), property });
    sequences += found.sequences;
    const base = { mutation, guards, sequences, ...before };
    if (found.status === 'error') return { ...base, status: 'error', reason: found.reason };
    if (found.status === 'passed') continue;
    const { by, reason } = found;
    let counterexample: Counterexample | undefined;
    if (counterexamples) counterexample = await player.explain(round, found);
    return {
      ...base,
      status: 'killed',
      by,
      seed,
      ...(reason === undefined ? {} : { reason }),
      ...(counterexample === undefined ? {} : { counterexample }),
    };
  }
  return { mutation, guards, sequences, status: 'survived' };
}
