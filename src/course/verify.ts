// The course tests itself: every promise a lesson makes to a learner is kept by the lesson.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Register } from '../engine/kills/register.js';
import { type CheckOptions, gradeProperty, type PropertyCheck } from './check.js';
import { brokenTexts } from './edit.js';
import { type House, originalOf } from './house.js';
import {
  exerciseFile,
  kindOf,
  type Lesson,
  propertyFile,
  solutionFile,
  weakenedFile,
} from './lesson.js';
import { LessonFault } from './manifest.js';
import { playSources } from './play.js';
import { languages, type LessonText, type SectionName, sectionsOf } from './text.js';
import { backendFaults, callsAtMost, names } from './verify-backend.js';

export interface VerifyOptions extends CheckOptions {
  /** Seeds with which each break must be noticed, from the lesson's own on. */
  readonly seeds: number;
  readonly register: Register;
  /** Ids of every property. */
  readonly properties: readonly string[];
  readonly onProgress?: (what: string) => void;
}

/** Lines of the text that is read before anything is asked. */
const readAtMost = 60;

/** Sections that have a text of their own. */
const mustSay = {
  breaking: ['read', 'property', 'weaken', 'explain', 'design'],
  repairing: ['read', 'repair', 'explain', 'design'],
} as const;

type Parts = readonly (readonly [SectionName, readonly string[]])[];

/** The parts sections must have. */
function partsIn({ breaks, chaffs, weakened, exercises, properties, backend }: Lesson): Parts {
  const ids = (all: readonly { readonly id: string }[]) => all.map(({ id }) => id);
  const own: Parts =
    backend === undefined
      ? [
          ['break', ids(breaks)],
          ['chaffs', chaffs],
          ['weaken', ids(weakened)],
        ]
      : [['bugs', ids(backend.bugs)]];
  const hints = backend === undefined ? ['break', 'property', 'weaken'] : properties;
  return [...own, ['exercises', exercises], ['hints', hints]];
}

/** What is wrong with the texts alone. */
export function textFaults(lesson: Lesson): readonly string[] {
  const faults: string[] = [];
  for (const language of languages) {
    const text = lesson.texts[language];
    const fault = (what: string): void => void faults.push(`${language}.md: ${what}`);
    const partsOf = (name: SectionName) => text.sections.get(name)?.parts ?? new Map();
    const needs = (name: SectionName, wanted: readonly string[]): void => {
      const found = [...partsOf(name).keys()];
      if (JSON.stringify(found) !== JSON.stringify(wanted))
        fault(`${name} has the parts ${names(found)} instead of ${names(wanted)}`);
      for (const [part, lines] of partsOf(name)) if (lines.length === 0) fault(`${part} is empty`);
    };
    const reading = text.sections.get('read')?.lines ?? [];
    if (reading.length > readAtMost)
      fault(`${reading.length} lines to read, ${readAtMost} at most`);
    if (text.objective.length === 0) fault('no objective stands under the title');
    for (const name of mustSay[kindOf(lesson)])
      if ((text.sections.get(name)?.lines ?? []).length === 0) fault(`${name} is empty`);
    for (const [name, wanted] of partsIn(lesson)) needs(name, wanted);
    faults.push(...questionFaults(lesson, text).map((what) => `${language}.md: ${what}`));
    for (const [subject, steps] of text.hints)
      if (steps.length < 2) fault(`only ${steps.length} hint about ${subject}`);
    for (const [form, { criteria }] of text.exercises)
      if (criteria.length === 0) fault(`exercise ${form} has nothing to check an answer by`);
  }
  return [...faults, ...headingFaults(lesson)];
}

function questionFaults({ predictions }: Lesson, { questions }: LessonText): readonly string[] {
  if (questions.length !== predictions.length)
    return [`${questions.length} questions, ${predictions.length} answers in the manifest`];
  return questions.flatMap(({ question, options, because }, at) => {
    const right = predictions[at] ?? '';
    return [
      ...(question.length === 0 ? [`question ${at + 1} asks nothing`] : []),
      ...(options.has(right) ? [] : [`question ${at + 1} has no option ${right}`]),
      ...(options.size < 2 ? [`question ${at + 1} has nothing to choose from`] : []),
      ...(because.length === 0 ? [`question ${at + 1} does not say why`] : []),
    ];
  });
}

function headingFaults(lesson: Lesson): readonly string[] {
  return sectionsOf(kindOf(lesson)).flatMap((name) => {
    const [one = [], other = []] = languages.map((language) => [
      ...(lesson.texts[language].sections.get(name)?.parts.keys() ?? []),
    ]);
    return JSON.stringify(one) === JSON.stringify(other)
      ? []
      : [`${name} has other parts in each language: ${names(one)} and ${names(other)}`];
  });
}

/** Files that the manifest does not speak of. */
async function strayFiles(lesson: Lesson): Promise<readonly string[]> {
  const wanted = new Set([
    'lesson.json',
    'en.md',
    'zh.md',
    exerciseFile(lesson),
    solutionFile,
    ...lesson.weakened.map(({ id }) => weakenedFile(id)),
  ]);
  const found = await readdir(lesson.folder, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(lesson.folder.length + 1))
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !wanted.has(file))
    .map((file) => `${file} belongs to nothing in the manifest`);
}

