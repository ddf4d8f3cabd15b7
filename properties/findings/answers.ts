// What two answers show when both sides accepted: lists, single records, raw rows, results of writes.
import type { FoundFact, MemoryRecord } from '../../src/contract/fact.js';
import type { Divergence } from '../../src/engine/drive.js';
import {
  differing,
  type Fields,
  type Finding,
  type Intruder,
  isFields,
  type Loss,
} from './finding.js';
import {
  askerOf,
  changeOf,
  lastWrite,
  intruderOf,
  recordOf,
  strangerOf,
  type Wanted,
} from './records.js';

type Facts = readonly FoundFact[];

const asFields = (fact: FoundFact | undefined): Fields => (fact ?? {}) as unknown as Fields;

/** What a search or a context asked for, defaults filled in. */
function wantedBy({ call }: Divergence): Wanted & { readonly limit: number } {
  const { terms, scope } = call.operation as unknown as { terms: Fields; scope: unknown };
  const { now, text, minConfidence, limit } = terms;
  return {
    scope,
    now: Number(now),
    text: typeof text === 'string' ? text : '',
    minConfidence: Number(minConfidence ?? 0.8),
    limit: Number(limit ?? 8),
  };
}

/** Why this fact may be missing: which rule of the search it only just fulfils. */
function lossOf(d: Divergence, lost: FoundFact, given: number, expected: number): Loss {
  const { tenant, subject } = askerOf(d);
  const { when } = lastWrite(d, { tenant, subject, scope: lost.scope, key: lost.key });
  if (when === 'reopened') return 'reopened';
  const { now, text, minConfidence, limit } = wantedBy(d);
  const cutShort = given > 0 && given === expected - 1 && expected >= Math.min(8, limit);
  if (cutShort && expected >= 8) return 'limit';
  const atThreshold = lost.confidence === minConfidence;
  if (atThreshold && minConfidence > 0) return 'threshold';
  if (lost.expiresAt === now + 1) return 'last-second';
  if (text !== '') return 'text';
  // A threshold of 0 lets everything in: that it was not met explains least.
  if (atThreshold) return 'threshold';
  if (given >= expected) return 'limit';
  return when === 'after-refusal' ? 'after-refusal' : 'plain';
}

/** Two facts under one key: one of them is somebody else's, perhaps with the very same content. */
function doubleOf(d: Divergence, doubles: readonly Fields[], expected: Facts): Intruder {
  const { scope } = wantedBy(d);
  const isWanted = (have: Fields): boolean =>
    expected.some((want) => differing(asFields(want), have).length === 0);
  const odd = doubles.find((have) => !isWanted(have)) ?? doubles[0] ?? {};
  if (odd['scope'] !== scope) return 'other-scope';
  return strangerOf(d.before, askerOf(d), scope, odd);
}

function listFinding(d: Divergence, expected: Facts, actual: unknown): Finding {
  const operation = d.call.operation.do;
  if (!Array.isArray(actual)) return { operation, what: 'result', fields: ['facts'] };
  const given = actual.filter(isFields);
  const isSame = (want: Fields, have: Fields): boolean =>
    want['key'] === have['key'] && want['scope'] === have['scope'];
  const double = given.find((have, at) => given.findIndex((each) => isSame(each, have)) !== at);
  if (double !== undefined) {
    const why = doubleOf(
      d,
      given.filter((each) => isSame(each, double)),
      expected,
    );
    if (why !== 'not-written') return { operation, what: 'intruder', why };
  }
  const intruder = given.find((have) => !expected.some((want) => isSame(asFields(want), have)));
  if (intruder !== undefined) {
    const why = intruderOf(d, wantedBy(d), intruder);
    return why === 'beyond-limit'
      ? { operation, what: 'order' }
      : { operation, what: 'intruder', why };
  }
  const lost = expected.find((want) => !given.some((have) => isSame(asFields(want), have)));
  if (lost !== undefined)
    return { operation, what: 'lost', where: lossOf(d, lost, given.length, expected.length) };
  const inOrder = expected.every((want, at) => isSame(asFields(want), given[at] ?? {}));
  if (!inOrder || given.length !== expected.length) return { operation, what: 'order' };
  const at = expected.findIndex((want, i) => differing(asFields(want), given[i] ?? {}).length > 0);
  const { tenant, subject } = askerOf(d);
  const { scope = '', key = '' } = expected[at] ?? {};
  const record = recordOf(d.before, { tenant, subject, scope, key });
  return changeOf(d, { ...record, ...expected[at] } as MemoryRecord, { ...record, ...given[at] });
}

/** inspect and read: one record, wanted or not. */
function recordFinding(d: Divergence, expected: unknown, actual: unknown): Finding {
  const { operation } = d.call;
  const name = operation.do;
  if (expected === undefined && isFields(actual))
    return { operation: name, what: 'intruder', why: intruderOf(d, wantedRecord(d), actual) };
  if (!isFields(expected)) return { operation: name, what: 'result', fields: ['record'] };
  const record = expected as unknown as MemoryRecord;
  if (isFields(actual)) return changeOf(d, record, actual);
  const { when } = lastWrite(d, record);
  const byAlias = 'key' in operation && operation.key !== record.key;
  if (when === 'reopened') return { operation: name, what: 'lost', where: 'reopened' };
  return { operation: name, what: 'lost', where: byAlias ? 'by-alias' : 'plain' };
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
  const where = lost === undefined ? 'plain' : lastWrite(d, lost).when;
  return { operation, what: 'lost', where };
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
    case 'prepare': {
      const shown = isFields(expected) ? expected['current'] : undefined;
      const given = isFields(actual) ? actual['current'] : undefined;
      if (isFields(shown) && isFields(given) && differing(shown, given).length > 0)
        return changeOf(d, shown as unknown as MemoryRecord, given);
      return { operation, what: 'result', fields: ['case'] };
    }
    default: {
      const bothFields = isFields(expected) && isFields(actual);
      return {
        operation,
        what: 'result',
        fields: bothFields ? differing(expected, actual) : ['answer'],
      };
    }
  }
}
