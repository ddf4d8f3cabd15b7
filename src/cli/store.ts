// `<store>` on the command line: a name, or the path or package of a module that exports a store under test.
import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { StoreUnderTest } from '../contract/port.js';
import { defaultDeadline, inTime } from '../engine/deadline.js';
import { readAdapter } from './adapter.js';
import { noteForeign } from './foreign.js';
import { codeOf, reasonOf, Usage } from './usage.js';

/** The stores that need no module, by name; each is loaded where it is opened. */
export const namedStores: Readonly<Record<string, () => Promise<StoreUnderTest>>> = {
  sqlite: async () => (await import('../stores/sqlite/under-test.js')).sqliteUnderTest(),
  model: async () => (await import('../../models/model-store.js')).modelUnderTest(),
};

/** Whether a store is named by the path of its module. */
export const looksLikePath = (spec: string, cwd: string): boolean =>
  spec.startsWith('.') ||
  isAbsolute(spec) ||
  /\.[cm]?[jt]s$/u.test(spec) ||
  existsSync(resolve(cwd, spec));

/** The URL of a module that was named by its path. */
function urlOfPath(spec: string, cwd: string): string {
  const path = resolve(cwd, spec);
  if (!existsSync(path))
    throw new Usage(`There is no file ${spec}: name the module that exports your store.`);
  if (statSync(path).isDirectory())
    throw new Usage(`${spec} is a folder: name the module in it that exports your store.`);
  return pathToFileURL(path).href;
}

/** Whether an import failed because there is no such package, and not because of what is in it. */
const isAbsent = (thrown: unknown, spec: string): boolean =>
  ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND', 'ERR_INVALID_MODULE_SPECIFIER'].includes(
    codeOf(thrown) ?? '',
  ) && reasonOf(thrown).includes(`'${spec}'`);

/** The URL of an installed package: next to this one, or in the folder the command runs in. */
function urlOfPackage(spec: string, cwd: string): string {
  try {
    return import.meta.resolve(spec);
  } catch {
    // Not installed next to this package, so it is looked for where the command runs.
  }
  try {
    const found = createRequire(join(cwd, 'package.json')).resolve(spec);
    return isAbsolute(found) ? pathToFileURL(found).href : found;
  } catch (thrown) {
    if (!isAbsent(thrown, spec))
      throw new Usage(
        `${spec} cannot be found (${reasonOf(thrown)}): name the path of its module.`,
      );
    const names = Object.keys(namedStores).join(' or ');
    throw new Usage(
      `There is no store ${spec}: use ${names}, the path of a module that exports one ` +
        '(such as ./my-store.mjs), or an installed package.',
    );
  }
}

async function load(url: string, spec: string, deadline: number): Promise<unknown> {
  noteForeign();
  try {
    const module: { readonly default?: unknown } = await inTime(import(url), deadline);
    return module.default;
  } catch (thrown) {
    if (codeOf(thrown) === 'ERR_UNKNOWN_FILE_EXTENSION')
      throw new Usage(`Node cannot load ${spec} as it is: compile it to JavaScript first.`);
    throw new Usage(
      `${spec} does not load (${reasonOf(thrown)}): run it with node to see where it fails.`,
    );
  }
}

/** The URL of the module a user named. */
export const urlOfStore = (spec: string, cwd: string): string =>
  looksLikePath(spec, cwd) ? urlOfPath(spec, cwd) : urlOfPackage(spec, cwd);

/**
 * The store a user named, opened by nobody yet; throws `Usage` with what is missing. `deadline`:
 * milliseconds that loading and opening it may take.
 */
export async function resolveStore(
  spec: string,
  cwd: string,
  deadline = defaultDeadline,
): Promise<StoreUnderTest> {
  const named = Object.hasOwn(namedStores, spec) ? namedStores[spec] : undefined;
  if (named !== undefined) return named();
  const url = urlOfStore(spec, cwd);
  return readAdapter(await load(url, spec, deadline), spec, url, deadline);
}
