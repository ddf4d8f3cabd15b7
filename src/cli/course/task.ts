// What the course does in the thread that plays with the learner's files.
import { join } from 'node:path';
import { escape } from '../../contract/escape.js';
import { type BackendCheck, checkBackend } from '../../course/backend.js';
import {
  checkProperty,
  type CheckOptions,
  checkSources,
  gradeProperty,
  isWhole,
  type PropertyCheck,
  type SourceCheck,
} from '../../course/check.js';
import { type House } from '../../course/house.js';
import { type Lesson, readLessons, weakenedFile } from '../../course/lesson.js';
import { huntLessonMutants } from '../../course/mutants.js';
import { verifyLesson } from '../../course/verify.js';
import type { Kill } from '../../engine/kills/result.js';
import { compiled } from '../../engine/compiled.js';
import { type Pulse, pulseOn } from '../../engine/pulse.js';
import type { CourseAssignment, Message } from '../assignment.js';
import { ownRoot, resolveTarget } from '../mutants-target.js';
import { propertyIds } from '../options.js';

/** What a check looked at. */
export interface Checked {
  /** In a lesson that repairs a backend, in place of the others. */
  readonly backend?: BackendCheck;
  readonly source?: SourceCheck;
  readonly property?: PropertyCheck;
}

/** The house every lesson is played in: the SQLite store of this package and its services. */
export const house: House = {
  entry: compiled(
    new URL(import.meta.url.replace(/course\/task\.([jt]s)$/u, 'own-sqlite.$1')).href,
  ),
  root: ownRoot,
};

export type CourseResult = Checked | readonly Kill[] | readonly string[];

/** Milliseconds between two beats while nothing blocks the thread. */
const beatEvery = 250;

/**
 * Does one task. The pulse goes on while the thread is free: an endless loop stops it, a slow
 * machine does not. A promise that never settles has a deadline of its own.
 */
export async function courseTask(
  assignment: CourseAssignment,
  tell: (message: Message) => void,
): Promise<CourseResult> {
  const pulse = pulseOn(assignment.cells);
  pulse.enter('sequences', 0);
  const timer = setInterval(() => pulse.beat(0), beatEvery);
  try {
    return await resultOf(assignment, pulse, tell);
  } finally {
    clearInterval(timer);
  }
}

async function resultOf(
  { lessons: from, work, lesson: id, what, root, deadline, cwd }: CourseAssignment,
  pulse: Pulse,
  tell: (message: Message) => void,
): Promise<CourseResult> {
  const lessons = await readLessons(from);
  const lesson = lessons.find((each) => each.id === id);
  if (lesson === undefined) throw new Error(`There is no lesson ${id}.`);
  const options: CheckOptions = { root, pulse, deadline };
  const workspace = { root: work };
  switch (what.kind) {
    case 'check': {
      if (lesson.backend !== undefined)
        return { backend: await checkBackend(lesson, workspace, options) };
      const source = await checkSources(house, lesson, workspace, options);
      const wanted = what.depth === 'everything' || (what.depth === 'late' && isWhole(source));
      if (!wanted) return { source };
      return { source, property: await checkProperty(house, lesson, workspace, options) };
    }
    case 'weakened': {
      const path = join(lesson.folder, weakenedFile(what.id));
      return { property: await gradeProperty(house, lesson, path, options) };
    }
    case 'mutants':
      return killMutants(lesson, options, cwd, (kill) =>
        tell({ tell: 'kill', kill: escape(kill) }),
      );
    case 'verify': {
      const { register } = await registered(cwd, deadline);
      return verifyLesson(house, lesson, lessons, {
        ...options,
        seeds: what.seeds,
        register,
        properties: propertyIds,
        onProgress: (at) => tell({ tell: 'at', what: `${id}: ${at}` }),
      });
    }
  }
}

/** The SQLite store as a target, with what is known of its guards. */
async function registered(cwd: string, deadline: number) {
  const { target, register } = await resolveTarget('sqlite', cwd, deadline);
  if (register === undefined) throw new Error('The guards are not registered.');
  return { target, register };
}

async function killMutants(
  lesson: Lesson,
  options: CheckOptions,
  cwd: string,
  onKill: (kill: Kill) => void,
): Promise<readonly Kill[]> {
  const { target, register } = await registered(cwd, options.deadline);
  options.pulse?.enter('preparing', 0);
  return huntLessonMutants(target, register, lesson, options, onKill);
}
