// One sequence: from a plan's numbers to calls, each decided from what the model holds by then.
import type { State } from '../models/state.js';
import { recordAt } from '../models/memory.js';
import { step as modelStep } from '../models/step.js';
import type { MemoryRecord } from '../src/contract/fact.js';
import type { Call, Operation, OperationName } from '../src/contract/operations.js';
import type { Move } from '../src/engine/drive.js';
import type { Command } from './commands/command.js';
import { isClaimed } from './claims.js';
import { type Decide, restoresAt } from './commands/decide.js';
import { preparesAt } from './commands/prepare.js';
import { confirmOf } from './commands/proposals.js';
import { outdatedCases, resolveOutdated } from './commands/resolve.js';
import { commands } from './commands/index.js';
import { reopen } from './commands/lifecycle.js';
import { nobodiesLike } from './world/values.js';
import { type Dice, rollDice } from './dice.js';
import { nextDoor } from './lock-step.js';
import { changedRecords, echo, readSweep, type Sequence, unlessChanging } from './moves.js';
import type { Plan } from './plan.js';
import { afterReopening, leaveOpen, proposalTour } from './proposal-tour.js';
import { everyAddress } from './read-sweep.js';
import { reviewTour } from './review-tour.js';
import { at, endings, type Situation } from './situation.js';
import { runtimeTour, tryOut } from './runtime-tour.js';
import { tieTour } from './tie-tour.js';
import { twinTour } from './twin-tour.js';
import { stretch, type Theme, type World } from './world/world.js';

/** Review and runtime live on the first handle. */
const onFirstHandle: ReadonlySet<OperationName> = new Set<OperationName>([
  'prepare',
  'resolve',
  'invoke',
  'create',
  'update',
  'read',
  'records',
  'reopen',
]);

const aboutProposals: ReadonlySet<OperationName> = new Set<OperationName>(['propose', 'confirm']);

const isBound = (world: World, operation: Operation): boolean =>
  onFirstHandle.has(operation.do) || (aboutProposals.has(operation.do) && !world.durableProposals);

const clientFor = (world: World, dice: Dice, operation: Operation): number =>
  isBound(world, operation) || !dice.oneIn(3) ? 0 : world.handles - 1;

/** Same second, next second, a boundary, or a leap. */
function advanceClock(s: Situation): void {
  const { dice, theme } = s;
  if (theme === 'crowd' && !dice.oneIn(8)) return;
  const draw = dice.below(16);
  if (draw < 7) return;
  const ends = endings(s).slice(0, 3);
  if (draw < 11) at(s, s.now + 1);
  else if (draw < 15) at(s, ends.length > 0 ? dice.pick(ends) + dice.pick([-1, 0, 1]) : s.now + 1);
  else at(s, s.now + 2 + dice.below(30));
}

const commandNamed = (name: OperationName): Command | undefined =>
  commands.find((command) => command.name === name);

const weighted = new WeakMap<World, Map<Theme, readonly Command[]>>();

/** The commands of a theme, each as often as its weight; built once for a world. */
function deck(world: World, theme: Theme): readonly Command[] {
  let decks = weighted.get(world);
  if (decks === undefined) weighted.set(world, (decks = new Map()));
  let list = decks.get(theme);
  if (list === undefined) {
    list = commands
      .filter((command) => world.alphabet.has(command.name))
      .flatMap((command) => Array.from({ length: command.weights[theme] }, () => command));
    decks.set(theme, list);
  }
  return list;
}

const lifecycle: ReadonlySet<OperationName> = new Set<OperationName>(['close', 'reopen']);

/** The command of a step; repaired, if rules say so, until its precondition holds. */
function chooseCommand(s: Situation): Command {
  let command = s.dice.pick(deck(s.world, s.theme));
  // Closing and opening a file costs as much as a hundred calls: half as often is often enough.
  if (lifecycle.has(command.name) && s.dice.oneIn(2)) command = s.dice.pick(deck(s.world, s.theme));
  if (!s.world.rules.repair || s.dice.oneIn(5)) return command;
  for (let hops = 0; hops < 3; hops += 1) {
    const first = command.repair?.(s);
    const better = first === undefined ? undefined : commandNamed(first);
    if (better === undefined || !s.world.alphabet.has(better.name)) break;
    command = better;
  }
  return command;
}

function situationOf(
  world: World,
  state: State,
  dice: Dice,
  now: number,
  index: number,
): Situation {
  const theme = world.themes[Math.floor(index / stretch) % world.themes.length] ?? 'mixed';
  const deviation = dice.oneIn(theme === 'crowd' ? 12 : 4) ? 1 + dice.below(8) : undefined;
  return { world, state, dice, theme, now, deviation, label: `#${index + 1}` };
}

