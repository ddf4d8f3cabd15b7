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
    // Who names a version of what is not there has a matter of `cas`.
    (finding.what === 'code' &&
      finding.code === 'missing' &&
      finding.operation === 'update' &&
      finding.version === 0),
};
