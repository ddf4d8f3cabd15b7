// Only kinds, keys, scopes and values that the policy names are stored, under canonical keys.
import { aboutCode, type Property, refusedWith } from './property.js';

export const policyGate: Property = {
  id: 'policy',
  sentence:
    'Only kinds, keys, scopes and values that the policy names are stored, under canonical keys.',
  sections: [3, 5],
  needs: ['evidence'],
  atStake: refusedWith('unknown-kind', 'wrong-key', 'wrong-scope', 'bad-value'),
  blames: (finding) =>
    aboutCode('unknown-kind', 'wrong-key', 'wrong-scope', 'bad-value')(finding) ||
    (finding.what === 'lost' && finding.where === 'by-alias') ||
    (finding.what === 'changed' && finding.fields.includes('key')),
};
