// A learner in a folder of their own: runs the course's commands, and changes files as a learner would.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { root } from './sources.js';

export const main = path.join(root, 'dist/src/cli/main.js');

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Learner {
  readonly folder: string;
  /** Runs `touchstone course` with these arguments. */
  course(...args: readonly string[]): Promise<Ran>;
  /** The same through a shell, behind a command of its own such as `ulimit -f 0`. */
  courseAfter(setting: string, ...args: readonly string[]): Promise<Ran>;
  path(file: string): string;
  read(file: string): string;
  write(file: string, text: string): void;
  /** Replaces a text in a file; it must be there. */
  edit(file: string, from: string, to: string): void;
}

async function ended(command: string, args: readonly string[], cwd: string): Promise<Ran> {
  const env = { ...process.env, LC_ALL: 'C', LANG: 'C', NO_COLOR: '1' };
  const child = spawn(command, args, { cwd, env });
  child.stdin.end();
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, out, err };
}

/** An empty folder; whoever makes it removes it. */
export const newFolder = (): string => mkdtempSync(path.join(tmpdir(), 'touchstone-course-'));

/** A learner with some of the lessons, in a folder that is removed afterwards. */
export function newLearner(...lessons: readonly string[]): Learner {
  const folder = newFolder();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return learnerIn(folder, lessons);
}

/** A learner who goes on where the one in another folder is. */
export function likeLearner(other: string): Learner {
  const folder = newFolder();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(other, folder, { recursive: true });
  return learnerIn(folder);
}

/** A learner in this folder, with some of the lessons. */
export function learnerIn(folder: string, lessons: readonly string[] = []): Learner {
  mkdirSync(path.join(folder, 'lessons'), { recursive: true });
  for (const name of lessons)
    cpSync(path.join(root, 'lessons', name), path.join(folder, 'lessons', name), {
      recursive: true,
    });
  const all = (args: readonly string[]) => [main, 'course', '--lessons', 'lessons', ...args];
  const at = (file: string): string => path.join(folder, 'work', file);
  return {
    folder,
    course: (...args) => ended(process.execPath, all(args), folder),
    courseAfter(setting, ...args) {
      const command = [process.execPath, ...all(args)].map((each) => `'${each}'`).join(' ');
      return ended('bash', ['-c', `${setting}; ${command}`], folder);
    },
    path: at,
    read: (file) => readFileSync(at(file), 'utf8'),
    write: (file, text) => writeFileSync(at(file), text),
    edit(file, from, to) {
      const before = readFileSync(at(file), 'utf8');
      if (!before.includes(from)) throw new Error(`${file} does not hold ${from}`);
      writeFileSync(at(file), before.replace(from, to));
    },
  };
}
