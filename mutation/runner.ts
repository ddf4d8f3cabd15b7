// The in-process test runner for Stryker: plays checks on the sandbox's compiled modules, switching mutants.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { InstrumenterContext, StrykerOptions } from '@stryker-mutator/api/core';
import { commonTokens, tokens } from '@stryker-mutator/api/plugin';
import {
  determineHitLimitReached,
  type DryRunResult,
  DryRunStatus,
  type MutantRunOptions,
  type MutantRunResult,
  MutantRunStatus,
  type TestResult,
  type TestRunner,
  TestStatus,
} from '@stryker-mutator/api/test-runner';
import {
  type Check,
  type CheckFailure,
  type CreateChecks,
  lineOf,
  type NamedTest,
} from './check.js';
import { readOptions } from './runner-options.js';

/** Tests that the runner itself answers for. */
export const ownTests = {
  loading: { id: 'loading', name: 'The modules can be loaded.' },
  late: { id: 'late-errors', name: 'Nothing fails after its answer.' },
} satisfies Record<string, NamedTest>;

/** Loads the checks of the sandbox; what it imports is instrumented. */
export type Load = () => Promise<readonly Check[]>;

/** What instrumented modules look at: which mutant is in force, and whose coverage is noted. */
function strykerContext(): InstrumenterContext {
  const scope: object & { __stryker__?: InstrumenterContext } = globalThis;
  return (scope.__stryker__ ??= {});
}

/** Notes promises that fail with nobody waiting for them. */
function watchLateErrors() {
  let first: CheckFailure | undefined;
  const note = (thrown: unknown): void => {
    const { id } = ownTests.late;
    first ??= { id, message: `${id}: ${lineOf(thrown)}` };
  };
  process.on('unhandledRejection', note);
  return {
    stop: () => void process.off('unhandledRejection', note),
    async take(): Promise<CheckFailure | undefined> {
      // A rejection is told of at the end of a turn of the event loop.
      await new Promise((resume) => setImmediate(resume));
      const found = first;
      first = undefined;
      return found;
    },
  };
}

/** Each test once, with the time of its checks shared out evenly. */
function resultsOf(played: readonly (readonly [Check, number])[]): readonly TestResult[] {
  const times = new Map<string, readonly [NamedTest, number]>();
  for (const [{ tests }, milliseconds] of played)
    for (const test of tests) {
      const known = times.get(test.id)?.[1] ?? 0;
      times.set(test.id, [test, known + milliseconds / tests.length]);
    }
  return [...times.values()].map(([{ id, name }, timeSpentMs]) => ({
    id,
    name,
    timeSpentMs,
    status: TestStatus.Success,
  }));
}

/** Creates the runner; `load` is asked once in a process. */
export function createInProcessRunner(load: Load): TestRunner {
  const context = strykerContext();
  const late = watchLateErrors();
  let loading: Promise<readonly Check[]> | undefined;

  async function played(check: Check): Promise<CheckFailure | undefined> {
    const failure = await check.run();
    return (await late.take()) ?? failure;
  }

  /** All tests of a check are covered alike; only the first one's hits are counted. */
  function shareCoverage({ tests: [first, ...others] }: Check): void {
    const covered = context.mutantCoverage?.perTest;
    const hits = covered?.[first?.id ?? ''];
    if (covered === undefined || hits === undefined) return;
    for (const { id } of others)
      covered[id] = Object.fromEntries(Object.keys(hits).map((mutant) => [mutant, 1]));
  }

  async function dryRun(): Promise<DryRunResult> {
    const checks = await (loading ??= load());
    const times: (readonly [Check, number])[] = [];
    for (const check of checks) {
      const [first] = check.tests;
      if (first === undefined) continue;
      context.currentTestId = first.id;
      const started = performance.now();
      const failure = await played(check);
      if (failure !== undefined)
        return { status: DryRunStatus.Error, errorMessage: `Unbroken: ${failure.message}` };
      times.push([check, performance.now() - started]);
      shareCoverage(check);
    }
    delete context.currentTestId;
    const own = Object.values(ownTests).map((test): TestResult => {
      return { ...test, timeSpentMs: 0, status: TestStatus.Success };
    });
    const { mutantCoverage = { static: {}, perTest: {} } } = context;
    return {
      status: DryRunStatus.Complete,
      tests: [...own, ...resultsOf(times)],
      mutantCoverage,
    };
  }

  const killed = ({ id, message }: CheckFailure, nrOfTests: number): MutantRunResult => ({
    status: MutantRunStatus.Killed,
    killedBy: [id],
    failureMessage: message,
    nrOfTests,
  });

  async function tryChecks(
    checks: readonly Check[],
    { hitLimit, testFilter }: MutantRunOptions,
  ): Promise<MutantRunResult> {
    const tried = new Set<string>();
    for (const check of checks) {
      const ids = check.tests.map(({ id }) => id);
      if (testFilter !== undefined && !ids.some((id) => testFilter.includes(id))) continue;
      for (const id of ids) tried.add(id);
      const failure = await played(check);
      const limit = determineHitLimitReached(context.hitCount, hitLimit);
      const reason = limit?.reason ?? (failure?.overdue === true ? failure.message : undefined);
      if (reason !== undefined) return { status: MutantRunStatus.Timeout, reason };
      if (failure !== undefined) return killed(failure, tried.size);
    }
    if (tried.size === 0)
      return { status: MutantRunStatus.Error, errorMessage: 'No check was tried.' };
    return { status: MutantRunStatus.Survived, nrOfTests: tried.size };
  }

  async function mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    const { activeMutant, hitLimit, mutantActivation } = options;
    const isStatic = mutantActivation === 'static';
    if (isStatic && loading !== undefined)
      return {
        status: MutantRunStatus.Error,
        errorMessage: 'The modules were loaded before this mutant: it needs a process of its own.',
      };
    context.hitCount = 0;
    if (hitLimit === undefined) delete context.hitLimit;
    else context.hitLimit = hitLimit;
    if (!isStatic) await (loading ??= load());
    context.activeMutant = activeMutant.id;
    try {
      const checks = await (loading ??= load());
      return await tryChecks(checks, options);
    } catch (thrown) {
      const { id } = ownTests.loading;
      return killed({ id, message: `${id}: ${lineOf(thrown)}` }, 1);
    } finally {
      // A mutant of loading is in force for as long as its process lives.
      if (!isStatic) delete context.activeMutant;
    }
  }

  return {
    capabilities: () => ({ reloadEnvironment: false }),
    dryRun,
    mutantRun,
    dispose: async () => late.stop(),
  };
}

/** The plugin's factory: the checks come from the folder that Stryker runs the process in. */
export function createRunner(options: StrykerOptions): TestRunner {
  const { checks, rounds } = readOptions(options);
  return createInProcessRunner(async () => {
    const file = pathToFileURL(resolve('dist/mutation', `${checks}-checks.js`));
    const module: { createChecks: CreateChecks } = await import(file.href);
    return module.createChecks({ rounds });
  });
}
createRunner.inject = tokens(commonTokens.options);
