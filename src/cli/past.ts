// Past failures: the replay files that earlier checks left in the tool's folder.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unescape } from '../contract/escape.js';
import { readPolicy } from '../contract/policy.js';
import type { PastFailure } from '../engine/past.js';
import { readReplay, UnreadableReplay } from '../engine/replay.js';
import { ownFolder, rootIn } from './files.js';
import { pathTrouble, reasonOf } from './usage.js';

export interface PastFiles {
  /** In the order of their names. */
  readonly failures: readonly PastFailure[];
  /** One sentence for each file that cannot be replayed. */
  readonly ignored: readonly string[];
}

/** Whether a text is another file of this tool, such as a report or a baseline. */
function isOtherFormat(text: string): boolean {
  try {
    const { format }: { readonly format?: unknown } = JSON.parse(text);
    return /^touchstone-(?!replay$)/u.test(String(format));
  } catch {
    return false;
  }
}

/** Why a replay file cannot be read, as a part of a sentence. */
export function unreadable(thrown: unknown): string {
  const why = thrown instanceof UnreadableReplay ? thrown.message : reasonOf(thrown);
  return why.replace(/\s+/gu, ' ').replace(/\.$/u, '').replace(/^I/u, 'i');
}

/** The failure in a file, nothing where it is no replay file at all, else why it is unreadable. */
async function readOne(root: string, name: string): Promise<PastFailure | string | undefined> {
  let text: string;
  try {
    text = await readFile(join(root, name), 'utf8');
  } catch (thrown) {
    return pathTrouble(thrown);
  }
  if (isOtherFormat(text)) return undefined;
  try {
    const file = readReplay(text);
    readPolicy(unescape(file.setup.policy));
    return { name, file };
  } catch (thrown) {
    return unreadable(thrown);
  }
}

/** What earlier checks wrote to the tool's folder, by name. */
export async function readPast(cwd: string): Promise<PastFiles> {
  const root = rootIn(cwd);
  const names = (await readdir(root)).filter((name) => name.endsWith('.json')).toSorted();
  const failures: PastFailure[] = [];
  const ignored: string[] = [];
  for (const name of names) {
    const read = await readOne(root, name);
    if (typeof read === 'object') failures.push(read);
    if (typeof read !== 'string') continue;
    ignored.push(`${join(ownFolder, name)} was not tried (${read}): mend or delete it.`);
  }
  return { failures, ignored };
}

/** One sentence for each failure of a store of another name, which was not tried. */
export const ofOtherStores = (failures: readonly PastFailure[], store: string): readonly string[] =>
  failures
    .filter(({ file }) => file.store.name !== store)
    .map(
      ({ name, file }) =>
        `${join(ownFolder, name)} was not tried: it is of the store ${JSON.stringify(file.store.name)}.`,
    );
