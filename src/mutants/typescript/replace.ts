// Loads a module graph in which some sources stand as somebody has changed them.
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { addressIn } from './address.js';
import { openLoader } from './loader.js';
import type { LoadOptions } from './mutant.js';
import { createSwitch } from './switch.js';

/** Which sources stand otherwise. */
export interface ReplaceOptions extends Omit<LoadOptions, 'mutate' | 'naming'> {
  /** Texts by path from `root`, with slashes: for a compiled file the path of its TypeScript. */
  readonly texts: ReadonlyMap<string, string>;
}

/** What is wrong with a text somebody has written, and where. */
export class Unreadable extends Error {}

/**
 * Imports a module, and what it imports inside the root, as an instance of its own in which these
 * texts stand in place of their sources; everything else stays as it is. Rejects with `Unreadable`
 * where a text is no TypeScript, and with what a module throws while it is loaded.
 */
export async function loadReplaced<M>({ entry, root, texts }: ReplaceOptions): Promise<M> {
  const { entryUrl, modulesOf } = await import('./graph.js');
  const publish = openLoader();
  const start = entryUrl({ entry, root, mutate: () => false });
  const found = await modulesOf({ entry, root, mutate: (file) => texts.has(file) });
  const code = new Map<string, string>();
  for (const { url, source, mutated } of found) {
    const text = mutated ? texts.get(source.file) : undefined;
    if (text !== undefined) code.set(url, await javaScriptOf(source.file, text));
  }
  const { id } = createSwitch();
  publish({ id, code, modules: new Set(found.map(({ url }) => url)) });
  return import(addressIn(start, id, 1));
}

/** What a file of a learner's own may import, wherever it lies. */
const given = ['touchstone', 'touchstone/lesson', 'fast-check'];

/**
 * Imports one file of somebody's own, TypeScript or not; it finds this package and fast-check
 * wherever it lies. Rejects like `loadReplaced`.
 */
export async function loadAlone<M>(path: string, text: string): Promise<M> {
  const publish = openLoader();
  const url = pathToFileURL(realpathSync(path)).href;
  const { id } = createSwitch();
  const { resolve } = createRequire(import.meta.url);
  const targets = new Map(given.map((name) => [name, pathToFileURL(resolve(name)).href]));
  const code = new Map([[url, await javaScriptOf(fileURLToPath(url), text, targets)]]);
  publish({ id, code, modules: new Set([url]) });
  return import(addressIn(url, id, 1));
}

/** The same text without types; imports of which only types are used are left out. */
async function javaScriptOf(
  file: string,
  text: string,
  targets?: ReadonlyMap<string, string>,
): Promise<string> {
  const { withoutTypes } = await import('./strip.js');
  try {
    return await withoutTypes(file, text, targets);
  } catch (thrown) {
    throw new Unreadable(thrown instanceof Error ? thrown.message : String(thrown));
  }
}
