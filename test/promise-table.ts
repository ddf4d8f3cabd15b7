// What each promise is about: the refusals and the answers that put it to the test, as a table of its own.
import {
  type Operation,
  type OperationName,
  operationNames,
  type Outcome,
} from '../src/contract/operations.js';
import type { Change, Finding, Intruder, Loss } from '../properties/findings/finding.js';
import type { Capability } from '../src/contract/port.js';
import { type RefusalCode, refusals } from '../src/contract/refusals.js';
import { no, yes } from './blame-table.js';

const domains: readonly RefusalCode[] = [
  'malformed',
  'bad-text',
  'bad-time',
  'future-observation',
  'bad-confidence',
  'bad-version',
  'bad-limit',
  'bad-threshold',
  'bad-lifetime',
];

/** The refusals that are a matter of a promise, whoever asks. */
const codes: Readonly<Record<string, readonly RefusalCode[]>> = {
  closed: ['closed'],
  'scope-isolation': ['scope'],
  'exactly-true': ['not-confirmed', 'not-approved'],
  evidence: ['no-evidence'],
  policy: ['unknown-kind', 'wrong-key', 'wrong-scope', 'bad-value'],
  invocation: ['forged-invocation', 'exists'],
  provenance: ['provenance'],
  review: ['other-identity', 'nothing-newer'],
  cas: ['stale-version', 'missing'],
  expiry: ['expired', 'case-expired', 'proposal-expired', 'bad-expiry'],
  tombstones: ['tombstoned', 'not-tombstoned'],
  'clock-order': ['clock-backwards', 'ahead-of-clock'],
  'observation-order': ['older-observation'],
  domains,
  'only-refusals': Object.keys(refusals) as RefusalCode[],
};

/** The operations that put a promise to the test, whatever comes of them. */
const operations: Readonly<Record<string, readonly OperationName[]>> = {
  confirmation: ['confirm'],
  review: ['resolve'],
  provenance: ['create', 'update'],
  durability: ['reopen'],
};

/** The operations whose answers put a promise to the test. */
const answers: Readonly<Record<string, readonly OperationName[]>> = {
  'no-aliasing': operationNames.filter((name) => name !== 'close'),
  'tenant-isolation': ['search', 'inspect', 'records'],
  'subject-isolation': ['search', 'inspect', 'records'],
  'round-trip': ['search', 'inspect', 'records'],
  'refused-changes-nothing': ['search', 'inspect', 'records'],
  'read-paths-agree': ['search', 'inspect', 'context'],
  confidence: ['search'],
  context: ['context'],
};

/** Those of which only some answers do: which are given here. */
const someAnswers: Readonly<Record<string, readonly Case[]>> = {
  'literal-text': [[{ do: 'search', terms: { now: 1, text: 'a' } } as Operation, yes([])]],
  'order-and-limit': [
    [{ do: 'search', terms: { now: 1 } } as Operation, yes([{}, {}])],
    [{ do: 'context', terms: { now: 1 } } as Operation, yes({ facts: [] })],
  ],
};

type Case = readonly [Operation, Outcome];

const callTo = (name: OperationName, expectedVersion = 1): Operation =>
  ({ do: name, terms: { now: 1, expectedVersion } }) as Operation;

/** Each case with the promises it puts to the test, in the order of their names. */
export function* stakes(): Generator<readonly [Case, readonly string[]]> {
  const sorted = (...ids: readonly string[]): readonly string[] => [...new Set(ids)].toSorted();
  const naming = <T>(table: Readonly<Record<string, readonly T[]>>, what: T): readonly string[] =>
    Object.keys(table).filter((id) => table[id]?.includes(what));
  for (const name of operationNames) {
    const always = naming(operations, name);
    yield [[callTo(name), yes(undefined)], sorted(...always, ...naming(answers, name))];
    for (const code of Object.keys(refusals) as RefusalCode[])
      yield [[callTo(name), no(code)], sorted(...always, ...naming(codes, code))];
  }
  for (const [id, cases] of Object.entries(someAnswers))
    for (const each of cases)
      yield [each, sorted(id, ...naming(answers, each[0].do), ...naming(operations, each[0].do))];
  // One fact has no order.
  yield [[callTo('search'), yes([{}])], sorted(...naming(answers, 'search'))];
}

const byReview: readonly OperationName[] = ['prepare', 'resolve'];
const ofReview: readonly RefusalCode[] = [
  'unknown-case',
  'snapshot-changed',
  'decided-otherwise',
  'before-prepared',
  'bad-choice',
];
const ofConfirmation: readonly RefusalCode[] = ['unknown-proposal', 'wrong-digest', 'one-off'];
/** What a service decides by itself where it writes on behalf of somebody. */
const decidedByService: readonly RefusalCode[] = ['stale-version', 'missing', 'older-observation'];

/** The promise that is broken where only one side refuses with this code. */
function brokenBy(name: OperationName, code: RefusalCode): string {
  if (['busy', 'timeout', 'io'].includes(code)) return 'only-refusals';
  if (ofReview.includes(code)) return 'review';
  if (ofConfirmation.includes(code)) return 'confirmation';
  if (decidedByService.includes(code)) {
    if (byReview.includes(name)) return 'review';
    if (name === 'confirm') return 'confirmation';
  }
  return Object.keys(codes).find((id) => codes[id]?.includes(code)) ?? 'unattributed';
}

