// A write that does not name the current version changes nothing.
import { aboutCode, type Property, refusedWith } from './property.js';

export const compareAndSwap: Property = {
  id: 'cas',
  sentence: 'A write that does not name the current version changes nothing.',
  sections: [4, 5],
  needs: ['versions'],
  atStake: refusedWith('stale-version', 'missing'),
  // What a review or a confirmation decides by a version, their own promises claim before.
  blames: (finding) => aboutCode('stale-version', 'missing')(finding) || finding.what === 'version',
};
