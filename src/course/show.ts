// What a learner sees: each step of a lesson, and what a check came to, as lines.
import { type Kill, opening } from '../engine/kills/result.js';
import { sequencesToKill } from '../engine/kills/guards.js';
import type { Palette } from '../report/palette.js';
import { valueWords } from '../report/values.js';
import { displayWidth, padEnd, wrap } from '../report/width.js';
import type { PropertyCheck, SourceCheck } from './check.js';
import type { BackendCheck } from './backend.js';
import { backendFile, type Lesson, propertyFile } from './lesson.js';
import type { LessonRecord } from './progress.js';
import { type Step, stepOf, stepsOf } from './steps.js';
import { storyLines } from './story.js';
import type { Language, LessonText, SectionName } from './text.js';
import type { Words } from './words/index.js';

/** In which language, colours and place a learner is spoken to. */
export interface Voice {
  readonly language: Language;
  readonly words: Words;
  readonly palette: Palette;
  /** True where single keys are pressed instead of commands. */
  readonly keyed: boolean;
  /** A command of the course as it can be pasted, e.g. `check model`. */
  readonly command: (rest: string) => string;
  /** The path of a file of a lesson as it can be pasted. */
  readonly path: (lesson: Lesson, file: string) => string;
}

export const textOf = (lesson: Lesson, { language }: Pick<Voice, 'language'>): LessonText =>
  lesson.texts[language];

/** Columns of a line of text. */
const lineColumns = 100;

