// Which lines a diff changes: read from what git really writes, and from texts that are no diff.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { readDiff, touchesDiff } from '../src/cli/diff.js';
import { Usage } from '../src/cli/usage.js';

const top = mkdtempSync(path.join(tmpdir(), 'touchstone-diff-'));
afterAll(() => rmSync(top, { recursive: true }));
let folder = '';

const git = (...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
const write = (name: string, text: string): void => {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), text);
};
const commit = (): void => {
  git('add', '-A');
  git('commit', '-q', '--allow-empty', '-m', 'x');
};
/** The diff of what is written, against what was committed. */
const diffOf = (...args: readonly string[]): ReturnType<typeof readDiff> => {
  git('add', '-A');
  return readDiff(git('diff', '--cached', ...args));
};
const lines = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `line ${at + 1}`);

beforeEach(() => {
  folder = mkdtempSync(path.join(top, 'tree-'));
});

describe('a diff that git wrote', () => {
  test.each([
    [[]],
    [['-U0']],
    [['-U10']],
    [['--no-prefix']],
    [['--src-prefix=i/', '--dst-prefix=w/']],
  ])('names changed, new and deleted lines on the new side: %j', (args) => {
    git('init', '-q');
    write('src/a.ts', lines(30).join('\n'));
    write('b/gone.ts', 'x\n');
    write('b/there.ts', 'x\n');
    write('ü b/"c"\t.ts', 'x\n');
    write('with space.ts', 'x\n');
    write('crlf.ts', 'a\r\nb\r\nc\r\n');
    write('moved.ts', lines(9).join('\n'));
    write('edited.ts', lines(9).join('\n'));
    commit();
    const changed = lines(30);
    changed.splice(20, 3, 'one', 'two');
    changed.splice(9, 2);
    changed.splice(2, 1, 'changed', '-- a comment of SQL', '++ plus');
    write('src/a.ts', changed.join('\n'));
    write('b/there.ts', 'y\n');
    write('b/new.ts', 'a\nb\n');
    write('empty.ts', '');
    rmSync(path.join(folder, 'b/gone.ts'));
    write('ü b/"c"\t.ts', 'x\ny\n');
    write('with space.ts', 'y');
    write('crlf.ts', 'a\r\nB\r\nc\r\nd\r\n');
    renameSync(path.join(folder, 'moved.ts'), path.join(folder, 'ö.ts'));
    renameSync(path.join(folder, 'edited.ts'), path.join(folder, 'later.ts'));
    write('later.ts', [...lines(9), 'line 10'].join('\n'));
    const diff = diffOf('-M', ...args);
    expect(Object.fromEntries(diff)).toEqual({
      'src/a.ts': [
        [3, 5],
        [21, 22],
      ],
      'b/new.ts': [[1, 2]],
      'b/there.ts': [[1, 1]],
      'ü b/"c"\t.ts': [[2, 2]],
      'with space.ts': [[1, 1]],
      'crlf.ts': [
        [2, 2],
        [4, 4],
      ],
      'ö.ts': [],
      'later.ts': [[9, 10]],
    });
  });

  test('always names exactly the lines that are not the old ones', () => {
    const texts = fc.array(
      fc.constantFrom('a', 'b', '', '-- c', '++ d', '@@ -1 +1 @@', 'diff --git'),
      {
        maxLength: 12,
      },
    );
    fc.assert(
      fc.property(
        texts,
        texts,
        fc.constantFrom('', '\n'),
        fc.nat(3),
        (before, after, end, around) => {
          // Each line is told apart by its number and text, so that the file itself is the answer.
          const old = before.map((text, at) => `${text}${at}`);
          const fresh = after.map((text, at) =>
            text === 'b' ? (old[at] ?? 'b') : `${text}:${at}`,
          );
          write('a/p.ts', old.join('\n') + end);
          write('b/p.ts', fresh.join('\n') + end);
          const args = ['diff', '--no-index', `-U${around}`, '--', 'a/p.ts', 'b/p.ts'];
          const { stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
          const touched = (readDiff(stdout).get('b/p.ts') ?? []).flatMap(([from, to]) =>
            Array.from({ length: to - from + 1 }, (_, at) => from + at),
          );
          const added = fresh.flatMap((text, at) => (old.includes(text) ? [] : [at + 1]));
          expect(touched).toEqual(
            expect.arrayContaining(added.filter((at) => fresh[at - 1] !== '')),
          );
          expect(touched.every((at) => at <= fresh.length)).toBe(true);
        },
      ),
      { seed: 1, endOnFailure: true, numRuns: 25 },
    );
  });

  test('of nothing names nothing', () => {
    expect(readDiff('')).toEqual(new Map());
  });

  test('of a binary file names no line', () => {
    git('init', '-q');
    write('b.bin', '\0\u0001');
    expect(diffOf('--', 'b.bin')).toEqual(new Map());
  });

  test('of several commits, as git log -p writes it, names the lines of all', () => {
    const one = '--- a/x.ts\n+++ b/x.ts\n@@ -1 +1 @@\n-a\n+b\n';
    const log = `commit 1\n\n    a message\n\ndiff --git a/x.ts b/x.ts\n${one}\ncommit 2\n\ndiff --git a/y.ts b/y.ts\n${one.replaceAll('x.ts', 'y.ts')}`;
    expect([...readDiff(log).keys()]).toEqual(['x.ts', 'y.ts']);
  });
});

describe('a diff that another tool wrote', () => {
  const body = '@@ -1,2 +1,2 @@\n a\n-b\n+c\n';

  test.each([
    ['without git', `--- a.ts\t2026-01-01 00:00:00\n+++ ./a.ts\t2026-01-02 00:00:00\n${body}`],
    [
      'in CR LF lines',
      `diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n${body}`.replaceAll('\n', '\r\n'),
    ],
    [
      'with no line break at its end',
      `--- a/a.ts\n+++ b/a.ts\n${body}\\ No newline at end of file`,
    ],
    ['with an empty line for an empty line', '--- a/a.ts\n+++ b/a.ts\n@@ -1,2 +1,2 @@\n\n-b\n+c\n'],
  ])('is read: %s', (_, text) => {
    expect([...readDiff(text)]).toEqual([['a.ts', [[2, 2]]]]);
  });
});

describe('what is no diff', () => {
  test.each([
    ['text', 'no file is named', 'hello\nthere'],
    ['JSON', 'no file is named', '{"a": 1}'],
    ['a hunk without a file', 'line 1: a hunk belongs to no file', '@@ -1 +1 @@\n-a\n+b\n'],
    ['a hunk without numbers', 'line 3: a hunk begins without', '--- a/a\n+++ b/a\n@@ x @@\n'],
    [
      'a hunk that ends early',
      'line 5: a hunk is shorter',
      '--- a/a\n+++ b/a\n@@ -1,3 +1,3 @@\n a',
    ],
    ['a hunk with a stray line', 'line 4: a hunk is shorter', '--- a/a\n+++ b/a\n@@ -1 +1 @@\nx'],
    [
      'a hunk that is too long',
      'line 4: a hunk is longer',
      '--- a/a\n+++ b/a\n@@ -1 +1,0 @@\n a\n',
    ],
    ['a merge', 'several versions', 'diff --cc a\n--- a/a\n+++ b/a\n@@@ -1 -1 +1 @@@\n'],
    ['a path in open quotes', 'not closed', '--- a/a\n+++ "b/\\x"\n@@ -1 +1 @@\n-a\n+b\n'],
    ['no path', 'a path is missing', '--- a/a\n+++ \n@@ -1 +1 @@\n-a\n+b\n'],
  ])('is refused with a sentence: %s', (_, why, text) => {
    expect(() => readDiff(text)).toThrow(Usage);
    expect(() => readDiff(text)).toThrow(why);
    expect(() => readDiff(text)).toThrow(/^The diff cannot be read \(.*\): give it .*\.$/);
  });
});

describe('a place', () => {
  const diff = readDiff('--- a/a.ts\n+++ b/a.ts\n@@ -1,0 +5,2 @@\n+a\n+b\n@@ -9 +11,0 @@\n-c\n');
  const at = (file: string, from: number, to: number, column = 2) =>
    touchesDiff({ file, start: { line: from, column: 1 }, end: { line: to, column } }, diff);

  test.each([
    [5, 5, true],
    [6, 6, true],
    [1, 5, true],
    [6, 20, true],
    [1, 20, true],
    [4, 4, false],
    [7, 7, false],
    [11, 12, false],
  ])('from line %i to %i is touched: %s', (from, to, is) => {
    expect(at('a.ts', from, to)).toBe(is);
    expect(at('b.ts', from, to)).toBe(false);
  });

  test('ends before a line in which it holds no column', () => {
    expect(at('a.ts', 4, 5, 1)).toBe(false);
    expect(at('a.ts', 4, 6, 1)).toBe(true);
  });
});
