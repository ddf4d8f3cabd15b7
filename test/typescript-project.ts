// Projects of a few files for the tests of TypeScript mutants, and the compiled code under test.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import type * as TypeScriptMutants from '../src/mutants/typescript/index.js';

/** Node loads mutated modules, which it can do for compiled code alone: vite stays out of it. */
export const builtFile = path.resolve(
  import.meta.dirname,
  '../dist/src/mutants/typescript/index.js',
);
export const built: typeof TypeScriptMutants = createRequire(import.meta.url)(builtFile);

const folders: string[] = [];

/** A folder with these files; it is taken for a package of modules unless a file says otherwise. */
export function project(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(path.join(tmpdir(), 'touchstone-project-'));
  folders.push(root);
  for (const [name, text] of Object.entries({ 'package.json': '{"type":"module"}', ...files })) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
  return root;
}

/** Removes what `project` made. */
export function removeProjects(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Compiles `src/*.ts` of a project to `dist`, as tsc lays it out. */
export function compile(root: string, names: readonly string[], inline = false): void {
  mkdirSync(path.join(root, 'dist'), { recursive: true });
  for (const name of names) {
    const text = readFileSync(path.join(root, `src/${name}.ts`), 'utf8');
    const { ES2022: module } = ts.ModuleKind;
    const { ES2022: target } = ts.ScriptTarget;
    const { outputText } = ts.transpileModule(text, { compilerOptions: { module, target } });
    const map = JSON.stringify({ version: 3, sourceRoot: '../', sources: [`src/${name}.ts`] });
    const url = inline
      ? `data:application/json;base64,${Buffer.from(map).toString('base64')}`
      : `${name}.js.map`;
    const file = path.join(root, `dist/${name}.js`);
    writeFileSync(file, `${outputText}//# sourceMappingURL=${url}\n`);
    if (!inline) writeFileSync(`${file}.map`, map);
  }
}

/** Loads a module of a project with the mutants of all its files. */
export const loadIn = <M>(
  root: string,
  entry: string,
  mutate: TypeScriptMutants.LoadOptions['mutate'] = () => true,
  naming: readonly string[] = [],
) =>
  built.loadWithMutants<M>({
    entry: pathToFileURL(path.join(root, entry)).href,
    root,
    mutate,
    naming,
  });
