// The options of the in-process runner in a Stryker configuration, under the name `touchstone`.
import { z } from 'zod';
import type { StrykerOptions } from '@stryker-mutator/api/core';

const RunnerOptions = z.strictObject({
  checks: z.enum(['store', 'harness']),
  /** Read by the gate: whether a timeout is reviewed, or counted against the score alone. */
  timeouts: z.enum(['review', 'count']).optional(),
  rounds: z
    .array(z.strictObject({ medium: z.enum(['memory', 'file']), runs: z.int().min(1) }))
    .default([
      { medium: 'memory', runs: 30 },
      { medium: 'file', runs: 300 },
    ]),
});
export type RunnerOptions = z.infer<typeof RunnerOptions>;

/** Reads the options; throws where they are wrong. */
export const readOptions = (options: StrykerOptions): RunnerOptions =>
  RunnerOptions.parse(options['touchstone'] ?? { checks: 'store' });

/** Tells Stryker that the name belongs to a plugin; what stands under it is read by `readOptions`. */
export const optionsSchema = {
  type: 'object',
  properties: { touchstone: { type: 'object' } },
} as const;