/** How often a step is preceded by near misses, and how many at most: rare commands get them often. */
const missing = (command: Command): { readonly once: number; readonly atMost: number } =>
  ['remember', 'search', 'context', 'inspect'].includes(command.name)
    ? { once: 6, atMost: 40 }
    : { once: 2, atMost: 20 };

/** Calls one respect away from a good one; only those that leave the model as it is. */
function* missSweep(s: Situation, command: Command): Sequence {
  const good: Situation = { ...s, deviation: undefined };
  const operation = command.resolve(good);
  const client = clientFor(s.world, s.dice, operation);
  const misses = command.nearMisses?.(good, operation) ?? [];
  yield* unlessChanging(s, client, s.dice.some(misses, missing(command).atMost));
  if ('as' in operation && s.dice.oneIn(4)) {
    const nobodies = s.dice.some(nobodiesLike(operation.as), 3);
    yield* unlessChanging(
      s,
      client,
      nobodies.map((as) => ({ ...operation, as })),
    );
  }
  // A refused write may have left its mark on the record it named.
  const there = s.world.rules.readSweeps ? recordNamed(s, operation) : undefined;
  if (there !== undefined) yield { call: { client, operation: there } };
}

/** The inspection of what a forget or a restore names. */
const recordNamed = ({ world }: Situation, operation: Operation): Operation | undefined =>
  (operation.do === 'forget' || operation.do === 'restore') && world.alphabet.has('inspect')
    ? { do: 'inspect', as: operation.as, scope: operation.scope, key: operation.key }
    : undefined;

/** The write next door, and the reads of both, when the model accepts it. */
function* lockStep(s: Situation, call: Call): Generator<Move, State, State> {
  const operation = nextDoor(s, call.operation);
  if (operation === undefined) return s.state;
  const next: Call = { client: call.client, operation };
  const foreseen = modelStep(s.state, next);
  if (foreseen[0] === s.state) return s.state;
  const after = yield { call: next, foreseen };
  const changed = changedRecords(s.state, after);
  if (s.world.rules.readSweeps) yield* readSweep({ ...s, state: after }, changed);
  return yield* reviveOne({ ...s, state: after }, call);
}

/** Of two that were forgotten in lock step one is restored at once, and the other must stay gone. */
function* reviveOne(s: Situation, { client, operation }: Call): Generator<Move, State, State> {
  if (operation.do !== 'forget' || s.dice.oneIn(2)) return s.state;
  const { as, scope, key } = operation as Decide;
  const there = recordAt(s.state, as, scope, key);
  if (there === undefined) return s.state;
  const terms = { expectedVersion: there.version, now: s.now, userConfirmed: true };
  const call: Call = { client, operation: { ...operation, do: 'restore', terms } };
  const foreseen = modelStep(s.state, call);
  if (foreseen[0] === s.state || !s.world.alphabet.has('restore')) return s.state;
  const state = yield { call, foreseen };
  yield* decided({ ...s, state }, changedRecords(s.state, state));
  return state;
}

/** What a decision has changed: at its address, and nowhere else. */
function* decided(s: Situation, changed: readonly MemoryRecord[]): Sequence {
  if (s.world.rules.readSweeps) yield* readSweep(s, changed);
  if (changed.length > 0 && s.world.alphabet.has('records')) yield* rawSweep(s);
}

const decisions: ReadonlySet<OperationName> = new Set<OperationName>(['forget', 'restore']);

/** Decisions are made once: made again they repeat their result, or find the case gone. */
const echoed: ReadonlySet<OperationName> = new Set<OperationName>(['resolve', 'confirm']);

/** What is best decided at once: a case that is out of date now, a proposal just made. */
function decisionDue(s: Situation, operation: Operation): Operation | undefined {
  if (!s.world.rules.repair || s.dice.oneIn(2)) return undefined;
  const outdated = outdatedCases(s);
  if (outdated.length > 0) return resolveOutdated(s, outdated);
  const made = operation.do === 'propose' ? s.state.proposals.get(operation.label) : undefined;
  return made && confirmOf(s, made);
}

/** Makes the decision that is due, and reads what it has changed. */
function* decideAtOnce(s: Situation, operation: Operation): Generator<Move, State, State> {
  const due = decisionDue(s, operation);
  if (due === undefined) return s.state;
  const call: Call = { client: clientFor(s.world, s.dice, due), operation: due };
  const foreseen = modelStep(s.state, call);
  if (!isClaimed(foreseen[1], s.world.capabilities)) return s.state;
  const state = yield { call, foreseen };
  if (s.world.rules.readSweeps) yield* readSweep({ ...s, state }, changedRecords(s.state, state));
  yield* echo(state, call);
  return state;
}

