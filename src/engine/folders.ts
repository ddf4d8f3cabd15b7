// Folders for stores under test: none is given out twice, and one left empty costs next to nothing.
import { mkdir, mkdtemp, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';

export interface Folders {
  /** An empty folder under a path that was never given out before: a store may know it by its path. */
  take(): Promise<string>;
  /** Removes a folder with what was written in it. */
  drop(folder: string): Promise<void>;
  /** Removes all that was given out; afterwards `take` begins anew. */
  close(): Promise<void>;
}

/** Folders below the tool's own one; nothing is made before the first is taken. */
export function createFolders(root: string): Folders {
  let base: Promise<string> | undefined;
  let taken = 0;

  async function makeBase(): Promise<string> {
    await mkdir(root, { recursive: true });
    return mkdtemp(join(root, 'run-'));
  }
  return {
    async take() {
      taken += 1;
      const folder = join(await (base ??= makeBase()), String(taken));
      await mkdir(folder);
      return folder;
    },
    async drop(folder) {
      try {
        // Most stores that play in memory write nothing: to look for it would take ten times as long.
        await rmdir(folder);
      } catch {
        await rm(folder, { recursive: true, force: true });
      }
    },
    async close() {
      const made = base;
      base = undefined;
      if (made !== undefined) await rm(await made, { recursive: true, force: true });
    },
  };
}
