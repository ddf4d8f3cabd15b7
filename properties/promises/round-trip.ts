// What was written comes back as it was written, to the last code point.
import { accepts, type Property } from './property.js';

export const roundTrip: Property = {
  id: 'round-trip',
  sentence: 'What was written comes back as it was written, to the last code point.',
  sections: [2, 5],
  needs: [],
  atStake: (call, expected) =>
    accepts(expected) && ['inspect', 'search', 'records'].includes(call.operation.do),
  blames: (finding) => finding.what === 'changed',
};
