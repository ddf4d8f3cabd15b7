// The text of a lesson, read from Markdown: sections under fixed headings, parts under their ids.
import { LessonFault } from './manifest.js';

export const languages = ['en', 'zh'] as const;
export type Language = (typeof languages)[number];

/** The sections of lessons in the order in which they stand, by their heading in each language. */
export const sections = {
  read: { en: 'Read', zh: '阅读' },
  predict: { en: 'Predict', zh: '预测' },
  break: { en: 'Break', zh: '破坏' },
  property: { en: 'Property', zh: '性质' },
  chaffs: { en: 'Broken stores', zh: '有缺陷的存储' },
  weaken: { en: 'Weaken', zh: '弱化' },
  repair: { en: 'Repair', zh: '修复' },
  bugs: { en: 'Bugs', zh: '缺陷' },
  hints: { en: 'Hints', zh: '提示' },
  exercises: { en: 'Exercises', zh: '练习' },
  explain: { en: 'Explain', zh: '解释' },
  design: { en: 'Design note', zh: '设计说明' },
} as const satisfies Record<string, Record<Language, string>>;
export type SectionName = keyof typeof sections;

/** What stands in a lesson that breaks the real store, and in one that repairs a backend. */
const ofOneKind = {
  breaking: ['break', 'property', 'chaffs', 'weaken'],
  repairing: ['repair', 'bugs'],
} as const satisfies Record<string, readonly SectionName[]>;
export type LessonKind = keyof typeof ofOneKind;

/** The sections a lesson of this kind must have, in this order. */
export function sectionsOf(kind: LessonKind): readonly SectionName[] {
  const others: readonly SectionName[] = ofOneKind[kind === 'breaking' ? 'repairing' : 'breaking'];
  return (Object.keys(sections) as readonly SectionName[]).filter((name) => !others.includes(name));
}

/** A section: its own lines, and those under each `###`, by its heading. */
export interface Section {
  readonly lines: readonly string[];
  readonly parts: ReadonlyMap<string, readonly string[]>;
}

/** A closed question. */
export interface Question {
  readonly question: readonly string[];
  /** Option by letter. */
  readonly options: ReadonlyMap<string, string>;
  /** Why the right one is right. */
  readonly because: readonly string[];
}

/** A short exercise: the task, and what a good answer names. */
export interface Exercise {
  readonly task: readonly string[];
  readonly criteria: readonly string[];
}

export interface LessonText {
  readonly title: string;
  /** What the learner can do afterwards. */
  readonly objective: readonly string[];
  readonly sections: ReadonlyMap<SectionName, Section>;
  readonly questions: readonly Question[];
  /** Steps of help by subject: `break`, `property`, `weaken`; for a backend the failing property. */
  readonly hints: ReadonlyMap<string, readonly string[]>;
  readonly exercises: ReadonlyMap<string, Exercise>;
}

const trimmed = (lines: readonly string[]): readonly string[] => {
  const isFull = (line: string): boolean => line.trim() !== '';
  const first = lines.findIndex(isFull);
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex(isFull) + 1);
};

/** Splits at headings of a level; lines in front of the first stand under the empty heading. */
function splitAt(level: 2 | 3, lines: readonly string[]): Map<string, readonly string[]> {
  const found = new Map<string, string[]>([['', []]]);
  let current = '';
  let isCode = false;
  for (const line of lines) {
    if (line.startsWith('```')) isCode = !isCode;
    const heading = isCode ? undefined : new RegExp(`^#{${level}} (.+)$`, 'u').exec(line)?.[1];
    if (heading !== undefined) found.set((current = heading.trim()), []);
    else found.get(current)?.push(line);
  }
  return new Map([...found].map(([heading, own]) => [heading, trimmed(own)]));
}

function readSection(lines: readonly string[]): Section {
  const parts = splitAt(3, lines);
  const own = parts.get('') ?? [];
  parts.delete('');
  return { lines: own, parts };
}

function readQuestion(lines: readonly string[]): Question {
  const options = new Map<string, string>();
  const question: string[] = [];
  const because: string[] = [];
  for (const line of lines) {
    const [, letter, text] = /^- ([a-d])[).] (.+)$/u.exec(line) ?? [];
    if (letter !== undefined && text !== undefined) options.set(letter, text);
    else if (line.startsWith('>')) because.push(line.replace(/^> ?/u, ''));
    else question.push(line);
  }
  return { question: trimmed(question), options, because };
}

/** `- ` items, each with the lines that belong to it. */
function readItems(lines: readonly string[]): readonly string[] {
  const items: string[] = [];
  for (const line of lines) {
    const [, item] = /^- (?:\[ \] )?(.+)$/u.exec(line) ?? [];
    if (item !== undefined) items.push(item);
    else if (line.trim() !== '' && items.length > 0)
      items[items.length - 1] = `${items.at(-1)} ${line.trim()}`;
  }
  return items;
}

function readExercise(lines: readonly string[]): Exercise {
  const first = lines.findIndex((line) => line.startsWith('- [ ] '));
  if (first < 0) return { task: lines, criteria: [] };
  return { task: trimmed(lines.slice(0, first)), criteria: readItems(lines.slice(first)) };
}

/** Reads a text; throws `LessonFault` where a section is missing or stands in the wrong place. */
export function readLessonText(
  markdown: string,
  language: Language,
  where: string,
  kind: LessonKind = 'breaking',
): LessonText {
  const names = sectionsOf(kind);
  const [head = '', ...rest] = markdown.replace(/\r\n/gu, '\n').split('\n');
  const title = /^# (.+)$/u.exec(head)?.[1];
  if (title === undefined) throw new LessonFault(`${where} must begin with "# " and its title`);
  const found = splitAt(2, rest);
  const objective = found.get('') ?? [];
  found.delete('');
  const wanted = names.map((name) => sections[name][language]);
  if (JSON.stringify([...found.keys()]) !== JSON.stringify(wanted))
    throw new LessonFault(
      `${where} has the sections ${[...found.keys()].join(', ')}: it must have ${wanted.join(', ')}`,
    );
  const read = new Map(
    names.map((name) => [name, readSection(found.get(sections[name][language]) ?? [])]),
  );
  const partsOf = (name: SectionName) => [...(read.get(name)?.parts ?? [])];
  return {
    title,
    objective,
    sections: read,
    questions: partsOf('predict').map(([, lines]) => readQuestion(lines)),
    hints: new Map(partsOf('hints').map(([subject, lines]) => [subject, readItems(lines)])),
    exercises: new Map(partsOf('exercises').map(([form, lines]) => [form, readExercise(lines)])),
  };
}
