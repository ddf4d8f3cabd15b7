// The report of a check that ended with its thread: what was known, and the call the thread was lost in.
import { emptyState } from '../../models/state.js';
import { step } from '../../models/step.js';
import type { StoreUnderTest } from '../contract/port.js';
import { unmetNeeds } from './judge.js';
import type { Offer } from './offer.js';
import type { PastFailure } from './past.js';
import type { Reading } from './pulse.js';
import { singleWinner } from './race.js';
import { callsIn, setupIn } from './replay.js';
import {
  type CheckReport,
  contractRevision,
  type Counterexample,
  type Progress,
  type PropertyResult,
  type ReportedStep,
} from './result.js';
import type { Suite } from './suite.js';

/** How a thread came to its end before its check did. */
export interface Loss {
  /** `memory` says nothing of the call at hand: what filled it came before. */
  readonly how: 'blocked' | 'exited' | 'crashed' | 'memory';
  /** A sentence about the store, without its full stop. */
  readonly what: string;
  readonly reading: Reading;
}

/** What the watcher was told while the thread was alive. */
export interface Known {
  readonly store: Pick<StoreUnderTest, 'name' | 'version' | 'capabilities'>;
  readonly seed: number;
  readonly properties?: readonly string[] | undefined;
  readonly offer: Offer;
  readonly durableProposals: boolean;
  readonly progress?: Progress | undefined;
  /** The past failures of this store, in the order in which they are tried. */
  readonly past?: readonly PastFailure[] | undefined;
}

/** The property that a store breaks which does not answer. */
export const answers = 'only-refusals';

/**
 * The calls of a sequence up to a call (all of them for 0), with what the model expects of them. The generator is led
 * by the model alone, so the store is not needed to know what it was asked.
 */
function stepsUpTo(
  suite: Suite,
  { seed, offer, durableProposals }: Known,
  sequence: number,
  calls: number,
): Pick<Counterexample, 'setup' | 'steps'> | undefined {
  let number = 0;
  for (const { setup, play } of suite.sequences(seed, offer)) {
    number += 1;
    if (number < sequence) continue;
    const steps: ReportedStep[] = [];
    let state = emptyState(setup, durableProposals);
    const source = play(state);
    for (let next = source.next(state); next.done !== true; next = source.next(state)) {
      const { call } = next.value;
      const [after, expected] = step(state, call);
      steps.push({ call, expected, actual: expected });
      if (steps.length === calls) return { setup, steps };
      state = after;
    }
    return steps.length === 0 ? undefined : { setup, steps };
  }
  return undefined;
}

/** A past failure in which the thread was lost, up to the call that was not answered. */
function pastCounterexample(
  known: Known,
  { what, how, reading }: Loss,
): Counterexample | undefined {
  const file = known.past?.[reading.sequence - 1]?.file;
  if (file === undefined || how === 'memory') return undefined;
  const calls = callsIn(file).slice(0, Math.max(1, reading.call));
  const found: Counterexample = {
    property: answers,
    sequence: 0,
    from: calls.length,
    reproduced: false,
    ladder: [calls.length],
    setup: setupIn(file),
    durableProposals: known.durableProposals,
    steps: calls.map((call) => ({ call, expected: { ok: undefined }, actual: { threw: what } })),
  };
  return withSteps(found, found.steps);
}

function counterexampleOf(suite: Suite, known: Known, loss: Loss): Counterexample | undefined {
  const { phase, sequence, call } = loss.reading;
  if (phase === 'past') return pastCounterexample(known, loss);
  // Before the first sequence only a past failure can be lost in.
  if (sequence === 0) return undefined;
  const failure = phase === 'shrinking' ? known.progress?.failure : undefined;
  if (loss.how === 'memory' || (phase !== 'sequences' && failure === undefined)) return undefined;
  // What escapes between two sequences was set off in the one before.
  const between = phase === 'sequences' && call === 0;
  const found = stepsUpTo(suite, known, between ? sequence - 1 : sequence, failure?.calls ?? call);
  if (found === undefined) return undefined;
  const { setup, steps } = found;
  const last = steps.length - 1;
  return {
    property: failure?.property ?? answers,
    sequence: between ? sequence - 1 : sequence,
    from: steps.length,
    reproduced: false,
    ladder: [steps.length],
    setup,
    durableProposals: known.durableProposals,
    steps: steps.map((each, at) =>
      at === last ? { ...each, actual: { threw: loss.what } } : each,
    ),
  };
}

/** Fewer steps, with what the model expects of them now; the last one ends as the last one did. */
export function withSteps(found: Counterexample, steps: readonly ReportedStep[]): Counterexample {
  const end = found.steps.at(-1)?.actual;
  let state = emptyState(found.setup, found.durableProposals);
  const told = steps.map(({ call }, at): ReportedStep => {
    const [after, expected] = step(state, call);
    state = after;
    const isLast = at === steps.length - 1 && end !== undefined;
    return { call, expected, actual: isLast ? end : expected };
  });
  return { ...found, steps: told };
}

/** What is known of a store whose thread was lost. */
export function lostReport(suite: Suite, known: Known, loss: Loss): CheckReport {
  const { store, seed, offer, properties, progress } = known;
  const counterexample = counterexampleOf(suite, known, loss);
  const isSelected = (id: string): boolean => properties === undefined || properties.includes(id);
  const reason = `the check ended early: ${loss.what}`;
  const judge = (property: {
    id: string;
    sentence: string;
    needs: Offer['missing'];
  }): PropertyResult => {
    const { id, sentence, needs } = property;
    const base = { id, sentence, core: needs.length === 0, observations: 0 };
    if (counterexample?.property === id) return { ...base, verdict: 'fails', counterexample };
    if (!isSelected(id)) return { ...base, verdict: 'not-selected' };
    const unmet = unmetNeeds(needs, offer);
    return unmet === undefined
      ? { ...base, verdict: 'inconclusive', reason }
      : { ...base, verdict: 'not-claimed', reason: unmet };
  };
  const { name, version } = store;
  return {
    contractRevision,
    store: { name, ...(version === undefined ? {} : { version }) },
    seed,
    verdict: counterexample === undefined ? 'partial' : 'failed',
    sequences: progress?.sequences ?? 0,
    withSecondHandle: 0,
    withReopen: 0,
    operations: progress?.operations ?? 0,
    partedElsewhere: 0,
    claimed: store.capabilities,
    missing: offer.missing,
    unclaimed: offer.unclaimed,
    properties: [...suite.properties, singleWinner].map(judge),
    coverage: {},
    situations: [],
  };
}
