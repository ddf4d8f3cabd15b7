// What a learner wrote beside the solution, line by line.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exerciseFile, type Lesson, solutionFile } from '../../course/lesson.js';
import { stepOf } from '../../course/steps.js';
import { folderOf } from '../../course/workspace.js';
import type { Session } from './session.js';

/** The learner's property beside the solution, as a unified list of lines. */
export async function diffLines(session: Session, lesson: Lesson): Promise<readonly string[]> {
  const { voice, workspace } = session;
  if (stepOf(lesson, session.record(lesson)) !== undefined) return [voice.words.diffLater];
  const path = join(folderOf(workspace, lesson), exerciseFile(lesson));
  const mine = existsSync(path) ? await readFile(path, 'utf8') : '';
  const theirs = await readFile(join(lesson.folder, solutionFile), 'utf8');
  if (mine === theirs) return [voice.words.sameAsSolution];
  return differenceOf(mine.split('\n'), theirs.split('\n')).map(([sign, line]) => {
    if (sign === ' ') return `  ${line}`;
    return sign === '-' ? voice.palette.bad(`- ${line}`) : voice.palette.good(`+ ${line}`);
  });
}

/** Lines that stay, go and come: the longest common subsequence. */
function differenceOf(
  one: readonly string[],
  other: readonly string[],
): readonly (readonly [sign: ' ' | '-' | '+', line: string])[] {
  const lengths = Array.from({ length: one.length + 1 }, () =>
    Array.from({ length: other.length + 1 }, () => 0),
  );
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  for (let i = one.length - 1; i >= 0; i -= 1)
    for (let j = other.length - 1; j >= 0; j -= 1) {
      const row = lengths[i];
      if (row !== undefined)
        row[j] = one[i] === other[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  const found: (readonly [' ' | '-' | '+', string])[] = [];
  let [i, j] = [0, 0];
  while (i < one.length || j < other.length) {
    const [left, right] = [one[i], other[j]];
    if (left !== undefined && left === right) {
      found.push([' ', left]);
      i += 1;
      j += 1;
    } else if (right === undefined || (left !== undefined && at(i + 1, j) >= at(i, j + 1))) {
      found.push(['-', left ?? '']);
      i += 1;
    } else {
      found.push(['+', right]);
      j += 1;
    }
  }
  return found;
}
