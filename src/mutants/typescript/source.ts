// What is mutated in place of a module: the TypeScript it was compiled from, or its own text.
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, extname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** A source file; `file` is its path from the root, with slashes. */
export interface Source {
  readonly file: string;
  readonly text: string;
  readonly language: 'javascript' | 'typescript';
}

const typeScript = ['.ts', '.mts'];

/** The path of a file from a folder, with slashes; undefined outside it and in `node_modules`. */
export function pathWithin(root: string, path: string): string | undefined {
  const parts = relative(root, path).split(sep);
  const outside = parts[0] === '..' || isAbsolute(parts[0] ?? '') || parts.includes('node_modules');
  return outside ? undefined : parts.join('/');
}

/** Columns are counted behind a byte order mark. */
export const readText = (path: string): string => readFileSync(path, 'utf8').replace(/^\uFEFF/, '');

function readJson(text: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}

/** The source map a text names, and where its paths start. */
function mapOf(path: string, text: string): Readonly<Record<string, unknown>> {
  const named = [...text.matchAll(/^\/\/[#@] sourceMappingURL=(\S+)\s*$/gm)].at(-1)?.[1];
  if (named === undefined) return {};
  const inline = /^data:application\/json[^,]*;base64,(?<data>.*)$/.exec(named)?.groups?.['data'];
  if (inline !== undefined) return readJson(Buffer.from(inline, 'base64').toString());
  const at = fileURLToPath(new URL(named, pathToFileURL(path)));
  return existsSync(at) ? readJson(readFileSync(at, 'utf8')) : {};
}

/** The one TypeScript file a module was compiled from. */
function compiledFrom(path: string, text: string): string | undefined {
  const { sources, sourceRoot } = mapOf(path, text);
  if (!Array.isArray(sources) || sources.length !== 1) return undefined;
  const named = join(typeof sourceRoot === 'string' ? sourceRoot : '', String(sources[0]));
  const source = resolve(dirname(path), named);
  return typeScript.includes(extname(source)) && existsSync(source)
    ? realpathSync(source)
    : undefined;
}

/** The source of a module inside the root. */
export function sourceOf(root: string, path: string, text: string): Source {
  const own = {
    file: pathWithin(root, path) ?? path,
    text,
    language: typeScript.includes(extname(path)) ? 'typescript' : 'javascript',
  } as const;
  const from = own.language === 'typescript' ? undefined : compiledFrom(path, text);
  const file = from === undefined ? undefined : pathWithin(root, from);
  if (from === undefined || file === undefined) return own;
  return { file, text: readText(from), language: 'typescript' };
}

/** Whether a file is a module or CommonJS; where it alone decides, what it was parsed as counts. */
export function formatOf(path: string): 'module' | 'commonjs' | 'its-syntax' | undefined {
  const extension = extname(path);
  if (extension === '.mjs' || extension === '.mts') return 'module';
  if (extension === '.cjs' || extension === '.cts') return 'commonjs';
  if (extension !== '.js' && extension !== '.ts') return undefined;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    if (existsSync(manifest)) {
      const { type } = readJson(readFileSync(manifest, 'utf8'));
      return type === 'module' || type === 'commonjs' ? type : 'its-syntax';
    }
    if (folder === dirname(folder)) return 'its-syntax';
  }
}
