// At the end of a sequence, one record in review: what must close a case, and what must be written.
import type { State } from '../models/state.js';
import type { Fact, MemoryRecord } from '../src/contract/fact.js';
import type { Operation } from '../src/contract/operations.js';
import { type Choice, choices } from '../src/contract/review.js';
import type { Move } from '../src/engine/drive.js';
import { rememberAt } from './good-calls.js';
import { accepted, changedRecords, echo, readSweep, unlessChanging } from './moves.js';
import { active, at, factFor, owned, placeOf, recordThere, type Situation } from './situation.js';

/** What is prepared, for how long its case is open, and how it is decided a second later. */
interface Review {
  readonly name: string;
  readonly candidate: Fact;
  readonly lifetime?: number;
  readonly choice?: Choice;
  /** What happens to the record before it is decided. */
  readonly between?: (s: Situation) => Operation;
}

/** Prepares a case of this record and decides it, twice: the second time in any way. */
function* reviewed(
  s: Situation,
  record: MemoryRecord,
  { name, candidate, choice = 'use_candidate', between, ...open }: Review,
): Generator<Move, State, State> {
  const as = s.world.setup.owner;
  const label = `${s.label} review ${name}`;
  const { evidence } = placeOf(s, record).rule;
  const terms = { evidence, attemptedVersion: record.version - 1, now: s.now, ...open };
  let state = yield* accepted(s, [{ do: 'prepare', as, label, candidate, terms }]);
  if (!state.cases.has(label)) return state;
  if (between !== undefined)
    state = yield* accepted({ ...s, state }, [between({ ...s, state })], { andRead: false });
  const decision = { choice, approved: true, now: s.now + 1 } as const;
  const call = { client: 0, operation: { do: 'resolve', as, case: label, decision } } as const;
  const before = state;
  state = yield { call };
  // First what it has changed: a refusal in between would be blamed for it.
  yield* readSweep({ ...s, state }, changedRecords(before, state));
  yield* echo(state, call);
  return state;
}

/** One record in review: a candidate that ends, a case that ends, a decision, a write that comes first. */
export function* reviewTour(s: Situation): Generator<Move, State, State> {
  const { alphabet, capabilities } = s.world;
  const isPossible = alphabet.has('prepare') && alphabet.has('resolve');
  if (!isPossible || !capabilities.has('expiry')) return s.state;
  const later = s.now + 1;
  const lasting = active(s, owned(s)).filter(
    ({ expiresAt }) => (expiresAt ?? Infinity) > later + 4,
  );
  const [record] = s.dice.some(lasting, 1);
  if (record === undefined) return s.state;
  const place = placeOf(s, record);
  const candidate = {
    ...factFor({ ...s, deviation: undefined }, place),
    observedAt: s.now,
    expiresAt: null,
  };
  const reviews: readonly Review[] = [
    { name: 'ends', candidate: { ...candidate, expiresAt: later } },
    { name: 'is open for a second', candidate, lifetime: 1 },
    { name: 'is approved', candidate },
    {
      name: 'is outrun',
      candidate,
      choice: s.dice.pick(choices),
      between: (now) => rememberAt(now, place),
    },
  ];
  let { state } = s;
  const terms = { evidence: place.rule.evidence, attemptedVersion: record.version, now: s.now };
  const idle: Operation = {
    do: 'prepare',
    as: s.world.setup.owner,
    label: `${s.label} review has nothing newer`,
    candidate,
    terms,
  };
  yield* unlessChanging(s, 0, [idle]);
  for (const review of reviews) {
    const now = { ...s, state };
    const there = recordThere(now, place);
    if (there !== undefined) state = yield* reviewed(now, there, review);
    // What was decided was decided a second later.
    at(s, s.now + 1);
  }
  return state;
}
