// A scope is opened only to who was granted it, and answers hold that scope alone.
import { aboutCode, intruder, type Property, refusedWith } from './property.js';

export const scopeIsolation: Property = {
  id: 'scope-isolation',
  sentence: 'A scope is opened only to who was granted it, and answers hold that scope alone.',
  sections: [1, 4, 5],
  needs: [],
  atStake: refusedWith('scope'),
  blames: (finding) => aboutCode('scope')(finding) || intruder('other-scope')(finding),
};
