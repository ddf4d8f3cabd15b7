// A store throws nothing but refusals, and refuses as unavailable only with a reason.
import { aboutCode, type Property } from './property.js';

export const onlyRefusalsAreThrown: Property = {
  id: 'only-refusals',
  sentence: 'A store throws nothing but refusals, and refuses as unavailable only with a reason.',
  sections: [4],
  needs: [],
  atStake: (_call, expected) => 'code' in expected,
  blames: (finding) => finding.what === 'threw' || aboutCode('busy', 'timeout', 'io')(finding),
};
