// A learner in a folder of their own: runs the course's commands, and changes files as a learner would.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { inProcess, type Ran, touchstone } from './command.js';
import { root } from './sources.js';

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

/** English, whatever the machine speaks, and no colours. */
const plainly = { LC_ALL: 'C', LANG: 'C', NO_COLOR: '1' };

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
  const all = (args: readonly string[]) => ['course', '--lessons', 'lessons', ...args];
  const at = (file: string): string => path.join(folder, 'work', file);
  return {
    folder,
    course: (...args) => inProcess(all(args), folder, { ...process.env, ...plainly }),
    courseAfter: (setting, ...args) => touchstone(all(args), folder, plainly, setting),
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
