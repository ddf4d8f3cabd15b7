// The decisions of a review: who may decide, what still stands, what is written (contract section 6).
import type { CompleteFact, MemoryRecord } from '../contract/fact.js';
import type { Identity } from '../contract/identity.js';
import { Refusal, refuse, type RefusalCode, type RefusalData } from '../contract/refusals.js';
import { choices, type Choice, type Receipt, type ReviewCase } from '../contract/review.js';
import { sameIdentity } from './identity.js';
import { stateAt, type RecordState } from './record-state.js';

/** Each decision of a review queue by itself, so that one can be replaced; all are pure. */
export interface ReviewRules {
  /** Whether a caller is the identity the queue belongs to. */
  readonly isOwner: (owner: Identity, caller: Identity) => boolean;
  /** Why there is nothing to review, from `tombstoned` to `nothing-newer`. */
  readonly explainCurrent: (
    current: MemoryRecord,
    attemptedVersion: number,
    now: number,
  ) => Refusal | undefined;
  /** Whether a human decided. */
  readonly isApproved: (approved: unknown) => boolean;
  readonly isChoice: (choice: string) => choice is Choice;
  /** The answer to a case that was decided before; undefined would decide it once more. */
  readonly repeat: (receipt: Receipt, choice: Choice) => Receipt | undefined;
  readonly isEarly: (shown: ReviewCase, now: number) => boolean;
  readonly isExpired: (shown: ReviewCase, now: number) => boolean;
  /** Whether the record is still the displayed one, for the choice that was made. */
  readonly isAsShown: (
    shown: MemoryRecord,
    today: MemoryRecord | undefined,
    choice: Choice,
  ) => boolean;
  /** Why a record cannot be decided on: `tombstoned`, `ahead-of-clock` or `expired`. */
  readonly explainState: (record: MemoryRecord, now: number) => Refusal | undefined;
  /** What `use_candidate` writes at `now`. */
  readonly candidateToWrite: (shown: ReviewCase, now: number) => CompleteFact;
  /** Whether a refusal met after `before-prepared` closes the case. */
  readonly consumes: (refusal: RefusalData) => boolean;
}

/** One state at a time: a live record expires after it was updated, so it is never also ahead. */
const stateConflicts: Readonly<Record<RecordState, RefusalCode | undefined>> = {
  deleted: 'tombstoned',
  ahead: 'ahead-of-clock',
  expired: 'expired',
  active: undefined,
};

function explainState(record: MemoryRecord, now: number): Refusal | undefined {
  const code = stateConflicts[stateAt(record, now)];
  return code && new Refusal(code, { version: record.version });
}

function explainCurrent(
  current: MemoryRecord,
  attemptedVersion: number,
  now: number,
): Refusal | undefined {
  const refusal = explainState(current, now);
  if (refusal !== undefined) return refusal;
  return current.version <= attemptedVersion
    ? new Refusal('nothing-newer', { attempted: attemptedVersion, actual: current.version })
    : undefined;
}

/** Compares every field either of the two has. */
function isAsShown(shown: MemoryRecord, today: MemoryRecord | undefined): boolean {
  if (today === undefined) return false;
  const fields = new Map<string, unknown>(Object.entries(shown));
  const others = Object.entries(today);
  return (
    others.length === fields.size &&
    others.every(([name, value]) => fields.has(name) && fields.get(name) === value)
  );
}

/** The rules of contract section 6. */
export const reviewRules: ReviewRules = {
  isOwner: sameIdentity,
  explainCurrent,
  isApproved: (approved) => approved === true,
  isChoice: (choice): choice is Choice => choices.some((each) => each === choice),
  repeat: (receipt, choice) =>
    receipt.choice === choice
      ? receipt
      : refuse('decided-otherwise', { decided: receipt.choice, outcome: receipt.outcome }),
  isEarly: (shown, now) => now < shown.preparedAt,
  isExpired: (shown, now) => now >= shown.expiresAt,
  isAsShown,
  explainState,
  candidateToWrite: (shown) => shown.candidate,
  consumes: ({ kind }) => kind === 'conflict' || kind === 'invalid',
};
