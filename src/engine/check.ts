// The check: sequences on model and store until the budget ends, failures blamed, shrunk and judged.
import { emptyState, type State } from '../../models/state.js';
import type { Call, Outcome } from '../contract/operations.js';
import type { StoreUnderTest } from '../contract/port.js';
import type { CuratedMutant } from '../mutants/mutant.js';
import { counterexampleOf } from './counterexample.js';
import { drive, endedOverdue, type Run } from './drive.js';
import { type Evidence, judgeProperty, situationResults, unmetNeeds } from './judge.js';
import { type PastFailure, type PastResult, tryPast, withRace } from './past.js';
import { race, raceBoth, singleWinner } from './race.js';
import {
  type CheckReport,
  contractRevision,
  type Counterexample,
  overallVerdict,
  type Progress,
  type PropertyResult,
} from './result.js';
import { type Sensitivity, trySensitivity } from './sensitivity.js';
import { asItIs, type Shrunk, shrink } from './shrink.js';
import { statesAlong, type StepState } from './states.js';
import { openStage, type Stage, type StageOptions } from './stage.js';
import type { PlannedSequence, Suite } from './suite.js';
import { countCall, countRun, emptyTally, noteSituations, type Tally } from './tally.js';

/** Sequences run when nothing else is asked for. */
export const defaultRuns = 100;

/** After the last new failing property so many sequences look for others. */
const searchOn = 25;

/** Failures of one property that are shrunk; the shortest is shown. */
const shrinkAtMost = 3;

/** Milliseconds a call may take in a failure that is made small because it was not answered. */
const shrinkDeadline = 1000;

/** Calls spent on mutants once each property has had one: a fifth of what the check itself made. */
const sensitivityBudget = (operations: number): number => Math.max(30_000, operations / 5);

/** On a busy machine two threads do not always meet: the broken store gets so many races. */
const raceAttempts = 5;

export interface CheckOptions extends StageOptions {
  readonly seed: number;
  readonly runs?: number;
  /** Told before each sequence; true ends the check with what is known so far. */
  readonly isOver?: () => boolean;
  /** Ids of properties; all by default. */
  readonly properties?: readonly string[];
  /** Tried first, in this order; one that fails again is a failure of its property. */
  readonly past?: readonly PastFailure[];
  /** Goes on to the end of the budget whatever fails: for a store whose failures are known. */
  readonly toTheEnd?: boolean;
  /** Mutants of the store under test that show whether the check can fail; none by default. */
  readonly mutants?: readonly CuratedMutant[];
  /** The sequences for the mutants; those of the check by default. */
  readonly mutantSuite?: Suite;
  readonly onProgress?: (progress: Progress) => void;
  /** Told once the store is open, before the first sequence. */
  readonly onOpened?: (opened: Pick<Stage, 'offer' | 'durableProposals'>) => void;
}

interface Failure {
  readonly shrunk: Shrunk;
  readonly states: readonly StepState[];
  readonly sequence: number;
  readonly found: number;
}

/** The promise that only threads can put to the test. */
async function raceOf(
  sut: StoreUnderTest,
  stage: Stage,
  root: string,
  selected: boolean,
): Promise<PropertyResult> {
  const { id, sentence, needs } = singleWinner;
  const base = { id, sentence, core: false, observations: 0 };
  if (!selected) return { ...base, verdict: 'not-selected' };
  const unmet = unmetNeeds(needs, stage.offer);
  if (unmet !== undefined) return { ...base, verdict: 'not-claimed', reason: unmet };
  if (sut.module === undefined) {
    const reason = 'the store does not say its module, so no thread could load it';
    return { ...base, verdict: 'inconclusive', reason };
  }
  const options = { module: sut.module, root };
  // The race must show that it can be lost: a store that checks first and writes then.
  const { raced, broken } = await raceBoth(options);
  if (raced.verdict !== 'holds') return { ...base, ...raced };
  let { verdict } = broken;
  for (let attempt = 1; verdict !== 'fails' && attempt < raceAttempts; attempt += 1)
    ({ verdict } = await race(options, 'check-then-write'));
  if (verdict === 'fails') return { ...base, ...raced };
  const reason = 'a store that breaks it was not caught: check-then-write';
  return { ...base, verdict: 'inconclusive', reason };
}

/**
 * Checks a store. Failures of the store end in the report; an exception of generator, model or
 * harness makes the verdict `error`, never a counterexample. Rejects where the store cannot be
 * opened at all.
 */
