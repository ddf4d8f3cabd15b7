// Changing an argument or a result afterwards changes nothing in the store.
import { accepts, type Property } from './property.js';

export const noAliasing: Property = {
  id: 'no-aliasing',
  sentence: 'Changing an argument or a result afterwards changes nothing in the store.',
  sections: [2, 6, 8],
  needs: [],
  atStake: (call, expected) => accepts(expected) && call.operation.do !== 'close',
  blames: (finding) => finding.what === 'scribbled',
};
