// Mutants of a store's source, switched in the loaded modules: only sequences that come by are played.
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DriverSeam } from '../../contract/port.js';
import {
  type Instrumented,
  loadWithMutants,
  type TypeScriptMutant,
} from '../../mutants/typescript/index.js';
import { construction, misconstruction } from './construction.js';
import {
  defaultRounds,
  type Field,
  type FieldOptions,
  faultOf,
  judgeOne,
  roundsFor,
} from './field.js';
import { type Abilities, createPlayer, keyOf, type Round, type Watching } from './player.js';
import type { Register } from './register.js';
import type { Kill, Mutation } from './result.js';
import type { Code, Troupe } from './target.js';

export interface CodeFieldOptions extends FieldOptions {
  readonly register?: Register | undefined;
}

/** The field, and what somebody needs who puts two mutants in force at once. */
export interface CodeField extends Field {
  readonly mutantOf: (mutation: Mutation) => TypeScriptMutant | undefined;
  readonly use: (mutant: TypeScriptMutant | undefined) => void;
  readonly troupe: Troupe;
  readonly sources: ReadonlyMap<string, string>;
}

const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

const mutationOf = (mutant: TypeScriptMutant): Mutation => ({
  id: `typescript:${mutant.id}`,
  kind: 'typescript',
  operator: mutant.operator,
  sentence: mutant.sentence,
  original: oneLine(mutant.original),
  replacement: oneLine(mutant.replacement),
  place: { file: mutant.file, start: mutant.start, end: mutant.end },
});

/** Ids of mutants that were executed: while the store was opened, and in each sequence. */
interface Covered {
  readonly opening: ReadonlySet<string>;
  readonly sequences: readonly ReadonlySet<string>[];
}

/** What services do for a store without proposals is played before the files. */
function roundsOf({ hasServices = false }: Code, { rounds = defaultRounds }: FieldOptions) {
  const [first, ...later] = rounds;
  if (!hasServices || first === undefined) return rounds;
  return [first, { ...first, ledger: 'memory' } as const, ...later];
}

/** Where a round is played, and with which seed. */
const placeOf = (round: Round, seed: number): string => `${keyOf(round)} ${seed}`;

/**
 * Loads the store with all mutants in it and plays it unbroken; the reason where it fails. What is
 * executed is noted for each sequence: a sequence that does not come by a mutant cannot kill it.
 */
