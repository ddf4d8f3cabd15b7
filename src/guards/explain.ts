// Why a guarded write changed no row: the first failing condition, in the order of contract section 5.
import type { MemoryRecord } from '../contract/fact.js';
import { Refusal } from '../contract/refusals.js';

/** What a caller knew when it asked for a change; `now` in UTC seconds. */
export interface WriteTerms {
  readonly expectedVersion: number;
  readonly now: number;
}

type Explanation = Refusal | undefined;

const staleVersion = (expected: number, actual: number): Refusal =>
  new Refusal('stale-version', { expected, actual });

const clockBackwards = (record: MemoryRecord, now: number): Explanation =>
  now < record.updatedAt
    ? new Refusal('clock-backwards', { now, updatedAt: record.updatedAt })
    : undefined;

/** Explains a `remember`; undefined where nothing explains it, which breaks an invariant. */
export function explainRemember(
  record: MemoryRecord | undefined,
  observedAt: number,
  { expectedVersion, now }: WriteTerms,
): Explanation {
  if (record === undefined) return expectedVersion === 0 ? undefined : new Refusal('missing');
  if (record.version !== expectedVersion) return staleVersion(expectedVersion, record.version);
  if (record.deletedAt !== null) return new Refusal('tombstoned');
  if (observedAt < record.observedAt)
    return new Refusal('older-observation', { observedAt: record.observedAt });
  return clockBackwards(record, now);
}

/** What forget and restore have in common, up to and including the clock. */
function explainDecision(record: MemoryRecord, { expectedVersion, now }: WriteTerms): Explanation {
  if (record.version !== expectedVersion) return staleVersion(expectedVersion, record.version);
  return clockBackwards(record, now);
}

/** Explains a `forget`; undefined where nothing explains it, which breaks an invariant. */
export function explainForget(record: MemoryRecord | undefined, terms: WriteTerms): Explanation {
  if (record === undefined) return new Refusal('missing');
  return (
    explainDecision(record, terms) ??
    (record.deletedAt === null ? undefined : new Refusal('tombstoned'))
  );
}

/** Explains a `restore`; undefined where nothing explains it, which breaks an invariant. */
export function explainRestore(record: MemoryRecord | undefined, terms: WriteTerms): Explanation {
  if (record === undefined) return new Refusal('missing');
  const refusal = explainDecision(record, terms);
  if (refusal !== undefined) return refusal;
  if (record.deletedAt === null) return new Refusal('not-tombstoned');
  if (record.expiresAt !== null && record.expiresAt <= terms.now)
    return new Refusal('expired', { expiresAt: record.expiresAt });
  return undefined;
}
