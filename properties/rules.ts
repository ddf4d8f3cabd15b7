// The five generator rules, each switchable, so that the worth of each can be measured.

export interface Rules {
  /** After an accepted write ask all reads that matter; now and then ask near misses. */
  readonly readSweeps: boolean;
  readonly nearMisses: boolean;
  /** A step whose precondition does not hold becomes the operation that makes it true. */
  readonly repair: boolean;
  /** Stretches of steps lean to one situation. */
  readonly themes: boolean;
  /** Each accepted write is repeated for a neighbour that differs in one part of the address. */
  readonly lockStep: boolean;
  /** Names carry accent, case, separator, wildcard and space, and come with confusable twins. */
  readonly richNames: boolean;
  /** Policies with many kinds, keys, aliases and closed values beside the default one. */
  readonly widePolicies: boolean;
}

export const allRules: Rules = {
  readSweeps: true,
  nearMisses: true,
  repair: true,
  themes: true,
  lockStep: true,
  richNames: true,
  widePolicies: true,
};
