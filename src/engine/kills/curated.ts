// Curated mutants as a field: each must be caught by its own property.
import type { CuratedMutant } from '../../mutants/mutant.js';
import { hunt } from '../hunt.js';
import { openStage } from '../stage.js';
import { explainRun } from '../counterexample.js';
import { type Field, type FieldOptions, faultOf } from './field.js';
import { createPlayer } from './player.js';
import type { Kill, Mutation } from './result.js';
import type { Troupe } from './target.js';

/** Sequences in which a curated mutant must be caught: the default budget of a check. */
const curatedRuns = 100;

const mutationOf = ({ id, misconception }: CuratedMutant): Mutation => ({
  id: `curated:${id}`,
  kind: 'curated',
  operator: id,
  sentence: misconception,
  original: '',
  replacement: '',
});

/** Plays the unbroken store, and then each mutant over it; the reason where the store fails. */
export async function openCuratedField(
  troupe: Troupe,
  mutants: readonly CuratedMutant[],
  options: FieldOptions,
): Promise<Field | { readonly fault: string }> {
  const { suite, counterexamples = true } = options;
  const rounds = [{ medium: 'file', runs: curatedRuns }] as const;
  const player = createPlayer(troupe, options);
  const fault = await faultOf(player, { ...options, rounds }, options.seed);
  await player.close();
  if (fault !== undefined) return { fault };
  const stage = await openStage(await troupe.open(), { ...options, services: troupe.services });
  const { capabilities } = stage.offer;
  const known = new Map(
    mutants
      .filter(({ needs }) => needs.every((capability) => capabilities.has(capability)))
      .map((mutant) => [`curated:${mutant.id}`, mutant]),
  );

  async function judge(mutation: Mutation, seed: number): Promise<Kill> {
    const mutant = known.get(mutation.id);
    if (mutant === undefined) throw new Error(`No such mutant: ${mutation.id}`);
    const { property } = mutant;
    const cast = await stage.withMutant(mutant);
    const { failing, sequences } = await hunt(cast, suite, { seed, runs: curatedRuns, property });
    const base = { mutation, guards: [], sequences };
    if (failing === undefined) return { ...base, status: 'survived' };
    const killed = { ...base, status: 'killed', by: property, seed } as const;
    if (!counterexamples) return killed;
    const found = { property, sequence: sequences, run: failing };
    return { ...killed, counterexample: await explainRun(found, cast, suite) };
  }
  return {
    mutations: [...known.values()].map(mutationOf),
    guardsOf: () => [],
    judge,
    close: () => stage.close(),
  };
}
