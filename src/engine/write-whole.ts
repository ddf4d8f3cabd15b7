// Files the tool writes are whole or not there.
import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A name beside a file, so that moving a draft there is one step. */
export const besideOf = (path: string): string =>
  join(dirname(path), `.touchstone-${randomUUID()}`);

/** Writes a file whole or not at all; its folder must be there. */
export async function writeWhole(path: string, content: string): Promise<void> {
  const draft = besideOf(path);
  try {
    await writeFile(draft, content, { flag: 'wx' });
    await rename(draft, path);
  } catch (thrown) {
    await rm(draft, { force: true });
    throw thrown;
  }
}
