// Sensitivity: mutants of this very store, tried in the same run, show that the check would have failed.
import type { CuratedMutant } from '../mutants/mutant.js';
import { hunt } from './hunt.js';
import { withScripts } from './scripts.js';
import type { Stage } from './stage.js';
import type { Suite } from './suite.js';

/** Sequences after which a mutant counts as missed. */
const sequencesEach = 160;

export interface MutantResult {
  readonly id: string;
  /** The property that must catch it. */
  readonly property: string;
  readonly misconception: string;
  /** Caught by its own property; a failure blamed on another one does not count. */
  readonly isCaught: boolean;
  readonly sequences: number;
  readonly operations: number;
}

export interface Sensitivity {
  readonly tried: readonly MutantResult[];
  /** Mutants for which the budget did not reach. */
  readonly notTried: readonly string[];
  /** Mutants that the store cannot show, for want of a capability. */
  readonly notApplicable: readonly string[];
}

export interface SensitivityOptions {
  readonly mutants: readonly CuratedMutant[];
  readonly seed: number;
  /** Calls to spend; counted, not timed, so that the same seed tries the same mutants. */
  readonly budget: number;
  readonly isOver: () => boolean;
  readonly onProgress: (tried: number, of: number) => void;
}

/** One mutant of every property, then the next one of each; the seed says which comes first. */
function inTurns(mutants: readonly CuratedMutant[], seed: number): readonly CuratedMutant[] {
  const properties = [...new Set(mutants.map(({ property }) => property))];
  const groups = properties.map((id) => mutants.filter(({ property }) => property === id));
  const longest = Math.max(0, ...groups.map((group) => group.length));
  return Array.from({ length: longest }, (_, round) =>
    groups.flatMap((group) => {
      const at = (round + Math.abs(seed)) % group.length;
      return round < group.length ? group.slice(at, at + 1) : [];
    }),
  ).flat();
}

/** Tries mutants until the budget is spent; the store itself must have passed before. */
export async function trySensitivity(
  stage: Stage,
  suite: Suite,
  options: SensitivityOptions,
): Promise<Sensitivity> {
  const { capabilities } = stage.offer;
  const fits = (mutant: CuratedMutant): boolean =>
    mutant.needs.every((capability) => capabilities.has(capability));
  const applicable = options.mutants.filter(fits);
  const order = inTurns(applicable, options.seed);
  const scripted = withScripts(suite);
  const tried: MutantResult[] = [];
  let left = options.budget;
  for (const { id, property, misconception, ...mutant } of order) {
    // One of every property is tried in any case: a property without its mutant has proved nothing.
    const isFirstOfItsProperty = !tried.some((other) => other.property === property);
    if ((left <= 0 && !isFirstOfItsProperty) || options.isOver()) break;
    options.onProgress(tried.length, order.length);
    const cast = await stage.withMutant(mutant);
    const limits = { seed: options.seed, runs: sequencesEach, property };
    const { blamed, sequences, operations } = await hunt(cast, scripted, limits);
    const isCaught = blamed !== undefined;
    tried.push({ id, property, misconception, isCaught, sequences, operations });
    left -= operations;
  }
  const known = new Set(tried.map(({ id }) => id));
  return {
    tried,
    notTried: order.map(({ id }) => id).filter((id) => !known.has(id)),
    notApplicable: options.mutants.filter((mutant) => !fits(mutant)).map(({ id }) => id),
  };
}
