// Tenants taken for one another because the store changes their names on the way in.
import type { MemoryRecord } from '../../contract/fact.js';
import { eachMemory } from '../decorate.js';
import type { CuratedMutant } from '../mutant.js';
import { openAs } from '../people.js';

/** The record bears the mapped name where the column does, else the caller's own. */
const mapped = (
  id: string,
  misconception: string,
  map: (tenant: string) => string,
  named: 'as stored' | 'as the caller',
): CuratedMutant => ({
  id,
  property: 'tenant-isolation',
  misconception,
  needs: ['inspect'],
  wrap: () => {
    const owners = new Map<string, string>();
    return eachMemory((_, seat) => {
      const { tenant } = seat.identity;
      const name = map(tenant);
      const present = (record: MemoryRecord): MemoryRecord =>
        named === 'as stored' ? record : { ...record, tenant };
      return openAs({ ...seat.identity, tenant: name === '' ? tenant : name }, seat, {
        present,
        owners,
      });
    });
  },
});

/** Four ways to change a tenant's name. */
export const tenantMapped: readonly CuratedMutant[] = [
  mapped(
    'tenant-ignored',
    'Subjects are unique, so the tenant need not be part of the key.',
    () => 'everybody',
    'as the caller',
  ),
  mapped(
    'tenant-case-folded',
    'Tenant names are like domain names: case does not matter.',
    (tenant) => tenant.toLowerCase(),
    'as the caller',
  ),
  mapped(
    'tenant-trimmed',
    'Blanks around a tenant name are typing errors and can be removed.',
    (tenant) => tenant.trim(),
    'as stored',
  ),
  mapped(
    'tenant-normalised',
    'Names that look alike are alike: normalise them before they become keys.',
    (tenant) => tenant.normalize('NFC'),
    'as stored',
  ),
];
