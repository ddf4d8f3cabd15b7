// What a refusal shows that only one side gave, or that both gave for different reasons.
import type { RefusalCode } from '../../src/contract/refusals.js';
import type { Address } from '../../src/contract/identity.js';
import type { Divergence } from '../../src/engine/drive.js';
import { whereLost } from './answers.js';
import { comesBefore } from './check-order.js';
import { type Finding, type Intruder, isFields, written } from './finding.js';
import { addressIn, canonical, intruderOf, lastWrite, recordOf, strangeness } from './records.js';

/** Refusals without a reason in a sequence: nobody else writes, and the disk is there. */
const withoutReason: ReadonlySet<RefusalCode> = new Set<RefusalCode>(['busy', 'timeout', 'io']);

/** Codes that tell of a record: who gives one has found something at the address. */
const tellsOfRecord: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  'exists',
  'stale-version',
  'tombstoned',
  'not-tombstoned',
  'older-observation',
  'clock-backwards',
  'expired',
  'ahead-of-clock',
  'nothing-newer',
]);

/** The version a call is based on, if it names one. */
function basedOn({ call }: Divergence): number | undefined {
  const { terms } = call.operation as { readonly terms?: unknown };
  const version = isFields(terms) ? terms['expectedVersion'] : undefined;
  return typeof version === 'number' ? version : undefined;
}

/** Where the model has no record, the store may have gone on with somebody else's. */
function mistaken(d: Divergence, at: Address): Intruder | undefined {
  const { expected, actual } = d;
  if ('code' in expected && expected.code !== 'missing') return undefined;
  const namesakes = [...d.before.records.values()].filter(({ key }) => key === at.key);
  const version = basedOn(d);
  const found =
    'code' in actual
      ? namesakes.filter(() => tellsOfRecord.has(actual.code))
      : namesakes.filter(
          (record) =>
            record.version === version && 'ok' in actual && actual.ok === record.version + 1,
        );
  const why = strangeness(found, at, at.scope);
  return why === 'not-written' ? undefined : why;
}

/** A decision that was made is given once more; what comes instead is no matter of its code. */
function isRepetition({ call, before, expected }: Divergence): boolean {
  const { operation } = call;
  const decided =
    operation.do === 'resolve'
      ? before.cases.get(operation.case)?.decided?.outcome
      : operation.do === 'confirm'
        ? before.proposals.get(operation.proposal)?.decided
        : undefined;
  return decided !== undefined && written(decided) === written(expected);
}

/** What the record at the address tells of the refusal, or of its absence. */
function recordTells(
  d: Divergence,
  wanted?: RefusalCode,
  given?: RefusalCode,
): Finding | undefined {
  const operation = d.call.operation.do;
  const named = addressIn(d, d.call.operation);
  if (named === undefined) return undefined;
  const at = canonical(d, named);
  const record = recordOf(d.before, at);
  const isFirst = (code: RefusalCode): boolean =>
    given === code && (wanted === undefined || comesBefore(operation, code, wanted));
  if (record === undefined) {
    const shown = 'ok' in d.actual && isFields(d.actual.ok) ? d.actual.ok['current'] : undefined;
    if (operation === 'prepare' && wanted === 'missing' && isFields(shown)) {
      const whatever = { scope: at.scope, now: 0, minConfidence: 0, text: '' };
      return { operation, what: 'intruder', why: intruderOf(d, whatever, shown) };
    }
    const why = mistaken(d, at);
    return why && { operation, what: 'intruder', why };
  }
  const { when } = lastWrite(d, record, true);
  if (isFirst('snapshot-changed') && when === 'after-refusal')
    return { operation, what: 'changed', fields: [], when };
  if (!isFirst('missing')) return undefined;
  if (operation === 'prepare') return { operation, what: 'lost', where: whereLost(d, record) };
  return named.key === record.key ? undefined : { operation, what: 'lost', where: 'by-alias' };
}

/** One side refused, or both for different reasons: then the earlier check is in question. */
export function codeFinding(d: Divergence): Finding {
  const { expected, actual } = d;
  const operation = d.call.operation.do;
  const version = basedOn(d);
  const about = (code: RefusalCode, isExpected: boolean): Finding => ({
    operation,
    what: 'code',
    code,
    expected: isExpected,
    ...(version === undefined ? {} : { version }),
  });
  const wanted = 'code' in expected ? expected.code : undefined;
  const given = 'code' in actual ? actual.code : undefined;
  if (given !== undefined && withoutReason.has(given)) return about(given, false);
  if (wanted === 'closed' || given === 'closed') return about('closed', wanted === 'closed');
  if (isRepetition(d)) return { operation, what: 'result', fields: ['decision'] };
  const told = recordTells(d, wanted, given);
  if (told !== undefined) return told;
  return wanted !== undefined && (given === undefined || comesBefore(operation, wanted, given))
    ? about(wanted, true)
    : about(given as RefusalCode, false);
}
