// The guards of a refusal's reason: a write that changed nothing names the first failing condition.
import { type Guard, inCode } from './guard.js';

const within = inCode('src/guards/explain.ts');
const contract = '5';

/** The statement has decided by then; each of these only finds out why. */
export const explanations: readonly Guard[] = [
  ...within('clockBackwards', [
    {
      id: 'clock-is-named',
      sentence: 'A write before the last change is refused as `clock-backwards`.',
      property: 'only-refusals',
      contract,
      text: 'now < record.updatedAt',
    },
  ]),
  ...within('explainRemember', [
    {
      id: 'absence-is-named-to-remember',
      sentence: 'A replacement where no record is, is refused as `missing`.',
      property: 'only-refusals',
      contract,
      text: 'record === undefined',
    },
    {
      id: 'zero-is-never-missing',
      sentence: 'Version 0 where no record is, is no reason to refuse.',
      property: 'only-refusals',
      contract,
      text: 'expectedVersion === 0',
      exempt: [
        {
          operator: 'ConditionalExpression',
          replacement: 'false',
          reason: 'Version 0 where no record is has been written, so that nobody asks why not.',
        },
      ],
    },
    {
      id: 'version-is-named-to-remember',
      sentence: 'A replacement of another version is refused as `stale-version`.',
      property: 'cas',
      contract,
      text: 'record.version !== expectedVersion',
    },
    {
      id: 'tombstone-is-named-to-remember',
      sentence: 'A replacement of a forgotten record is refused as `tombstoned`.',
      property: 'tombstones',
      contract,
      text: 'record.deletedAt !== null',
    },
    {
      id: 'observation-is-named-to-remember',
      sentence: 'A replacement by an earlier observation is refused as `older-observation`.',
      property: 'observation-order',
      contract,
      text: 'observedAt < record.observedAt',
    },
  ]),
  ...within('explainDecision', [
    {
      id: 'version-is-named-to-decisions',
      sentence: 'Forgetting or restoring another version is refused as `stale-version`.',
      property: 'cas',
      contract,
      text: 'record.version !== expectedVersion',
    },
  ]),
  ...within('explainForget', [
    {
      id: 'absence-is-named-to-forget',
      sentence: 'Forgetting what is not there is refused as `missing`.',
      property: 'only-refusals',
      contract,
      text: 'record === undefined',
    },
    {
      id: 'tombstone-is-named-to-forget',
      sentence: 'Forgetting what is forgotten is refused as `tombstoned`.',
      property: 'only-refusals',
      contract,
      text: 'record.deletedAt === null',
      exempt: [
        {
          operator: 'ConditionalExpression',
          replacement: 'false',
          reason: 'It is the last reason that is left, and one of them holds.',
        },
      ],
    },
  ]),
  ...within('explainRestore', [
    {
      id: 'absence-is-named-to-restore',
      sentence: 'Restoring what is not there is refused as `missing`.',
      property: 'only-refusals',
      contract,
      text: 'record === undefined',
    },
    {
      id: 'common-reasons-are-named-to-restore',
      sentence: 'Version and clock are looked at before what only a restore asks.',
      property: 'clock-order',
      contract,
      text: 'refusal !== undefined',
    },
    {
      id: 'life-is-named-to-restore',
      sentence: 'Restoring what was not forgotten is refused as `not-tombstoned`.',
      property: 'tombstones',
      contract,
      text: 'record.deletedAt === null',
    },
    {
      id: 'expiry-is-named-to-restore',
      sentence: 'Restoring from the expiry second on is refused as `expired`.',
      property: 'only-refusals',
      contract,
      text: 'record.expiresAt !== null && record.expiresAt <= terms.now',
      exempt: [
        {
          operator: 'ConditionalExpression',
          replacement: 'true',
          reason: 'It is the last reason that is left, and one of them holds.',
        },
        {
          operator: 'LogicalOperator',
          replacement: 'record.expiresAt !== null || record.expiresAt <= terms.now',
          reason: 'A record that comes there has expired, so that either half holds.',
        },
      ],
    },
  ]),
];
