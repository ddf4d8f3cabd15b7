// What each promise is about: the refusals and the answers that put it to the test, as a table of its own.
import {
  type Operation,
  type OperationName,
  operationNames,
  type Outcome,
} from '../src/contract/operations.js';
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
