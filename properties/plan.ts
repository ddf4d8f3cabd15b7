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

/** Plans of 0 to `maxLength` steps: few are short, most long enough for something to happen. */
export function planArbitrary(maxLength = longestSequence): fc.Arbitrary<Plan> {
  const steps = (from: number, to: number): fc.Arbitrary<number[]> =>
    fc.array(seed, {
      minLength: Math.floor(maxLength * from),
      maxLength: Math.floor(maxLength * to),
      size: 'max',
    });
  return fc.record(
    {
      world: seed,
      steps: fc.oneof(
        { weight: 1, arbitrary: steps(0, 1 / 8) },
        { weight: 5, arbitrary: steps(3 / 8, 1) },
      ),
    },
    { noNullPrototype: true },
  );
}

const batchSize = 32;

/** The plans of a run, in order: number n is the same whatever was asked before. */
export function* plansOf(runSeed: number, maxLength = longestSequence): Generator<Plan> {
  const arbitrary = planArbitrary(maxLength);
  for (let batch = 0; ; batch += 1)
    yield* fc.sample(arbitrary, { seed: (runSeed + batch * 0x9e37_79b9) | 0, numRuns: batchSize });
}
