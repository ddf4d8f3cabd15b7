// Lessons as they lie in their folders: manifest, texts, exercise, solution.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LessonFault, type Manifest, readManifest } from './manifest.js';
import {
  type Language,
  languages,
  type LessonKind,
  type LessonText,
  readLessonText,
} from './text.js';

export interface Lesson extends Manifest {
  readonly folder: string;
  /** The number in the name of its folder: lessons stand in this order. */
  readonly number: string;
  readonly texts: Readonly<Record<Language, LessonText>>;
}

/** The file a learner writes a property in, and the folder and file of its solution. */
export const propertyFile = 'property.ts';
export const solutionFile = 'solution.ts';
/** The store a learner repairs, in a lesson that has one. */
export const backendFile = 'backend.ts';
/** The file a learner works in to the end: the property, or the backend. */
export const exerciseFile = ({ backend }: Pick<Manifest, 'backend'>): string =>
  backend === undefined ? propertyFile : backendFile;

export const weakenedFile = (id: string): string => `weakened/${id}.ts`;

export const kindOf = ({ backend }: Pick<Manifest, 'backend'>): LessonKind =>
  backend === undefined ? 'breaking' : 'repairing';

async function readLesson(folder: string, number: string): Promise<Lesson> {
  const read = async (file: string): Promise<string> => {
    try {
      return await readFile(join(folder, file), 'utf8');
    } catch {
      throw new LessonFault(`${join(folder, file)} cannot be read: every lesson needs one`);
    }
  };
  const manifest = readManifest(await read('lesson.json'), join(folder, 'lesson.json'));
  const texts = await Promise.all(
    languages.map(async (language) => {
      const file = `${language}.md`;
      const text = readLessonText(await read(file), language, join(folder, file), kindOf(manifest));
      return [language, text] as const;
    }),
  );
  return {
    ...manifest,
    folder,
    number,
    texts: Object.fromEntries(texts) as Record<Language, LessonText>,
  };
}

/** Every lesson below a folder, in order; throws `LessonFault` where one cannot be read. */
export async function readLessons(root: string): Promise<readonly Lesson[]> {
  const lessons: Lesson[] = [];
  for (const name of (await readdir(root)).toSorted()) {
    const [, number, id] = /^(\d{2})-([a-z0-9-]+)$/u.exec(name) ?? [];
    if (number === undefined) continue;
    const lesson = await readLesson(join(root, name), number);
    if (lesson.id !== id)
      throw new LessonFault(`${name} holds a lesson that is called ${lesson.id}`);
    lessons.push(lesson);
  }
  return lessons;
}
