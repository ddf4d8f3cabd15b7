// Every wrong type and every value outside its domain gets its own refusal.
import { type Property } from './property.js';
import type { RefusalCode } from '../../src/contract/refusals.js';

const domainCodes: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  'malformed',
  'bad-text',
  'bad-time',
  'future-observation',
  'bad-confidence',
  'bad-version',
  'bad-limit',
  'bad-threshold',
  'bad-lifetime',
]);

export const domainsAreJudged: Property = {
  id: 'domains',
  sentence: 'Every wrong type and every value outside its domain gets its own refusal.',
  sections: [2, 5],
  needs: [],
  atStake: (_call, expected) => 'code' in expected && domainCodes.has(expected.code),
  blames: (finding) => finding.what === 'code' && domainCodes.has(finding.code),
};
