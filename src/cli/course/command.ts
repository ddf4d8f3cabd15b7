// `touchstone course`: the commands of the course, for people, scripts and editors.
import type { Command } from 'commander';
import { exerciseForms } from '../../course/manifest.js';
import { lessonAtHand, stepOf } from '../../course/steps.js';
import type { Lesson } from '../../course/lesson.js';
import {
  criteriaLines,
  headerLines,
  killLines,
  listLines,
  stepLines,
  weakenedLines,
} from '../../course/show.js';
import type { Language } from '../../course/text.js';
import { createCrew } from '../crew.js';
import { readDeadline } from '../options.js';
import type { Terminal } from '../terminal.js';
import { Usage } from '../usage.js';
import { findings } from './doctor.js';
import { gradeCourse, type GradeCommand } from './grade.js';
import { interactive } from './interactive.js';
import { reportCourse } from './report.js';
import { diffLines } from './diff.js';
import { courseExitCodes } from './exit-codes.js';
import { checkLines, type CourseOptions, nextLines, openSession, type Session } from './session.js';
import { verifyCourse } from './verify.js';

interface Shared extends Omit<CourseOptions, 'lang'> {
  readonly lang?: string;
}

function readLanguage(text: string): Language {
  const found = ({ en: 'en', zh: 'zh', 'zh-cn': 'zh', 'zh-hans': 'zh' } as const)[
    text.toLowerCase() as 'en'
  ];
  if (found === undefined)
    throw new Usage(`--lang ${text} is no language of the course: give en or zh.`);
  return found;
}

