// What a mutant leaves behind reaches no other mutant: no folder, no handle, no argument is shared.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as Targets from '../src/cli/mutants-target.js';
import type { Kill } from '../src/engine/kills/result.js';
import type * as Code from '../src/engine/kills/typescript.js';
import type * as Touchstone from '../src/index.js';
import { root } from './sources.js';

/** Node loads mutated modules, which it can do for compiled code alone: vite stays out of it. */
const require = createRequire(import.meta.url);
const { mutantSuite }: typeof Touchstone = require('../dist/src/index.js');
const { openCodeField }: typeof Code = require('../dist/src/engine/kills/typescript.js');
const { resolveTarget }: typeof Targets = require('../dist/src/cli/mutants-target.js');

const fixture = 'test/fixtures/mutants/leaves-traces.mjs';
const folder = mkdtempSync(path.join(tmpdir(), 'touchstone-traces-'));
let field: Code.CodeField;

beforeAll(async () => {
  const { target } = await resolveTarget(path.join(root, fixture), root, 10_000);
  if (target.code === undefined) throw new Error('the store has sources');
  const opened = await openCodeField(target.code, {
    root: folder,
    suite: mutantSuite,
    seed: 1,
    counterexamples: false,
    rounds: [
      { medium: 'memory', runs: 3 },
      { medium: 'file', runs: 3 },
    ],
  });
  if ('fault' in opened) throw new Error(opened.fault);
  field = opened;
});
afterAll(async () => {
  await field.close();
  rmSync(folder, { recursive: true });
});

/** Judges the mutant that makes the store leave this behind. */
function leaving(what: string): Promise<Kill> {
  const lines = (field.sources.get(fixture) ?? '').split('\n');
  const found = field.mutations.find(
    ({ place, replacement }) =>
      replacement === 'true' &&
      place !== undefined &&
      lines[place.start.line - 1]?.includes(`${what}: () =>`) === true,
  );
  if (found === undefined) throw new Error(`No mutant leaves ${what}`);
  return field.judge(found, 1);
}

test.each([
  ['aFile', 'survived'],
  ['dataKeptByPath', 'survived'],
  ['anOpenTransaction', 'survived'],
  ['aSpoiltHandle', 'killed'],
  ['aSpoiltArgument', 'survived'],
])('a mutant that leaves %s changes nothing for the next one', async (trace, status) => {
  const before = await leaving('nothing');
  expect(before).toMatchObject({ status: 'survived', sequences: 6 });
  expect(await leaving(trace)).toMatchObject({ status });
  expect(await leaving('nothing')).toEqual(before);
});
