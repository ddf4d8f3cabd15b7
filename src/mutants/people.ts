// Opening a memory under another name: what a store does that maps names on the way in.
import type { MemoryRecord } from '../contract/fact.js';
import type { Identity } from '../contract/identity.js';
import type { Memory, ProposalLedger } from '../contract/port.js';
import { type Seat, whole } from './decorate.js';
import { bendRecords } from './reads.js';

export interface Disguise {
  /** How a record of the other name is shown to the caller. */
  readonly present: (record: MemoryRecord) => MemoryRecord;
  /** Whose proposal an id is; one map for a whole sequence. */
  readonly owners: Map<string, string>;
}

const nameOf = ({ tenant, subject }: Pick<Identity, 'tenant' | 'subject'>): string =>
  JSON.stringify([tenant, subject]);

/** Proposals stay their owner's: only the records are mapped. */
function ledgerFor(
  ledger: ProposalLedger,
  other: Identity,
  { identity }: Seat,
  owners: Disguise['owners'],
): ProposalLedger {
  return {
    add(proposal) {
      owners.set(proposal.id, nameOf(identity));
      const owner = { tenant: other.tenant, subject: other.subject };
      return ledger.add({ ...proposal, owner });
    },
    confirm(confirmation) {
      const own = owners.get(confirmation.id) === nameOf(identity);
      return ledger.confirm(own ? confirmation : { ...confirmation, id: 'of nobody' });
    },
  };
}

/** The memory of `other`, given to the one who sits here. */
export function openAs(
  other: Identity,
  seat: Seat,
  { present, owners }: Disguise,
): Partial<Memory> {
  const memory = whole(seat.store.as(other, seat.origin));
  return {
    ...memory,
    ...bendRecords(memory, present),
    ...(memory.proposals && {
      proposals: ledgerFor(memory.proposals, other, seat, owners),
    }),
  };
}
