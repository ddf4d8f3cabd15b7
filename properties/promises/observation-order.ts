// A fact observed earlier never replaces one observed later.
import { aboutCode, type Property, refusedWith } from './property.js';

export const observationOrder: Property = {
  id: 'observation-order',
  sentence: 'A fact observed earlier never replaces one observed later.',
  sections: [5],
  needs: ['versions'],
  atStake: refusedWith('older-observation'),
  blames: aboutCode('older-observation'),
};
