// What a prompt is given is marked as untrusted data without authority.
import { accepts, type Property } from './property.js';

export const contextClaimsNoAuthority: Property = {
  id: 'context',
  sentence: 'What a prompt is given is marked as untrusted data without authority.',
  sections: [5],
  needs: [],
  atStake: (call, expected) => accepts(expected) && call.operation.do === 'context',
  blames: (finding) => finding.operation === 'context' && finding.what === 'result',
};
