// No write goes back in time, and nothing is seen before it was written.
import { aboutCode, intruder, type Property, refusedWith } from './property.js';

export const clockOrder: Property = {
  id: 'clock-order',
  sentence: 'No write goes back in time, and nothing is seen before it was written.',
  sections: [1, 5],
  needs: [],
  atStake: refusedWith('clock-backwards', 'ahead-of-clock'),
  blames: (finding) =>
    aboutCode('clock-backwards', 'ahead-of-clock')(finding) || intruder('ahead')(finding),
};
