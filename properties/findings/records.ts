// What one record shows: whose it is, when it came to differ, why it should not have been given.
import { canonicalKey } from '../../models/candidate.js';
import { stateAt } from '../../models/memory.js';
import type { State } from '../../models/state.js';
import type { MemoryRecord } from '../../src/contract/fact.js';
import type { Address, Identity } from '../../src/contract/identity.js';
import type { Operation, OperationName } from '../../src/contract/operations.js';
import type { Divergence } from '../../src/engine/drive.js';
import {
  type Change,
  differing,
  type Fields,
  type Finding,
  type Intruder,
  isFields,
  written,
} from './finding.js';

export type Person = Pick<Identity, 'tenant' | 'subject'>;

/** Who asked: the caller, or the principal behind an invocation. */
export const askerOf = ({ before, call }: Divergence): Identity =>
  'as' in call.operation ? call.operation.as : before.setup.principal;

export const recordOf = (state: State, address: Address): MemoryRecord | undefined =>
  [...state.records.values()].find(
    (each) =>
      each.tenant === address.tenant &&
      each.subject === address.subject &&
      each.scope === address.scope &&
      each.key === address.key,
  );

/** Operations that may change a record; the last one at its address says when it changed. */
const writes: ReadonlySet<OperationName> = new Set<OperationName>([
  'remember',
  'forget',
  'restore',
  'resolve',
  'create',
  'update',
  'confirm',
]);

/** The address an operation names, or the one its case or proposal was made for. */
export function addressIn(d: Divergence, operation: Operation): Address | undefined {
  const fields = operation as unknown as Fields;
  const content = [fields['fact'], fields['candidate'], fields['payload'], fields].find(
    (each): each is Fields => isFields(each) && typeof each['key'] === 'string',
  );
  if (content === undefined) return addressOfLabel(d, operation);
  const issued =
    'invocation' in operation && typeof operation.invocation === 'string'
      ? d.before.invocations.get(operation.invocation)
      : undefined;
  const { tenant, subject } = 'as' in operation ? operation.as : d.before.setup.principal;
  const scope = (content['scope'] ?? issued?.scope) as string;
  return { tenant, subject, scope, key: content['key'] as string };
}

function addressOfLabel(d: Divergence, operation: Operation): Address | undefined {
  const label =
    operation.do === 'resolve'
      ? operation.case
      : operation.do === 'confirm'
        ? operation.proposal
        : undefined;
  const made = d.log.find(
    ({ call, expected }) =>
      'ok' in expected &&
      (call.operation.do === 'prepare' || call.operation.do === 'propose') &&
      call.operation.label === label,
  );
  return made && addressIn(d, made.call.operation);
}

/** The same address with its canonical key. */
export const canonical = ({ before }: Divergence, address: Address): Address => ({
  ...address,
  key: canonicalKey(before.setup.policy, address.key),
});

const isAt = (d: Divergence, address: Address | undefined, record: Address): boolean => {
  if (address === undefined) return false;
  const { tenant, subject, scope, key } = canonical(d, address);
  return (
    tenant === record.tenant &&
    subject === record.subject &&
    scope === record.scope &&
    key === record.key
  );
};

export interface LastWrite {
  readonly when: Exclude<Change, 'stale'>;
  readonly by?: OperationName;
  /** The handle it went through. */
  readonly client?: number;
}

/** A decision that leaves the record as it is. */
const keeps = (answer: unknown): boolean =>
  isFields(answer) && ['kept', 'unchanged'].includes(String(answer['outcome']));

/** What last changed the record: a reopen, a refused write (if those count), or a write. */
export function lastWrite(d: Divergence, record: Address, countRefused: boolean): LastWrite {
  for (const { call, expected, changed } of d.log.toReversed()) {
    const { client, operation } = call;
    const by = operation.do;
    if (by === 'reopen') return { when: 'reopened' };
    const counts = 'ok' in expected ? changed && !keeps(expected.ok) : countRefused;
    if (!writes.has(by) || !counts || !isAt(d, addressIn(d, operation), record)) continue;
    return { when: 'ok' in expected ? 'plain' : 'after-refusal', by, client };
  }
  return { when: 'plain' };
}

/** Both sides give the record, but not the same one. */
export function changeOf(d: Divergence, expected: MemoryRecord, actual: Fields): Finding {
  const fields = differing(expected as unknown as Fields, actual);
  const isOlder = Number(actual['version']) < expected.version;
  // An older version is no trace of a refused write: only a reopen could have brought it back.
  const { when, by } = lastWrite(d, expected, !isOlder);
  const stale = isOlder && when !== 'reopened';
  return {
    operation: d.call.operation.do,
    what: 'changed',
    fields,
    when: stale ? 'stale' : when,
    ...(by === undefined ? {} : { by }),
  };
}

const content = [
  'kind',
  'value',
  'sourceRef',
  'observedAt',
  'updatedAt',
  'confidence',
  'expiresAt',
  'version',
] as const;

const sameContent = (record: MemoryRecord, given: Fields): boolean =>
  content.every((field) => written(record[field]) === written(given[field]));

/** In which part of the address these records are strange: the gravest, where one alone differs. */
export function strangeness(list: readonly MemoryRecord[], who: Person, scope: unknown): Intruder {
  const reasons = ['other-tenant', 'other-subject', 'other-scope'] as const;
  const parts = list.map((record): readonly boolean[] => [
    record.tenant !== who.tenant,
    record.subject !== who.subject,
    record.scope !== scope,
  ]);
  const strange = parts.filter((each) => each.includes(true));
  const single = strange.filter((each) => each.filter(Boolean).length === 1);
  const among = single.length > 0 ? single : strange;
  return reasons.find((_, at) => among.some((each) => each[at])) ?? 'not-written';
}

/** Whose content this is: somebody else's record, word for word, or nobody's. */
export const strangerOf = (state: State, who: Person, scope: unknown, given: Fields): Intruder =>
  strangeness(
    [...state.records.values()].filter(
      (record) => record.key === given['key'] && sameContent(record, given),
    ),
    who,
    scope,
  );

/** What the asker wanted: a scope at a moment, above a threshold, with a text. */
export interface Wanted {
  readonly scope: unknown;
  readonly now: number;
  readonly minConfidence: number;
  readonly text: string;
}

/** Why a record that was given should not have been. */
export function intruderOf(d: Divergence, wanted: Wanted, given: Fields): Intruder {
  const { tenant, subject } = askerOf(d);
  // A fact has no tenant and subject of its own; a record says whose it is.
  if ((given['tenant'] ?? tenant) !== tenant) return 'other-tenant';
  if ((given['subject'] ?? subject) !== subject) return 'other-subject';
  if (given['scope'] !== wanted.scope) return 'other-scope';
  const scope = wanted.scope as string;
  const own = recordOf(d.before, { tenant, subject, scope, key: given['key'] as string });
  if (own === undefined || !sameContent(own, given)) {
    const stranger = strangerOf(d.before, { tenant, subject }, scope, given);
    if (own === undefined || stranger !== 'not-written') return stranger;
    if (Number(given['version']) < own.version) return 'stale';
  }
  const standing = stateAt(own, wanted.now);
  if (standing !== 'active') return standing;
  if (own.confidence < wanted.minConfidence) return 'unsure';
  return own.value.includes(wanted.text) ? 'beyond-limit' : 'text-differs';
}
