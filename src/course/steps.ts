// The way through a lesson, and where a learner stands on it.
import type { Lesson } from './lesson.js';
import type { LessonRecord } from './progress.js';

export const steps = [
  'read',
  'predict',
  'break',
  'mutants',
  'repair',
  'property',
  'weaken',
  'explain',
] as const;
export type Step = (typeof steps)[number];

/** The steps of a lesson that repairs a backend. */
const repairing: readonly Step[] = ['read', 'predict', 'repair', 'explain'];

/** The steps of this lesson, in order. */
export const stepsOf = ({ backend }: Pick<Lesson, 'backend'>): readonly Step[] =>
  backend === undefined ? steps : repairing;

/** Whether a property accepts every correct store and refuses every broken one. */
export const isThorough = (
  graded: Readonly<Record<'refused' | 'missed', readonly unknown[]>> | undefined,
): boolean => graded !== undefined && graded.refused.length === 0 && graded.missed.length === 0;

/** Whether a step is behind the learner. */
function isDone(step: Step, lesson: Lesson, record: LessonRecord): boolean {
  switch (step) {
    case 'read':
      return record.read === true;
    case 'predict':
      return (record.predictions ?? []).length >= lesson.predictions.length;
    case 'break':
      return record.broken !== undefined;
    case 'mutants':
      return record.mutants !== undefined;
    case 'repair':
      return record.repaired === true;
    case 'property':
      return isThorough(record.after);
    case 'weaken':
      return lesson.weakened.every(({ id }) => record.weakened?.[id] !== undefined);
    case 'explain':
      return record.done === true;
  }
}

/** The first step that is not done; undefined where the lesson is passed. */
export const stepOf = (lesson: Lesson, record: LessonRecord): Step | undefined =>
  stepsOf(lesson).find((step) => !isDone(step, lesson, record));

/** The lesson to go on with: the one at hand, else the first that is not passed. */
export function lessonAtHand(
  lessons: readonly Lesson[],
  current: string | undefined,
  recordOf: (id: string) => LessonRecord,
): Lesson | undefined {
  const open = lessons.filter(({ id }) => recordOf(id).done !== true);
  return open.find(({ id }) => id === current) ?? open[0];
}
