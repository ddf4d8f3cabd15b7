// The TypeScript files of the tree, parsed, for the tests that read sources.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** The top of the tree. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** One import: `to` is a file of the tree (`src/contract/fact.ts`) or a package (`zod`). */
export interface Edge {
  readonly from: string;
  readonly to: string;
  /** True where nothing of it is left at run time. */
  readonly typeOnly: boolean;
}

/** Parses a text as the file with this path from the top. */
export const parse = (file: string, text: string): ts.SourceFile =>
  ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);

/** Every `.ts` file under these folders, parsed and named from the top. */
export function sourcesUnder(...folders: readonly string[]): readonly ts.SourceFile[] {
  return folders
    .filter((folder) => existsSync(path.join(root, folder)))
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .map((file) => path.posix.join(folder, file.replaceAll(path.sep, '/'))),
    )
    .toSorted()
    .map((file) => parse(file, readFileSync(path.join(root, file), 'utf8')));
}

/** Every node of a file, outer before inner. */
export function* nodesOf(node: ts.Node): Generator<ts.Node> {
  yield node;
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  for (const child of children) yield* nodesOf(child);
}

/** Where a node stands, as an editor opens it. */
export function placeOf(node: ts.Node): string {
  const source = node.getSourceFile();
  return `${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
}

/** What a node imports: the specifier, and whether only types come through it. */
function importOf(node: ts.Node): { name: ts.Node; typeOnly: boolean } | undefined {
  if (ts.isImportDeclaration(node))
    return {
      name: node.moduleSpecifier,
      typeOnly: node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword,
    };
  if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined)
    return { name: node.moduleSpecifier, typeOnly: node.isTypeOnly };
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
    return { name: node.argument.literal, typeOnly: true };
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    return node.arguments[0] && { name: node.arguments[0], typeOnly: false };
  return undefined;
}

/** Every import of a file, types included; a computed specifier names no file and is left out. */
export function edgesOf(source: ts.SourceFile): readonly Edge[] {
  const from = source.fileName;
  return [...nodesOf(source)].flatMap((node) => {
    const found = importOf(node);
    if (found === undefined || !ts.isStringLiteralLike(found.name)) return [];
    const { text } = found.name;
    const to = text.startsWith('.')
      ? path.posix.join(path.posix.dirname(from), text).replace(/\.js$/, '.ts')
      : text;
    return [{ from, to, typeOnly: found.typeOnly }];
  });
}
