// Finds the modules an entry is made of, by the rules by which Node would load them.
import { existsSync, realpathSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { resolverAt, withoutQuery } from './address.js';
import type { LoadOptions } from './mutant.js';
import { formatOf, pathWithin, readText, type Source, sourceOf } from './source.js';
import { type Import, importsOf, parseSource, specifiersOf } from './syntax.js';

/** A module inside the root. */
export interface FoundModule {
  /** Without query. */
  readonly url: string;
  readonly source: Source;
  /** What the file imports that Node would load; undefined where that is the source itself. */
  readonly compiledImports: readonly Import[] | undefined;
  readonly mutated: boolean;
}

/** The files one module imports, as URLs without query; what cannot be found is Node's to report. */
async function targetsOf(url: string, specifiers: ReadonlySet<string>): Promise<string[]> {
  const loaded: { resolve(specifier: string): string } = await import(resolverAt(url));
  return [...specifiers].flatMap((specifier) => {
    try {
      return [withoutQuery(loaded.resolve(specifier))];
    } catch {
      return [];
    }
  });
}

/** The entry as Node names it. */
export function entryUrl({ entry, root }: LoadOptions): string {
  const path = fileURLToPath(withoutQuery(entry));
  if (!existsSync(path)) throw new Error(`There is no module ${path}.`);
  const real = realpathSync(path);
  if (pathWithin(realpathSync(root), real) === undefined)
    throw new Error(`${path} is not inside ${root}, or in its node_modules.`);
  return pathToFileURL(real).href;
}

/** What a module says it imports, and the files these are. */
interface Reading {
  readonly text: string;
  readonly isModule: boolean;
  readonly imports: readonly Import[];
  readonly targets: readonly string[];
}

/** A graph is read again for each copy of it that is loaded: a text says the same each time. */
const readings = new Map<string, Reading>();

async function readingOf(url: string, file: string, text: string): Promise<Reading> {
  const known = readings.get(url);
  if (known?.text === text) return known;
  const language = /\.m?ts$/.test(file) ? 'typescript' : 'javascript';
  const parsed = await parseSource({ file, text, language });
  const reading = {
    text,
    isModule: parsed.program.sourceType === 'module',
    imports: importsOf(parsed),
    targets: await targetsOf(url, specifiersOf(parsed)),
  };
  readings.set(url, reading);
  return reading;
}

/**
 * The modules of a graph inside the root, CommonJS left aside. The loader's hooks must be
 * registered: Node itself resolves what is imported.
 */
export async function modulesOf(options: LoadOptions): Promise<readonly FoundModule[]> {
  const root = realpathSync(options.root);
  const queue = [entryUrl(options)];
  const met = new Set(queue);
  const found: FoundModule[] = [];
  for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
    const path = url.startsWith('file:') ? fileURLToPath(url) : '';
    const format = formatOf(path);
    const file = pathWithin(root, path);
    if (file === undefined || format === undefined || format === 'commonjs' || !existsSync(path))
      continue;
    const text = readText(path);
    const { isModule, imports, targets } = await readingOf(url, file, text);
    if (format === 'its-syntax' && !isModule) continue;
    const source = sourceOf(root, path, text);
    const compiledImports = source.file === file ? undefined : imports;
    found.push({ url, source, compiledImports, mutated: options.mutate(source.file) });
    for (const target of targets.filter((each) => !met.has(each))) {
      met.add(target);
      queue.push(target);
    }
  }
  return found;
}
