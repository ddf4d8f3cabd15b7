// The guards of a transaction: all of it or none, and what the write said is what counts.
import { type Guard, inCode, inSql } from './guard.js';

const driver = inSql('src/stores/sqlite/driver.ts');
const records = inCode('src/stores/sqlite/records.ts');
const rows = inCode('src/stores/sqlite/proposal-rows.ts');

export const transactions: readonly Guard[] = [
  ...driver('COMMIT', [
    {
      id: 'accepted-is-kept',
      sentence: 'What was accepted is in the store.',
      property: 'read-paths-agree',
      contract: '4',
      text: 'COMMIT',
    },
  ]),
  ...driver('ROLLBACK', [
    {
      id: 'refused-is-undone',
      sentence: 'A refused operation leaves nothing behind.',
      property: 'only-refusals',
      contract: '4',
      text: 'ROLLBACK',
    },
  ]),
  ...records('write', [
    {
      id: 'zero-means-insert',
      sentence: 'Version 0 asks for a new record, any other for a replacement.',
      property: 'cas',
      contract: '4',
      text: 'expectedVersion === 0',
    },
    {
      id: 'remember-changed-a-row',
      sentence: 'A remember is accepted only if its statement changed a row.',
      property: 'cas',
      contract: '4',
      text: 'changes > 0',
    },
  ]),
  ...records('forget', [
    {
      id: 'forget-changed-a-row',
      sentence: 'Forgetting is accepted only if its statement changed a row.',
      property: 'read-paths-agree',
      contract: '4',
      text: 'forget().run(now, now, tenant, subject, scope, key, expectedVersion, now).changes > 0',
    },
  ]),
  ...records('restore', [
    {
      id: 'restore-changed-a-row',
      sentence: 'Restoring is accepted only if its statement changed a row.',
      property: 'cas',
      contract: '4',
      text: 'restore().run(now, tenant, subject, scope, key, expectedVersion, now, now).changes > 0',
    },
  ]),
  ...rows('claim', [
    {
      id: 'confirmed-exactly-true',
      sentence: 'A confirmation is exactly true; 1, "yes" or an object is none.',
      property: 'exactly-true',
      contract: '2',
      text: 'confirmed === true',
    },
    {
      id: 'claim-changed-a-row',
      sentence: 'The right to decide is given only if the claim changed a row.',
      property: 'exactly-true',
      contract: '8',
      text: 'claim().run(now, id, tenant, subject, granted, yes, digest, now, now).changes > 0',
    },
  ]),
  ...rows('keptFrom', [
    {
      id: 'undecided-is-null',
      sentence: 'A proposal without a stored decision is open.',
      property: 'only-refusals',
      contract: '8',
      text: 'row.decision === null',
      exempt: [
        {
          operator: 'ConditionalExpression',
          replacement: 'false',
          reason: 'Nothing, read as JSON, is null again.',
        },
      ],
    },
  ]),
];
