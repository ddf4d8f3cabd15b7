// What kills the canaries, whichever checks are played.
import { strict as assert } from 'node:assert';
import { sing } from './canary.js';
import { type Check, story } from './check.js';
import { isSinging } from './static-canary.js';

export const canaryChecks: readonly Check[] = [
  story('canary', 'A mutant of the canary is killed.', () => {
    let heard = 0;
    sing(() => {
      heard += 1;
    });
    assert.equal(heard, 1);
  }),
  story('static-canary', 'A mutant that acts while its module is loaded is killed.', () => {
    assert.equal(isSinging, true);
  }),
];
