// A learner at work: lessons, progress and files, and what each command does to them.
import { join, relative, resolve } from 'node:path';
import { unescape } from '../../contract/escape.js';
import { isWhole } from '../../course/check.js';
import { brokenTexts } from '../../course/edit.js';
import { originalOf } from '../../course/house.js';
import { type Lesson, propertyFile, readLessons } from '../../course/lesson.js';
import {
  type Graded,
  type LessonRecord,
  noted,
  type Progress,
  recordOf,
} from '../../course/progress.js';
import {
  backendLines,
  changeOf,
  nextCommand,
  nextLine,
  propertyLines,
  sourceLines,
  stepLines,
  textOf,
  type Voice,
} from '../../course/show.js';
import { storyLines } from '../../course/story.js';
import { isThorough, type Step, steps, stepOf } from '../../course/steps.js';
import type { Language } from '../../course/text.js';
import { wordsIn } from '../../course/words/index.js';
import {
  ensureFiles,
  folderOf,
  loadProgress,
  resetFiles,
  saveProgress,
  type Workspace,
  writeSources,
} from '../../course/workspace.js';
import { sequencesToKill } from '../../engine/kills/guards.js';
import type { Kill } from '../../engine/kills/result.js';
import type { CourseAssignment, Message } from '../assignment.js';
import { ensureRoot, rootIn } from '../files.js';
import { ownRoot } from '../mutants-target.js';
import type { Terminal } from '../terminal.js';
import { Usage } from '../usage.js';
import { inThread, Lost } from '../watch.js';
import { type Checked, house } from './task.js';

/** Milliseconds a call of a learner's store or a run of a learner's property may take. */
const defaultCourseDeadline = 5000;

export interface CourseOptions {
  readonly lang?: Language;
  /** Where the learner works; `work` by default. */
  readonly work?: string;
  /** Where the lessons are; those of this package by default. */
  readonly lessons?: string;
  /** Milliseconds a call of the learner's store or a run of their property may take. */
  readonly deadline?: number;
  /** True where single keys are pressed instead of commands. */
  readonly keyed?: boolean;
}

/** What a check came to, and what it leaves to do. */
export interface CheckResult extends Checked {
  readonly lesson: string;
  readonly passed: boolean;
  readonly step: Step | undefined;
  /** A thread that was lost to what the learner changed, in a sentence. */
  readonly lost?: string;
}

export interface Session {
  readonly lessons: readonly Lesson[];
  readonly voice: Voice;
  readonly workspace: Workspace;
  readonly progress: Progress;
  /** Where a file of progress that could not be read was put. */
  readonly setAside: string | undefined;
  readonly record: (lesson: Lesson) => LessonRecord;
  lessonOf(id: string): Lesson;
  note(lesson: Lesson, record: Partial<LessonRecord>): Promise<void>;
  setLanguage(language: Language): Promise<void>;
  begin(lesson: Lesson): Promise<void>;
  applyBreak(lesson: Lesson, number: string): Promise<readonly string[]>;
  /** Looks at the files and notes what is done with them. */
  check(lesson: Lesson, everything?: boolean): Promise<CheckResult>;
  /** Looks at the files and notes nothing. */
  look(lesson: Lesson): Promise<CheckResult>;
  /** What is wrong with a lesson itself. */
  verify(
    lesson: Lesson,
    seeds: number,
    onProgress: (at: string) => void,
  ): Promise<readonly string[]>;
  mutants(lesson: Lesson, onKill: (kill: Kill) => void): Promise<readonly Kill[]>;
  weaken(lesson: Lesson, id: string, named: readonly string[]): Promise<void>;
  hint(lesson: Lesson): Promise<string | undefined>;
  reset(lesson: Lesson, what: 'source' | 'property' | 'all'): Promise<readonly string[]>;
}

/** `zh` for a Chinese locale, else `en`. */
export function languageOf(environment: Readonly<Record<string, string | undefined>>): Language {
  const { LC_ALL, LC_MESSAGES, LANG } = environment;
  const locale = [LC_ALL, LC_MESSAGES, LANG].find((each) => each !== undefined && each !== '');
  return locale?.toLowerCase().startsWith('zh') === true ? 'zh' : 'en';
}

/** The command as it was started, so that it can be pasted. */
const startedAs = (environment: Readonly<Record<string, string | undefined>>): string =>
  environment['npm_lifecycle_event'] === 'course' ? 'npm run course --' : 'touchstone course';

