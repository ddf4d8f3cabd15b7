// What opening, migrating and closing files promise, as stories: sequences never meet such files.
import type { Check } from './check.js';
import { driverChecks } from './driver-checks.js';
import { migrationChecks, underTestChecks } from './migration-checks.js';
import { openChecks } from './open-checks.js';
import { refusedFileChecks } from './refused-file-checks.js';
import { waitingChecks } from './waiting-checks.js';

export const fileChecks: readonly Check[] = [
  ...waitingChecks,
  ...refusedFileChecks,
  ...openChecks,
  ...migrationChecks,
  ...underTestChecks,
  ...driverChecks,
];
