// A search returns exactly the facts at or above its threshold.
import { accepts, intruder, type Property } from './property.js';

export const confidenceFilters: Property = {
  id: 'confidence',
  sentence: 'A search returns exactly the facts at or above its threshold.',
  sections: [5],
  needs: ['confidence'],
  atStake: (call, expected) => accepts(expected) && call.operation.do === 'search',
  blames: (finding) =>
    intruder('unsure')(finding) || (finding.what === 'lost' && finding.where === 'threshold'),
};
