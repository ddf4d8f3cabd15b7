// Makes a failure small: removes blocks, singles and pairs of executed calls, then simplifies what is left.
import { step } from '../../models/step.js';
import type { State } from '../../models/state.js';
import type { Call, Setup } from '../contract/operations.js';
import {
  type Divergence,
  drive,
  endedOverdue,
  type Move,
  type Run,
  type Source,
  type Step,
} from './drive.js';
import { rebased, withOffset } from './rebase.js';
import { simplerCalls, simplerSequences } from './simplify.js';
import type { Stage } from './stage.js';

/** The property a divergence is blamed on. */
export type Blame = (divergence: Divergence) => string;

export interface Shrunk {
  /** The smallest failing run found, as executed. */
  readonly run: Run;
  /** The calls with their offsets, as they stand in a replay file. */
  readonly calls: readonly Call[];
  /** Calls in the log of the failure as it was found. */
  readonly from: number;
  /** False where the same calls did not fail again: then nothing could be taken away. */
  readonly reproduced: boolean;
  /** The number of calls after each removal that kept the failure, the first being `from`. */
  readonly ladder: readonly number[];
  readonly replays: number;
}

/** Makes given calls; versions are counted from what the model holds by then. */
function* replaySource(start: State, calls: readonly Call[]): Generator<Move, void, State> {
  let state = start;
  for (const call of calls) state = yield { call: rebased(state, call) };
}

export interface ReplayOptions {
  /** Plays without files where the calls allow it. */
  readonly rehearse?: boolean;
}

const closes = ({ operation }: Call): boolean =>
  operation.do === 'close' || operation.do === 'reopen';

/** Runs calls on a fresh session. */
export async function replayCalls(
  stage: Stage,
  setup: Setup,
  start: State,
  calls: readonly Call[],
  { rehearse = false }: ReplayOptions = {},
): Promise<Run> {
  const inMemory = rehearse && !calls.some((call) => call.client > 0 || closes(call));
  const session = await (inMemory ? stage.rehearse(setup) : stage.session(setup));
  const source: Source = replaySource(start, calls);
  const run = await drive(session, source, { ...stage, setup });
  await session.end();
  return run;
}

/** The executed calls with the offsets they had when they ran. */
function noteOffsets(start: State, steps: readonly Step[]): readonly Call[] {
  let state = start;
  return steps.map(({ call }) => {
    const noted = withOffset(state, call);
    [state] = step(state, call);
    return noted;
  });
}

const onFirstHandle = (call: Call): Call => (call.client === 0 ? call : { ...call, client: 0 });

/** What may fail again, the least first: the last call alone, with the writes before it, with all. */
function guesses(all: readonly Call[], log: readonly Step[]): readonly (readonly Call[])[] {
  const last = all.slice(-1);
  const writes = all.filter((_, at) => log[at]?.changed === true && at < all.length - 1);
  const plain = writes.filter((call) => !closes(call));
  return [
    last.map(onFirstHandle),
    last,
    [...plain, ...last].map(onFirstHandle),
    [...writes, ...last],
    all,
  ];
}

interface Reduction {
  readonly stage: Stage;
  readonly start: State;
  readonly failing: Run;
  readonly blame: Blame;
}

/**
 * Takes away and simplifies what can go while the same property is blamed, then plays what is left
 * on the store as it was found. Undefined where the calls do not fail again.
 */
async function reduce(
  { stage, start, failing, blame }: Reduction,
  rehearse: boolean,
  count: () => void,
): Promise<Omit<Shrunk, 'replays'> | undefined> {
  const { setup, divergence, log } = failing;
  const property = divergence && blame(divergence);
  /** The calls up to the failure, if they still fail for the same property. */
  const failsWith = async (tried: readonly Call[]): Promise<readonly Call[] | undefined> => {
    count();
    const run = await replayCalls(stage, setup, start, tried, { rehearse });
    if (run.divergence === undefined || blame(run.divergence) !== property) return undefined;
    return tried.slice(0, run.log.length);
  };
  const all = noteOffsets(start, log);
  let failingAgain: readonly Call[] | undefined;
  for (const guess of guesses(all, log)) failingAgain ??= await failsWith(guess);
  if (failingAgain === undefined) return undefined;
  let calls = failingAgain;
  const ladder = [log.length, calls.length];
  const attempt = async (smaller: readonly Call[]): Promise<boolean> => {
    const kept = await failsWith(smaller);
    if (kept === undefined) return false;
    if (kept.length < calls.length) ladder.push(kept.length);
    calls = kept;
    return true;
  };

  const removeBlocks = async (): Promise<void> => {
    for (let size = calls.length >> 1; size >= 1; size >>= 1)
      for (let at = calls.length - 1 - size; at >= 0; at = Math.min(at - size, calls.length - 1))
        await attempt(calls.filter((_, index) => index < at || index >= at + size));
  };
  const removeOne = async (): Promise<boolean> => {
    for (let at = calls.length - 1; at >= 0; at -= 1)
      if (await attempt(calls.filter((_, index) => index !== at))) return true;
    return false;
  };
  const removePair = async (): Promise<boolean> => {
    for (let first = 0; first < calls.length; first += 1)
      for (let second = first + 1; second < calls.length; second += 1)
        if (await attempt(calls.filter((_, index) => index !== first && index !== second)))
          return true;
    return false;
  };
  const simplifyOne = async (): Promise<boolean> => {
    for (const [at, call] of calls.entries())
      for (const simpler of simplerCalls(call))
        if (await attempt(calls.map((each, index) => (index === at ? simpler : each)))) return true;
    return false;
  };
  await removeBlocks();
  do {
    while ((await removeOne()) || (await removePair()));
    // Simpler words would each be waited for until the deadline: fewer calls are worth that.
    if (endedOverdue(failing)) break;
    for (const simplify of simplerSequences) await attempt(simplify(calls));
    while (await simplifyOne());
  } while ((await removeOne()) || (await removePair()));

  count();
  const run = await replayCalls(stage, setup, start, calls);
  if (run.divergence === undefined || blame(run.divergence) !== property) return undefined;
  return { run, calls, from: log.length, reproduced: true, ladder };
}

/** A failing run of which nothing is taken away. */
export const asItIs = (start: State, failing: Run): Shrunk => ({
  run: failing,
  calls: noteOffsets(start, failing.log),
  from: failing.log.length,
  reproduced: true,
  ladder: [failing.log.length],
  replays: 0,
});

/**
 * The smallest failing run for the same property. It is looked for without files first; what fails
 * there but not on the store as it was found does not count.
 */
export async function shrink(
  stage: Stage,
  start: State,
  failing: Run,
  blame: Blame,
): Promise<Shrunk> {
  if (failing.divergence === undefined) throw new Error('only a failing run can be shrunk');
  let replays = 0;
  const count = (): void => {
    replays += 1;
  };
  const reduction = { stage, start, failing, blame };
  const reduced = (await reduce(reduction, true, count)) ?? (await reduce(reduction, false, count));
  if (reduced !== undefined) return { ...reduced, replays };
  return { ...asItIs(start, failing), reproduced: false, replays };
}
