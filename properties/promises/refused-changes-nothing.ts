// A refused operation leaves every stored record as it was.
import { accepts, intruder, type Property } from './property.js';

export const refusedChangesNothing: Property = {
  id: 'refused-changes-nothing',
  sentence: 'A refused operation leaves every stored record as it was.',
  sections: [4],
  needs: [],
  atStake: (call, expected) =>
    accepts(expected) && ['inspect', 'search', 'records'].includes(call.operation.do),
  blames: (finding) =>
    (finding.what === 'changed' && finding.when === 'after-refusal') ||
    (finding.what === 'lost' && finding.where === 'after-refusal') ||
    intruder('not-written')(finding),
};
