// Review of conflicts: a process-local queue bound to one identity (contract section 6).
import { randomUUID } from 'node:crypto';
import { Fact, type Evidence } from '../contract/fact.js';
import type { Identity } from '../contract/identity.js';
import { limits } from '../contract/limits.js';
import type { Awaitable, MemoryStore } from '../contract/port.js';
import { isRefusal, refuse } from '../contract/refusals.js';
import {
  Decision,
  PrepareTerms,
  type Choice,
  type Receipt,
  type ReviewCase,
} from '../contract/review.js';
import type { ReviewQueue } from '../contract/services.js';
import { readShape, readText } from '../contract/shapes.js';
import { checkCandidate } from '../guards/candidate.js';
import { checkLifetime, checkTime, checkVersion } from '../guards/domains.js';
import { readIdentity } from '../guards/identity.js';
import type { PolicyIndex } from '../guards/policy-index.js';
import { reviewRules, type ReviewRules } from '../guards/review.js';
import { andThen, attempt } from './awaitable.js';
import { createCaseBook, type CaseBook } from './case-book.js';
import {
  needInspect,
  openGate,
  policyFor,
  type InspectableMemory,
  type ServiceOptions,
} from './store-access.js';
import { createTurns, type InTurn } from './turns.js';

/** Makes review queues: on a store, for an owner. */
export type CreateReviewQueue = (
  store: MemoryStore,
  owner: Identity,
  options?: ServiceOptions,
) => ReviewQueue;

/** What one queue has at hand. */
interface Desk {
  readonly rules: ReviewRules;
  readonly owner: Identity;
  readonly policyIndex: () => PolicyIndex;
  readonly memory: InspectableMemory;
  readonly book: CaseBook;
  readonly inTurn: InTurn;
}

function prepare(
  { rules, owner, policyIndex, memory, book }: Desk,
  caller: unknown,
  candidate: unknown,
  terms: unknown,
): Awaitable<ReviewCase> {
  const who = readIdentity(caller, 'caller');
  const fact = readShape(Fact, 'candidate', candidate);
  const given = readShape(PrepareTerms, 'terms', terms);
  if (!rules.isOwner(owner, who)) refuse('other-identity');
  const preparedAt = checkTime(given.now, 'now');
  const attemptedVersion = checkVersion(given.attemptedVersion, 'attemptedVersion');
  const lifetime = checkLifetime(given.lifetime, limits.caseLifetime, preparedAt);
  const complete = checkCandidate(policyIndex(), fact, given.evidence, preparedAt);
  // Nothing but the rule's evidence came through the candidate's checks.
  const evidence = given.evidence as Evidence;
  return andThen(memory.inspect(complete.scope, complete.key), (current) => {
    if (current === undefined) return refuse('missing');
    const refusal = rules.explainCurrent(current, attemptedVersion, preparedAt);
    if (refusal !== undefined) throw refusal;
    const shown: ReviewCase = Object.freeze({
      id: randomUUID(),
      current: Object.freeze({ ...current }),
      candidate: Object.freeze(complete),
      evidence,
      attemptedVersion,
      preparedAt,
      expiresAt: preparedAt + lifetime,
    });
    return book.open(shown, preparedAt);
  });
}

/** From `case-expired` on, where a refusal may close the case; returns the receipt's version. */
function settle(
  { rules, memory }: Desk,
  shown: ReviewCase,
  choice: Choice,
  now: number,
): Awaitable<number> {
  const { current, evidence, expiresAt } = shown;
  if (rules.isExpired(shown, now)) refuse('case-expired', { expiresAt });
  return andThen(memory.inspect(current.scope, current.key), (today) => {
    if (!rules.isAsShown(current, today, choice))
      refuse('snapshot-changed', { shown: current.version, actual: today?.version ?? null });
    const refusal = rules.explainState(current, now);
    if (refusal !== undefined) throw refusal;
    if (choice === 'keep_current') return current.version;
    const candidate = { ...rules.candidateToWrite(shown, now) };
    return memory.remember(candidate, { evidence, expectedVersion: current.version, now });
  });
}

function decide(desk: Desk, caseId: string, choice: Choice, now: number): Awaitable<Receipt> {
  const { rules, book } = desk;
  const { shown, receipt } = book.find(caseId);
  const again = receipt && rules.repeat(receipt, choice);
  if (again !== undefined) return again;
  if (shown === undefined) return refuse('unknown-case', { caseId });
  if (rules.isEarly(shown, now)) refuse('before-prepared', { preparedAt: shown.preparedAt });
  return attempt(
    () => settle(desk, shown, choice, now),
    (version) => {
      const outcome = choice === 'keep_current' ? 'kept' : 'applied';
      return book.decide(shown, Object.freeze({ caseId, choice, outcome, version }));
    },
    (thrown) => {
      if (isRefusal(thrown) && rules.consumes(thrown)) book.drop(caseId);
      throw thrown;
    },
  );
}

function resolve(
  desk: Desk,
  caller: unknown,
  caseId: unknown,
  decision: unknown,
): Awaitable<Receipt> {
  const { rules, owner, inTurn } = desk;
  const who = readIdentity(caller, 'caller');
  const id = readText('caseId', caseId);
  const { choice, approved, now } = readShape(Decision, 'decision', decision);
  if (!rules.isOwner(owner, who)) refuse('other-identity');
  const decidedAt = checkTime(now, 'now');
  if (!rules.isApproved(approved)) refuse('not-approved');
  if (!rules.isChoice(choice)) return refuse('bad-choice', { field: 'choice' });
  return inTurn(id, () => decide(desk, id, choice, decidedAt));
}

/** Review queues that decide by these rules; a mutant overrides one of `reviewRules`. */
export const reviewQueueWith =
  (rules: ReviewRules): CreateReviewQueue =>
  (store, owner, options = {}) => {
    const identity = readIdentity(owner, 'owner');
    const gate = openGate(store);
    const desk: Desk = {
      rules,
      owner: identity,
      policyIndex: policyFor(store, options),
      memory: needInspect(store.as(identity), 'A review queue'),
      book: createCaseBook(rules.isExpired),
      inTurn: createTurns(),
    };
    return {
      prepare: (caller, candidate, terms) =>
        gate.pass(() => prepare(desk, caller, candidate, terms)),
      resolve: (caller, caseId, decision) =>
        gate.pass(() => resolve(desk, caller, caseId, decision)),
    };
  };

/**
 * A review queue of `owner` on any store that has inspect (contract section 6). Times are UTC
 * seconds; a case stays open for `lifetime` seconds (1..3600, default 300).
 *
 * A human compares the record that is there with a candidate and decides once; the decision
 * applies only to exactly what was shown. `prepare` changes nothing; refused with
 * `denied: other-identity`, `invalid: bad-time`, `bad-version`, `bad-lifetime`, the refusals of
 * `remember` up to its domain, `denied: scope`, and `conflict: missing`, `tombstoned`,
 * `ahead-of-clock`, `expired`, `nothing-newer`. `resolve` returns the receipt, the same one again
 * for the same choice; refused with `other-identity`, `bad-time`, `not-approved`, `bad-choice`,
 * `decided-otherwise`, `unknown-case` and `before-prepared`, which leave the case open, and with
 * `case-expired`, `snapshot-changed` and every other `conflict` or `invalid`, which close it.
 *
 * The queue lives in this process. Receipts stay as long as it does; undecided cases that expired
 * may be dropped once it holds 65,536 entries (`unknown-case` instead of `case-expired`).
 */
export const createReviewQueue: CreateReviewQueue = reviewQueueWith(reviewRules);
