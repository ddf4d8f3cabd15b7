// Takes the types out of mutated TypeScript, so that it imports what its compiled file imports.
import { createRequire } from 'node:module';
import { type NodePath, type PluginObj, transformAsync, types } from '@babel/core';
import { type Import, importedName } from './syntax.js';

const preset = (): string => createRequire(import.meta.url).resolve('@babel/preset-typescript');

/** tsc may write the ending of the compiled file in place of that of the source. */
const compiledEnding = (specifier: string): string =>
  specifier.startsWith('.') ? specifier.replace(/\.(m?)ts$/, '.$1js') : specifier;

type Importing =
  types.ImportDeclaration | types.ExportNamedDeclaration | types.ExportAllDeclaration;

/**
 * Only tsc knows which imports were types: those it left out of the compiled file would ask for
 * names that are not there.
 */
const importLike = (compiled: readonly Import[]): PluginObj => {
  const modules = new Map<string, Set<string>>();
  for (const { from, names } of compiled)
    modules.set(from, new Set([...(modules.get(from) ?? []), ...names]));

  function adapt(path: NodePath<Importing>): void {
    const { source } = path.node;
    if (!source) return;
    if (!modules.has(source.value)) source.value = compiledEnding(source.value);
    const names = modules.get(source.value);
    if (names === undefined) path.remove();
    else if (types.isImportDeclaration(path.node))
      path.node.specifiers = path.node.specifiers.filter((each) => names.has(importedName(each)));
  }
  return {
    visitor: {
      Program: {
        enter(program) {
          for (const path of program.get('body'))
            if (
              path.isImportDeclaration() ||
              path.isExportNamedDeclaration() ||
              path.isExportAllDeclaration()
            )
              adapt(path);
        },
      },
    },
  };
};

/** Imports of these names lead to these files, wherever the importing file lies. */
const redirect = (targets: ReadonlyMap<string, string>): PluginObj => ({
  visitor: {
    ImportDeclaration({ node: { source } }) {
      source.value = targets.get(source.value) ?? source.value;
    },
  },
});

/** Takes the types out by the rules of the language alone; no configuration of Babel has a say. */
async function strip(
  file: string,
  code: string,
  plugins: readonly PluginObj[],
  options: Readonly<Record<string, boolean>> = {},
): Promise<string> {
  const stripped = await transformAsync(code, {
    filename: file,
    configFile: false,
    babelrc: false,
    sourceType: 'module',
    plugins: [...plugins],
    presets: [[preset(), { ...options, allowDeclareFields: true, allExtensions: true }]],
  });
  return stripped?.code ?? '';
}

/** The same code without types; `compiled` is what the compiled file imports, if there is one. */
export const stripTypes = (
  file: string,
  code: string,
  compiled: readonly Import[] | undefined,
): Promise<string> =>
  strip(file, code, compiled === undefined ? [] : [importLike(compiled)], {
    onlyRemoveTypeImports: true,
  });

/**
 * TypeScript that somebody writes, as JavaScript: tsc never saw it, so unused imports are types.
 * Imports of the names in `targets` lead to the URLs that stand there.
 */
export const withoutTypes = (
  file: string,
  code: string,
  targets: ReadonlyMap<string, string> = new Map(),
): Promise<string> => strip(file, code, [redirect(targets)]);
