// The guards of forget and restore in the database.
import { type Guard, inSql } from './guard.js';

const within = inSql('src/stores/sqlite/statements.ts');

export const decisions: readonly Guard[] = [
  ...within('forgetRecord', [
    {
      id: 'tenant-on-forget',
      sentence: 'Forgetting changes no record of another tenant.',
      property: 'tombstones',
      contract: '1',
      text: 'tenant = ?',
    },
    {
      id: 'subject-on-forget',
      sentence: 'Forgetting changes no record of another subject.',
      property: 'tombstones',
      contract: '1',
      text: 'subject = ?',
    },
    {
      id: 'scope-on-forget',
      sentence: 'Forgetting changes no record of another scope.',
      property: 'tombstones',
      contract: '1',
      text: 'scope = ?',
    },
    {
      id: 'key-on-forget',
      sentence: 'Forgetting changes the record of its key alone.',
      property: 'cas',
      contract: '1',
      text: 'key = ?',
    },
    {
      id: 'cas-on-forget',
      sentence: 'Forgetting names the current version, or changes nothing.',
      property: 'cas',
      contract: '4',
      text: 'version = ?',
    },
    {
      id: 'clock-on-forget',
      sentence: 'A record is not forgotten before it was last changed.',
      property: 'only-refusals',
      contract: '5',
      text: 'updated_at <= ?',
    },
    {
      id: 'tombstone-on-forget',
      sentence: 'What is forgotten is not forgotten a second time.',
      property: 'tombstones',
      contract: '5',
      text: 'deleted_at IS NULL',
    },
    {
      id: 'version-step-on-forget',
      sentence: 'Forgetting raises the version by one.',
      property: 'read-paths-agree',
      contract: '5',
      text: 'version = version + 1',
    },
  ]),
  ...within('restoreRecord', [
    {
      id: 'tenant-on-restore',
      sentence: 'Restoring changes no record of another tenant.',
      property: 'tombstones',
      contract: '1',
      text: 'tenant = ?',
    },
    {
      id: 'subject-on-restore',
      sentence: 'Restoring changes no record of another subject.',
      property: 'tombstones',
      contract: '1',
      text: 'subject = ?',
    },
    {
      id: 'scope-on-restore',
      sentence: 'Restoring changes no record of another scope.',
      property: 'tombstones',
      contract: '1',
      text: 'scope = ?',
    },
    {
      id: 'key-on-restore',
      sentence: 'Restoring changes the record of its key alone.',
      property: 'cas',
      contract: '1',
      text: 'key = ?',
    },
    {
      id: 'cas-on-restore',
      sentence: 'Restoring names the current version, or changes nothing.',
      property: 'cas',
      contract: '4',
      text: 'version = ?',
    },
    {
      id: 'clock-on-restore',
      sentence: 'A record is not restored before it was last changed.',
      property: 'only-refusals',
      contract: '5',
      text: 'updated_at <= ?',
    },
    {
      id: 'tombstone-on-restore',
      sentence: 'Only what was forgotten is restored.',
      property: 'tombstones',
      contract: '5',
      text: 'deleted_at IS NOT NULL',
    },
    {
      id: 'expiry-on-restore',
      sentence: 'What has expired is not restored, from its expiry second on.',
      property: 'expiry',
      contract: '5',
      text: '(expires_at IS NULL OR expires_at > ?)',
    },
    {
      id: 'version-step-on-restore',
      sentence: 'Restoring raises the version by one.',
      property: 'read-paths-agree',
      contract: '5',
      text: 'version = version + 1',
    },
  ]),
];
