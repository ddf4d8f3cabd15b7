// The order in which each operation's checks are written: of two refusals the earlier names the fault.
import type { OperationName } from '../../src/contract/operations.js';
import type { RefusalCode } from '../../src/contract/refusals.js';

type Codes = readonly RefusalCode[];

const candidate: Codes = [
  'unknown-kind',
  'wrong-key',
  'no-evidence',
  'wrong-scope',
  'bad-text',
  'bad-value',
  'bad-time',
  'future-observation',
  'bad-confidence',
  'bad-expiry',
];

const write: Codes = [
  'exists',
  'missing',
  'stale-version',
  'tombstoned',
  'older-observation',
  'clock-backwards',
];

const remember: Codes = ['malformed', ...candidate, 'bad-version', 'scope', ...write];
const decide: Codes = [
  'malformed',
  'not-confirmed',
  'bad-time',
  'bad-version',
  'bad-text',
  'scope',
  'missing',
  'stale-version',
  'clock-backwards',
  'tombstoned',
  'not-tombstoned',
  'expired',
];
const list: Codes = ['malformed', 'scope', 'bad-time', 'bad-limit', 'bad-threshold', 'bad-text'];
const runtime: Codes = ['forged-invocation', 'malformed', 'provenance', ...remember];

/** The codes of an operation in the order of the contract; `closed` stands before all of them. */
const order: Partial<Record<OperationName, Codes>> = {
  remember,
  search: list,
  context: list,
  inspect: ['malformed', 'bad-text', 'scope'],
  forget: decide,
  restore: decide,
  prepare: [
    'malformed',
    'other-identity',
    'bad-time',
    'bad-version',
    'bad-lifetime',
    ...candidate,
    'scope',
    'missing',
    'tombstoned',
    'ahead-of-clock',
    'expired',
    'nothing-newer',
  ],
  resolve: [
    'malformed',
    'other-identity',
    'bad-time',
    'not-approved',
    'bad-choice',
    'decided-otherwise',
    'unknown-case',
    'before-prepared',
    'case-expired',
    'snapshot-changed',
    'ahead-of-clock',
    'expired',
    ...candidate,
    ...write,
  ],
  invoke: ['malformed', 'scope', 'provenance', 'bad-time'],
  create: runtime,
  update: runtime,
  read: ['forged-invocation', 'malformed', 'provenance', 'bad-text', 'scope'],
  propose: ['malformed', ...candidate, 'bad-lifetime', 'scope'],
  confirm: [
    'malformed',
    'unknown-proposal',
    'scope',
    'not-confirmed',
    'wrong-digest',
    'bad-time',
    'proposal-expired',
    'one-off',
    'stale-version',
    ...candidate,
    ...write,
  ],
};

/** Whether an operation checks for `a` before it checks for `b`. */
export function comesBefore(operation: OperationName, a: RefusalCode, b: RefusalCode): boolean {
  if (a === 'closed' || b === 'closed') return a === 'closed';
  const codes = order[operation] ?? [];
  const [left, right] = [codes.indexOf(a), codes.indexOf(b)];
  return left < 0 ? right < 0 : right < 0 || left < right;
}
