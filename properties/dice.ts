// Deterministic choices: all that a step decides follows from one number of the plan.

/** Draws from a seed; the same seed always draws the same. */
export interface Dice {
  /** A whole number from 0 to n - 1. */
  below(n: number): number;
  /** True once in `n` draws, on average. */
  oneIn(n: number): boolean;
  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T;
  /** Some of a list: `count` draws without repetition, in the order of the list. */
  some<T>(list: readonly T[], count: number): readonly T[];
}

/** Mulberry32: small, fast, and good enough to choose test steps. */
export function rollDice(seed: number): Dice {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (n: number): number => next() % n;
  const pick = <T>(list: readonly T[]): T => {
    const picked = list[below(list.length)];
    if (picked === undefined && list.length === 0) throw new Error('nothing to pick from');
    return picked as T;
  };
  const some = <T>(list: readonly T[], count: number): readonly T[] => {
    let left = Math.min(count, list.length);
    return list.filter((_, at) => {
      const take = below(list.length - at) < left;
      if (take) left -= 1;
      return take;
    });
  };
  return { below, oneIn: (n) => below(n) === 0, pick, some };
}
