// A file the user names for a report: whole or not at all, and proved writable before the check runs.
import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { writeWhole } from '../engine/write-whole.js';
import { probe } from './files.js';
import { codeOf, pathTrouble, Usage } from './usage.js';

/** Writes the report; called once, after the check. */
export type Output = (content: string) => Promise<void>;

/** Where the file really is: behind a link, and nothing but a plain file may be replaced. */
async function placeOf(path: string): Promise<string> {
  let real: string;
  try {
    real = await realpath(path);
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return path;
    throw thrown;
  }
  const found = await stat(real);
  if (found.isDirectory()) throw new Usage('it is a folder');
  if (!found.isFile()) throw new Usage('it is no plain file');
  return real;
}

const troubleOf = (thrown: unknown): string => {
  if (thrown instanceof Usage) return thrown.message;
  return codeOf(thrown) === 'ENOENT' ? 'its folder is not there' : pathTrouble(thrown);
};

/**
 * The file `shown`, as named after the option `flag`, in or from the folder `cwd`. Throws `Usage`
 * where it cannot be written; nothing is left behind but what the output writes.
 */
export async function openOutput(cwd: string, shown: string, flag: string): Promise<Output> {
  const refused = (thrown: unknown): Usage =>
    new Usage(
      `${flag} ${JSON.stringify(shown)} cannot be written (${troubleOf(thrown)}): ` +
        'name a file in a folder you may write to.',
    );
  let path = resolve(cwd, shown);
  try {
    if (shown.trim() === '') throw new Usage('it names no file');
    path = await placeOf(path);
    await probe(path);
  } catch (thrown) {
    throw refused(thrown);
  }
  return async (content) => {
    try {
      await writeWhole(path, content);
    } catch (thrown) {
      throw refused(thrown);
    }
  };
}