/** Gives the course its own commands; `finish` is told the exit code of the one that ran. */
export function addCourse(
  course: Command,
  terminal: Terminal,
  finish: (code: number) => void,
): Command {
  course
    .option('--lang <language>', 'en or zh; remembered')
    .option('--work <folder>', 'where you work, work/ by default')
    .option('--lessons <folder>', 'lessons of your own')
    .option('--deadline <s>', 'seconds your code may take to answer, 5 by default', readDeadline)
    .addHelpText(
      'before',
      `Examples:
  touchstone course                       go on where you left, and watch your files
  touchstone course list                  every lesson, and where you stand
  touchstone course start tenants         read a lesson and get its files
  touchstone course check tenants         look at what you changed
  touchstone course --lang zh             用中文学习
`,
    )
    .addHelpText(
      'after',
      `
Exit codes: 0 passed, 1 not yet, 2 undetermined, 64 usage, 70 the course itself broke.`,
    );

  const print = (lines: readonly string[]): void => {
    for (const line of lines) terminal.result(`${line}\n`);
  };

  /** Opens the session with the options of `course`, says what is amiss, and does the work. */
  async function inSession(
    work: (session: Session) => Promise<number>,
    keyed = false,
  ): Promise<void> {
    const { lang, ...rest } = course.opts<Shared>();
    const language = lang === undefined ? undefined : readLanguage(lang);
    const options = { ...rest, keyed, ...(language === undefined ? {} : { lang: language }) };
    const crew = terminal.crew ?? createCrew();
    try {
      await workIn(await openSession(options, { ...terminal, crew }), language, work);
    } finally {
      if (terminal.crew === undefined) await crew.close();
    }
  }

  async function workIn(
    session: Session,
    language: Language | undefined,
    work: (session: Session) => Promise<number>,
  ): Promise<void> {
    if (language !== undefined && session.progress.language !== language)
      await session.setLanguage(language);
    if (session.setAside !== undefined)
      terminal.message(`${session.voice.words.setAside(session.setAside)}\n`);
    finish(await work(session));
  }

  const where = (session: Session, lesson: Lesson): readonly string[] => [
    ...headerLines(lesson, session.lessons, session.record(lesson), session.voice),
    ...stepLines(
      lesson,
      stepOf(lesson, session.record(lesson)) ?? 'explain',
      session.record(lesson),
      session.voice,
    ),
    ...nextLines(session, lesson),
  ];

  const isWatched = terminal.live !== undefined && process.stdin.isTTY;
  course.action(() =>
    inSession(async (session) => {
      const { lessons, voice, progress, record } = session;
      if (isWatched) return interactive(session, terminal);
      const lesson = lessonAtHand(lessons, progress.current, (id) => record(session.lessonOf(id)));
      if (lesson === undefined) {
        print([voice.words.allPassed]);
        return courseExitCodes.passed;
      }
      terminal.message(`${voice.words.noTerminal}\n`);
      print(where(session, lesson));
      return courseExitCodes.notYet;
    }, isWatched),
  );

  course
    .command('list')
    .description('List the lessons, and where you stand.')
    .option('--json', 'print them as JSON')
    .action(({ json }: { json?: true }) =>
      inSession(async (session) => {
        const { lessons, voice, progress, record } = session;
        if (json === true)
          print([
            JSON.stringify(
              {
                format: 1,
                lessons: lessons.map((lesson) => ({
                  id: lesson.id,
                  title: lesson.texts[voice.language].title,
                  minutes: lesson.minutes,
                  step: stepOf(lesson, record(lesson)) ?? 'passed',
                })),
              },
              null,
              2,
            ),
          ]);
        else
          print(listLines(lessons, (id) => record(session.lessonOf(id)), progress.current, voice));
        return courseExitCodes.passed;
      }),
    );

  course
    .command('start')
    .description('Read a lesson and get its files; what you have written stays.')
    .argument('<lesson>')
    .action((id: string) =>
      inSession(async (session) => {
        const lesson = session.lessonOf(id);
        await session.begin(lesson);
        const { voice } = session;
        print([
          ...headerLines(lesson, session.lessons, session.record(lesson), voice),
          ...stepLines(lesson, 'read', session.record(lesson), voice),
          '',
          ...(stepOf(lesson, session.record(lesson)) === 'predict'
            ? stepLines(lesson, 'predict', session.record(lesson), voice)
            : []),
          ...nextLines(session, lesson),
        ]);
        return courseExitCodes.passed;
      }),
    );

  course
    .command('predict')
    .description('Say what you expect, one letter for each question.')
    .argument('<lesson>')
    .argument('[answers...]', 'letters, e.g. a c')
    .action((id: string, answers: readonly string[]) =>
      inSession(async (session) => {
        const lesson = session.lessonOf(id);
        const { voice } = session;
        const { questions } = lesson.texts[voice.language];
        const isAnswered =
          answers.length === questions.length &&
          questions.every(({ options }, at) => options.has(answers[at] ?? ''));
        if (!isAnswered) {
          print(stepLines(lesson, 'predict', session.record(lesson), voice));
          const letters = [...(questions[0]?.options.keys() ?? [])].join(' ');
          throw new Usage(voice.words.answersWanted(questions.length, letters));
        }
        await session.begin(lesson);
        await session.note(lesson, { predictions: [...answers] });
        print([voice.words.noted, '', ...where(session, lesson)]);
        return courseExitCodes.passed;
      }),
    );

  course
    .command('check')
    .description('Look at what you changed: the store, and your property.')
    .argument('[lesson]', 'the one at hand by default')
    .option('--break <n>', 'put a prepared break into your copy first')
    .option('--all', 'every lesson')
    .option('--grade', 'judge the files alone, from the start: for classes')
    .option('--json', 'print what was found as JSON')
    .option('--junit <file>', 'with --all: write a test case for each lesson, for CI')
    .action((id: string | undefined, options: GradeCommand & { break?: string }) =>
      inSession(async (session) => {
        if (options.all === true || options.grade === true)
          return gradeCourse(session, id, options, terminal);
        const lesson = atHand(session, id);
        const { voice } = session;
        if (session.record(lesson).read !== true)
          throw new Usage(voice.words.notStarted(voice.command(`start ${lesson.id}`)));
        const applied =
          options.break === undefined ? [] : await session.applyBreak(lesson, options.break);
        if (options.json !== true) print(applied);
        const result = await session.check(lesson);
        if (options.json === true) print([JSON.stringify({ format: 1, ...result }, null, 2)]);
        else print(checkLines(session, lesson, result));
        return result.passed ? courseExitCodes.passed : courseExitCodes.notYet;
      }),
    );

  course
    .command('mutants')
    .description('Let a machine break the guards of a lesson, one small change at a time.')
    .argument('[lesson]')
    .action((id: string | undefined) =>
      inSession(async (session) => {
        const lesson = atHand(session, id);
        const { voice } = session;
        print(stepLines(lesson, 'mutants', session.record(lesson), voice));
        const kills = await session.mutants(lesson, (kill) =>
          print(killLines(kill, lesson.guards, voice)),
        );
        const killed = kills.filter(({ status }) => status === 'killed').length;
        print([voice.words.mutantsDone(killed, kills.length), ...nextLines(session, lesson)]);
        return killed === kills.length ? courseExitCodes.passed : courseExitCodes.notYet;
      }),
    );

  course
    .command('weaken')
    .description('Name the broken stores that a weaker property lets through, then see.')
    .argument('<lesson>')
    .argument('<property>', 'the weaker property')
    .argument('[stores...]', 'ids or numbers of broken stores')
    .action((id: string, weaker: string, stores: readonly string[]) =>
      inSession(async (session) => {
        const lesson = session.lessonOf(id);
        const named = stores.flatMap((each) => each.split(',')).filter((each) => each !== '');
        await session.weaken(lesson, weaker, named);
        print([
          ...weakenedLines(weaker, session.record(lesson), session.voice),
          ...nextLines(session, lesson),
        ]);
        return courseExitCodes.passed;
      }),
    );

  course
    .command('hint')
    .description('One step of help with what you are at.')
    .argument('[lesson]')
    .action((id: string | undefined) =>
      inSession(async (session) => {
        const hint = await session.hint(atHand(session, id));
        print([hint ?? session.voice.words.noHint]);
        return courseExitCodes.passed;
      }),
    );

  course
    .command('reset')
    .description('Set the files of a lesson back; what you have written is kept beside them.')
    .argument('<lesson>')
    .option('--source', 'the copied sources only')
    .option('--property', 'the property only')
    .option('--yes', 'do not ask')
    .action((id: string, options: { source?: true; property?: true; yes?: true }) =>
      inSession(async (session) => {
        const lesson = session.lessonOf(id);
        const { words, path, command } = session.voice;
        const what = options.source ? 'source' : options.property ? 'property' : 'all';
        const isAsked = what === 'all' && options.yes !== true;
        if (isAsked && !process.stdin.isTTY)
          throw new Usage(words.resetNeedsYes(command(`reset ${lesson.id} --yes`)));
        if (isAsked && !(await agrees(words.resetAsk(path(lesson, ''))))) {
          print([words.resetKept]);
          return courseExitCodes.notYet;
        }
        const kept = await session.reset(lesson, what);
        print([words.resetDone, ...kept.map(words.keptAs), ...nextLines(session, lesson)]);
        return courseExitCodes.passed;
      }),
    );

  course
    .command('diff')
    .description('Your property beside the solution, once the lesson is passed.')
    .argument('[lesson]')
    .action((id: string | undefined) =>
      inSession(async (session) => {
        print(await diffLines(session, atHand(session, id)));
        return courseExitCodes.passed;
      }),
    );

  course
    .command('exercise')
    .description('A short exercise; an answer is stored only if you give it here.')
    .argument('<lesson>')
    .argument('<form>', exerciseForms.join(', '))
    .argument('[answer]')
    .action((id: string, form: string, answer: string | undefined) =>
      inSession(async (session) => {
        const lesson = session.lessonOf(id);
        const { words } = session.voice;
        const own = lesson.exercises.find((each) => each === form);
        if (own === undefined)
          throw new Usage(`${lesson.id} has the exercises ${lesson.exercises.join(', ')}.`);
        if (answer !== undefined) {
          const exercises = { ...session.record(lesson).exercises, [own]: answer };
          await session.note(lesson, { exercises });
        }
        const task = lesson.texts[session.voice.language].exercises.get(own)?.task ?? [];
        print([
          ...(answer === undefined
            ? [words.exerciseForms[own], ...task, '', words.exerciseNote, words.criteria]
            : [words.exerciseStored]),
          ...criteriaLines(lesson, own, session.voice),
        ]);
        return courseExitCodes.passed;
      }),
    );

  course
    .command('report')
    .description('Write your way through the course as a page that opens from disk.')
    .option('--html <file>', 'the file to write, report.html where you work by default')
    .action(({ html }: { html?: string }) =>
      inSession((session) => reportCourse(session, html, terminal)),
    );

  course
    .command('doctor')
    .description('Does this machine have what the course needs?')
    .action(() =>
      inSession(async (session) => {
        const all = await findings(session, terminal);
        const { good, bad } = terminal.palette;
        print(
          all.map(({ fine, what, remedy }) =>
            fine ? `${good('✓')} ${what}` : `${bad('✗')} ${what}. ${remedy ?? ''}`,
          ),
        );
        return all.every(({ fine }) => fine) ? courseExitCodes.passed : courseExitCodes.notYet;
      }),
    );

  course
    .command('verify')
    .description('Let the course test itself: for whoever writes lessons.')
    .argument('[lessons...]', 'ids; all by default')
    .option('--seeds <n>', 'seeds with which each break must be noticed', '1')
    .action((ids: readonly string[], { seeds }: { seeds: string }) =>
      inSession((session) => verifyCourse(session, ids, seeds, terminal)),
    );
  return course;
}

/** The lesson that was named, else the one at hand. */
function atHand(session: Session, id: string | undefined): Lesson {
  const { lessons, progress, record } = session;
  if (id !== undefined) return session.lessonOf(id);
  const lesson =
    lessons.find((each) => each.id === progress.current) ??
    lessonAtHand(lessons, undefined, (each) => record(session.lessonOf(each)));
  return lesson ?? session.lessonOf(lessons[0]?.id ?? '');
}

async function agrees(question: string): Promise<boolean> {
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^(?:y|是)/iu.test(await lines.question(question));
  } finally {
    lines.close();
  }
}