const neverRefused: readonly OperationName[] = ['close', 'reopen', 'records'];

/** Calls that one side refuses, with the promise that is broken. */
export function* refusalCases(): Generator<readonly [Operation, RefusalCode, string]> {
  const asking = operationNames.filter((name) => !neverRefused.includes(name));
  for (const name of asking)
    for (const code of Object.keys(refusals) as RefusalCode[])
      yield [callTo(name, 1), code, brokenBy(name, code)];
  // An update on version 0 would create: that is no matter of versions.
  yield [callTo('update', 0), 'missing', 'invocation'];
}

/** Fields that differ in a record both sides give, since when, and what wrote it. */
const changes: readonly (readonly [
  fields: readonly string[],
  when: Change,
  by: OperationName,
  property: string,
])[] = [
  [['value'], 'plain', 'remember', 'round-trip'],
  [['value'], 'stale', 'remember', 'read-paths-agree'],
  [['value'], 'reopened', 'remember', 'durability'],
  [['value'], 'after-refusal', 'remember', 'refused-changes-nothing'],
  [['tenant', 'value'], 'plain', 'remember', 'tenant-isolation'],
  [['subject', 'value'], 'plain', 'remember', 'subject-isolation'],
  [['key', 'value'], 'plain', 'remember', 'policy'],
  [['deletedAt', 'value'], 'plain', 'forget', 'tombstones'],
  [['deletedAt'], 'after-refusal', 'forget', 'refused-changes-nothing'],
  [['actor', 'value'], 'plain', 'create', 'provenance'],
  [['provenance', 'value'], 'plain', 'create', 'provenance'],
  [['actor'], 'stale', 'create', 'read-paths-agree'],
  [['evidence'], 'plain', 'confirm', 'confirmation'],
  [['evidence', 'value'], 'plain', 'confirm', 'round-trip'],
  [['evidence'], 'plain', 'remember', 'round-trip'],
  [['evidence'], 'after-refusal', 'confirm', 'refused-changes-nothing'],
  [['sourceRef', 'observedAt'], 'plain', 'resolve', 'review'],
  [['sourceRef', 'value'], 'plain', 'resolve', 'round-trip'],
  [['observedAt'], 'plain', 'remember', 'round-trip'],
  [['observedAt'], 'after-refusal', 'resolve', 'refused-changes-nothing'],
];

/** What a divergence shows, and the promise that is broken by it. */
export const brokenPromises: readonly (readonly [Finding, string])[] = [
  [{ operation: 'search', what: 'threw' }, 'only-refusals'],
  [{ operation: 'search', what: 'scribbled' }, 'no-aliasing'],
  [{ operation: 'search', what: 'order' }, 'order-and-limit'],
  [{ operation: 'remember', what: 'version' }, 'cas'],
  ...Object.entries({
    'other-tenant': 'tenant-isolation',
    'other-subject': 'subject-isolation',
    'other-scope': 'scope-isolation',
    stale: 'read-paths-agree',
    deleted: 'tombstones',
    expired: 'expiry',
    ahead: 'clock-order',
    unsure: 'confidence',
    'text-differs': 'literal-text',
    'not-written': 'refused-changes-nothing',
  } as const satisfies Partial<Record<Intruder, string>>).map(
    ([why, property]): readonly [Finding, string] => [
      { operation: 'search', what: 'intruder', why: why as Intruder },
      property,
    ],
  ),
  ...Object.entries({
    reopened: 'durability',
    'after-refusal': 'refused-changes-nothing',
    'by-alias': 'policy',
    limit: 'order-and-limit',
    threshold: 'confidence',
    text: 'literal-text',
    'last-second': 'expiry',
    plain: 'read-paths-agree',
  } as const satisfies Record<Loss, string>).map(
    ([where, property]): readonly [Finding, string] => [
      { operation: 'search', what: 'lost', where: where as Loss },
      property,
    ],
  ),
  ...changes.map(([fields, when, by, property]): readonly [Finding, string] => [
    { operation: 'inspect', what: 'changed', fields, when, by },
    property,
  ]),
  ...Object.entries({
    create: 'provenance',
    update: 'provenance',
    invoke: 'provenance',
    confirm: 'confirmation',
    propose: 'confirmation',
    prepare: 'review',
    resolve: 'review',
    context: 'context',
    reopen: 'durability',
    remember: 'unattributed',
    search: 'unattributed',
  } as const satisfies Partial<Record<OperationName, string>>).map(
    ([operation, property]): readonly [Finding, string] => [
      { operation: operation as OperationName, what: 'result', fields: ['outcome'] },
      property,
    ],
  ),
];

/** What a store must claim before it makes a promise; the others are made by every store. */
export const needed: Readonly<Record<string, readonly Capability[]>> = {
  closed: ['durable'],
  cas: ['versions'],
  confidence: ['confidence'],
  confirmation: ['evidence', 'inspect'],
  'exactly-true': ['tombstones'],
  evidence: ['evidence'],
  expiry: ['expiry'],
  invocation: ['provenance'],
  'observation-order': ['versions'],
  policy: ['evidence'],
  provenance: ['provenance'],
  review: ['review'],
  durability: ['durable'],
  'literal-text': ['text-search'],
  tombstones: ['tombstones'],
};
