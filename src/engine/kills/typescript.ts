// Mutants of a store's source, switched in the loaded modules: only sequences that come by are played.
import { messageOf } from '../fault.js';
import {
  type Instrumented,
  loadWithMutants,
  type TypeScriptMutant,
} from '../../mutants/typescript/index.js';
import { createFolders } from '../folders.js';
import { construct, construction } from './construction.js';
import { createCoverage } from './coverage.js';
import {
  defaultRounds,
  type Field,
  type FieldOptions,
  judgeOne,
  roundsFor,
  type SeededRound,
} from './field.js';
import { type Abilities, createPlayer, type Player, type Watching } from './player.js';
import type { Register } from './register.js';
import { type Kill, type Mutation, oneLine, opening } from './result.js';
import { withScripts } from '../scripts.js';
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

const mutationOf = (mutant: TypeScriptMutant): Mutation => ({
  id: `typescript:${mutant.id}`,
  kind: 'typescript',
  operator: mutant.operator,
  sentence: mutant.sentence,
  original: oneLine(mutant.original),
  replacement: oneLine(mutant.replacement),
  place: { file: mutant.file, start: mutant.start, end: mutant.end },
});

/** What services do for a store without proposals is played before the files. */
function roundsOf({ hasServices = false }: Code, { rounds = defaultRounds }: FieldOptions) {
  const [first, ...later] = rounds;
  if (!hasServices || first === undefined) return rounds;
  return [first, { ...first, ledger: 'memory' } as const, ...later];
}

/**
 * Loads the store with all mutants in it and plays it unbroken; the reason where it fails. What is
 * executed is noted for each sequence: a sequence that does not come by a mutant cannot kill it.
 */
export async function openCodeField(
  code: Code,
  given: CodeFieldOptions,
): Promise<CodeField | { readonly fault: string }> {
  const folders = createFolders(given.root);
  const options = {
    ...given,
    rounds: roundsOf(code, given),
    folders,
    suite: withScripts(given.suite),
  };
  const { register, counterexamples, seed: first } = options;
  const loaded: Instrumented<unknown> = await loadWithMutants<unknown>(code);
  const { sources, use, atLoad } = loaded;
  const troupe = await code.take(loaded.module);
  const abilities: Abilities = new Map();
  const coverage = createCoverage(loaded);
  const openPlayer = (cast: Troupe): Player => createPlayer(cast, options, undefined, abilities);

  /** Plays a round unbroken where that was not done yet: most mutants need the first one only. */
  async function explore(round: SeededRound): Promise<string | undefined> {
    if (coverage.isExplored(round)) return undefined;
    const player = openPlayer(troupe);
    try {
      return await coverage.explore(player, round);
    } finally {
      await player.close();
    }
  }
  loaded.covered();
  const misconstrued = code.hasServices === true ? await construct(troupe, folders) : undefined;
  const constructing = code.hasServices === true ? loaded.covered() : new Set<string>();
  const [opened] = roundsFor(options, first, false);
  const fault = misconstrued ?? (opened && (await explore(opened)));
  if (fault !== undefined) {
    await folders.close();
    return { fault };
  }
  const known = new Map(
    loaded.mutants.map((mutant) => {
      const mutation = mutationOf(mutant);
      const guards = register?.guardsOfCode(mutant, sources.get(mutant.file) ?? '') ?? [];
      return [mutation.id, { mutant, mutation, guards }] as const;
    }),
  );

  /** With the mutant in force: what is made and what is played, until something fails. */
  async function judgeInForce(
    mutation: Mutation,
    mutant: TypeScriptMutant,
    rounds: readonly SeededRound[],
    property: string | undefined,
  ): Promise<Kill> {
    const guards = known.get(mutation.id)?.guards ?? [];
    const killed = { mutation, guards, sequences: 1, status: 'killed' } as const;
    let cast = troupe;
    if (atLoad.has(mutant.id))
      try {
        cast = await code.take(await loaded.fresh(mutant));
      } catch (thrown) {
        const what = messageOf(thrown);
        return { ...killed, by: opening, reason: `it does not load: ${what}` };
      }
    if (constructing.has(mutant.id) && (property ?? construction) === construction) {
      const reason = await construct(cast, folders);
      if (reason !== undefined) return { ...killed, by: construction, reason };
    }
    // What was made with a mutant in force does not outlive it: each has handles of its own.
    const player = openPlayer(cast);
    const watching = (round: SeededRound): Watching => ({
      isWorthwhile: coverage.worthOf(mutant.id, round),
    });
    const before = async (round: SeededRound): Promise<string | undefined> => {
      // What must be killed is played on beyond what is explored.
      if (rounds.indexOf(round) >= options.rounds.length) return undefined;
      use(undefined);
      const broken = await explore(round);
      use(mutant);
      return broken;
    };
    try {
      const asked = { counterexamples, property, watching, before };
      const attempt = { mutation, guards, rounds, player, ...asked };
      return await judgeOne(attempt);
    } finally {
      await player.close();
    }
  }

  return {
    mutations: [...known.values()].map(({ mutation }) => mutation),
    mutantOf: ({ id }) => known.get(id)?.mutant,
    use,
    troupe,
    sources,
    guardsOf: ({ id }) => known.get(id)?.guards ?? [],
    async judge(mutation, seed, property) {
      const { mutant, guards = [] } = known.get(mutation.id) ?? {};
      if (mutant === undefined) throw new Error(`No such mutant: ${mutation.id}`);
      const mustKill = register?.isMustKill(guards, mutation) ?? false;
      const rounds = roundsFor(options, seed, mustKill);
      const isMet = (): boolean =>
        constructing.has(mutant.id) || coverage.comesBy(mutant.id, rounds);
      // Rounds are explored until one comes by.
      for (const round of roundsFor(options, seed, false)) {
        const broken = await explore(round);
        if (broken !== undefined)
          return { mutation, guards, sequences: 0, status: 'error', reason: broken };
        if (isMet()) break;
      }
      if (!isMet()) {
        const sequences = rounds.reduce((sum, { round }) => sum + round.runs, 0);
        return { mutation, guards, sequences, status: 'not-covered' };
      }
      use(mutant);
      try {
        return await judgeInForce(mutation, mutant, rounds, property);
      } finally {
        use(undefined);
      }
    },
    close: () => folders.close(),
  };
}
