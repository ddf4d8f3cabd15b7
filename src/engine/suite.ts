// What the engine needs to know of properties and sequences; `properties/` provides it.
import type { State } from '../../models/state.js';
import type { Call, Outcome, Setup } from '../contract/operations.js';
import type { Capability } from '../contract/port.js';
import type { Divergence, Source } from './drive.js';
import type { Offer } from './offer.js';

/** A property as far as counting and blaming go. */
export interface SuiteProperty {
  readonly id: string;
  readonly sentence: string;
  readonly needs: readonly Capability[];
  readonly atStake: (call: Call, expected: Outcome) => boolean;
}

/** A situation without which some properties are not really put to the test. */
export interface Situation {
  readonly id: string;
  readonly sentence: string;
  /** Properties that need it. */
  readonly properties: readonly string[];
  /** Without these capabilities it cannot come up. */
  readonly needs: readonly Capability[];
  /** The share of sequences, 0 to 1, that must meet it. */
  readonly minimumShare: number;
  readonly seen: (call: Call, expected: Outcome, before: State) => boolean;
}

/** A sequence that has been planned but not played. */
export interface PlannedSequence {
  readonly setup: Setup;
  readonly play: (start: State) => Source;
}

export interface Suite {
  readonly properties: readonly SuiteProperty[];
  readonly situations: readonly Situation[];
  readonly blame: (divergence: Divergence) => string;
  /** Endless; the same seed and offer give the same sequences. */
  readonly sequences: (seed: number, offer: Offer) => Iterable<PlannedSequence>;
}
