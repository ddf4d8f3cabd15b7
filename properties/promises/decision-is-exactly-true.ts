// A decision counts only if it is exactly true.
import { aboutCode, type Property, refusedWith } from './property.js';

export const decisionIsExactlyTrue: Property = {
  id: 'exactly-true',
  sentence: 'A decision counts only if it is exactly true.',
  sections: [2, 5, 6, 8],
  needs: ['tombstones'],
  atStake: refusedWith('not-confirmed', 'not-approved'),
  blames: aboutCode('not-confirmed', 'not-approved'),
};
