// Who wrote a record, and from what provenance, comes from the runtime alone.
import { aboutCode, type Property, refusedWith } from './property.js';

export const provenanceGate: Property = {
  id: 'provenance',
  sentence: 'Who wrote a record, and from what provenance, comes from the runtime alone.',
  sections: [7],
  needs: ['provenance'],
  atStake: (call, expected) =>
    ['create', 'update'].includes(call.operation.do) || refusedWith('provenance')(call, expected),
  blames: (finding) =>
    aboutCode('provenance')(finding) ||
    (finding.what === 'result' && ['create', 'update', 'invoke'].includes(finding.operation)) ||
    (finding.what === 'changed' &&
      finding.when !== 'stale' &&
      finding.fields.some((field) => field === 'actor' || field === 'provenance')),
};
