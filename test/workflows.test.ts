// The workflows name what there is: scripts of package.json, modules of the build, options, pinned actions.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesOf } from '../mutation/patterns.js';
import { readShard, shardOf } from '../mutation/shard.js';
import { run } from '../src/cli/program.js';
import { root } from './sources.js';

const folder = join(root, '.github/workflows');
const workflows = readdirSync(folder).map(
  (name) => [name, readFileSync(join(folder, name), 'utf8')] as const,
);
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const all = workflows.map(([, text]) => text).join('\n');
const found = (pattern: RegExp, text = all): readonly string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, name = '']) => name)),
];

test('every script they run is in package.json', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'));
  for (const name of found(/npm run ([\w:-]+)/g)) expect(scripts).toHaveProperty([name]);
  for (const name of ['mutation', 'mutation:gate', 'mutation:harness', 'mutation:vitest'])
    expect(scripts).toHaveProperty([name]);
});

test('every module and configuration they name is made from a source that is there', () => {
  const modules = found(/node dist\/(\S+)\.js/g);
  expect(modules).toEqual(expect.arrayContaining(['mutation/gate', 'mutation/shard']));
  for (const module of modules) expect(existsSync(join(root, `${module}.ts`)), module).toBe(true);
  for (const file of found(/(stryker\S*\.json)/g)) expect(existsSync(join(root, file))).toBe(true);
});

test('every option of touchstone they give is one it has', async () => {
  for (const [, command = '', rest = ''] of all
    .replaceAll(/\n {10}(?=--)/g, ' ')
    .matchAll(/touchstone (\w+)([^\n|]*)/g)) {
    let help = '';
    const print = (text: string): void => {
      help += text;
    };
    const terminal = {
      cwd: root,
      env: {},
      result: print,
      message: print,
      onInterrupt: () => () => {},
    };
    const palette = new Proxy({}, { get: () => String }) as never;
    expect(await run([command, '--help'], { ...terminal, palette })).toBe(0);
    for (const option of found(/(--[\w-]+)/g, rest))
      expect(help, `touchstone ${command} ${option}`).toContain(option);
  }
});

test.each(workflows)(
  '%s may only read, ends in time, and runs no action that can be moved',
  (_, text) => {
    expect(text).toMatch(/^permissions:\n {2}contents: read$/m);
    expect(text).not.toMatch(/: write/);
    expect(text).toMatch(/^concurrency:\n {2}group: /m);
    const jobs = found(/^ {4}(runs-on): /gm, text).length;
    expect(jobs).toBeGreaterThan(0);
    expect([...text.matchAll(/^ {4}timeout-minutes: \d+$/gm)]).toHaveLength(
      [...text.matchAll(/^ {4}runs-on: /gm)].length,
    );
    for (const action of found(/uses: (\S+)/g, text)) expect(action).toMatch(/@[0-9a-f]{40}$/);
    expect([...text.matchAll(/persist-credentials: false/g)]).toHaveLength(
      [...text.matchAll(/actions\/checkout@/g)].length,
    );
  },
);

test('shards hold each file once, the same ones every time, and weigh about the same', () => {
  const files = [9, 1, 7, 3, 3, 5, 2, 8].map((weight, at) => ({ file: `f${at}`, weight }));
  const shards = [1, 2, 3].map((shard) => shardOf(files, shard, 3));
  expect(shards.flat().toSorted()).toEqual(files.map(({ file }) => file));
  const weights = shards.map((names) =>
    files.filter(({ file }) => names.includes(file)).reduce((sum, { weight }) => sum + weight, 0),
  );
  expect(Math.max(...weights) - Math.min(...weights)).toBeLessThanOrEqual(3);
  expect([1, 2, 3].map((shard) => shardOf(files.toReversed(), shard, 3))).toEqual(shards);
});

test.each(['0/4', '5/4', '1', '1/', 'a/b', '1/4 '])('%s is no shard', (text) => {
  expect(() => readShard(text)).toThrow('is no shard');
});

test('patterns of a mutate list are read as Stryker reads them', () => {
  const files = ['src/a.ts', 'src/b/c.ts', 'src/b/d.ts', 'src/e.js', 'models/f.ts'];
  expect(filesOf(['src/**/*.ts'], files)).toEqual(['src/a.ts', 'src/b/c.ts', 'src/b/d.ts']);
  expect(filesOf(['src/*.ts'], files)).toEqual(['src/a.ts']);
  expect(filesOf(['src/b/{c,x}.ts', 'models/*.ts'], files)).toEqual(['src/b/c.ts', 'models/f.ts']);
  expect(filesOf(['src/**/*.ts', '!src/b/*.ts'], files)).toEqual(['src/a.ts']);
});
