// Parses TypeScript and JavaScript, and reads what a module imports.
import { parseAsync, types } from '@babel/core';
import type { Source } from './source.js';

/** What one module takes from another; the names are those of the module it comes from. */
export interface Import {
  readonly from: string;
  readonly names: readonly string[];
}

/** Babel opens its messages with a path, and ends them with a place and an excerpt. */
function reasonOf(thrown: unknown): string {
  const [line = ''] = (thrown instanceof Error ? thrown.message : String(thrown)).split('\n');
  return line.replace(/^.*?: /, '').replace(/ \(\d+:\d+\)$/, '');
}

/** An error that says of which file no mutants can be made, and where it is wrong. */
function unusable(file: string, thrown: unknown): Error {
  const { loc }: { loc?: types.SourceLocation['start'] } = Object(thrown);
  const place = loc === undefined ? file : `${file}:${loc.line}:${loc.column + 1}`;
  return new Error(`No mutants can be made of ${place}: ${reasonOf(thrown)}`, { cause: thrown });
}

/** Parses a source by the rules of the language alone; no configuration of Babel has a say. */
export async function parseSource(source: Source): Promise<types.File> {
  const { file, text, language } = source;
  try {
    const parsed = await parseAsync(text, {
      filename: file,
      configFile: false,
      babelrc: false,
      sourceType: 'unambiguous',
      parserOpts: {
        plugins: language === 'typescript' ? ['typescript'] : [],
        allowReturnOutsideFunction: true,
      },
    });
    if (parsed === null) throw new Error('there is nothing to parse');
    return types.isFile(parsed) ? parsed : types.file(parsed);
  } catch (thrown) {
    throw unusable(file, thrown);
  }
}

const nameOf = (name: types.Identifier | types.StringLiteral): string =>
  types.isIdentifier(name) ? name.name : name.value;

/** The name under which a module gives what is imported: `*` stands for all of it. */
export function importedName(specifier: types.ImportDeclaration['specifiers'][number]): string {
  if (types.isImportSpecifier(specifier)) return nameOf(specifier.imported);
  return types.isImportDefaultSpecifier(specifier) ? 'default' : '*';
}

/** The static imports of a file. */
export function importsOf({ program }: types.File): readonly Import[] {
  return program.body.flatMap((node): readonly Import[] => {
    if (types.isImportDeclaration(node))
      return [{ from: node.source.value, names: node.specifiers.map(importedName) }];
    const exporting = types.isExportAllDeclaration(node) || types.isExportNamedDeclaration(node);
    return exporting && node.source ? [{ from: node.source.value, names: [] }] : [];
  });
}

/** The specifiers of a file: of static imports, and of dynamic ones that are written as a text. */
export function specifiersOf(parsed: types.File): ReadonlySet<string> {
  const found = new Set(importsOf(parsed).map(({ from }) => from));
  types.traverseFast(parsed, (node) => {
    if (!types.isCallExpression(node) || !types.isImport(node.callee)) return;
    const [specifier] = node.arguments;
    if (types.isStringLiteral(specifier)) found.add(specifier.value);
  });
  return found;
}