function referenceFaults(
  lesson: Lesson,
  all: readonly Lesson[],
  { register, properties }: VerifyOptions,
): readonly string[] {
  const unknown = (kind: string, ids: readonly string[], isKnown: (id: string) => boolean) =>
    ids.filter((id) => !isKnown(id)).map((id) => `there is no ${kind} ${id}`);
  return [
    ...unknown('guard', lesson.guards, (id) => register.kindOf(id) !== undefined),
    ...unknown('property', lesson.properties, (id) => properties.includes(id)),
    ...unknown('lesson', lesson.seeAlso, (id) => all.some((each) => each.id === id)),
  ];
}

/** What a graded property came to, in a few words. */
function words(check: PropertyCheck): string {
  if (check.status !== 'graded') return check.status;
  if (check.refused.length > 0)
    return `it refuses ${names(check.refused.map(({ id, threw }) => `${id} ${threw ?? ''}`.trim()))}`;
  return `it lets through ${names(check.missed.map(({ id }) => id))}`;
}

const missedOf = (check: PropertyCheck): readonly string[] | undefined =>
  check.status === 'graded' && check.refused.length === 0
    ? check.missed.map(({ id }) => id)
    : undefined;

/** What is wrong with the exercise, the solution and the weakened properties. */
async function propertyFaults(
  house: House,
  lesson: Lesson,
  options: VerifyOptions,
): Promise<readonly string[]> {
  const grade = (file: string): Promise<PropertyCheck> =>
    gradeProperty(house, lesson, join(lesson.folder, file), options);
  const faults: string[] = [];
  const shipped = await grade(propertyFile);
  if (missedOf(shipped)?.length === 0) faults.push(`${propertyFile} passes as it is shipped`);
  if (shipped.status !== 'graded') faults.push(`${propertyFile} is ${shipped.status} as shipped`);
  const solution = await grade(solutionFile);
  if (missedOf(solution)?.length !== 0) faults.push(`${solutionFile}: ${words(solution)}`);
  for (const { id, letsThrough } of lesson.weakened) {
    const weaker = await grade(weakenedFile(id));
    if (JSON.stringify(missedOf(weaker)) !== JSON.stringify(letsThrough))
      faults.push(`${weakenedFile(id)}: ${words(weaker)}; the manifest says ${names(letsThrough)}`);
  }
  return faults;
}

/** Whether each break is noticed by its own property with each seed, or by none where it survives. */
async function breakFaults(
  house: House,
  lesson: Lesson,
  options: VerifyOptions,
): Promise<readonly string[]> {
  const { seeds, onProgress } = options;
  const faults: string[] = [];
  for (const broken of lesson.breaks) {
    onProgress?.(broken.id);
    const fault = (what: string): void => void faults.push(`break ${broken.id}: ${what}`);
    if (broken.edits.some(({ file }) => !lesson.files.includes(file)))
      fault('it changes a source that is not among the files of the lesson');
    if (broken.caughtBy !== undefined && !lesson.properties.includes(broken.caughtBy))
      fault(`${broken.caughtBy} is not among the properties of the lesson`);
    const texts = brokenTexts(broken, (file) => originalOf(house, file));
    for (let at = 0; at < seeds; at += 1) {
      const seed = lesson.seed + at;
      const played = await playSources(house, lesson, texts, {
        ...options,
        seed,
        counterexample: at === 0,
      });
      const by = played.status === 'fails' ? played.property : played.status;
      const wanted = broken.caughtBy ?? 'conformant';
      if (by !== wanted) fault(`${by} instead of ${wanted} with seed ${seed}`);
      const calls = played.status === 'fails' ? (played.counterexample?.steps.length ?? 0) : 0;
      if (calls > callsAtMost) fault(`${calls} calls to show it, ${callsAtMost} at most`);
      if (at === 0 && played.status === 'fails' && played.counterexample === undefined)
        fault(`no counterexample: ${played.reason ?? ''}`);
    }
  }
  return faults;
}

/** Everything that is wrong with a lesson; empty where it keeps its promises. */
export async function verifyLesson(
  house: House,
  lesson: Lesson,
  all: readonly Lesson[],
  options: VerifyOptions,
): Promise<readonly string[]> {
  const faults = [
    ...textFaults(lesson),
    ...referenceFaults(lesson, all, options),
    ...(await strayFiles(lesson)),
  ];
  try {
    if (lesson.backend === undefined) {
      faults.push(...(await breakFaults(house, lesson, options)));
      options.onProgress?.(propertyFile);
      faults.push(...(await propertyFaults(house, lesson, options)));
    } else faults.push(...(await backendFaults(lesson, lesson.backend.bugs, options)));
  } catch (thrown) {
    if (!(thrown instanceof LessonFault)) throw thrown;
    faults.push(thrown.message);
  }
  return faults;
}
