// Tenant and subject joined into one text, so that two pairs of names become one.
import { eachMemory } from '../decorate.js';
import type { CuratedMutant } from '../mutant.js';
import { openAs } from '../people.js';

const joinedBy = (id: string, separator: string, misconception: string): CuratedMutant => ({
  id,
  property: 'tenant-isolation',
  misconception,
  needs: ['inspect'],
  wrap: () => {
    const owners = new Map<string, string>();
    return eachMemory((_, seat) => {
      const { tenant, subject } = seat.identity;
      const other = {
        ...seat.identity,
        tenant: 'namespace',
        subject: `${tenant}${separator}${subject}`,
      };
      return openAs(other, seat, {
        owners,
        present: (record) => ({
          ...record,
          tenant,
          subject,
          actor: record.provenance === null ? subject : record.actor,
        }),
      });
    });
  },
});

/** Two separators that occur in names. */
export const addressJoined: readonly CuratedMutant[] = [
  joinedBy('address-joined-by-slash', '/', 'A path like tenant/subject is a unique key.'),
  joinedBy('address-joined-by-colon', ':', 'A key like tenant:subject cannot occur twice.'),
];
