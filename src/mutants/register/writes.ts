// The guards of remember in the database: on version 0, and on a later one.
import { type Guard, inSql } from './guard.js';

const within = inSql('src/stores/sqlite/statements.ts');

/**
 * Where the address is not compared, another's record is written over. Its owner then sees a
 * version, a tombstone or a value that he did not make, and that is what is blamed.
 */
export const writes: readonly Guard[] = [
  ...within('insertRecord', [
    {
      id: 'none-on-insert',
      sentence: 'Version 0 writes only where no record is; a tombstone is one.',
      property: 'cas',
      contract: '5',
      text: 'ON CONFLICT (tenant, subject, scope, key) DO NOTHING',
    },
    {
      id: 'first-version-on-insert',
      sentence: 'The first version of a record is 1.',
      property: 'round-trip',
      contract: '5',
      text: '1',
    },
  ]),
  ...within('updateRecord', [
    {
      id: 'tenant-on-update',
      sentence: 'A replacement changes no record of another tenant.',
      property: 'round-trip',
      contract: '1',
      text: 'tenant = ?',
    },
    {
      id: 'subject-on-update',
      sentence: 'A replacement changes no record of another subject.',
      property: 'cas',
      contract: '1',
      text: 'subject = ?',
    },
    {
      id: 'scope-on-update',
      sentence: 'A replacement changes no record of another scope.',
      property: 'cas',
      contract: '1',
      text: 'scope = ?',
    },
    {
      id: 'key-on-update',
      sentence: 'A replacement changes the record of its key alone.',
      property: 'cas',
      contract: '1',
      text: 'key = ?',
    },
    {
      id: 'cas-on-update',
      sentence: 'A replacement names the current version, or changes nothing.',
      property: 'cas',
      contract: '4',
      text: 'version = ?',
    },
    {
      id: 'tombstone-on-update',
      sentence: 'An ordinary remember never revives a forgotten record.',
      property: 'tombstones',
      contract: '5',
      text: 'deleted_at IS NULL',
    },
    {
      id: 'observation-on-update',
      sentence: 'What was observed earlier never replaces what was observed later.',
      property: 'observation-order',
      contract: '5',
      text: 'observed_at <= ?',
    },
    {
      id: 'clock-on-update',
      sentence: 'A replacement is not made before the record was last changed.',
      property: 'clock-order',
      contract: '5',
      text: 'updated_at <= ?',
    },
    {
      id: 'version-step-on-update',
      sentence: 'A replacement raises the version by one.',
      property: 'read-paths-agree',
      contract: '5',
      text: 'version = version + 1',
    },
  ]),
];
