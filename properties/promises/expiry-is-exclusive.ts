// A fact, case or proposal ends at its expiry second: there until then, gone from then on.
import { aboutCode, intruder, type Property, refusedWith } from './property.js';

export const expiryIsExclusive: Property = {
  id: 'expiry',
  sentence:
    'A fact, case or proposal ends at its expiry second: there until then, gone from then on.',
  sections: [1, 5, 6, 8],
  needs: ['expiry'],
  atStake: refusedWith('expired', 'case-expired', 'proposal-expired', 'bad-expiry'),
  blames: (finding) =>
    aboutCode('expired', 'case-expired', 'proposal-expired', 'bad-expiry')(finding) ||
    intruder('expired')(finding) ||
    (finding.what === 'lost' && finding.where === 'last-second'),
};
