// What proposals are put through: left open over a reopening, nearly said already, closed and asked again.
import type { ModelProposal, State } from '../models/state.js';
import { step as modelStep } from '../models/step.js';
import type { Call, Operation } from '../src/contract/operations.js';
import type { Policy } from '../src/contract/policy.js';
import type { Move } from '../src/engine/drive.js';
import { isClaimed } from './claims.js';
import {
  confirm,
  confirmOf,
  type Field,
  lastingProposal,
  nearlySaid,
  openProposals,
  reproposalOf,
} from './commands/proposals.js';
import { rewritesOf } from './commands/remember.js';
import {
  accepted,
  changedRecords,
  echo,
  readSweep,
  type Sequence,
  unlessChanging,
} from './moves.js';
import { active, identityAt, owned, type Situation } from './situation.js';
import { handedOverPolicy } from './world/policies.js';

/** What was said and proposed under the old policy, said and confirmed under a revised one. */
export function* afterReopening(s: Situation): Generator<Move, State, State> {
  if (!s.world.rules.repair) return s.state;
  const state = yield* confirmWaiting(s);
  const again = s.dice.oneIn(4) ? state : yield* proposeAgain({ ...s, state });
  return yield* accepted(
    { ...s, state: again },
    s.dice.some(rewritesOf({ ...s, state: again }), 2),
  );
}

/** What the policy of today, and no state of a record, stands in the way of. */
const deniedByPolicy: ReadonlySet<string> = new Set(['wrong-key', 'no-evidence', 'wrong-scope']);

/** Confirms some of what waits; what is denied stays open, and is confirmed under the old policy. */
function* confirmWaiting(s: Situation): Generator<Move, State, State> {
  const { alphabet, capabilities, setup } = s.world;
  let { state } = s;
  const denied: Operation[] = [];
  for (const operation of s.dice.some(openProposals(s), 3).map((each) => confirmOf(s, each))) {
    const call: Call = { client: 0, operation };
    const foreseen = modelStep(state, call);
    if (!alphabet.has('confirm') || !isClaimed(foreseen[1], capabilities)) continue;
    const before = state;
    state = yield { call, foreseen };
    yield* echo(state, call);
    if (s.world.rules.readSweeps) yield* readSweep({ ...s, state }, changedRecords(before, state));
    const [, outcome] = foreseen;
    if ('code' in outcome && deniedByPolicy.has(outcome.code)) denied.push(operation);
  }
  if (denied.length === 0) return state;
  const { policy } = setup;
  state = yield { call: { client: 0, operation: { do: 'reopen', policy } } };
  return yield* accepted({ ...s, state }, denied);
}

/** Proposes what a record says already but for its kind, and confirms that. */
function* proposeAgain(s: Situation): Generator<Move, State, State> {
  const again = said(s).flatMap((record) => reproposalOf(s, record) ?? []);
  return yield* agreed(s, s.dice.some(again, 1)[0]);
}

/** Confirmations that are nearly good, while the good one is still to come. */
function* refusedOf(s: Situation, made: ModelProposal): Sequence {
  const misses = confirm.nearMisses?.(s, confirmOf(s, made)) ?? [];
  yield* unlessChanging(s, 0, s.dice.some(misses, 32));
}

/** A proposal that nobody answers before what comes next. */
export function* leaveOpen(s: Situation): Generator<Move, State, State> {
  if (!s.world.rules.repair || !s.world.durableProposals) return s.state;
  const operation = lastingProposal(s);
  const state = yield* accepted(s, [operation]);
  const made = state.proposals.get(operation.label);
  if (made !== undefined && s.world.rules.nearMisses) yield* refusedOf({ ...s, state }, made);
  return state;
}

/** What the user said of himself and holds now. */
const said = (s: Situation) =>
  active(s, owned(s)).filter(({ evidence }) => evidence === 'user_confirmed');

/** Proposes this and confirms it at once. */
function* agreed(s: Situation, operation: Operation | undefined): Generator<Move, State, State> {
  if (operation?.do !== 'propose') return s.state;
  const state = yield* accepted(s, [operation]);
  const made = state.proposals.get(operation.label);
  return made === undefined ? state : yield* accepted({ ...s, state }, [confirmOf(s, made)]);
}

const fields: readonly (Field | undefined)[] = ['value', 'confidence', 'expiresAt', undefined];

