// `touchstone mutants` and `touchstone guards` as a user meets them: what they print, and how they end.
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { z } from 'zod';
import { KillsJson } from '../src/report/kills/json-schema.js';
import * as command from './command.js';
import type { Ran } from './command.js';
import { root } from './sources.js';

const guarded = path.join(root, 'test/fixtures/mutants/guarded.mjs');

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'touchstone-mutants-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

/** A project of somebody else with a store in it, which has installed this package. */
function project(): string {
  const cwd = folder();
  mkdirSync(path.join(cwd, 'node_modules'));
  symlinkSync(root, path.join(cwd, 'node_modules/touchstone'), 'junction');
  writeFileSync(path.join(cwd, 'package.json'), '{ "type": "module" }');
  copyFileSync(guarded, path.join(cwd, 'guarded.mjs'));
  return cwd;
}

const touchstone = (args: readonly string[], cwd = folder()): Promise<Ran> =>
  command.touchstone(args, cwd);

/** In this process, which need not load again what is loaded here. */
const inProcess = (args: readonly string[], cwd = folder()): Promise<Ran> =>
  command.inProcess(args, cwd);

const parsed = (text: string): z.infer<typeof KillsJson> => KillsJson.parse(JSON.parse(text));

describe('a store of somebody else', () => {
  test('has its source broken: what fails is killed, what hangs times out, what ends the process is told', async () => {
    const cwd = project();
    const args = ['--kind', 'typescript', '--runs', '1', '--deadline', '1'];
    const files = ['--html', 'page.html', '--schema', 'schema.json', '--summary', 'summary.md'];
    const { code, out, err } = await touchstone(
      ['mutants', './guarded.mjs', ...args, '--json', ...files],
      cwd,
    );
    expect(err).toBe('');
    expect(code).toBe(1);
    const { mutants, store } = parsed(out);
    expect(store.name).toBe('guarded');
    const became = (operator: string, replacement: string) =>
      mutants
        .filter((mutant) => mutant.operator === operator && mutant.replacement === replacement)
        .map(({ status, by }) => (by === undefined ? status : `${status} by ${by}`));
    expect(became('AssignmentOperator', 'counted -= 1')).toEqual(['timeout']);
    expect(became('EqualityOperator', 'count(2) !== 4')).toEqual(['killed by only-refusals']);
    expect(became('Membership', 'false')).toEqual(['killed by scope-isolation']);
    expect(became('Membership', 'true')).toEqual(['survived']);
    expect(readdirSync(cwd).toSorted()).toEqual([
      '.touchstone',
      'guarded.mjs',
      'node_modules',
      'package.json',
      'page.html',
      'schema.json',
      'summary.md',
    ]);
    expect(readdirSync(path.join(cwd, '.touchstone'))).toEqual([]);
    expect(readFileSync(path.join(cwd, 'summary.md'), 'utf8')).toContain('guarded');
  }, 180_000);

  test('is hunted only in the lines that a diff touches', async () => {
    const cwd = project();
    writeFileSync(
      path.join(cwd, 'change.diff'),
      [
        'diff --git a/guarded.mjs b/guarded.mjs',
        '--- a/guarded.mjs',
        '+++ b/guarded.mjs',
        '@@ -8 +8 @@',
        '-  return 2;',
        '+  return counted;',
        '',
      ].join('\n'),
    );
    const args = ['--kind', 'typescript', '--runs', '1', '--in-diff', 'change.diff'];
    const { out, err } = await inProcess(['mutants', './guarded.mjs', ...args, '--json'], cwd);
    expect(err).toBe('');
    const places = parsed(out).mutants.map(({ place }) => place);
    expect(places.map((place) => [place?.start.line, place?.end.line])).toEqual([[5, 9]]);
  });
});

describe('the SQLite store', () => {
  test('has the mutants of one guard killed, each with its counterexample', async () => {
    const args = ['--kind', 'sql', '--guard', 'cas-on-update', '--runs', '1', '--verbose'];
    const { code, out, err } = await touchstone(['mutants', 'sqlite', ...args]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('src/stores/sqlite/statements.ts');
    expect(out).toMatch(/killed by cas/);
    expect(out).toMatch(/expected conflict \(stale-version\), got version \d/);
  });

  test('is shared by machines: the shards are disjoint and whole', async () => {
    const ids: string[] = [];
    for (const shard of ['1/2', '2/2']) {
      const args = ['--kind', 'sql', '--guard', 'cas-on-update', '--runs', '1', '--shard', shard];
      const { out } = await inProcess(['mutants', 'sqlite', ...args, '--json']);
      ids.push(...parsed(out).mutants.map(({ id }) => id));
    }
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => id.startsWith('sql:boundary-shift'))).toHaveLength(2);
    expect(ids.filter((id) => id.startsWith('sql:predicate-removal'))).toHaveLength(1);
  });

  test('has every guard listed with its place', async () => {
    const { code, out, err } = await inProcess(['guards', '--list']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/cas-on-update {3}\S.*\n +:\d+ {3}version = \?\n/);
  });
});

describe('a wrong command', () => {
  test.each([
    [
      ['mutants', 'sqlite', '--kind', 'python'],
      /There is no kind python: choose from curated, sql, typescript\./,
    ],
    [
      ['mutants', 'sqlite', '--shard', '5/4'],
      /--shard 5\/4 is no part of a hunt: give k\/n such as 1\/4\./,
    ],
    [
      ['mutants', 'sqlite', '--in-diff', 'none.diff'],
      /none\.diff cannot be read \(it is not there\)/,
    ],
    [
      ['mutants', 'sqlite', '--guard', 'none'],
      /There is no guard none: touchstone guards lists them\./,
    ],
    [['mutants', guarded, '--guard', 'cas-on-update'], /are not registered: leave out --guard\./],
    [['mutants', 'sqlite', '--html', 'no/such/folder.html'], /--html .* cannot be written/],
    [['mutants', 'sqlite', '--equivalents', 'none.json'], /none\.json cannot be read/],
    [['guards', '--seeds', '0'], /--seeds 0 is no number of seeds/],
  ])('%j ends with 2 and one sentence', async (args, sentence) => {
    const { code, out, err } = await inProcess(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(sentence);
    expect(err.trim().split('\n')).toHaveLength(1);
  });
});
