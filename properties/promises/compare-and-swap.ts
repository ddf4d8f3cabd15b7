// A write that does not name the current version changes nothing.
import { aboutCode, type Property, refusedWith } from './property.js';

const serviceDecides: ReadonlySet<string> = new Set(['prepare', 'resolve', 'confirm']);

export const compareAndSwap: Property = {
  id: 'cas',
  sentence: 'A write that does not name the current version changes nothing.',
  sections: [4, 5],
  needs: ['versions'],
  atStake: refusedWith('stale-version', 'missing'),
  blames: (finding) =>
    (aboutCode('stale-version', 'missing')(finding) && !serviceDecides.has(finding.operation)) ||
    finding.what === 'version',
};