/** Decisions that a change has put out of place; those that are still in order are not made. */
function* aftermath(s: Situation, changed: readonly MemoryRecord[]): Sequence {
  for (const record of changed) {
    const decisions = [...preparesAt(s, record), ...restoresAt(s, record)];
    const possible = decisions.filter((each) => s.world.alphabet.has(each.do));
    yield* unlessChanging(s, 0, possible);
  }
}

/** What seldom comes about by itself is arranged at the end of every sequence on an open handle. */
const tours = [proposalTour, reviewTour, twinTour, runtimeTour, tieTour];

/** Plays a plan in its world, from the model's empty state. */
export function* playSequence(plan: Plan, world: World, start: State): Sequence {
  let state = start;
  let now = 100;
  for (const [index, seed] of plan.steps.entries()) {
    const s = situationOf(world, state, rollDice(seed), now, index);
    advanceClock(s);
    const command = chooseCommand(s);
    if (world.rules.nearMisses && s.dice.oneIn(missing(command).once)) yield* missSweep(s, command);
    const operation = command.resolve(s);
    const call: Call = { client: clientFor(world, s.dice, operation), operation };
    const before = state;
    const foreseen = modelStep(state, call);
    if (!isClaimed(foreseen[1], world.capabilities)) continue;
    state = yield { call, foreseen };
    now = s.now;
    const after: Situation = { ...s, state };
    if (operation.do === 'invoke' && state !== before) yield* tryOut(after, operation.label);
    const changed =
      operation.do === 'reopen'
        ? [...state.records.values()].slice(-2)
        : changedRecords(before, state);
    if (decisions.has(operation.do)) yield* decided(after, changed);
    else if (world.rules.readSweeps) yield* readSweep(after, changed);
    // Only after the reads: a refusal before them would be blamed for what they find.
    if (echoed.has(operation.do)) yield* echo(state, call);
    if (world.rules.nearMisses) yield* aftermath(after, changed);
    if (operation.do === 'reopen') state = yield* afterReopening(after);
    if (world.neighbourBy !== undefined && changed.length > 0 && !s.dice.oneIn(6))
      state = yield* lockStep({ ...after, state }, call);
    state = yield* decideAtOnce({ ...after, state }, operation);
    if (s.dice.oneIn(24)) yield* rawSweep({ ...after, state });
  }
  let end = situationOf(world, state, rollDice(plan.world), now, plan.steps.length);
  if (world.rules.repair && !state.closed.has(0))
    for (const tour of tours) end = { ...end, state: yield* tour(end) };
  yield* rawSweep(end);
  yield* farewell(end);
}

/** What a reopening brings back is asked for this many records. */
const askedAfterReopening = 6;

/** Every sequence ends with its files: opened once more and read, or closed and asked all the same. */
function* farewell(s: Situation): Sequence {
  const { alphabet } = s.world;
  if (s.state.records.size === 0) return;
  if (s.dice.oneIn(3)) {
    if (alphabet.has('close')) yield* askClosed(s);
    return;
  }
  if (!alphabet.has('reopen')) return;
  const left = { ...s, state: yield* leaveOpen(s) };
  const reopened = yield { call: { client: 0, operation: reopen.resolve(left) } };
  const state = yield* afterReopening({ ...s, state: reopened });
  const after: Situation = { ...s, state };
  // The newest one first: in a list that was cut, what is lost looks like another limit.
  const all = [...state.records.values()];
  const list = [...all.slice(-1), ...s.dice.some(all.slice(0, -1), askedAfterReopening)];
  if (s.world.rules.readSweeps) yield* readSweep(after, list);
  yield* rawSweep(after);
}

/** A closed handle refuses everything but another close, whatever it is asked. */
function* askClosed(s: Situation): Sequence {
  const client = s.dice.below(s.world.handles);
  const closing: Call = { client, operation: { do: 'close' } };
  const state = yield { call: closing };
  yield { call: closing };
  const after: Situation = { ...s, state };
  for (const command of commands) {
    if (lifecycle.has(command.name) || !s.world.alphabet.has(command.name)) continue;
    const operation = command.resolve(after);
    if (client > 0 && isBound(s.world, operation)) continue;
    const misses = command.nearMisses?.(after, operation) ?? [];
    for (const asked of [operation, ...s.dice.some(misses, 4)])
      yield { call: { client, operation: asked } };
  }
}

/** Everything that is stored, for all tenants: what no operation returned may have changed. */
function* rawSweep(s: Situation): Sequence {
  if (s.state.closed.has(0)) return;
  if (s.world.alphabet.has('records')) yield { call: { client: 0, operation: { do: 'records' } } };
  else if (s.world.alphabet.has('inspect')) for (const call of everyAddress(s)) yield { call };
}
