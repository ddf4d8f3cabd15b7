// The guards of proposals in the file: who may decide which one, and once.
import { type Guard, inSql } from './guard.js';

const within = inSql('src/stores/sqlite/statements.ts');

export const proposals: readonly Guard[] = [
  ...within('claimProposal', [
    {
      id: 'id-on-claim',
      sentence: 'A confirmation decides the proposal it names, and no other.',
      property: 'only-refusals',
      contract: '8',
      text: 'id = ?',
    },
    {
      id: 'tenant-on-claim',
      sentence: 'A proposal of another tenant is not decided.',
      property: 'confirmation',
      contract: '8',
      text: 'tenant = ?',
    },
    {
      id: 'subject-on-claim',
      sentence: 'A proposal of another subject is not decided.',
      property: 'confirmation',
      contract: '8',
      text: 'subject = ?',
    },
    {
      id: 'scope-on-claim',
      sentence: 'A proposal is decided only by who is still granted its scope.',
      property: 'scope-isolation',
      contract: '8',
      text: 'scope IN (SELECT value FROM json_each(?))',
    },
    {
      id: 'confirmed-on-claim',
      sentence: 'A proposal is decided only if it was confirmed.',
      property: 'exactly-true',
      contract: '8',
      text: '? = 1',
    },
    {
      id: 'digest-on-claim',
      sentence: 'A confirmation holds for the content whose digest it names.',
      property: 'confirmation',
      contract: '8',
      text: 'digest = ?',
    },
    {
      id: 'once-on-claim',
      sentence: 'A proposal is decided once.',
      property: 'confirmation',
      contract: '8',
      text: 'decided_at IS NULL',
    },
    {
      id: 'start-on-claim',
      sentence: 'A proposal is not decided before it was made.',
      property: 'domains',
      contract: '8',
      text: 'proposed_at <= ?',
    },
    {
      id: 'expiry-on-claim',
      sentence: 'A proposal is open up to its expiry second, and not from then on.',
      property: 'expiry',
      contract: '8',
      text: 'open_until > ?',
    },
    {
      id: 'one-off-on-claim',
      sentence: 'What was meant for once never becomes a lasting fact.',
      property: 'confirmation',
      contract: '8',
      text: "intent <> 'once'",
    },
  ]),
  ...within('readProposal', [
    {
      id: 'id-on-reading-proposals',
      sentence: 'The proposal with this id is read, and no other.',
      property: 'confirmation',
      contract: '8',
      text: 'id = ?',
    },
  ]),
  ...within('closeProposal', [
    {
      id: 'id-on-closing-proposals',
      sentence: 'A decision is kept with its own proposal.',
      property: 'expiry',
      contract: '8',
      text: 'id = ?',
    },
  ]),
];
