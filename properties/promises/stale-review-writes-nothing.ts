// A review applies once, by its owner, to exactly the record that was shown.
import { aboutCode, type Property, refusedWith } from './property.js';

/** What a review takes from its candidate as it is; the rest is the store's to keep. */
const kept: ReadonlySet<string> = new Set(['sourceRef', 'observedAt']);

const reviews: ReadonlySet<string> = new Set(['prepare', 'resolve']);

export const staleReviewWritesNothing: Property = {
  id: 'review',
  sentence: 'A review applies once, by its owner, to exactly the record that was shown.',
  sections: [6],
  needs: ['review'],
  atStake: (call, expected) =>
    call.operation.do === 'resolve' ||
    refusedWith('other-identity', 'nothing-newer')(call, expected),
  blames: (finding) =>
    aboutCode(
      'other-identity',
      'unknown-case',
      'snapshot-changed',
      'decided-otherwise',
      'nothing-newer',
      'before-prepared',
      'bad-choice',
    )(finding) ||
    (finding.what === 'changed' &&
      finding.when === 'plain' &&
      finding.by === 'resolve' &&
      finding.fields.every((field) => kept.has(field))) ||
    (reviews.has(finding.operation) &&
      (finding.what === 'result' ||
        aboutCode('stale-version', 'missing', 'older-observation')(finding))),
};