/** Markdown for a terminal: emphasis by colour, fences as they stand. */
export function markdownLines(lines: readonly string[], palette: Palette): readonly string[] {
  return lines
    .filter((line) => !line.startsWith('```'))
    .flatMap((line) => (line.startsWith('    ') ? [line] : wrap(line, lineColumns)))
    .map((line) =>
      line.startsWith('    ')
        ? palette.quiet(line)
        : line
            .replace(/\*\*(.+?)\*\*/gu, (_, bold: string) => palette.strong(bold))
            .replace(/`([^`]+)`/gu, (_, code: string) => palette.strong(code)),
    );
}

const section = (lesson: Lesson, name: SectionName, voice: Voice): readonly string[] =>
  markdownLines(textOf(lesson, voice).sections.get(name)?.lines ?? [], voice.palette);

const part = (lesson: Lesson, name: SectionName, id: string, voice: Voice): readonly string[] =>
  markdownLines(textOf(lesson, voice).sections.get(name)?.parts.get(id) ?? [], voice.palette);

/** Title, place in the course, and the way through the lesson with the step at hand. */
export function headerLines(
  lesson: Lesson,
  lessons: readonly Lesson[],
  record: LessonRecord,
  { words, palette, ...voice }: Voice,
): readonly string[] {
  const at = stepOf(lesson, record);
  const steps = stepsOf(lesson);
  const way = steps.map((step) => {
    const name = words.steps[step];
    if (step === at) return palette.strong(`▸ ${name}`);
    const isBehind = at === undefined || steps.indexOf(step) < steps.indexOf(at);
    return isBehind ? palette.good(`✓ ${name}`) : palette.quiet(name);
  });
  const number = lessons.indexOf(lesson) + 1;
  const place = words.lesson(number, lessons.length, lesson.minutes);
  return [
    `${palette.strong(textOf(lesson, voice).title)}  ${palette.quiet(place)}`,
    way.join('  '),
    '',
  ];
}

/** One question with its options. */
export function questionLines(lesson: Lesson, at: number, voice: Voice): readonly string[] {
  const { words, palette } = voice;
  const { questions } = textOf(lesson, voice);
  const asked = questions[at];
  if (asked === undefined) return [];
  return [
    palette.quiet(words.questionOf(at + 1, questions.length)),
    ...markdownLines(asked.question, palette),
    ...[...asked.options].map(([letter, text]) => `  ${letter}) ${text}`),
  ];
}

/** What was predicted beside what is, once it has been seen. */
export function predictionLines(
  lesson: Lesson,
  { predictions = [] }: LessonRecord,
  voice: Voice,
): readonly string[] {
  const { words, palette } = voice;
  return textOf(lesson, voice).questions.flatMap((asked, at) => {
    const [mine = '', right = ''] = [predictions[at], lesson.predictions[at]];
    const option = (letter: string): string => `${letter}) ${asked.options.get(letter) ?? ''}`;
    const same = mine === right;
    return [
      ...markdownLines(asked.question, palette),
      `  ${words.youPredicted(option(mine))}`,
      ...(same ? [] : [`  ${words.itIs(option(right))}`]),
      `  ${same ? palette.good(words.asPredicted) : palette.unsure(words.otherwise)}`,
      ...markdownLines(asked.because, palette).map((line) => `  ${line}`),
      '',
    ];
  });
}

export const nextLine = (rest: string, { words, palette, command, keyed }: Voice): string =>
  palette.strong(words.next(keyed ? words.pressNext : command(rest)));

/** The one command that leads on from a step. */
export function nextCommand(lesson: Lesson, record: LessonRecord): string | undefined {
  const step = stepOf(lesson, record);
  const { id } = lesson;
  switch (step) {
    case 'read':
      return `start ${id}`;
    case 'predict':
      return `predict ${id} ${lesson.predictions.map(() => 'a').join(' ')}`;
    case 'break':
    case 'repair':
    case 'property':
    case 'explain':
      return `check ${id}`;
    case 'mutants':
      return `mutants ${id}`;
    case 'weaken': {
      const open = lesson.weakened.find((each) => record.weakened?.[each.id] === undefined);
      return `weaken ${id} ${open?.id ?? ''} ${lesson.chaffs[0] ?? ''}`;
    }
    case undefined:
      return undefined;
  }
}

/** What to do at a step, with the paths and commands that are needed for it. */
export function stepLines(
  lesson: Lesson,
  step: Step,
  record: LessonRecord,
  voice: Voice,
): readonly string[] {
  const { words, palette, command, path } = voice;
  const { id } = lesson;
  switch (step) {
    case 'read':
      return section(lesson, 'read', voice);
    case 'predict':
      return lesson.predictions.flatMap((_, at) => [...questionLines(lesson, at, voice), '']);
    case 'break':
      return [
        ...section(lesson, 'break', voice),
        '',
        ...lesson.files.map((file) => words.open(path(lesson, file))),
        '',
        voice.keyed ? words.preparedKey : words.preparedHow(command(`check ${id} --break 1`)),
        ...lesson.breaks.flatMap((each, at) => [
          words.prepared(at + 1, palette.strong(each.id)),
          ...part(lesson, 'break', each.id, voice).map((line) => `     ${line}`),
        ]),
      ];
    case 'mutants':
      return [words.broken, words.mutantsIntro(lesson.guards)];
    case 'repair':
      if (lesson.backend !== undefined)
        return [...section(lesson, 'repair', voice), '', words.open(path(lesson, backendFile))];
      return [voice.keyed ? words.repairKey : words.repairHow(command(`reset ${id} --source`))];
    case 'property':
      return [
        ...section(lesson, 'property', voice),
        '',
        words.open(path(lesson, propertyFile)),
        '',
        ...chaffLines(lesson, voice),
      ];
    case 'weaken':
      return [
        words.weakenIntro,
        ...section(lesson, 'weaken', voice),
        '',
        ...lesson.weakened.flatMap((each) =>
          record.weakened?.[each.id] === undefined
            ? [palette.strong(each.id), ...part(lesson, 'weaken', each.id, voice), '']
            : [],
        ),
        ...chaffLines(lesson, voice),
      ];
    case 'explain':
      return [
        ...predictionLines(lesson, record, voice),
        ...section(lesson, 'explain', voice),
        '',
        ...bugLines(lesson, voice),
        ...exerciseLines(lesson, voice),
        words.solutionIs(command(`diff ${id}`)),
        palette.good(words.lessonPassed(textOf(lesson, voice).title)),
      ];
  }
}

/** The broken stores by number, each with its sentence. */
export function chaffLines(lesson: Lesson, voice: Voice): readonly string[] {
  const widest = Math.max(...lesson.chaffs.map((id) => id.length));
  return lesson.chaffs.map((id, at) => {
    const sentence = part(lesson, 'chaffs', id, voice).join(' ');
    return `  ${at + 1}  ${padEnd(id, widest)}  ${sentence}`;
  });
}

/** What the author of each planted bug believed: told once they are all found. */
const bugLines = (lesson: Lesson, voice: Voice): readonly string[] =>
  (lesson.backend?.bugs ?? []).flatMap(({ id, caughtBy }) => [
    `${voice.palette.strong(id)}  ${caughtBy}`,
    ...part(lesson, 'bugs', id, voice).map((line) => `  ${line}`),
    '',
  ]);

function exerciseLines(lesson: Lesson, voice: Voice): readonly string[] {
  const { words, palette, command } = voice;
  const { exercises } = textOf(lesson, voice);
  if (exercises.size === 0) return [];
  return [
    words.exercisesIntro,
    '',
    ...lesson.exercises.flatMap((form) => [
      palette.strong(words.exerciseForms[form]),
      ...markdownLines(exercises.get(form)?.task ?? [], palette),
      '',
    ]),
    words.exerciseHow(command(`exercise ${lesson.id} ${lesson.exercises[0]} "…"`)),
    words.exerciseNote,
    '',
  ];
}

/** What a good answer to an exercise names. */
export const criteriaLines = (lesson: Lesson, form: string, voice: Voice): readonly string[] =>
  (textOf(lesson, voice).exercises.get(form)?.criteria ?? []).map((each) => `  · ${each}`);

/** What the learner's copy of the store came to. */
export function sourceLines(
  lesson: Lesson,
  check: SourceCheck,
  record: LessonRecord,
  voice: Voice,
): readonly string[] {
  const { words, palette, command, path } = voice;
  switch (check.status) {
    case 'missing':
      return check.files.map((file) =>
        palette.bad(words.missing(path(lesson, file), command(`reset ${lesson.id} --source`))),
      );
    case 'intact':
      return [record.broken === undefined ? words.intact : palette.good(words.repaired)];
    case 'conformant':
      return [
        record.broken === undefined
          ? palette.unsure(words.unnoticed(check.sequences))
          : palette.good(words.repaired),
      ];
    case 'unloadable':
      return [
        palette.bad(
          words.trouble.load(check.changed.map((f) => path(lesson, f)).join(', '), check.reason),
        ),
      ];
    case 'fails': {
      const { property, sequence, counterexample, reason } = check;
      if (counterexample === undefined) return [palette.bad(words.doesNotOpen(reason ?? property))];
      return [
        palette.bad(words.noticed(property, sequence, counterexample.steps.length)),
        '',
        ...storyLines(counterexample, words),
        '',
        `  ${palette.quiet(words.story.promiseIs)}  ${words.promise(property)}`,
        ...(lesson.properties.includes(property)
          ? []
          : ['', palette.unsure(words.elsewhere(property, lesson.properties))]),
      ];
    }
  }
}

/** Inputs as a person reads them. */
const inputWords = (inputs: unknown): string =>
  Object.entries((inputs ?? {}) as Readonly<Record<string, unknown>>)
    .map(([name, value]) => `${name} = ${valueWords(value)}`)
    .join(', ');

/** What a property came to: validity first, then who was caught, then each survivor. */
export function propertyLines(
  lesson: Lesson,
  check: PropertyCheck,
  voice: Voice,
): readonly string[] {
  const { words, palette, command, path } = voice;
  const file = path(lesson, propertyFile);
  switch (check.status) {
    case 'missing':
      return [palette.bad(words.missing(file, command(`reset ${lesson.id} --property`)))];
    case 'unusable':
      return [palette.bad(words.trouble[check.trouble](file, check.reason))];
    case 'graded': {
      const [refused] = check.refused;
      if (refused !== undefined)
        return [
          `  ${words.withInputs(inputWords(refused.inputs))}`,
          `  ${refused.threw === undefined ? words.itSaidFalse : words.itThrew(refused.threw)}`,
          '',
          palette.bad(words.refusesCorrect(words.stores[refused.id] ?? refused.id)),
        ];
      return [
        ...check.missed.flatMap(({ id, runs, sequence }) => [
          palette.unsure(words.gotThrough(id, runs)),
          ...part(lesson, 'chaffs', id, voice).map((line) => `  ${line}`),
          ...(sequence === undefined
            ? []
            : [`  ${palette.quiet(words.showsIt)}`, ...storyLines(sequence, words)]),
          '',
        ]),
        palette.good(words.acceptsCorrect),
        words.caught(
          check.caught.map(({ id }) => id),
          lesson.chaffs.length,
        ),
        ...(check.missed.length === 0 ? [palette.good(words.thorough)] : []),
      ];
    }
  }
}

/** What a backend that is repaired came to: how many promises it keeps, and the next to mend. */
export function backendLines(lesson: Lesson, check: BackendCheck, voice: Voice): readonly string[] {
  const { words, palette, command, path } = voice;
  const file = path(lesson, backendFile);
  switch (check.status) {
    case 'missing':
      return [palette.bad(words.missing(file, command(`reset ${lesson.id} --yes`)))];
    case 'unusable':
      return [palette.bad(words.backendTrouble[check.trouble](file, check.reason))];
    case 'played': {
      const { kept, untested, failing, counterexample, conformant } = check;
      const [first] = failing;
      return [
        ...(counterexample === undefined || first === undefined
          ? []
          : [
              palette.bad(words.noticed(first.property, first.sequence, first.calls)),
              '',
              ...storyLines(counterexample, words),
              '',
              `  ${palette.quiet(words.story.promiseIs)}  ${words.promise(first.property)}`,
              '',
              ...failing.slice(1).map(({ property }) => `  ${words.alsoFails(property)}`),
            ]),
        ...untested.map((id) => palette.unsure(words.untested(id))),
        (conformant ? palette.good : palette.strong)(
          words.promisesKept(kept.length, lesson.properties.length),
        ),
      ];
    }
  }
}

/** One mutant and its end. */
export function killLines(kill: Kill, guards: readonly string[], voice: Voice): readonly string[] {
  const { words, palette } = voice;
  const { status, by = '' } = kill;
  const guard = kill.guards.find((id) => guards.includes(id)) ?? '';
  const end =
    status === 'killed'
      ? palette.good(
          by === opening ? words.killedAtOnce : words.killedBy(by, sequencesToKill(kill)),
        )
      : palette.unsure(words.aliveAs(status));
  return [`  ${palette.strong(guard)}  ${changeOf(kill)}`, `      ${end}`];
}

/** What a mutant changes: `a → b`. */
export const changeOf = ({ mutation: { original, replacement } }: Pick<Kill, 'mutation'>): string =>
  `${shortened(original)}  →  ${shortened(replacement)}`;

const shortened = (text: string): string => {
  const points = [...text];
  return points.length <= 48 ? text : `${points.slice(0, 47).join('')}…`;
};

/** What the learner said gets through a weaker property, and what does. */
export function weakenedLines(
  id: string,
  record: LessonRecord,
  { words, palette }: Voice,
): readonly string[] {
  const said = record.weakened?.[id];
  if (said === undefined) return [];
  const same = said.named.toSorted().join() === said.lived.toSorted().join();
  return [
    `${palette.strong(id)}`,
    `  ${words.youNamed(said.named)}`,
    `  ${words.getThrough(said.lived)}`,
    `  ${same ? palette.good(words.exactly) : palette.unsure(words.otherwise)}`,
  ];
}

/** The course as a table: passed, under way, or not begun. */
export function listLines(
  lessons: readonly Lesson[],
  recordOf: (id: string) => LessonRecord,
  current: string | undefined,
  voice: Voice,
): readonly string[] {
  const { words, palette } = voice;
  const titles = lessons.map((lesson) => textOf(lesson, voice).title);
  const ids = Math.max(...lessons.map(({ id }) => id.length));
  const widest = Math.max(...titles.map(displayWidth));
  return lessons.map((lesson, at) => {
    const record = recordOf(lesson.id);
    const step = stepOf(lesson, record);
    const state =
      step === undefined
        ? palette.good(words.passed)
        : Object.keys(record).length > 0
          ? palette.unsure(`${words.underWay}: ${words.steps[step]}`)
          : '';
    const mark = lesson.id === current ? '▸' : ' ';
    return `${mark} ${lesson.number}  ${padEnd(lesson.id, ids)}  ${padEnd(titles[at] ?? '', widest)}  ${state}`.trimEnd();
  });
}
