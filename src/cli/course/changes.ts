// Notices that a file was saved, on any file system: by looking at it every now and then.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Milliseconds between two looks. */
const lookEvery = 400;

/** What a folder's files look like from outside, as one text. */
function fingerprint(folder: string): string {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        const { mtimeMs, size } = statSync(path);
        return `${path} ${mtimeMs} ${size}`;
      })
      .toSorted()
      .join('\n');
  } catch {
    // A file that goes while it is looked at is looked at again.
    return '';
  }
}

/** Calls back after something below a folder was saved; returns how to stop. */
export function onChange(folder: () => string, changed: () => void): () => void {
  let before = fingerprint(folder());
  const timer = setInterval(() => {
    const now = fingerprint(folder());
    if (now === before || now === '') return;
    before = now;
    changed();
  }, lookEvery);
  return () => clearInterval(timer);
}
