// What it takes to see each registered guard go: the mutants that must be killed, with several seeds.
import type { Field } from './field.js';
import { openFields, type MutantHuntOptions } from './hunt-mutants.js';
import { type Kill, type Mutation, opening } from './result.js';
import { story } from './register.js';
import { constraint } from './sql.js';
import type { Target } from './target.js';

/** A guard, as far as measuring it goes. */
export interface RegisteredGuard {
  readonly id: string;
  /** The property that must kill its mutants, or `constraint`, `construction` or `story`. */
  readonly property: string;
}

/** What became of a guard's must-kill mutants. */
export interface GuardResult {
  readonly id: string;
  readonly property: string;
  readonly mutations: readonly Mutation[];
  /** One for each mutant and each seed: the first property that noticed. */
  readonly kills: readonly Kill[];
  /** Seeds with which the guard's own property noticed one of the mutants, first or later. */
  readonly byOwnProperty: number;
}

export interface GuardOptions extends MutantHuntOptions {
  readonly guards: readonly RegisteredGuard[];
  /** Seeds to try, from the hunt's own on. */
  readonly seeds: number;
  readonly onGuard?: (id: string, ordinal: number, of: number) => void;
  readonly onResult?: (result: GuardResult) => void;
}

/** Sequences of the round that killed a mutant. */
export const sequencesToKill = ({ sequences, before = 0 }: Kill): number => sequences - before;

interface Candidate {
  readonly field: Field;
  readonly mutation: Mutation;
}

/** The mutants of a guard that must be killed. */
function candidatesOf(
  { id }: RegisteredGuard,
  fields: readonly Field[],
  { register }: MutantHuntOptions,
): readonly Candidate[] {
  return fields.flatMap((field) =>
    field.mutations
      .filter((mutation) => field.guardsOf(mutation).includes(id))
      .filter((mutation) => register?.isMustKill([id], mutation) === true)
      .map((mutation) => ({ field, mutation })),
  );
}

/** Far enough apart for the rounds of a hunt, which count up from its seed. */
const seedStep = 1000;

/** Whether the guard's own property notices one of its mutants, if not first then later. */
async function isNoticed(
  { property }: RegisteredGuard,
  candidates: readonly Candidate[],
  kills: readonly Kill[],
  seed: number,
): Promise<boolean> {
  if (kills.some(({ by }) => by === property)) return true;
  if (property === constraint) return false;
  for (const [at, { field, mutation }] of candidates.entries())
    if (kills[at]?.status === 'killed' && kills[at].by !== opening)
      if ((await field.judge(mutation, seed, property)).status === 'killed') return true;
  return false;
}

/**
 * Hunts the must-kill mutants of each guard but those that a story tries. The unbroken store goes
 * first; the reason where it fails.
 */
export async function measureGuards(
  target: Target,
  options: GuardOptions,
): Promise<readonly GuardResult[] | { readonly fault: string }> {
  const { seeds, seed, isOver = () => false } = options;
  const guards = options.guards.filter(({ property }) => property !== story);
  const opened = await openFields(target, ['sql', 'typescript'], {
    ...options,
    counterexamples: false,
  });
  if ('fault' in opened) return opened;
  const fields = [...opened.fields.values()];
  const results: GuardResult[] = [];
  try {
    for (const [ordinal, guard] of guards.entries()) {
      if (isOver()) break;
      options.onGuard?.(guard.id, ordinal, guards.length);
      const candidates = candidatesOf(guard, fields, options);
      const kills: Kill[] = [];
      let byOwnProperty = 0;
      for (let round = 0; round < seeds; round += 1) {
        const own = seed + seedStep * round;
        const ofSeed: Kill[] = [];
        for (const { field, mutation } of candidates) {
          options.onStart?.(mutation, ordinal, guards.length);
          ofSeed.push(await field.judge(mutation, own));
        }
        kills.push(...ofSeed);
        byOwnProperty += Number(await isNoticed(guard, candidates, ofSeed, own));
      }
      const { id, property } = guard;
      const mutations = candidates.map(({ mutation }) => mutation);
      const result = { id, property, kills, byOwnProperty, mutations };
      results.push(result);
      options.onResult?.(result);
      await new Promise(setImmediate);
    }
    return results;
  } finally {
    for (const field of fields) await field.close();
  }
}
