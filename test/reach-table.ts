// What sequences must come to, operation by operation: a generator that skips one tries its guard no more.
import type { OperationName } from '../src/contract/operations.js';
import { type RefusalCode, refusals } from '../src/contract/refusals.js';

/**
 * Refusals that some forty sequences meet many times. What is missing from a row is rare, or cannot
 * be: a call that is refused for one reason is not refused for the next.
 */
export const reached: Readonly<Record<OperationName, readonly RefusalCode[]>> = {
  remember: [
    'closed',
    'malformed',
    'bad-time',
    'bad-text',
    'scope',
    'bad-confidence',
    'bad-expiry',
    'bad-version',
    'unknown-kind',
    'wrong-key',
    'wrong-scope',
    'no-evidence',
    'missing',
    'tombstoned',
    'stale-version',
    'future-observation',
    'older-observation',
  ],
  search: ['closed', 'malformed', 'bad-time', 'bad-text', 'bad-limit', 'bad-threshold', 'scope'],
  context: ['closed', 'malformed', 'bad-time', 'scope'],
  inspect: ['closed', 'malformed', 'bad-text', 'scope'],
  forget: [
    'closed',
    'malformed',
    'bad-time',
    'bad-text',
    'scope',
    'bad-version',
    'not-confirmed',
    'missing',
    'stale-version',
    'clock-backwards',
  ],
  restore: [
    'closed',
    'malformed',
    'bad-time',
    'bad-version',
    'scope',
    'not-confirmed',
    'missing',
    'not-tombstoned',
    'expired',
    'stale-version',
    'clock-backwards',
  ],
  prepare: [
    'closed',
    'malformed',
    'bad-time',
    'bad-text',
    'bad-version',
    'bad-lifetime',
    'bad-expiry',
    'other-identity',
    'tombstoned',
    'expired',
    'nothing-newer',
    'ahead-of-clock',
  ],
  resolve: [
    'closed',
    'malformed',
    'bad-time',
    'bad-choice',
    'not-approved',
    'unknown-case',
    'other-identity',
    'case-expired',
    'snapshot-changed',
    'decided-otherwise',
    'before-prepared',
    'bad-expiry',
  ],
  invoke: ['closed', 'malformed', 'bad-time', 'scope', 'provenance'],
  create: [
    'closed',
    'malformed',
    'bad-time',
    'forged-invocation',
    'provenance',
    'wrong-scope',
    'no-evidence',
    'exists',
  ],
  update: [
    'closed',
    'malformed',
    'bad-time',
    'bad-version',
    'forged-invocation',
    'provenance',
    'wrong-scope',
    'no-evidence',
    'missing',
    'stale-version',
  ],
  read: ['closed', 'malformed', 'bad-text', 'forged-invocation', 'provenance'],
  propose: [
    'closed',
    'malformed',
    'bad-time',
    'bad-text',
    'bad-lifetime',
    'bad-expiry',
    'bad-confidence',
    'no-evidence',
  ],
  confirm: [
    'closed',
    'malformed',
    'bad-time',
    'bad-text',
    'not-confirmed',
    'scope',
    'unknown-proposal',
    'wrong-digest',
    'proposal-expired',
    'one-off',
    'stale-version',
    'tombstoned',
    'older-observation',
  ],
  close: [],
  records: [],
  reopen: [],
};

/** Refusals that no sequence on a working store can meet. */
const unreachable: readonly string[] = ['busy', 'timeout', 'io'] satisfies RefusalCode[];

/** `operation: code` for every pair that these calls did not come to, and the codes of no call at all. */
export function notReached(
  calls: Iterable<readonly [operation: OperationName, code: string]>,
): readonly string[] {
  const met = new Set<string>(unreachable);
  for (const [operation, code] of calls) met.add(code).add(`${operation}: ${code}`);
  const pairs = Object.entries(reached).flatMap(([operation, codes]) =>
    ['ok', ...codes].map((code) => `${operation}: ${code}`),
  );
  return [...pairs, ...Object.keys(refusals)].filter((each) => !met.has(each));
}
