// The guards of what reads records: by address, and the facts of a scope in their order.
import { type Guard, inSql } from './guard.js';

const within = inSql('src/stores/sqlite/statements.ts');

export const search: readonly Guard[] = [
  ...within('readRecord', [
    {
      id: 'tenant-on-read',
      sentence: 'A record of another tenant is never shown.',
      property: 'tenant-isolation',
      contract: '1',
      text: 'tenant = ?',
    },
    {
      id: 'subject-on-read',
      sentence: 'A record of another subject is never shown.',
      property: 'subject-isolation',
      contract: '1',
      text: 'subject = ?',
    },
    {
      id: 'scope-on-read',
      sentence: 'A record of another scope is never shown.',
      property: 'scope-isolation',
      contract: '1',
      text: 'scope = ?',
    },
    {
      id: 'key-on-read',
      sentence: 'The record of the key that was asked for is shown, and no other.',
      property: 'tombstones',
      contract: '1',
      text: 'key = ?',
    },
  ]),
  ...within('searchRecords', [
    {
      id: 'tenant-on-search',
      sentence: 'A search finds no fact of another tenant.',
      property: 'tenant-isolation',
      contract: '1',
      text: 'tenant = ?',
    },
    {
      id: 'subject-on-search',
      sentence: 'A search finds no fact of another subject.',
      property: 'subject-isolation',
      contract: '1',
      text: 'subject = ?',
    },
    {
      id: 'scope-on-search',
      sentence: 'A search finds no fact of another scope.',
      property: 'scope-isolation',
      contract: '5',
      text: 'scope = ?',
    },
    {
      id: 'tombstone-on-search',
      sentence: 'A search finds nothing that was forgotten.',
      property: 'tombstones',
      contract: '5',
      text: 'deleted_at IS NULL',
    },
    {
      id: 'clock-on-search',
      sentence: 'A search finds nothing that was written after its now.',
      property: 'clock-order',
      contract: '1',
      text: 'updated_at <= ?',
    },
    {
      id: 'expiry-on-search',
      sentence: 'A search finds a fact up to its expiry second, and not from then on.',
      property: 'expiry',
      contract: '1',
      text: '(expires_at IS NULL OR expires_at > ?)',
    },
    {
      id: 'confidence-on-search',
      sentence: 'A search finds what is at or above its threshold.',
      property: 'confidence',
      contract: '5',
      text: 'confidence >= ?',
    },
    {
      id: 'text-on-search',
      sentence: 'A search finds values that hold its text, character for character.',
      property: 'literal-text',
      contract: '5',
      text: 'instr(value, ?) > 0',
    },
    {
      id: 'newest-first',
      sentence: 'What was updated last comes first.',
      property: 'order-and-limit',
      contract: '5',
      text: 'updated_at DESC',
    },
    {
      id: 'surest-next',
      sentence: 'Of what was updated together, the surest comes first.',
      property: 'order-and-limit',
      contract: '5',
      text: 'confidence DESC',
    },
    {
      id: 'key-decides-ties',
      sentence: 'The key, by code point, decides what time and confidence leave open.',
      property: 'order-and-limit',
      contract: '5',
      text: ', key',
      nth: 2,
      exempt: [
        {
          operator: 'order-drop',
          replacement: '',
          reason: 'The index gives the rows in this order anyway.',
        },
      ],
    },
    {
      id: 'limit-on-search',
      sentence: 'A search gives no more facts than its limit, and no fewer if there are.',
      property: 'order-and-limit',
      contract: '5',
      text: 'LIMIT ${limit}',
    },
  ]),
];
