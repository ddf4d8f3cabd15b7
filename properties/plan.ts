// What fast-check generates: a plan is two kinds of numbers; everything else follows from them.
import fc from 'fast-check';

/** One sequence: the seed of its world and one seed for each step. */
export interface Plan {
  readonly world: number;
  readonly steps: readonly number[];
}

/** The longest sequence, in steps; sweeps and lock step add calls to a step. */
export const longestSequence = 128;

const seed = fc.noBias(fc.nat(0xffff_ffff));

/** Plans of 0 to `maxLength` steps, all lengths alike. */
export const planArbitrary = (maxLength = longestSequence): fc.Arbitrary<Plan> =>
  fc.record(
    { world: seed, steps: fc.array(seed, { maxLength, size: 'max' }) },
    { noNullPrototype: true },
  );

const batchSize = 32;

/** The plans of a run, in order: number n is the same whatever was asked before. */
export function* plansOf(runSeed: number, maxLength = longestSequence): Generator<Plan> {
  const arbitrary = planArbitrary(maxLength);
  for (let batch = 0; ; batch += 1)
    yield* fc.sample(arbitrary, { seed: (runSeed + batch * 0x9e37_79b9) | 0, numRuns: batchSize });
}