export async function openCodeField(
  code: Code,
  given: CodeFieldOptions,
): Promise<CodeField | { readonly fault: string }> {
  const options = { ...given, rounds: roundsOf(code, given) };
  const { register, counterexamples } = options;
  const loaded: Instrumented<unknown> = await loadWithMutants<unknown>(code);
  const troupe = await code.take(loaded.module);
  const abilities: Abilities = new Map();
  const covered = new Map<string, Covered>();
  const explored = new Set<number>();
  const { atLoad, sources } = loaded;

  /** Plays the unbroken store with this seed, and notes what each sequence comes by. */
  async function explore(seed: number): Promise<string | undefined> {
    const player = createPlayer(troupe, options, undefined, abilities);
    explored.add(seed);
    try {
      return await faultOf(player, options, seed, (at, round): Watching => {
        const sequences: ReadonlySet<string>[] = [];
        let open: ReadonlySet<string> | undefined;
        loaded.covered();
        covered.set(placeOf(round, seed + at), {
          get opening() {
            return open ?? new Set<string>();
          },
          sequences,
        });
        return {
          isWorthwhile: () => {
            // Asked before each sequence: what was executed until the first one opened the store.
            open ??= loaded.covered();
            return true;
          },
          onSequence: () => void sequences.push(loaded.covered()),
        };
      });
    } finally {
      await player.close();
    }
  }
  /** What nobody may be refused or given, whatever is asked later. */
  async function construct(cast: Troupe): Promise<string | undefined> {
    const directory = await mkdtemp(join(options.root, 'construct-'));
    try {
      return await misconstruction(await cast.open(), cast.services, directory);
    } catch (thrown) {
      return thrown instanceof Error ? thrown.message : String(thrown);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  }
  const isConstructed = code.hasServices === true;
  loaded.covered();
  const misconstrued = isConstructed ? await construct(troupe) : undefined;
  if (misconstrued !== undefined) return { fault: misconstrued };
  const constructing = loaded.covered();
  const fault = await explore(options.seed);
  if (fault !== undefined) return { fault };
  const known = new Map(
    loaded.mutants.map((mutant) => {
      const mutation = mutationOf(mutant);
      const guards = register?.guardsOfCode(mutant, sources.get(mutant.file) ?? '') ?? [];
      return [mutation.id, { mutant, mutation, guards }] as const;
    }),
  );
  const guardsOf = ({ id }: Mutation): readonly string[] => known.get(id)?.guards ?? [];

  /** Which sequences of a round can show the mutant; all of them where nothing is known. */
  function worthOf(id: string, round: Round, seed: number): ((sequence: number) => boolean) | true {
    const found = covered.get(placeOf(round, seed));
    if (found === undefined || atLoad.has(id) || found.opening.has(id)) return true;
    return (sequence) => {
      const set = found.sequences[sequence - 1];
      return set === undefined || set.has(id);
    };
  }

  async function judge(mutation: Mutation, seed: number, property?: string): Promise<Kill> {
    const mutant = known.get(mutation.id)?.mutant;
    if (mutant === undefined) throw new Error(`No such mutant: ${mutation.id}`);
    if (!explored.has(seed)) {
      const broken = await explore(seed);
      if (broken !== undefined)
        return { mutation, guards: [], sequences: 0, status: 'error', reason: broken };
    }
    const guards = guardsOf(mutation);
    const mustKill = register?.isMustKill(guards, mutation) ?? false;
    const rounds = roundsFor(options, seed, mustKill);
    const comesBy = rounds.some(({ round, seed: own }) => {
      const worth = worthOf(mutant.id, round, own);
      if (worth === true) return covered.has(placeOf(round, own));
      return Array.from({ length: round.runs }, (_, at) => at + 1).some(
        (sequence) =>
          (covered.get(placeOf(round, own))?.sequences.length ?? 0) >= sequence && worth(sequence),
      );
    });
    if (!comesBy && !constructing.has(mutant.id)) {
      const sequences = rounds.reduce((sum, { round }) => sum + round.runs, 0);
      return { mutation, guards, sequences, status: 'not-covered' };
    }
    loaded.use(mutant);
    let cast: Troupe = troupe;
    try {
      if (atLoad.has(mutant.id)) cast = await code.take(await loaded.fresh(mutant));
    } catch (thrown) {
      loaded.use(undefined);
      const reason = `it does not load: ${thrown instanceof Error ? thrown.message : String(thrown)}`;
      return { mutation, guards, sequences: 1, status: 'killed', by: 'opening', seed, reason };
    }
    if (constructing.has(mutant.id) && (property ?? construction) === construction) {
      const reason = await construct(cast);
      if (reason !== undefined) {
        loaded.use(undefined);
        return { mutation, guards, sequences: 1, status: 'killed', by: construction, seed, reason };
      }
    }
    // What was made with a mutant in force does not outlive it: each has handles of its own.
    const player = createPlayer(cast, options, undefined, abilities);
    try {
      return await judgeOne({
        mutation,
        guards,
        rounds,
        player,
        counterexamples,
        property,
        watching: (at, round) => {
          const worth = worthOf(mutant.id, round, seed + at);
          return worth === true ? {} : { isWorthwhile: worth };
        },
      });
    } finally {
      await player.close();
      loaded.use(undefined);
    }
  }

  return {
    mutations: [...known.values()].map(({ mutation }) => mutation),
    mutantOf: ({ id }) => known.get(id)?.mutant,
    use: loaded.use,
    troupe,
    sources,
    guardsOf,
    judge,
    close: () => Promise.resolve(),
  };
}

/** A player of the instrumented store through a seam, for two mutants at once. */
export const playerOf = ({ troupe }: CodeField, options: FieldOptions, seam: DriverSeam) =>
  createPlayer(troupe, options, seam);
