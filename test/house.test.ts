// The house rules: the tree keeps them, and a planted breach of each one is reported.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { castsOnlyNames, opensWithASentence, runsEveryTest, silencesNothing } from './house.js';
import { parse, root, sourcesUnder } from './sources.js';

const code = sourcesUnder('src', 'models', 'properties', 'bench', 'mutation');
const tests = sourcesUnder('test');
const mutated = sourcesUnder('src/guards', 'src/stores', 'src/services', 'models');

describe('the tree', () => {
  test('opens every file with a sentence that says what it is for', () => {
    expect([...code, ...tests].flatMap(opensWithASentence)).toEqual([]);
  });

  test('writes `as` behind names alone in every file that is mutated', () => {
    expect(mutated.flatMap(castsOnlyNames)).toEqual([]);
  });

  test('never switches a check off in a comment', () => {
    expect([...code, ...tests].flatMap(silencesNothing)).toEqual([]);
  });

  test('runs every test', () => {
    expect(tests.flatMap(runsEveryTest)).toEqual([]);
  });
});

describe('a rule of the house', () => {
  test.each([
    [opensWithASentence, "import a from 'a';"],
    [opensWithASentence, '// no end\nconst a = 1;'],
    [opensWithASentence, 'const a = 1; // Too late.'],
    [castsOnlyNames, 'const row = get() as Row;'],
    [castsOnlyNames, 'const row = statement.get(1).row as Row;'],
    [castsOnlyNames, 'const row = rows[at - 1] as Row;'],
    [castsOnlyNames, 'const row = (a ?? b) as unknown as Row;'],
    [silencesNothing, `/${'/'} oxlint-disable-next-line`],
    [silencesNothing, `/${'*'} Stryker disable all */`],
    [runsEveryTest, "test.only('a', run);"],
    [runsEveryTest, "describe.concurrent.skip('a', run);"],
    [runsEveryTest, "test('a', { todo: true }, run);"],
  ])('%o reports %j', (rule, text) => {
    expect(rule(parse('planted.ts', text))).toHaveLength(1);
  });

  test.each([
    [opensWithASentence, '#!/usr/bin/env node\n// Runs.\nimport a from "a";'],
    [opensWithASentence, '/**\n * One file,\n * one purpose.\n */\nconst a = 1;'],
    [
      castsOnlyNames,
      'const row = found as Row; const [a] = [rows[0] as Row]; const b = [1] as const;',
    ],
    [silencesNothing, '// A comment about oxlint.'],
    [runsEveryTest, "test.each([1])('a', run);"],
  ])('%o passes %j', (rule, text) => {
    expect(rule(parse('sound.ts', text))).toEqual([]);
  });
});

/** A file that breaks lint rules on purpose: each line with the rules it breaks. */
type Planted = readonly (readonly [line: string, ...rules: readonly string[]])[];

const planted: Readonly<Record<string, Planted>> = {
  'src/planted.ts': [
    ["import { Stats } from 'node:fs';", 'consistent-type-imports'],
    [
      'export const when = (stats: Stats): unknown[] => [stats, Date.now()];',
      'no-restricted-globals',
    ],
    ['export const today = new Date();', 'no-restricted-globals'],
    ['export const dice = Math.random();', 'no-restricted-properties'],
    ['export const same = (a: unknown): boolean => a == 1;', 'eqeqeq'],
    ['export let loose = 1 as any;', 'no-explicit-any', 'prefer-const'],
    ['const unused = process.argv;', 'no-restricted-globals', 'no-unused-vars'],
    ["console.log('printed');", 'no-console'],
    ['Promise.resolve(1);', 'no-floating-promises'],
    ['export default 1;', 'no-default-export'],
  ],
  'src/cli/planted.ts': [['console.log(process.argv, Date.now());']],
  'models/planted.ts': [['export const now = Date.now();', 'no-restricted-globals']],
  'properties/planted.ts': [['export const now = Date.now();', 'no-restricted-globals']],
  'test/planted.test.ts': [
    ["import fc from 'fast-check';"],
    ["import { test } from 'vitest';"],
    ["test('nobody waits', () => {"],
    ['  fc.assert(fc.asyncProperty(fc.nat(), async () => true));', 'no-floating-promises'],
    ['});'],
    ["test('empty', () => {});", 'expect-expect'],
  ],
};

describe('the linter', () => {
  test('reports every planted breach and nothing else', () => {
    const top = mkdtempSync(path.join(tmpdir(), 'touchstone-lint-'));
    onTestFinished(() => rmSync(top, { recursive: true }));
    for (const file of ['.oxlintrc.json', 'tsconfig.json'])
      cpSync(path.join(root, file), path.join(top, file));
    symlinkSync(path.join(root, 'node_modules'), path.join(top, 'node_modules'));
    const expected = Object.entries(planted).flatMap(([file, lines]) => {
      mkdirSync(path.dirname(path.join(top, file)), { recursive: true });
      writeFileSync(path.join(top, file), lines.map(([line]) => line).join('\n'));
      return lines.flatMap(([, ...rules], at) => rules.map((rule) => `${file}:${at + 1} ${rule}`));
    });

    const bin = path.join(root, 'node_modules/oxlint/bin/oxlint');
    const run = spawnSync(process.execPath, [bin, '-f', 'unix'], { cwd: top, encoding: 'utf8' });
    const report = /^(\S+:\d+):\d+: .*\[Error\/\w+\((\S+)\)\]$/gm;
    const found = [...run.stdout.matchAll(report)].map(([, place, rule]) => `${place} ${rule}`);
    expect(found.toSorted()).toEqual(expected.toSorted());
    expect(run.status).toBe(1);
  });
});
