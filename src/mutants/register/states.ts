// The guards of a record's state at a moment: deleted, expired, ahead of the clock, else active.
import { type Guard, inCode } from './guard.js';

const within = inCode('src/guards/record-state.ts');

export const states: readonly Guard[] = within('stateAt', [
  {
    id: 'state-deleted',
    sentence: 'A tombstone is deleted, whatever else it is.',
    property: 'tombstones',
    contract: '1',
    text: 'record.deletedAt !== null',
  },
  {
    id: 'state-expired',
    sentence: 'A live record is expired from its expiry second on.',
    property: 'expiry',
    contract: '1',
    text: 'record.expiresAt !== null && record.expiresAt <= now',
  },
  {
    id: 'state-ahead',
    sentence: 'A record that was updated after now is not yet visible.',
    property: 'clock-order',
    contract: '1',
    text: 'record.updatedAt > now',
  },
]);
