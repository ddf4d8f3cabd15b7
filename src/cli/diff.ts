// Reads a unified diff, as git writes it: which lines of which files are new or changed.
import { Usage } from './usage.js';

/** The first and the last of some lines, both included; lines count from 1. */
export type LineRange = readonly [from: number, to: number];

/** Changed lines of the new side by file; a file that is only renamed has no range. */
export type Diff = ReadonlyMap<string, readonly LineRange[]>;

/** What may have been changed: a range of lines in a file; the end is exclusive. */
export interface Place {
  readonly file: string;
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
}

const refuse = (line: number, why: string): Usage =>
  new Usage(
    `The diff cannot be read (line ${line}: ${why}): give it the output of git diff, for example ` +
      'git diff main > changes.diff.',
  );

const escaped: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
  '"': 34,
  '\\': 92,
};

/** A path that git put in quotes: its bytes, some of them as octal numbers. */
function unquoted(text: string, line: number): string {
  const bytes: Buffer[] = [];
  const part = /\\([0-7]{3})|\\(["\\abfnrtv])|[^"\\]+/gy;
  let end = 0;
  for (let found = part.exec(text); found !== null; found = part.exec(text)) {
    const [all, octal, letter] = found;
    const byte = octal === undefined ? escaped[letter ?? ''] : Number.parseInt(octal, 8);
    bytes.push(byte === undefined ? Buffer.from(all) : Buffer.of(byte));
    end = part.lastIndex;
  }
  if (end < text.length) throw refuse(line, 'a path in quotes is not closed');
  return Buffer.concat(bytes).toString('utf8');
}

/** A path behind `---` or `+++` as it stands there. */
function pathOf(given: string, line: number): string {
  const quoted = /^"(.*)"\s*$/.exec(given)?.[1];
  // Without git a time may follow, behind a tab; git ends a path with spaces in it with one.
  const path = quoted === undefined ? given.replace(/[\t\r].*$/, '') : unquoted(quoted, line);
  if (path === '') throw refuse(line, 'a path is missing');
  return path;
}

/** Paths from the top of the tree without `b/`: git sets one letter before each of the two sides. */
function withoutPrefix(path: string, other: string): string {
  const isPrefixed = /^[a-z]\//.test(path) && /^[a-z]\//.test(other) && path[0] !== other[0];
  return (isPrefixed ? path.slice(2) : path).replace(/^\.\//, '');
}

const nowhere = '/dev/null';

const hunkHead = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

interface Reading {
  readonly lines: readonly string[];
  at: number;
}

/** Reads a hunk up to its last line; returns the changed lines of the new side. */
function readHunk(reading: Reading): readonly LineRange[] {
  const { lines } = reading;
  const head = hunkHead.exec(lines[reading.at] ?? '');
  if (head === null) throw refuse(reading.at + 1, 'a hunk begins without line numbers');
  let [old, fresh] = [Number(head[1] ?? 1), Number(head[3] ?? 1)];
  // Git names the line before a hunk that holds no line of the new side.
  let line = Number(head[2]) + (fresh === 0 ? 1 : 0);
  const ranges: [number, number][] = [];
  const touch = (from: number): void => {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] >= from - 1) last[1] = Math.max(last[1], from);
    else ranges.push([from, from]);
  };
  while (old > 0 || fresh > 0) {
    reading.at += 1;
    const text = lines[reading.at];
    const sign = text === '' || text === '\r' ? ' ' : text?.[0];
    if (sign === ' ') [old, fresh, line] = [old - 1, fresh - 1, line + 1];
    else if (sign === '-') old -= 1;
    else if (sign === '+') {
      touch(line);
      [fresh, line] = [fresh - 1, line + 1];
    } else if (sign !== '\\') throw refuse(reading.at + 1, 'a hunk is shorter than it says');
    if (old < 0 || fresh < 0) throw refuse(reading.at + 1, 'a hunk is longer than it says');
  }
  return ranges;
}

/** The new path of a file that has no `+++`, because none of its lines changed. */
function renamedTo(text: string, line: number): string | undefined {
  const to = /^(?:rename|copy) to (.+)$/.exec(text.replace(/\r$/, ''))?.[1];
  if (to === undefined) return undefined;
  const quoted = /^"(.*)"$/.exec(to)?.[1];
  return quoted === undefined ? to : unquoted(quoted, line);
}

/**
 * The lines that a unified diff adds or changes, by file, in the order of the diff. Lines that only
 * go leave no range; a file that goes is not in it. What is no diff is a usage error.
 */
export function readDiff(text: string): Diff {
  const files = new Map<string, readonly LineRange[]>();
  const reading: Reading = { lines: text.split('\n'), at: 0 };
  let file: string | undefined;
  let isNamed = false;
  let isDiff = text.trim() === '';
  let before = '';
  for (; reading.at < reading.lines.length; reading.at += 1) {
    const line = reading.lines[reading.at] ?? '';
    if (line.startsWith('diff --')) {
      [file, isNamed, isDiff] = [undefined, false, true];
      before = line.replace(/^diff --git "?/, '');
    } else if (line.startsWith('--- ') && reading.lines[reading.at + 1]?.startsWith('+++ ')) {
      const from = pathOf(line.slice('--- '.length), reading.at + 1);
      reading.at += 1;
      const to = pathOf((reading.lines[reading.at] ?? '').slice('+++ '.length), reading.at + 1);
      const old = from !== nowhere ? from : before === '' ? 'a/' : before;
      file = to === nowhere ? undefined : withoutPrefix(to, old);
      [isNamed, isDiff] = [true, true];
      if (file !== undefined) files.set(file, files.get(file) ?? []);
    } else if (line.startsWith('@@@')) {
      throw refuse(reading.at + 1, 'it compares with several versions at once');
    } else if (line.startsWith('@@')) {
      if (!isNamed) throw refuse(reading.at + 1, 'a hunk belongs to no file');
      const ranges = readHunk(reading);
      if (file !== undefined) files.set(file, [...(files.get(file) ?? []), ...ranges]);
    } else {
      const moved = renamedTo(line, reading.at + 1);
      if (moved !== undefined && isDiff) files.set(moved, []);
    }
  }
  if (!isDiff) throw refuse(1, 'no file is named');
  return files;
}

/** Whether a place has a line in it that the diff adds or changes. */
export function touchesDiff({ file, start, end }: Place, diff: Diff): boolean {
  const isEmptyEnd = end.column === 1 && end.line > start.line;
  const last = isEmptyEnd ? end.line - 1 : end.line;
  return (diff.get(file) ?? []).some(([from, to]) => from <= last && start.line <= to);
}