/** Opens the course: reads lessons and progress. */
export async function openSession(options: CourseOptions, terminal: Terminal): Promise<Session> {
  const { env } = terminal;
  const { deadline = defaultCourseDeadline } = options;
  const from =
    options.lessons === undefined
      ? join(ownRoot, 'lessons')
      : resolve(terminal.cwd, options.lessons);
  const lessons = await readLessons(from);
  const work = join(terminal.cwd, options.work ?? 'work');
  const workspace: Workspace = { root: work };
  const loaded = await loadProgress(workspace);
  let { progress } = loaded;
  const language = options.lang ?? progress.language ?? languageOf(env);
  const shown = (path: string): string => relative(terminal.cwd, path);
  const places = (['work', 'lessons'] as const).flatMap((name) =>
    options[name] === undefined ? [] : [`--${name} ${options[name]}`],
  );
  const patience = options.deadline === undefined ? [] : [`--deadline ${deadline / 1000}`];
  const prefix = [startedAs(env), ...places, ...patience].join(' ');
  const voice: Voice = {
    language,
    keyed: options.keyed === true,
    words: wordsIn(language),
    palette: terminal.palette,
    command: (rest) => `${prefix} ${rest}`.trimEnd(),
    path: (lesson, file) => shown(join(folderOf(workspace, lesson), file)),
  };
  const { words } = voice;
  /** Another terminal may have noted something meanwhile: a change is made to what is there now. */
  const save = async (change: (current: Progress) => Progress): Promise<void> => {
    const next = change((await loadProgress(workspace)).progress);
    await saveProgress(workspace, next);
    progress = next;
  };
  const record = (lesson: Lesson): LessonRecord => recordOf(progress, lesson.id);
  const note = (lesson: Lesson, given: Partial<LessonRecord>): Promise<void> =>
    save((current) => noted({ ...current, current: lesson.id }, lesson.id, given));

  async function play<T>(
    lesson: Lesson,
    what: CourseAssignment['what'],
    onMessage: (message: Message) => void = () => undefined,
  ): Promise<T> {
    await ensureRoot(rootIn(terminal.cwd));
    return inThread<T>(
      {
        task: 'course',
        spec: voice.path(lesson, ''),
        cwd: terminal.cwd,
        deadline,
        lessons: from,
        work,
        lesson: lesson.id,
        what,
      },
      {
        onMessage,
        onOutput: (text) => terminal.message(text),
        hurried: true,
        crew: terminal.crew,
      },
    );
  }

  /** What lies in the folder, as the thread sees it; a thread that is lost says why. */
  async function lookAt(
    lesson: Lesson,
    depth: 'sources' | 'late' | 'everything',
  ): Promise<Checked & { readonly lost?: string }> {
    try {
      return await play<Checked>(lesson, { kind: 'check', depth });
    } catch (thrown) {
      if (!(thrown instanceof Lost)) throw thrown;
      const { how, what } = thrown.loss;
      const lost = how === 'blocked' ? words.endless(deadline / 1000) : words.lost(what);
      return { lost };
    }
  }

  async function check(lesson: Lesson, everything = false): Promise<CheckResult> {
    // A disk that is full is told before anything is played on it.
    await note(lesson, {});
    const before = record(lesson);
    const step = stepOf(lesson, before);
    const isLate = step === undefined || steps.indexOf(step) >= steps.indexOf('repair');
    const checked = await lookAt(lesson, everything ? 'everything' : isLate ? 'late' : 'sources');
    await note(lesson, recordAfter(lesson, before, checked, words));
    if (stepOf(lesson, record(lesson)) === 'explain') await note(lesson, { done: true });
    const now = stepOf(lesson, record(lesson));
    const passed = now === undefined && checked.lost === undefined && isSound(checked);
    return { ...checked, lesson: lesson.id, passed, step: now };
  }

  return {
    lessons,
    voice,
    workspace,
    get progress() {
      return progress;
    },
    setAside: loaded.setAside === undefined ? undefined : shown(loaded.setAside),
    record,
    note,
    check,
    async look(lesson) {
      const checked = await lookAt(lesson, 'everything');
      const step = stepOf(lesson, record(lesson));
      const passed = checked.lost === undefined && isSound(checked);
      return { ...checked, lesson: lesson.id, passed, step };
    },
    verify: (lesson, seeds, onProgress) =>
      play<readonly string[]>(lesson, { kind: 'verify', seeds }, (message) => {
        if (message.tell === 'at') onProgress(message.what);
      }),
    lessonOf(id) {
      const lesson = lessons.find((each) => each.id === id || each.number === id.padStart(2, '0'));
      const known = lessons.map((each) => each.id);
      if (lesson === undefined) throw new Usage(words.unknownLesson(id, known));
      return lesson;
    },
    setLanguage: (given) => save((current) => ({ ...current, language: given })),
    async begin(lesson) {
      await ensureFiles(workspace, house, lesson);
      await note(lesson, { read: true });
    },
    async applyBreak(lesson, number) {
      const chosen =
        lesson.breaks[Number(number) - 1] ?? lesson.breaks.find(({ id }) => id === number);
      if (chosen === undefined) throw new Usage(words.unknownBreak(number, lesson.breaks.length));
      const texts = brokenTexts(chosen, (file) => originalOf(house, file));
      const kept = await writeSources(workspace, house, lesson, texts);
      return [
        ...[...texts.keys()].map((file) => words.applied(chosen.id, voice.path(lesson, file))),
        ...kept.map((path) => words.keptAs(shown(path))),
      ];
    },
    async mutants(lesson, onKill) {
      const kills = await play<readonly Kill[]>(lesson, { kind: 'mutants' }, (message) => {
        if (message.tell === 'kill') onKill(unescape(message.kill) as Kill);
      });
      const killed = kills.filter(({ status }) => status === 'killed');
      await note(lesson, {
        mutants: {
          of: kills.length,
          killed: killed.length,
          rows: kills.map((kill) => ({
            guard: kill.guards.find((id) => lesson.guards.includes(id)) ?? '',
            change: changeOf(kill),
            by: kill.status === 'killed' ? (kill.by ?? '') : kill.status,
            sequences: sequencesToKill(kill),
          })),
        },
      });
      return kills;
    },
    async weaken(lesson, id, named) {
      if (!lesson.weakened.some((each) => each.id === id))
        throw new Usage(
          words.unknownWeakened(
            id,
            lesson.weakened.map((each) => each.id),
          ),
        );
      const chaffs = named.map((name) => lesson.chaffs[Number(name) - 1] ?? name);
      const unknown = chaffs.find((name) => !lesson.chaffs.includes(name));
      if (unknown !== undefined) throw new Usage(words.unknownChaff(unknown, lesson.chaffs));
      const { property } = await play<Checked>(lesson, { kind: 'weakened', id });
      const lived = property?.status === 'graded' ? property.missed.map((missed) => missed.id) : [];
      const weakened = { ...record(lesson).weakened, [id]: { named: chaffs, lived } };
      await note(lesson, { weakened });
    },
    async hint(lesson) {
      const step = stepOf(lesson, record(lesson));
      const isLate = step === 'property' || step === 'weaken';
      const failing = record(lesson).failing?.[0] ?? lesson.properties[0] ?? '';
      const subject = lesson.backend === undefined ? (isLate ? step : 'break') : failing;
      const hints = textOf(lesson, voice).hints.get(subject) ?? [];
      const shownSoFar = record(lesson).hints?.[subject] ?? 0;
      const hint = hints[shownSoFar];
      if (hint === undefined) return undefined;
      await note(lesson, { hints: { ...record(lesson).hints, [subject]: shownSoFar + 1 } });
      return hint;
    },
    async reset(lesson, what) {
      const isWanted = (file: string): boolean =>
        what === 'all' ||
        lesson.backend !== undefined ||
        (what === 'property') === (file === propertyFile);
      return (await resetFiles(workspace, house, lesson, isWanted)).map(shown);
    },
  };
}

