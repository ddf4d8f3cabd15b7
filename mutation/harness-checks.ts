// What a broken harness must not do: pass a broken store, fail a good one, or blame the wrong promise.
import { strict as assert } from 'node:assert';
import { canaryChecks } from './canary-checks.js';
import { catchingChecks, shrinkingChecks } from './catching-checks.js';
import { type Check, type CreateChecks, type RoundOptions, story } from './check.js';
import { defectChecks } from './defect-checks.js';
import { engineChecks } from './engine-checks.js';
import { generatorChecks, tableChecks } from './generator-checks.js';
import { sequenceCheck } from './sequence-checks.js';
import { smallerChecks } from './shrinking-checks.js';

/** Each round as one test: whatever property is blamed for the good store, the harness is wrong. */
const passing = (round: RoundOptions, at: number): Check =>
  story(`sqlite-passes-${at + 1}`, `The SQLite store passes in round ${at + 1}.`, async () => {
    const failure = await sequenceCheck(round, 1 + at).run();
    assert.equal(failure?.message, undefined);
  });

/** The quickest first: what plays many sequences comes last. */
export const createChecks: CreateChecks = ({ rounds }) => {
  const [first, ...others] = rounds.map(passing);
  return [
    ...canaryChecks,
    ...engineChecks,
    ...smallerChecks,
    ...(first === undefined ? [] : [first]),
    ...tableChecks,
    ...defectChecks,
    ...catchingChecks,
    ...shrinkingChecks,
    ...others,
    ...generatorChecks,
  ];
};
