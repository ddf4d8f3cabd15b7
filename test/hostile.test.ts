// Stores that hang, block, exit, leak, lie or throw what nobody expects: each gets its verdict in time.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { root } from './sources.js';

const main = path.join(root, 'dist/src/cli/main.js');
const fixtures = path.join(root, 'test/fixtures/hostile');

const folders: string[] = [];
afterAll(() => {
  for (const each of folders) rmSync(each, { recursive: true });
});

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  /** What was left in the tool's folder. */
  readonly files: readonly string[];
  readonly cwd: string;
}

/** Runs the built command to its end; a signal would show as code null. */
async function touchstone(args: readonly string[]): Promise<Ran> {
  const cwd = mkdtempSync(path.join(tmpdir(), 'touchstone-hostile-'));
  folders.push(cwd);
  const child = spawn(process.execPath, [main, ...args], { cwd });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, out, err, files: readdirSync(path.join(cwd, '.touchstone')), cwd };
}

const check = (name: string, ...more: readonly string[]): Promise<Ran> =>
  touchstone(['check', path.join(fixtures, `${name}.mjs`), '--deadline', '0.5', ...more]);

describe.concurrent('a store that does not load is a matter of its author:', () => {
  test.each([
    ['hangs-in-open', /cannot open its store \(Overdue: no answer within 0.5 s\)/],
    ['blocks-in-open', /does not load \(no answer within 0.5 s, and nothing else could run\)/],
    ['hangs-on-load', /does not load \(Overdue: no answer within 0.5 s\)/],
  ])('%s', async (name, sentence) => {
    const { code, out, err, files } = await check(name);
    expect(err).toMatch(sentence);
    expect({ code, out, files }).toEqual({ code: 2, out: '', files: [] });
  });
});

describe.concurrent('a store that does not answer breaks a promise:', () => {
  test.each([
    ['never-settles', /no answer within 0.5 s"/],
    ['blocks-the-loop', /no answer within 0.5 s, and nothing else could run/],
    ['exits-the-process', /it ended the process with code 0/],
    ['errors-escape', /an error escaped: Error: thrown too late/],
    ['throws-strings', /an error that is no refusal: "refused: /],
    ['throws-frozen-objects', /something that cannot be described/],
  ])('%s', async (name, got) => {
    const { code, out, files } = await check(name);
    expect(out).toMatch(/only-refusals +FAILS +in sequence \d+; [\d,]+ calls? shrunk to [1-4]$/m);
    expect(out).toMatch(got);
    expect(code).toBe(1);
    expect(files.filter((file) => !/^[a-z-]+-[0-9a-f]{8}\.(?:json|ts)$/.test(file))).toEqual([]);
  });

  test('and its replay ends as well', async () => {
    const { files, cwd } = await check('exits-the-process');
    const file = files.find((each) => each.endsWith('.json')) ?? '';
    const copy = JSON.parse(readFileSync(path.join(cwd, '.touchstone', file), 'utf8')) as unknown;
    expect(copy).toMatchObject({ property: 'only-refusals' });
    const again = await touchstone([
      'replay',
      path.join(cwd, '.touchstone', file),
      '--store',
      path.join(fixtures, 'exits-the-process.mjs'),
      '--deadline',
      '0.5',
    ]);
    expect(again.out).toMatch(/^Failed: .* still breaks only-refusals/m);
    expect({ code: again.code, files: again.files }).toEqual({ code: 1, files: [] });
  });
});

describe.concurrent('a store that answers wrongly breaks the promise it is about:', () => {
  test.each([
    ['answers-nothing', 1, /FAILS/],
    ['fails-on-the-second-handle', 1, /read-paths-agree +FAILS|round-trip +FAILS/],
    ['lies-about-capabilities', 3, /Claimed, but the method is not there: tombstones/],
    ['leaks-memory', 3, /the check ended early: it used more than \d+ MB/],
  ])('%s', async (name, expected, words) => {
    const { code, out } = await check(
      name,
      '--runs',
      '4',
      '--properties',
      'round-trip,read-paths-agree',
      // Nobody is waited for here: a machine that is busy is no matter of the store.
      '--deadline',
      '10',
    );
    expect(out).toMatch(words);
    expect(code).toBe(expected);
  });
});
