// The in-process runner: coverage for each test, a mutant in force for its own run, and no false survivor.
import type { InstrumenterContext } from '@stryker-mutator/api/core';
import {
  DryRunStatus,
  type MutantRunOptions,
  MutantRunStatus,
  type TestRunner,
} from '@stryker-mutator/api/test-runner';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type Check, type CheckFailure, story } from '../mutation/check.js';
import { isSql } from '../mutation/ignore-sql.js';
import { createInProcessRunner } from '../mutation/runner.js';

let context: InstrumenterContext;
beforeEach(() => {
  context = {};
  Object.assign(globalThis, { __stryker__: context });
});
afterEach(() => {
  Object.assign(globalThis, { __stryker__: undefined });
});

/** What instrumented code does when it comes by a mutant. */
function pass(mutant: string): boolean {
  const { mutantCoverage: coverage = { static: {}, perTest: {} }, currentTestId } = context;
  context.mutantCoverage = coverage;
  const covered =
    currentTestId === undefined ? coverage.static : (coverage.perTest[currentTestId] ??= {});
  covered[mutant] = (covered[mutant] ?? 0) + 1;
  if (context.activeMutant !== mutant) return false;
  context.hitCount = (context.hitCount ?? 0) + 1;
  return true;
}

const failure = (id: string): CheckFailure => ({ id, message: `${id}: broken` });

/** Two properties judged at once, of which the mutant `m1` breaks the second. */
const both: Check = {
  tests: [
    { id: 'cas', name: 'CAS.' },
    { id: 'expiry', name: 'Expiry.' },
  ],
  run: async () => (pass('m1') ? failure('expiry') : undefined),
};
const files = story('files', 'Files.', () => {
  if (pass('m2')) throw new Error('not opened');
});

function runnerOf(load: () => readonly Check[] | Promise<readonly Check[]>): TestRunner {
  const runner = createInProcessRunner(async () => load());
  onTestFinished(() => runner.dispose?.());
  return runner;
}

const dryRun = (runner: TestRunner) =>
  runner.dryRun({ timeout: 1000, disableBail: false, coverageAnalysis: 'perTest' });

function mutantRun(runner: TestRunner, id: string, options: Partial<MutantRunOptions> = {}) {
  return runner.mutantRun({
    timeout: 1000,
    disableBail: false,
    activeMutant: {
      id,
      fileName: 'a.ts',
      mutatorName: 'BooleanLiteral',
      replacement: 'false',
      location: { start: { line: 1, column: 1 }, end: { line: 1, column: 2 } },
    },
    sandboxFileName: 'a.ts',
    mutantActivation: 'runtime',
    reloadEnvironment: false,
    ...options,
  });
}

test('the unbroken run notes what each test covers, and counts hits once', async () => {
  const runner = runnerOf(() => (pass('loaded'), [both, files, both]));
  expect(await dryRun(runner)).toMatchObject({
    status: DryRunStatus.Complete,
    tests: ['loading', 'late-errors', 'cas', 'expiry', 'files'].map((id) => ({ id })),
    mutantCoverage: {
      static: { loaded: 1 },
      perTest: { cas: { m1: 2 }, expiry: { m1: 1 }, files: { m2: 1 } },
    },
  });
});

test('unbroken code that fails is an error', async () => {
  const broken = story('broken', 'Broken.', () => {
    throw new Error('always');
  });
  expect(await dryRun(runnerOf(() => [both, broken]))).toEqual({
    status: DryRunStatus.Error,
    errorMessage: 'Unbroken: broken: Error: always',
  });
});

test('a mutant is in force for its own run, and the test that fails is named', async () => {
  const runner = runnerOf(() => [both, files]);
  await dryRun(runner);
  expect(await mutantRun(runner, 'm1')).toEqual({
    status: MutantRunStatus.Killed,
    killedBy: ['expiry'],
    failureMessage: 'expiry: broken',
    nrOfTests: 2,
  });
  expect(context.activeMutant).toBeUndefined();
  expect(await mutantRun(runner, 'm3')).toEqual({
    status: MutantRunStatus.Survived,
    nrOfTests: 3,
  });
});

test('only the tests that cover a mutant are run', async () => {
  const runner = runnerOf(() => [both, files]);
  expect(await mutantRun(runner, 'm1', { testFilter: ['files'] })).toEqual({
    status: MutantRunStatus.Survived,
    nrOfTests: 1,
  });
  expect(await mutantRun(runner, 'm2', { testFilter: ['files'] })).toMatchObject({
    killedBy: ['files'],
    failureMessage: 'files: Error: not opened',
  });
});

test('a run without a test is an error, never a survivor', async () => {
  const runner = runnerOf(() => [both]);
  expect(await mutantRun(runner, 'm1', { testFilter: ['gone'] })).toMatchObject({
    status: MutantRunStatus.Error,
  });
});

test('a static mutant is in force while modules are loaded, and needs them not to be loaded yet', async () => {
  const song = story('song', 'Song.', () => undefined);
  const options = { mutantActivation: 'static' } as const;
  const fresh = runnerOf(() => {
    if (pass('m4')) throw new TypeError('no such table');
    return [song];
  });
  expect(await mutantRun(fresh, 'm4', options)).toEqual({
    status: MutantRunStatus.Killed,
    killedBy: ['loading'],
    failureMessage: 'loading: TypeError: no such table',
    nrOfTests: 1,
  });
  const used = runnerOf(() => [song]);
  await dryRun(used);
  expect(await mutantRun(used, 'm4', options)).toMatchObject({ status: MutantRunStatus.Error });
});

test('too many hits, or no answer in time, is a timeout and no kill', async () => {
  const runner = runnerOf(() => [both]);
  expect(await mutantRun(runner, 'm1', { hitLimit: 0 })).toMatchObject({
    status: MutantRunStatus.Timeout,
  });
  const silent: Check = {
    ...both,
    run: async () => ({ ...failure('cas'), message: 'cas: no answer', overdue: true }),
  };
  expect(
    await mutantRun(
      runnerOf(() => [silent]),
      'm1',
    ),
  ).toEqual({
    status: MutantRunStatus.Timeout,
    reason: 'cas: no answer',
  });
});

test.each([
  ['\nSELECT value\nFROM memory', true],
  ['BEGIN IMMEDIATE', true],
  ['scope, key, kind', true],
  ['tenant, subject, ?,\n  actor', true],
  ['PRAGMA synchronous = NORMAL', false],
  ['Closing twice is fine, too.', false],
  ['now', false],
])('%j is SQL text: %s', (text, expected) => {
  expect(isSql(text)).toBe(expected);
});
