// Names the place of a mutant by the functions around it, which an edit elsewhere leaves alone.
import { types } from '@babel/core';

interface Scope {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** The functions and constants of a file, outer before inner. */
export type Scopes = readonly Scope[];

const isFunction = (node: types.Node | null | undefined): boolean =>
  types.isFunction(node) || types.isClass(node);

function keyOf(key: types.Node): string | undefined {
  if (types.isIdentifier(key)) return key.name;
  if (types.isStringLiteral(key)) return key.value;
  return types.isPrivateName(key) ? key.id.name : undefined;
}

/** The name a node gives to what stands inside it. */
function nameOf(node: types.Node, atTop: boolean): string | undefined {
  if (types.isFunctionDeclaration(node) || types.isClassDeclaration(node)) return node.id?.name;
  if (types.isVariableDeclarator(node))
    return types.isIdentifier(node.id) && (atTop || isFunction(node.init))
      ? node.id.name
      : undefined;
  if (types.isObjectMethod(node) || types.isClassMethod(node)) return keyOf(node.key);
  if (types.isClassPrivateMethod(node)) return keyOf(node.key);
  if (types.isObjectProperty(node) || types.isClassProperty(node))
    return isFunction(node.value) ? keyOf(node.key) : undefined;
  return undefined;
}

/** The named functions of a file, and what stands at its top. */
export function scopesOf({ program }: types.File): Scopes {
  const top = new Set<types.Node>(
    program.body
      .map((node) => (types.isExportNamedDeclaration(node) ? node.declaration : node))
      .flatMap((node) => (types.isVariableDeclaration(node) ? node.declarations : [])),
  );
  const found: Scope[] = [];
  types.traverseFast(program, (node) => {
    const name = nameOf(node, top.has(node));
    if (name !== undefined) found.push({ name, start: node.start ?? 0, end: node.end ?? 0 });
  });
  return found;
}

/** The names around a span, outermost first, joined by dots; `module` at the top. */
export function scopeAt(scopes: Scopes, start: number, end: number): string {
  const around = scopes.filter((scope) => scope.start <= start && end <= scope.end);
  return around.map(({ name }) => name).join('.') || 'module';
}
