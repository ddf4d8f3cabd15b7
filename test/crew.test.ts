// Threads that stay for the next task: whose task was done well, and nobody else's.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Crew, createCrew } from '../src/cli/crew.js';
import { ensureRoot, rootIn } from '../src/cli/files.js';
import { inThread, Lost } from '../src/cli/watch.js';
import type { CheckReport } from '../src/engine/result.js';
import { learnerIn } from './course-fixture.js';
import { root } from './sources.js';

let cwd: string;
let crew: Crew;
/** The threads that were given a task, in order. */
let hired: number[];

beforeEach(async () => {
  cwd = mkdtempSync(path.join(tmpdir(), 'touchstone-crew-'));
  await ensureRoot(rootIn(cwd));
  const real = createCrew();
  hired = [];
  crew = {
    ...real,
    hire() {
      const thread = real.hire();
      hired.push(thread.threadId);
      return thread;
    },
  };
});
afterEach(async () => {
  await crew.close();
  rmSync(cwd, { recursive: true });
});

const check = (spec: string): Promise<CheckReport> =>
  inThread<CheckReport>(
    {
      task: 'check',
      spec,
      cwd,
      seed: 3,
      runs: 1,
      properties: ['cas'],
      sensitivity: false,
      deadline: 5000,
    },
    { crew },
  );

/** Checks one lesson's property as a learner left it. */
const play = (work: string, lessons: string): Promise<unknown> =>
  inThread(
    {
      task: 'course',
      spec: 'model',
      cwd,
      deadline: 2000,
      lessons,
      work,
      lesson: 'model',
      what: { kind: 'check', depth: 'everything' },
    },
    { crew, hurried: true },
  );

test('a thread that has done its task is given the next one, and says the same again', async () => {
  const first = await check('model');
  expect(await check('model')).toEqual(first);
  expect(new Set(hired).size).toBe(1);
});

test('a thread that refused what it was asked is given the next one', async () => {
  await expect(check('nosuch')).rejects.toThrow(/There is no store nosuch/u);
  await check('model');
  expect(new Set(hired).size).toBe(1);
});

test('a thread that has loaded the module of somebody else is not given another task', async () => {
  await check(path.join(root, 'test/fixtures/own-store/store.mjs'));
  await check('model');
  expect(new Set(hired).size).toBe(2);
});

test('after some tasks a thread makes room for a new one', async () => {
  for (let task = 0; task < 21; task += 1) await expect(check('nosuch')).rejects.toThrow(/nosuch/u);
  expect(new Set(hired.slice(0, 20)).size).toBe(1);
  expect(hired[20]).not.toBe(hired[0]);
});

test('what a learner left running ends with its thread', async () => {
  const learner = learnerIn(cwd, ['01-model']);
  await learner.course('start', 'model');
  const lessons = path.join(cwd, 'lessons');
  mkdirSync(path.join(cwd, '.touchstone'), { recursive: true });
  await play(path.join(cwd, 'work'), lessons);
  const property = learner.read('model/property.ts');
  writeFileSync(
    learner.path('model/property.ts'),
    `setInterval(() => undefined, 1000);\n${property}`,
  );
  await play(path.join(cwd, 'work'), lessons);
  await play(path.join(cwd, 'work'), lessons);
  expect(hired[1]).toBe(hired[0]);
  expect(hired[2]).not.toBe(hired[1]);
});

test('a thread that was lost is not given another task', async () => {
  const learner = learnerIn(cwd, ['01-model']);
  await learner.course('start', 'model');
  const lessons = path.join(cwd, 'lessons');
  const property = learner.read('model/property.ts');
  learner.write('model/property.ts', `for (;;);\n${property}`);
  await expect(play(path.join(cwd, 'work'), lessons)).rejects.toThrow(Lost);
  learner.write('model/property.ts', property);
  await play(path.join(cwd, 'work'), lessons);
  expect(new Set(hired).size).toBe(2);
});
