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

/** Where a call writes to, as far as it says so: a payload has no scope of its own. */
interface Target extends Person {
  readonly key: string;
  readonly scope: unknown;
  readonly value: unknown;
}

function target(state: State, operation: Operation): Target | undefined {
  const fields = operation as unknown as Fields;
  const content = [fields['fact'], fields['candidate'], fields['payload'], fields].find(
    (each): each is Fields => isFields(each) && typeof each['key'] === 'string',
  );
  if (content === undefined) return undefined;
  const key = canonicalKey(state.setup.policy, content['key'] as string);
  const { tenant, subject } = 'as' in operation ? operation.as : state.setup.principal;
  const scope = content['scope'] ?? fields['scope'];
  return { tenant, subject, key, scope, value: content['value'] };
}

const isAt = (at: Target, record: Address): boolean =>
  at.key === record.key &&
  at.tenant === record.tenant &&
  at.subject === record.subject &&
  (at.scope === undefined || at.scope === record.scope);

/** Whether the record held this value before: then it is an old answer and not somebody else's. */
const heldBefore = (d: Divergence, record: MemoryRecord, given: Fields): boolean =>
  Number(given['version']) < record.version &&
  d.log.some(({ call, expected }) => {
    const at = target(d.before, call.operation);
    return 'ok' in expected && at !== undefined && at.value === given['value'] && isAt(at, record);
  });

interface LastWrite {
  readonly when: Exclude<Change, 'stale'>;
  readonly by: OperationName | undefined;
}

/** The last thing that could change the record: a reopen, a refused write, or an accepted one. */
export function lastWrite(d: Divergence, record: Address): LastWrite {
  for (const { call, expected } of d.log.toReversed()) {
    const { operation } = call;
    if (operation.do === 'reopen') return { when: 'reopened', by: undefined };
    if (!writes.has(operation.do)) continue;
    const at = target(d.before, operation);
    if (at === undefined || isAt(at, record))
      return { when: 'ok' in expected ? 'plain' : 'after-refusal', by: operation.do };
  }
  return { when: 'plain', by: undefined };
}

/** Both sides give the record, but not the same one. */
export function changeOf(d: Divergence, expected: MemoryRecord, actual: Fields): Finding {
  const fields = differing(expected as unknown as Fields, actual);
  const { when, by } = lastWrite(d, expected);
  const stale = Number(actual['version']) < expected.version && when !== 'reopened';
  const operation = d.call.operation.do;
  return { operation, what: 'changed', fields, when: stale ? 'stale' : when, by };
}

/** Two records with these in common hold the same content. */
const content = ['key', 'value', 'sourceRef', 'observedAt', 'version'] as const;

/** Whose content this is: somebody else's record, word for word, or nobody's. */
export function strangerOf(state: State, who: Person, scope: unknown, given: Fields): Intruder {
  const distance = (record: MemoryRecord): number =>
    Number(record.tenant !== who.tenant) * 4 +
    Number(record.subject !== who.subject) * 2 +
    Number(record.scope !== scope);
  const nearest = [...state.records.values()]
    .filter((record) => content.every((field) => record[field] === given[field]))
    .filter((record) => distance(record) > 0)
    .toSorted((a, b) => distance(a) - distance(b))[0];
  if (nearest === undefined) return 'not-written';
  if (nearest.tenant !== who.tenant) return 'other-tenant';
  if (nearest.subject !== who.subject) return 'other-subject';
  return 'other-scope';
}

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
  const isOwn = own !== undefined && content.every((field) => own[field] === given[field]);
  if (!isOwn) {
    const stranger = strangerOf(d.before, { tenant, subject }, scope, given);
    if (own !== undefined && heldBefore(d, own, given)) return 'stale';
    if (own === undefined || stranger !== 'not-written') return stranger;
    if (Number(given['version']) < own.version) return 'stale';
  }
  const standing = stateAt(own, wanted.now);
  if (standing !== 'active') return standing;
  if (own.confidence < wanted.minConfidence) return 'unsure';
  return own.value.includes(wanted.text) ? 'beyond-limit' : 'text-differs';
}
