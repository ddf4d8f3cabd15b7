// Nothing is stored without the evidence its rule asks for.
import { aboutCode, type Property, refusedWith } from './property.js';

export const evidenceGate: Property = {
  id: 'evidence',
  sentence: 'Nothing is stored without the evidence its rule asks for.',
  sections: [3, 5],
  needs: ['evidence'],
  atStake: refusedWith('no-evidence'),
  blames: aboutCode('no-evidence'),
};