export async function check(
  sut: StoreUnderTest,
  suite: Suite,
  options: CheckOptions,
): Promise<CheckReport> {
  const { seed, runs = defaultRuns, properties, mutants = [], isOver = () => false } = options;
  const tally = emptyTally();
  const failures = new Map<string, Failure>();
  const isSelected = (id: string): boolean => properties === undefined || properties.includes(id);
  const isKnown = (id: string): boolean => suite.properties.some((each) => each.id === id);
  const stage = await openStage(sut, options);
  options.onOpened?.(stage);
  const report = (
    phase: Progress['phase'],
    more: Partial<Progress> = {},
    at = tally.sequences + Number(phase === 'sequences'),
  ): void => {
    options.pulse?.enter(phase, at);
    options.onProgress?.({
      phase,
      sequences: tally.sequences,
      of: runs,
      operations: tally.operations,
      failing: [...failures.keys()],
      ...more,
    });
  };

  async function play({ setup, play: sourceFrom }: PlannedSequence): Promise<Run> {
    const start = emptyState(setup, stage.durableProposals);
    const session = await stage.session(setup);
    const met = new Set<string>();
    const watch = (call: Call, expected: Outcome, before: State): void => {
      countCall(tally, suite, call, expected);
      noteSituations(suite, met, call, expected, before);
    };
    const run = await drive(session, sourceFrom(start), { ...stage, setup, watch });
    await session.end();
    countRun(tally, run, met);
    return run;
  }

  /** True for a property that had not failed before. */
  async function handle(run: Run, isPast = false): Promise<boolean> {
    if (run.divergence === undefined) return false;
    const property = suite.blame(run.divergence);
    if (!isSelected(property) && isKnown(property)) {
      tally.partedElsewhere += 1;
      return false;
    }
    const known = failures.get(property);
    const isShorter = known === undefined || run.log.length < known.shrunk.calls.length;
    if (isPast ? !isShorter : (known?.found ?? 0) >= shrinkAtMost) return false;
    report('shrinking', { failure: { property, calls: run.log.length } });
    const start = emptyState(run.setup, stage.durableProposals);
    // A store that does not answer is waited for again and again: so it is not waited for as long.
    const impatient = { ...stage, deadline: Math.min(stage.deadline, shrinkDeadline) };
    const at = endedOverdue(run) ? impatient : stage;
    const smaller = await shrink(at, start, run, suite.blame);
    // A past failure that is as short as it can be stays word for word what its file says.
    const isKept = isPast && smaller.calls.length === run.log.length;
    const shrunk = isKept ? asItIs(start, run) : smaller;
    const found = (known?.found ?? 0) + Number(!isPast);
    const shorter = known === undefined || shrunk.calls.length < known.shrunk.calls.length;
    const states = shorter ? await statesAlong(at, run.setup, start, shrunk.calls) : [];
    const failure = { shrunk, states, sequence: isPast ? 0 : tally.sequences };
    failures.set(property, shorter ? { ...failure, found } : { ...known, found });
    return (known?.found ?? 0) === 0;
  }

  let error: string | undefined;
  let sensitivity: Sensitivity | undefined;
  let lastNews: number | undefined;
  let past: readonly PastResult[] = [];
  try {
    const tried = await tryPast(stage, options.past ?? [], {
      blame: suite.blame,
      policy: sut.policy,
      isSelected: (id) => isSelected(id) || !isKnown(id),
      isOver,
      onTry: (number) => report('past', {}, number),
      onFailure: async (run) => void (await handle(run, true)),
    });
    past = tried.results;
    for (const planned of suite.sequences(seed, stage.offer)) {
      if (tally.sequences >= runs || isOver() || tried.isStuck) break;
      const isEnough = lastNews !== undefined && tally.sequences - lastNews >= searchOn;
      if (isEnough && options.toTheEnd !== true) break;
      report('sequences');
      const run = await play(planned);
      if (await handle(run)) lastNews = tally.sequences;
      if (endedOverdue(run)) break;
      // A store that answers at once never leaves the microtasks: let signals and timers in.
      await new Promise(setImmediate);
    }
    if (failures.size === 0 && tally.operations > 0 && mutants.length > 0)
      sensitivity = await trySensitivity(stage, options.mutantSuite ?? suite, {
        mutants: mutants.filter(({ property }) => isSelected(property) && isKnown(property)),
        seed,
        budget: sensitivityBudget(tally.operations),
        isOver,
        onProgress: (tried, of) => report('mutants', { mutants: { tried, of } }),
      });
  } catch (thrown) {
    error = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  }
  await stage.close();
  report('threads');
  const raced = await raceOf(sut, stage, options.root, isSelected(singleWinner.id));
  const situations = situationResults(suite, tally, stage.offer);
  const evidence: Evidence = { tally, offer: stage.offer, situations, sensitivity };
  const examples = new Map(
    [...failures].map(([property, failure]) => [
      property,
      counterexampleOf({ property, ...failure }, stage),
    ]),
  );
  const judged = suite.properties.map((property) =>
    judgeProperty(property, isSelected(property.id), examples.get(property.id), evidence),
  );
  const results = [...judged, raced, ...outsideTable(tally, examples, isKnown)];
  const checked = assemble(sut, seed, results, evidence, error);
  return past.length === 0 ? checked : { ...checked, past: withRace(past, raced.verdict) };
}

/** Divergences that no property of the table claims. */
const outsideTable = (
  tally: Tally,
  examples: ReadonlyMap<string, Counterexample>,
  isKnown: (id: string) => boolean,
): readonly PropertyResult[] =>
  [...examples]
    .filter(([id]) => !isKnown(id))
    .map(([id, counterexample]) => ({
      id,
      sentence: 'Model and store give the same outcome.',
      core: true,
      verdict: 'fails',
      observations: tally.operations,
      counterexample,
    }));

function assemble(
  sut: StoreUnderTest,
  seed: number,
  results: readonly PropertyResult[],
  { tally, offer, situations, sensitivity }: Evidence,
  error: string | undefined,
): CheckReport {
  const { observations: _observations, situations: _met, coverage, ...counts } = tally;
  return {
    contractRevision,
    store: { name: sut.name, ...(sut.version === undefined ? {} : { version: sut.version }) },
    seed,
    verdict:
      error === undefined ? overallVerdict(results, tally.operations, offer.missing) : 'error',
    ...counts,
    claimed: sut.capabilities,
    missing: offer.missing,
    unclaimed: offer.unclaimed,
    properties: results,
    coverage,
    situations,
    ...(sensitivity === undefined ? {} : { sensitivity }),
    ...(error === undefined ? {} : { error }),
  };
}
