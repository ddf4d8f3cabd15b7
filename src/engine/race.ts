// The race: writers in threads of their own, all naming the same version; exactly one may win.
import { messageOf } from './fault.js';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Call, Operation, Outcome, Setup } from '../contract/operations.js';
import { defaultPolicy } from '../contract/policy.js';
import { compiled } from './compiled.js';
import { overdueWords } from './deadline.js';
import type { Counterexample, ReportedStep } from './result.js';

/** What a racing thread is given; plain data, so that it crosses the border. */
export interface Racer {
  readonly module: string;
  readonly index: number;
  readonly threads: number;
  readonly setup: Setup;
  readonly rounds: readonly Operation[];
  readonly courses: readonly Course[];
  /** One slot: how many courses may be run by now. */
  readonly gate: SharedArrayBuffer;
}

/** What races: the store as it is, or with the mutant `check-then-write` around it. */
export type Heat = 'as-is' | 'check-then-write';

/** Where a heat is run. */
export interface Course {
  readonly heat: Heat;
  readonly directory: string;
  /** Slots to meet at: one for the start, one for each round, one for each round's checks. */
  readonly barrier: SharedArrayBuffer;
}

export interface RaceOptions {
  /** URL of the module whose default export is the store under test; each thread loads it anew. */
  readonly module: string;
  readonly root: string;
  readonly threads?: number;
}

export type RaceResult =
  | { readonly verdict: 'holds'; readonly observations: number }
  | {
      readonly verdict: 'fails';
      readonly observations: number;
      readonly counterexample: Counterexample;
    }
  | { readonly verdict: 'inconclusive'; readonly reason: string };

export const singleWinner = {
  id: 'single-winner',
  sentence: 'Of writers that name the same version at the same time, exactly one wins.',
  needs: ['versions', 'durable', 'multi-handle'],
} as const;

const deadlineMs = 30_000;
const defaultThreads = 4;

const owner = { tenant: 'acme', subject: 'lin', scopes: ['profile'] };
const setup: Setup = {
  policy: defaultPolicy,
  owner,
  principal: { ...owner, actorId: 'lin', provenances: [] },
};

/** Writes, a forget, a restore, and again: each round names the version the last one left. */
const rounds: readonly Operation[] = Array.from({ length: 12 }, (_, version): Operation => {
  const now = 100 + version;
  const turn = version % 4;
  if (turn === 2 || turn === 3)
    return {
      do: turn === 2 ? 'forget' : 'restore',
      as: owner,
      scope: 'profile',
      key: 'display_name',
      terms: { expectedVersion: version, now, userConfirmed: true },
    };
  return {
    do: 'remember',
    as: owner,
    fact: {
      scope: 'profile',
      kind: 'profile',
      key: 'display_name',
      value: 'a',
      sourceRef: 's',
      observedAt: now,
    },
    terms: { evidence: 'user_confirmed', expectedVersion: version, now },
  };
});

const threadUrl = (): URL =>
  new URL(compiled(import.meta.url.replace(/race\.([jt]s)$/u, 'race-thread.$1')));

/** Runs a thread until the race is over; `tell` is given the outcomes of each heat as it ends. */
function runThread(
  racer: Racer,
  over: AbortSignal,
  tell: (outcomes: readonly Outcome[]) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(threadUrl(), { workerData: racer });
    const timer = setTimeout(() => {
      void worker.terminate();
      reject(new Error(overdueWords(deadlineMs)));
    }, deadlineMs);
    worker.on('message', tell);
    // A module may keep its thread alive for longer than it is needed.
    over.addEventListener('abort', () => {
      clearTimeout(timer);
      void worker.terminate().then(() => resolve());
    });
    worker.once('error', (error) => {
      clearTimeout(timer);
      reject(error instanceof Error ? error : new Error(String(error)));
    });
    worker.once('exit', (code) => {
      clearTimeout(timer);
      if (!over.aborted) reject(new Error(`the thread ended with code ${code}`));
    });
  });
}

const won = (outcome: Outcome | undefined): boolean => outcome !== undefined && 'ok' in outcome;
const lostAsPromised = (outcome: Outcome): boolean =>
  'code' in outcome && outcome.code === 'stale-version';

