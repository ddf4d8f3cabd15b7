// The last lesson: a store of its own with seven mistakes, found by the check alone.
import { createRequire } from 'node:module';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as Backend from '../src/course/backend.js';
import type { BackendCheck, BackendOptions } from '../src/course/backend.js';
import { buggyText } from '../src/course/edit.js';
import { backendFile, solutionFile } from '../src/course/lesson.js';
import { readManifest } from '../src/course/manifest.js';

// Node loads the backend, so the build does: the test runner would transform what is loaded.
const require = createRequire(import.meta.url);
const { playBackend }: typeof Backend = require('../dist/src/course/backend.js');

const folder = new URL('../lessons/17-capstone/', import.meta.url).pathname;
const read = (file: string): Promise<string> => readFile(join(folder, file), 'utf8');
const lesson = readManifest(await read('lesson.json'), 'lesson.json');
const bugs = lesson.backend?.bugs ?? [];
const solution = await read(solutionFile);
const shipped = await read(backendFile);

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'capstone-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const play = (text: string, options: Partial<BackendOptions> = {}): Promise<BackendCheck> =>
  playBackend(lesson, join(folder, solutionFile), text, { root, deadline: 10_000, ...options });

const failingIn = (check: BackendCheck): readonly string[] =>
  check.status === 'played' ? check.failing.map(({ property }) => property) : [check.status];

describe('the store of the last lesson', () => {
  test('breaks seven promises as it is shipped, each by another mistake', async () => {
    expect(shipped).toBe(buggyText(solution, bugs, solutionFile));
    const check = await play(shipped);
    const failing = failingIn(check);
    expect(lesson.properties.filter((id) => !failing.includes(id))).toEqual([]);
    expect(lesson.properties).toContain(failing[0]);
    expect(lesson.properties).toHaveLength(7);
    expect(check).toMatchObject({ status: 'played', conformant: false, kept: [] });
  });

  test('shows the shortest counterexample first', async () => {
    const check = await play(shipped);
    if (check.status !== 'played') throw new Error(check.status);
    const [first] = check.failing;
    expect(check.counterexample).toMatchObject({ property: first?.property });
    expect(check.counterexample?.steps).toHaveLength(first?.calls ?? 0);
    expect(Math.min(...check.failing.map(({ calls }) => calls))).toBe(first?.calls);
  });

  test.each(bugs)('$id alone is caught by $caughtBy', async (bug) => {
    const check = await play(buggyText(solution, [bug], solutionFile), { toTheEnd: false });
    expect(failingIn(check)[0]).toBe(bug.caughtBy);
  });

  test('is conformant once it is repaired', async () => {
    const check = await play(solution);
    expect(check).toMatchObject({ conformant: true, kept: lesson.properties, failing: [] });
  });

  test('does not keep a promise by no longer claiming it', async () => {
    const check = await play(solution.replace("    'expiry',\n", ''));
    expect(check).toMatchObject({ conformant: false, untested: ['expiry'] });
  });
});

describe('a backend that cannot be played', () => {
  test.each([
    ['syntax', 'export default {'],
    ['load', "throw new Error('no');"],
    ['export', 'export const store = 1;'],
    ['export', "export default { name: 'x', capabilities: ['magic'], open: () => ({}) };"],
    [
      'stopped',
      "export default { name: 'x', capabilities: [], open: () => { throw new Error('no'); } };",
    ],
  ])('says what is in the way: %s', async (trouble, text) => {
    expect(await play(text)).toMatchObject({ status: 'unusable', trouble });
  });
});
