// A forgotten fact stays forgotten until a confirmed restore.
import { aboutCode, intruder, type Property, refusedWith } from './property.js';

export const tombstonesBlock: Property = {
  id: 'tombstones',
  sentence: 'A forgotten fact stays forgotten until a confirmed restore.',
  sections: [1, 5],
  needs: ['tombstones'],
  atStake: refusedWith('tombstoned', 'not-tombstoned'),
  blames: (finding) =>
    aboutCode('tombstoned', 'not-tombstoned')(finding) ||
    intruder('deleted')(finding) ||
    (finding.what === 'changed' &&
      finding.fields.includes('deletedAt') &&
      finding.when === 'plain'),
};