/** The steps of a round that broke the promise, or undefined. */
function judge(round: Operation, outcomes: readonly Outcome[]): ReportedStep[] | undefined {
  const winner = outcomes.findIndex(won);
  const kept =
    winner >= 0 && outcomes.every((outcome, at) => at === winner || lostAsPromised(outcome));
  if (kept) return undefined;
  const expectedVersion = (round as { terms: { expectedVersion: number } }).terms.expectedVersion;
  const order = [...outcomes.keys()].toSorted(
    (a, b) => Number(b === winner) - Number(a === winner),
  );
  return order.map((at, place): ReportedStep => {
    const call: Call = { client: at, operation: round };
    const expected: Outcome =
      place === 0 ? { ok: expectedVersion + 1 } : { refused: 'conflict', code: 'stale-version' };
    return { call, expected, actual: outcomes[at] as Outcome };
  });
}

/** Outcomes of a heat by thread, as far as they are known. */
type Told = readonly (readonly Outcome[] | undefined)[];

/** What the outcomes of a heat come to; `reason` says why a thread has none. */
function resultOf(told: Told, reason = 'the race before was lost'): RaceResult {
  const all = told.filter((outcomes) => outcomes !== undefined);
  const threads = told.length;
  if (all.length < threads)
    return { verdict: 'inconclusive', reason: `the threads could not race: ${reason}` };
  for (const [at, round] of rounds.entries()) {
    const steps = judge(
      round,
      all.map((outcomes) => outcomes[at] as Outcome),
    );
    if (steps === undefined) continue;
    const counterexample: Counterexample = {
      property: singleWinner.id,
      sequence: at + 1,
      from: steps.length,
      reproduced: true,
      ladder: [steps.length],
      setup,
      durableProposals: true,
      steps,
    };
    return { verdict: 'fails', observations: threads * (at + 1), counterexample };
  }
  return { verdict: 'holds', observations: threads * rounds.length };
}

/**
 * Runs heats one after the other in the same threads, each on one file; every thread has a
 * connection of its own and a busy timeout.
 */
async function run(
  { module, root, threads = defaultThreads }: RaceOptions,
  heats: readonly Heat[],
): Promise<(heat: Heat) => RaceResult> {
  await mkdir(root, { recursive: true });
  const base = await mkdtemp(join(root, 'race-'));
  try {
    const courses = await Promise.all(
      heats.map(async (heat): Promise<Course> => {
        const directory = join(base, heat);
        await mkdir(directory);
        return { heat, directory, barrier: new SharedArrayBuffer(4 * (2 * rounds.length + 1)) };
      }),
    );
    const gate = new SharedArrayBuffer(4);
    const racers = Array.from({ length: threads }, (_, index): Racer => ({
      module: compiled(module),
      index,
      threads,
      setup,
      rounds,
      courses,
      gate,
    }));
    const ended = racers.map((): (readonly Outcome[])[] => []);
    const told = (at: number): Told => ended.map((outcomes) => outcomes[at]);
    const open = new Int32Array(gate);
    const over = new AbortController();
    const letOn = (courseCount: number): void => {
      Atomics.store(open, 0, courseCount);
      Atomics.notify(open, 0);
    };
    letOn(1);
    const runs = racers.map((racer, index) =>
      runThread(racer, over.signal, (outcomes) => {
        const at = (ended[index]?.push(outcomes) ?? 0) - 1;
        if (told(at).some((each) => each === undefined)) return;
        // What a store that failed does with a mutant around it is no news, and may take for ever.
        const goesOn = at + 1 < heats.length && resultOf(told(at)).verdict === 'holds';
        if (goesOn) letOn(at + 2);
        else over.abort();
      }),
    );
    const reason = await Promise.all(runs).then(
      () => undefined,
      (thrown: unknown) => messageOf(thrown),
    );
    over.abort();
    await Promise.allSettled(runs);
    return (heat) => resultOf(told(heats.indexOf(heat)), reason);
  } finally {
    await rm(base, { recursive: true, force: true });
  }
}

/** The race of one heat. */
export const race = async (options: RaceOptions, heat: Heat = 'as-is'): Promise<RaceResult> =>
  (await run(options, [heat]))(heat);

/** The race of the store as it is, and that of the broken one: threads are started once for both. */
export async function raceBoth(
  options: RaceOptions,
): Promise<{ readonly raced: RaceResult; readonly broken: RaceResult }> {
  const resultFor = await run(options, ['as-is', 'check-then-write']);
  return { raced: resultFor('as-is'), broken: resultFor('check-then-write') };
}
