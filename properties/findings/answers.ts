// What two answers show when both sides accepted: single records, raw rows, results of writes.
import type { FoundFact, MemoryRecord } from '../../src/contract/fact.js';
import type { OperationName } from '../../src/contract/operations.js';
import type { Divergence } from '../../src/engine/drive.js';
import { differing, type Fields, type Finding, isFields, type Loss } from './finding.js';
import { listFinding } from './lists.js';
import {
  addressIn,
  canonical,
  changeOf,
  intruderOf,
  lastWrite,
  recordOf,
  strangerOf,
  type Wanted,
} from './records.js';

type Facts = readonly FoundFact[];

/** inspect and read: one record, wanted or not. */
function recordFinding(d: Divergence, expected: unknown, actual: unknown): Finding {
  const { operation } = d.call;
  const name = operation.do;
  if (expected === undefined && isFields(actual))
    return { operation: name, what: 'intruder', why: intruderOf(d, wantedRecord(d), actual) };
  if (!isFields(expected)) return { operation: name, what: 'result', fields: ['record'] };
  const record = expected as unknown as MemoryRecord;
  if (isFields(actual)) return changeOf(d, record, actual);
  return { operation: name, what: 'lost', where: whereLost(d, record) };
}

/** Why a read gives nothing where a record is. */
export function whereLost(d: Divergence, record: MemoryRecord): Loss {
  const { when } = lastWrite(d, record, false);
  const asked = addressIn(d, d.call.operation);
  if (when === 'reopened') return 'reopened';
  return asked !== undefined && asked.key !== record.key ? 'by-alias' : 'plain';
}

/** prepare shows the current record beside the candidate. */
function caseFinding(d: Divergence, expected: Fields, actual: Fields): Finding {
  const operation = d.call.operation.do;
  const fields = differing(expected, actual);
  const { current } = actual;
  return fields.length === 1 && fields[0] === 'current' && isFields(current)
    ? changeOf(d, expected['current'] as MemoryRecord, current)
    : { operation, what: 'result', fields };
}

/** propose tells the version it found. */
function proposalFinding(d: Divergence, expected: Fields, actual: Fields): Finding {
  const operation = d.call.operation.do;
  const fields = differing(expected, actual);
  if (fields.length !== 1 || fields[0] !== 'baseVersion')
    return { operation, what: 'result', fields };
  const address = addressIn(d, d.call.operation);
  const record = address && recordOf(d.before, canonical(d, address));
  if (record === undefined) return { operation, what: 'intruder', why: 'not-written' };
  const version = Number(actual['baseVersion']);
  return version === 0
    ? { operation, what: 'lost', where: whereLost(d, record) }
    : changeOf(d, record, { ...record, version });
}

const versioned: ReadonlySet<OperationName> = new Set<OperationName>([
  'resolve',
  'create',
  'update',
  'confirm',
]);

/** What a write, a decision or a runtime gave back. */
function resultFinding(d: Divergence, expected: unknown, actual: unknown): Finding {
  const operation = d.call.operation.do;
  if (typeof expected === 'number') return { operation, what: 'version' };
  const fields = isFields(expected) && isFields(actual) ? differing(expected, actual) : ['answer'];
  return versioned.has(operation) && fields.length === 1 && fields[0] === 'version'
    ? { operation, what: 'version' }
    : { operation, what: 'result', fields };
}

/** inspect asks at no moment: only absence explains that nothing was expected. */
function wantedRecord({ call, before }: Divergence): Wanted {
  const { operation } = call;
  const whatever = { minConfidence: 0, text: '' };
  if (operation.do !== 'read' || typeof operation.invocation !== 'string')
    return { ...whatever, scope: (operation as { scope?: unknown }).scope, now: 0 };
  const issued = before.invocations.get(operation.invocation);
  return { ...whatever, scope: issued?.scope, now: issued?.now ?? 0 };
}

/** The raw view: rows of all tenants. */
function rowsFinding(d: Divergence, expected: readonly MemoryRecord[], actual: unknown): Finding {
  const operation = d.call.operation.do;
  const rows = Array.isArray(actual) ? (actual as readonly MemoryRecord[]) : [];
  for (const row of rows) {
    const want = recordOf(d.before, row);
    const given = row as unknown as Fields;
    if (want === undefined)
      return { operation, what: 'intruder', why: strangerOf(d.before, row, row.scope, given) };
    if (differing(want as unknown as Fields, given).length > 0) return changeOf(d, want, given);
  }
  const lost = expected.find(
    (want) =>
      !rows.some(
        (row) =>
          row.tenant === want.tenant &&
          row.subject === want.subject &&
          row.scope === want.scope &&
          row.key === want.key,
      ),
  );
  const when = lost === undefined ? 'plain' : lastWrite(d, lost, true).when;
  return { operation, what: 'lost', where: when };
}

/** Both sides accepted, and their answers differ. */
export function answerFinding(d: Divergence, expected: unknown, actual: unknown): Finding {
  const operation = d.call.operation.do;
  switch (operation) {
    case 'search':
      return listFinding(d, expected as Facts, actual);
    case 'context': {
      const envelope = expected as { facts: Facts };
      const given = isFields(actual) ? actual : {};
      const fields = differing({ ...envelope, facts: 0 }, { ...given, facts: 0 });
      if (fields.length > 0) return { operation, what: 'result', fields };
      return listFinding(d, envelope.facts, given['facts']);
    }
    case 'inspect':
    case 'read':
      return recordFinding(d, expected, actual);
    case 'records':
      return rowsFinding(d, expected as readonly MemoryRecord[], actual);
    case 'prepare':
      return caseFinding(d, expected as Fields, isFields(actual) ? actual : {});
    case 'propose':
      return proposalFinding(d, expected as Fields, isFields(actual) ? actual : {});
    default:
      return resultFinding(d, expected, actual);
  }
}
