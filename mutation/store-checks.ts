// Everything the SQLite store and what it is made of must pass, the quickest killers first.
import { argumentChecks } from './argument-checks.js';
import { canaryChecks } from './canary-checks.js';
import type { Check, CreateChecks } from './check.js';
import { contractChecks } from './contract-checks.js';
import { failingChecks } from './failing-checks.js';
import { fileChecks } from './file-checks.js';
import { guardChecks } from './guard-checks.js';
import { inputChecks } from './input-checks.js';
import { invariantChecks } from './invariant-checks.js';
import { sequenceCheck } from './sequence-checks.js';
import { namingChecks } from './naming-checks.js';
import { serviceChecks } from './service-checks.js';

/** What sequences cannot reach; each of these takes milliseconds. */
export const storyChecks: readonly Check[] = [
  ...canaryChecks,
  ...contractChecks,
  ...guardChecks,
  ...namingChecks,
  ...argumentChecks,
  ...inputChecks,
  ...serviceChecks,
  ...failingChecks,
  ...invariantChecks,
  ...fileChecks,
];

/** The first round goes before the stories, since most mutants end there; the others after. */
export const createChecks: CreateChecks = ({ rounds }) => {
  const sequences = rounds.map((round, at) => sequenceCheck(round, 1 + at));
  return [...sequences.slice(0, 1), ...storyChecks, ...sequences.slice(1)];
};
