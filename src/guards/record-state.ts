// In which state a record is for a reader at a given now (contract section 1).
import type { MemoryRecord } from '../contract/fact.js';

export type RecordState = 'deleted' | 'expired' | 'ahead' | 'active';

/** The first state that applies at `now` (UTC seconds); it is derived and never stored. */
export function stateAt(
  record: Pick<MemoryRecord, 'deletedAt' | 'expiresAt' | 'updatedAt'>,
  now: number,
): RecordState {
  if (record.deletedAt !== null) return 'deleted';
  if (record.expiresAt !== null && record.expiresAt <= now) return 'expired';
  return record.updatedAt > now ? 'ahead' : 'active';
}
