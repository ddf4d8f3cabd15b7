// Within a tenant no subject ever sees or changes what another subject holds.
import { accepts, intruder, type Property } from './property.js';

export const subjectIsolation: Property = {
  id: 'subject-isolation',
  sentence: 'Within a tenant no subject ever sees or changes what another subject holds.',
  sections: [1, 5],
  needs: [],
  atStake: (call, expected) =>
    accepts(expected) && ['search', 'inspect', 'records'].includes(call.operation.do),
  blames: (finding) =>
    intruder('other-subject')(finding) ||
    (finding.what === 'changed' && finding.fields.includes('subject')),
};
