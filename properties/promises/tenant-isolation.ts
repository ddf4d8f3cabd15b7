// No tenant ever sees or changes what another tenant holds.
import { accepts, intruder, type Property } from './property.js';

export const tenantIsolation: Property = {
  id: 'tenant-isolation',
  sentence: 'No tenant ever sees or changes what another tenant holds.',
  sections: [1, 5],
  needs: [],
  atStake: (call, expected) =>
    accepts(expected) && ['search', 'inspect', 'records'].includes(call.operation.do),
  blames: (finding) =>
    intruder('other-tenant')(finding) ||
    (finding.what === 'changed' && finding.fields.includes('tenant')),
};
