// Only an invocation the runtime issued opens anything.
import { aboutCode, type Property, refusedWith } from './property.js';

export const invocationGate: Property = {
  id: 'invocation',
  sentence:
    'Only an invocation the runtime issued opens anything; create never replaces, update never creates.',
  sections: [7],
  needs: ['provenance'],
  atStake: refusedWith('forged-invocation', 'exists'),
  blames: (finding) =>
    aboutCode('forged-invocation', 'exists')(finding) ||
    (aboutCode('missing')(finding) && finding.operation === 'update'),
};
