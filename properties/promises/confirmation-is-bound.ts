// A confirmation is bound to owner, id and digest, and happens once.
import { aboutCode, type Property } from './property.js';

export const confirmationIsBound: Property = {
  id: 'confirmation',
  sentence:
    'A confirmation is bound to owner, id and digest, happens once, and leaves equal content as it is.',
  sections: [8],
  needs: ['evidence', 'inspect'],
  atStake: (call) => call.operation.do === 'confirm',
  blames: (finding) =>
    aboutCode('unknown-proposal', 'wrong-digest', 'one-off')(finding) ||
    (finding.what === 'changed' &&
      finding.when === 'plain' &&
      finding.by === 'confirm' &&
      finding.fields.every((field) => field === 'evidence')) ||
    (finding.operation === 'confirm' &&
      (finding.what === 'result' ||
        aboutCode('stale-version', 'missing', 'older-observation')(finding))) ||
    (finding.operation === 'propose' && finding.what === 'result'),
};