/** What differs from a record in one field is no repetition of it, and is written; the same is not. */
function* nearly(s: Situation): Generator<Move, State, State> {
  let { state } = s;
  for (const field of fields) {
    const now = { ...s, state };
    const [record] = s.dice.some(said(now), 1);
    if (record !== undefined) state = yield* agreed(now, nearlySaid(now, record, field));
  }
  return state;
}

/** A confirmation that came too late for its record stays refused, also once the record agrees. */
function* outrun(s: Situation): Generator<Move, State, State> {
  const [record] = s.dice.some(said(s), 1);
  const late = record && nearlySaid(s, record, 'value');
  if (record === undefined || late === undefined) return s.state;
  let state = yield* accepted(s, [late]);
  const waiting = state.proposals.get(late.label);
  state = yield* agreed({ ...s, state }, nearlySaid({ ...s, state }, record, 'confidence'));
  if (waiting === undefined) return state;
  const call: Call = { client: 0, operation: confirmOf(s, waiting) };
  state = yield { call };
  const version = changedVersion({ ...s, state }, record.scope, record.key);
  const terms = { evidence: 'user_confirmed', expectedVersion: version, now: s.now };
  const as = identityAt(s, record);
  state = yield* accepted({ ...s, state }, [{ do: 'remember', as, fact: late.candidate, terms }]);
  yield* echo(state, call);
  return state;
}

const changedVersion = (s: Situation, scope: string, key: string): number =>
  owned(s).find((record) => record.scope === scope && record.key === key)?.version ?? 0;

/** A candidate that has ended closes its proposal, also for the time before its end. */
function* ended(s: Situation): Generator<Move, State, State> {
  const [record] = s.dice.some(said(s), 1);
  const brief = record && nearlySaid(s, record, 'value');
  if (record === undefined || brief === undefined) return s.state;
  if (!s.world.capabilities.has('expiry')) return s.state;
  const candidate = { ...brief.candidate, expiresAt: s.now + 1 };
  const operation = { ...brief, label: `${s.label} ends`, candidate };
  let state = yield* accepted(s, [operation]);
  const made = state.proposals.get(operation.label);
  if (made === undefined) return state;
  // That its record has changed is told before that it has ended.
  if (s.dice.oneIn(2))
    state = yield* agreed({ ...s, state }, nearlySaid({ ...s, state }, record, 'confidence'));
  const call: Call = { client: 0, operation: confirmOf({ ...s, now: s.now + 1 }, made) };
  state = yield { call };
  yield* echo(state, call);
  return state;
}

/** What was forgotten says nothing: who confirms it once more is refused. */
function* forgottenSince(s: Situation): Generator<Move, State, State> {
  const [record] = s.dice.some(said(s), 1);
  const same = record && nearlySaid(s, record);
  if (record === undefined || same === undefined) return s.state;
  const { scope, key, version: expectedVersion } = record;
  const terms = { expectedVersion, now: s.now, userConfirmed: true };
  const as = identityAt(s, record);
  let state = yield* accepted(s, [same, { do: 'forget', as, scope, key, terms }]);
  const made = state.proposals.get(same.label);
  if (made !== undefined) state = yield { call: { client: 0, operation: confirmOf(s, made) } };
  return state;
}

/** What was said under one kind is proposed under another, and the old policy comes back. */
function* handedOver(s: Situation): Generator<Move, State, State> {
  const { alphabet, mayRevise, setup } = s.world;
  const [record] = s.dice.some(said(s), 1);
  if (record === undefined || !mayRevise || !alphabet.has('reopen')) return s.state;
  const reopened = (policy: Policy): Move => ({
    call: { client: 0, operation: { do: 'reopen', policy } },
  });
  const state = yield reopened(handedOverPolicy(setup.policy, record.kind));
  yield* proposeAgain({ ...s, state });
  return yield reopened(setup.policy);
}

/** At the end of a sequence, what proposals must tell apart. */
export function* proposalTour(s: Situation): Generator<Move, State, State> {
  if (!s.world.alphabet.has('confirm')) return s.state;
  const good = { ...s, deviation: undefined };
  const part = s.dice.pick([nearly, nearly, outrun, ended, ended, forgottenSince]);
  const state = yield* part(good);
  return s.dice.oneIn(3) ? yield* handedOver({ ...good, state }) : state;
}
