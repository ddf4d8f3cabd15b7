// Files the tool writes: whole or not at all, and inside its own folder only.
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { besideOf, writeWhole } from '../engine/write-whole.js';
import { pathTrouble, Usage } from './usage.js';

/** The tool's own folder, in the working directory. */
export const ownFolder = '.touchstone';

/** Where the tool keeps its files when it runs in this folder. */
export const rootIn = (cwd: string): string => join(cwd, ownFolder);

/** `cas-7f3a91c2.json`: the same content has the same name. */
export function contentName(stem: string, content: string): string {
  const plainStem = stem.replace(/[^a-z0-9-]+/gu, '-');
  return `${plainStem}-${createHash('sha256').update(content).digest('hex').slice(0, 8)}.json`;
}

/** Makes the tool's folder, else says why it cannot. */
export async function ensureRoot(root: string): Promise<void> {
  try {
    await mkdir(root, { recursive: true });
    await probe(join(root, ownFolder));
  } catch (thrown) {
    throw new Usage(
      `Nothing can be written to ${ownFolder} here (${pathTrouble(thrown)}): ` +
        'change to a folder you may write to.',
    );
  }
}

/** Writes a file of the tool's folder under its content's name; returns its path from `cwd`. */
export async function writeOwn(cwd: string, stem: string, content: string): Promise<string> {
  return writeOwnAs(cwd, contentName(stem, content), content);
}

/** Writes a file of the tool's folder under this name; returns its path from `cwd`. */
export async function writeOwnAs(cwd: string, name: string, content: string): Promise<string> {
  const path = join(rootIn(cwd), name);
  await writeWhole(path, content);
  return relative(cwd, path);
}

/** Throws what writing this file would throw; leaves nothing behind. */
export async function probe(path: string): Promise<void> {
  const draft = besideOf(path);
  await writeFile(draft, '', { flag: 'wx' });
  await rm(draft);
}

/** Reads a file the user named. */
export async function readNamed(
  path: string,
  shown: string,
  remedy = `name a replay file, such as those a failing check writes to ${ownFolder}`,
): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (thrown) {
    throw new Usage(`${shown} cannot be read (${pathTrouble(thrown)}): ${remedy}.`);
  }
}
