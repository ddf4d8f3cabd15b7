// A search text is found literally.
import { accepts, intruder, type Property } from './property.js';

export const textSearchIsLiteral: Property = {
  id: 'literal-text',
  sentence: 'A search text is found literally: no wildcard, no case folding.',
  sections: [5],
  needs: ['text-search'],
  atStake: (call, expected) =>
    accepts(expected) &&
    call.operation.do === 'search' &&
    Object.hasOwn(call.operation.terms as object, 'text'),
  blames: (finding) =>
    intruder('text-differs')(finding) || (finding.what === 'lost' && finding.where === 'text'),
};
