// What was accepted is seen by every read and through every handle at once.
import { accepts, intruder, type Property } from './property.js';

export const readPathsAgree: Property = {
  id: 'read-paths-agree',
  sentence: 'What was accepted is seen by every read and through every handle at once.',
  sections: [5],
  needs: [],
  atStake: (call, expected) =>
    accepts(expected) && ['search', 'inspect', 'context'].includes(call.operation.do),
  blames: (finding) =>
    intruder('stale')(finding) ||
    (finding.what === 'lost' && finding.where === 'plain') ||
    (finding.what === 'changed' && finding.when === 'stale'),
};