/** Whether nothing of what was looked at is wrong. */
const isSound = ({ source, property, backend }: Checked): boolean =>
  (backend === undefined || (backend.status === 'played' && backend.conformant)) &&
  (source === undefined || isWhole(source)) &&
  (property === undefined || (property.status === 'graded' && isThorough(property)));

/** What a check adds to what is known of a lesson. */
function recordAfter(
  lesson: Lesson,
  before: LessonRecord,
  { source, property, backend }: Checked,
  words: Voice['words'],
): Partial<LessonRecord> {
  const graded: Graded | undefined =
    property?.status === 'graded'
      ? {
          refused: property.refused.map(({ id }) => id),
          caught: property.caught.map(({ id }) => id),
          missed: property.missed.map(({ id }) => id),
        }
      : undefined;
  const noticed =
    source?.status === 'fails' &&
    source.counterexample !== undefined &&
    lesson.properties.includes(source.property);
  if (backend !== undefined)
    return backend.status === 'played'
      ? {
          repaired: backend.conformant,
          failing: backend.failing.map(({ property: failed }) => failed),
        }
      : {};
  return {
    ...(noticed && source.counterexample !== undefined
      ? {
          broken: {
            property: source.property,
            sequence: source.sequence,
            calls: source.counterexample.steps.length,
            story: [...storyLines(source.counterexample, words)],
          },
          repaired: false,
        }
      : {}),
    ...(isWhole(source) && before.mutants !== undefined ? { repaired: true } : {}),
    ...(graded === undefined ? {} : { before: before.before ?? graded, after: graded }),
  };
}

/** The one command that leads on, with a line of its own; none where the lesson is passed. */
export function nextLines(session: Session, lesson: Lesson): readonly string[] {
  const next = nextCommand(lesson, session.record(lesson));
  return next === undefined ? [] : ['', nextLine(next, session.voice)];
}

/** The lines of a check, the most important last, then the one next command. */
export function checkLines(
  session: Session,
  lesson: Lesson,
  result: CheckResult,
): readonly string[] {
  const { voice } = session;
  const record = session.record(lesson);
  const { source, property, backend, lost, step, passed } = result;
  return [
    ...(source === undefined || (isWhole(source) && step !== 'break' && property !== undefined)
      ? []
      : sourceLines(lesson, source, record, voice)),
    ...(property === undefined ? [] : propertyLines(lesson, property, voice)),
    ...(backend === undefined ? [] : backendLines(lesson, backend, voice)),
    ...(lost === undefined ? [] : [voice.palette.bad(lost)]),
    ...(passed ? ['', ...stepLines(lesson, 'explain', record, voice)] : []),
    ...nextLines(session, lesson),
  ];
}
