// The learner's own folder: copies of what a lesson breaks, has written or repaired, and the progress.
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeWhole } from '../engine/write-whole.js';
import { type House, originalOf } from './house.js';
import { exerciseFile, type Lesson } from './lesson.js';
import { noProgress, type Progress, readProgress } from './progress.js';

/** Where a learner works: `work/` in the folder the course was started in. */
export interface Workspace {
  readonly root: string;
}

export const progressFile = 'course.json';

export const folderOf = ({ root }: Workspace, { id }: Pick<Lesson, 'id'>): string => join(root, id);

/** Writes a file whole or not at all, in a folder that is made for it. */
async function writeBelow(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeWhole(path, content);
}

/** A name that is not taken: `x.kept-1`, `x.kept-2` … */
function freeName(path: string): string {
  let count = 1;
  while (existsSync(`${path}.kept-${count}`)) count += 1;
  return `${path}.kept-${count}`;
}

/**
 * What a learner has done so far; a file that cannot be read is set aside under another name, never
 * overwritten, and `setAside` says where it is.
 */
export async function loadProgress({
  root,
}: Workspace): Promise<{ readonly progress: Progress; readonly setAside?: string }> {
  const path = join(root, progressFile);
  if (!existsSync(path)) return { progress: noProgress };
  const progress = readProgress(await readFile(path, 'utf8'));
  if (progress !== undefined) return { progress };
  const setAside = freeName(path);
  await rename(path, setAside);
  return { progress: noProgress, setAside };
}

export const saveProgress = ({ root }: Workspace, progress: Progress): Promise<void> =>
  writeBelow(join(root, progressFile), `${JSON.stringify(progress, null, 2)}\n`);

/** Editors resolve what a copied source imports as if it stood in its own folder. */
const editorSettings = (toPackage: string): string =>
  `${JSON.stringify(
    {
      extends: `${toPackage}/tsconfig.json`,
      compilerOptions: { rootDirs: ['.', toPackage], noUnusedLocals: false },
      include: ['.'],
    },
    null,
    2,
  )}\n`;

/** The files of a lesson as shipped, by their path in the learner's folder. */
export async function shippedFiles(
  house: House,
  lesson: Lesson,
): Promise<ReadonlyMap<string, string>> {
  const own = exerciseFile(lesson);
  return new Map([
    ...lesson.files.map((file) => [file, originalOf(house, file)] as const),
    [own, await readFile(join(lesson.folder, own), 'utf8')],
  ]);
}

/** Puts the files of a lesson where they are missing; what the learner has written stays. */
export async function ensureFiles(
  workspace: Workspace,
  house: House,
  lesson: Lesson,
): Promise<readonly string[]> {
  const folder = folderOf(workspace, lesson);
  const made: string[] = [];
  for (const [file, text] of await shippedFiles(house, lesson)) {
    const path = join(folder, file);
    if (existsSync(path)) continue;
    await writeBelow(path, text);
    made.push(file);
  }
  const settings = join(folder, 'tsconfig.json');
  if (!existsSync(settings))
    await writeBelow(settings, editorSettings(settingsPath(house, folder)));
  return made;
}

function settingsPath({ root }: House, folder: string): string {
  const up = folder.startsWith(root) ? folder.slice(root.length).split(/[\\/]/u).length - 1 : 0;
  return up > 0 ? Array.from({ length: up }, () => '..').join('/') : root;
}

/** Sets files back as they were shipped; what stood there is kept beside them. Returns the kept ones. */
export async function resetFiles(
  workspace: Workspace,
  house: House,
  lesson: Lesson,
  wanted: (file: string) => boolean = () => true,
): Promise<readonly string[]> {
  const folder = folderOf(workspace, lesson);
  const kept: string[] = [];
  for (const [file, text] of await shippedFiles(house, lesson)) {
    const path = join(folder, file);
    if (!wanted(file)) continue;
    if (existsSync(path) && (await readFile(path, 'utf8')) !== text) {
      const name = freeName(path);
      await rename(path, name);
      kept.push(name);
    }
    await writeBelow(path, text);
  }
  return kept;
}

/** The learner's copies of the lesson's sources, and which of them differ from the real ones. */
export async function readSources(
  workspace: Workspace,
  house: House,
  lesson: Lesson,
): Promise<{
  readonly texts: ReadonlyMap<string, string>;
  readonly changed: readonly string[];
  readonly missing: readonly string[];
}> {
  const folder = folderOf(workspace, lesson);
  const texts = new Map<string, string>();
  const changed: string[] = [];
  const missing: string[] = [];
  for (const file of lesson.files) {
    const path = join(folder, file);
    if (!existsSync(path)) {
      missing.push(file);
      continue;
    }
    const text = (await readFile(path, 'utf8')).replace(/\r\n/gu, '\n');
    texts.set(file, text);
    if (text !== originalOf(house, file)) changed.push(file);
  }
  return { texts, changed, missing };
}

/** Writes the sources of a prepared break into the learner's copies; what stood there is kept. */
export async function writeSources(
  workspace: Workspace,
  house: House,
  lesson: Lesson,
  texts: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const kept = await resetFiles(workspace, house, lesson, (file) => lesson.files.includes(file));
  for (const [file, text] of texts) await writeBelow(join(folderOf(workspace, lesson), file), text);
  return kept;
}
