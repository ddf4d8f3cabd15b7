// `touchstone course check --all`: every lesson of a learner at once, for classes and CI.
import type { Lesson } from '../../course/lesson.js';
import { textOf } from '../../course/show.js';
import { padEnd } from '../../report/width.js';
import { junitXml } from '../../report/junit.js';
import { openOutput } from '../output.js';
import type { Terminal } from '../terminal.js';
import { courseExitCodes } from './exit-codes.js';
import type { CheckResult, Session } from './session.js';

export interface GradeCommand {
  readonly all?: true;
  readonly grade?: true;
  readonly json?: true;
  readonly junit?: string;
}

/** What became of a lesson; `files` judges what lies in the folder and no stored answer. */
interface LessonGrade {
  readonly id: string;
  readonly title: string;
  readonly passed: boolean;
  readonly reason?: string;
  readonly result: CheckResult;
}

/** Why a lesson is not passed, in one line. */
function reasonOf({ source, property, backend, lost, step }: CheckResult): string {
  if (lost !== undefined) return lost;
  if (backend?.status === 'missing') return 'backend.ts is not there';
  if (backend?.status === 'unusable') return `the backend gives no store: ${backend.reason}`;
  if (backend !== undefined && !backend.conformant)
    return `the backend breaks ${backend.failing.map(({ property: id }) => id).join(', ')}`;
  if (source?.status === 'fails') return `the store is broken: ${source.property} fails`;
  if (source?.status === 'unloadable') return `the store does not load: ${source.reason}`;
  if (source?.status === 'missing') return `not there: ${source.files.join(', ')}`;
  if (property?.status === 'missing') return 'property.ts is not there';
  if (property?.status === 'unusable') return `property.ts gives no property: ${property.reason}`;
  if (property !== undefined && property.refused.length > 0)
    return `the property refuses a correct store: ${property.refused.map(({ id }) => id).join(', ')}`;
  if (property !== undefined && property.missed.length > 0)
    return `the property lets through ${property.missed.map(({ id }) => id).join(', ')}`;
  return `the step ${step ?? ''} is not done`;
}

/** Checks the lessons one after the other; with `--grade` what was stored says nothing. */
export async function gradeCourse(
  session: Session,
  id: string | undefined,
  { grade, json, junit }: GradeCommand,
  terminal: Terminal,
): Promise<number> {
  const output = junit === undefined ? undefined : await openOutput(terminal.cwd, junit, '--junit');
  const wanted: readonly Lesson[] = id === undefined ? session.lessons : [session.lessonOf(id)];
  const grades: LessonGrade[] = [];
  for (const lesson of wanted) {
    terminal.live?.(lesson.id);
    const result = await (grade === true ? session.look(lesson) : session.check(lesson, true));
    const { passed } = result;
    const title = textOf(lesson, session.voice).title;
    const reason = passed ? {} : { reason: reasonOf(result) };
    grades.push({ id: lesson.id, title, passed, ...reason, result });
  }
  terminal.live?.('');
  const passed = grades.filter((each) => each.passed).length;
  await output?.(junitOf(grades));
  const { palette } = terminal;
  const ids = Math.max(...grades.map((each) => each.id.length));
  terminal.result(
    json === true
      ? `${JSON.stringify({ format: 1, passed, of: grades.length, lessons: grades }, null, 2)}\n`
      : [
          ...grades.map((each) => {
            const name = padEnd(each.id, ids);
            return each.passed
              ? `${palette.good('✓')} ${name}`
              : `${palette.bad('✗')} ${name}  ${each.reason ?? ''}`;
          }),
          `${passed} / ${grades.length}`,
          '',
        ].join('\n'),
  );
  return passed === grades.length ? courseExitCodes.passed : courseExitCodes.notYet;
}

/** A test case for each lesson. */
const junitOf = (grades: readonly LessonGrade[]): string =>
  junitXml(
    { of: 'touchstone', name: 'course' },
    grades.map(({ id, title, reason: message }) => ({
      name: `${id}: ${title}`,
      ...(message === undefined ? { kind: 'passed' } : { kind: 'failure', message }),
    })),
  );
