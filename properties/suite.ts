// The suite: all properties, and the sequences that put them to the test.
import type { Suite } from '../src/engine/suite.js';
import { rollDice } from './dice.js';
import { longestSequence, plansOf } from './plan.js';
import { blame, properties } from './promises/index.js';
import { allRules, type Rules } from './rules.js';
import { playSequence } from './sequence.js';
import { situations } from './situations.js';
import { makeWorld } from './world/world.js';

export interface SuiteOptions {
  /** Switches of the generator; all rules by default. */
  readonly rules?: Partial<Rules>;
  /** Steps of the longest sequence. */
  readonly maxLength?: number;
}

/** Builds the suite; with fewer rules or shorter sequences, to measure what they are worth. */
export function createSuite({ rules = {}, maxLength = longestSequence }: SuiteOptions = {}): Suite {
  const inForce: Rules = { ...allRules, ...rules };
  return {
    properties,
    situations,
    blame,
    *sequences(seed, offer) {
      for (const plan of plansOf(seed, maxLength)) {
        const world = makeWorld(rollDice(plan.world), offer, inForce);
        yield { setup: world.setup, play: (start) => playSequence(plan, world, start) };
      }
    },
  };
}
