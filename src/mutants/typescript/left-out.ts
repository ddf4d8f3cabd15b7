// Which texts are not emptied, because that would say nothing about the store; the rules are here.
import { traverse, types } from '@babel/core';
import { reasons } from './reasons.js';
import { isSql } from './sql-text.js';

/** Errors of the language alone: what a class of the store's own is given may be a code. */
const errors = new Set(['Error', 'TypeError', 'RangeError', 'SyntaxError', 'ReferenceError']);

/** What each name in a file stands for: a function of the file, or what a variable starts with. */
type Referents = ReadonlyMap<types.Node, types.Node>;

function referentsOf(file: types.File): Referents {
  const referents = new Map<types.Node, types.Node>();
  traverse(file, {
    ReferencedIdentifier({ node, scope }) {
      const bound = scope.getBinding(node.name)?.path.node;
      const referent = types.isVariableDeclarator(bound) ? bound.init : bound;
      if (referent) referents.set(node, referent);
    },
  });
  return referents;
}

/** What a function may return, functions inside it aside. */
function returnsOf(node: types.Node): readonly types.Node[] {
  if (!types.isFunction(node)) return [];
  if (!types.isBlockStatement(node.body)) return [node.body];
  const found: types.Node[] = [];
  const visit = (inner: types.Node): void => {
    if (types.isReturnStatement(inner) && inner.argument) found.push(inner.argument);
    if (types.isFunction(inner)) return;
    for (const key of types.VISITOR_KEYS[inner.type] ?? []) {
      const child: unknown = inner[key as keyof types.Node];
      for (const each of Array.isArray(child) ? child : [child])
        if (types.isNode(each)) visit(each);
    }
  };
  visit(node.body);
  return found;
}

/** Methods whose arguments become part of what they give, such as `map` and `join`. */
const putsTogether = new Set(['concat', 'flatMap', 'join', 'map']);

/** `columns.map((column) => …).join(', ')`: the list, what is made of each, what is between. */
function fromCall({ callee, arguments: given }: types.CallExpression): readonly types.Node[] {
  if (!types.isMemberExpression(callee)) return [callee];
  const { object, property } = callee;
  return types.isIdentifier(property) && putsTogether.has(property.name)
    ? [object, ...given]
    : [object];
}

/** The expressions whose values become part of the value of this one. */
function partsOf(node: types.Node, referents: Referents): readonly types.Node[] {
  if (types.isTemplateLiteral(node)) return node.expressions;
  if (types.isConditionalExpression(node)) return [node.consequent, node.alternate];
  if (types.isBinaryExpression(node, { operator: '+' }) || types.isLogicalExpression(node))
    return [node.left, node.right];
  if (types.isArrayExpression(node)) return node.elements.filter((each) => each !== null);
  if (types.isCallExpression(node)) return fromCall(node);
  if (types.isFunction(node)) return returnsOf(node);
  if (types.isIdentifier(node)) return [referents.get(node)].filter((each) => each !== undefined);
  return types.isTSAsExpression(node) ||
    types.isTSSatisfiesExpression(node) ||
    types.isTSNonNullExpression(node)
    ? [node.expression]
    : [];
}

const isText = (node: types.Node): node is types.StringLiteral | types.TemplateLiteral =>
  types.isStringLiteral(node) || types.isTemplateLiteral(node);

const textOf = (node: types.StringLiteral | types.TemplateLiteral): string =>
  types.isStringLiteral(node)
    ? node.value
    : node.quasis.map(({ value }) => value.cooked ?? value.raw).join('?');

/** The leftmost text of a sum. */
const leftmost = (node: types.Node): types.Node =>
  types.isBinaryExpression(node, { operator: '+' }) ? leftmost(node.left) : node;

const isSqlNode = (node: types.Node): boolean => {
  const first = leftmost(node);
  return isText(first) && isSql(textOf(first));
};

/** The message an error is made with. */
function messageIn(node: types.Node): types.Node | undefined {
  if (!types.isNewExpression(node) && !types.isCallExpression(node)) return undefined;
  const { callee } = node;
  return types.isIdentifier(callee) && errors.has(callee.name) ? node.arguments[0] : undefined;
}

/** What makes a refusal, with its facts behind the code. */
const refusing = new Set(['refuse', 'Refusal']);

const calleeOf = (node: types.Node): string | undefined =>
  (types.isCallExpression(node) || types.isNewExpression(node)) && types.isIdentifier(node.callee)
    ? node.callee.name
    : undefined;

/** The nodes that only say what a refusal is about. */
function factsIn(node: types.Node, naming: ReadonlySet<string>): readonly types.Node[] {
  if (types.isFunctionDeclaration(node) && naming.has(node.id?.name ?? ''))
    return node.params.filter((each) => types.isAssignmentPattern(each)).map(({ right }) => right);
  const callee = calleeOf(node);
  if (callee === undefined || !('arguments' in node)) return [];
  if (naming.has(callee)) return node.arguments.filter((each) => types.isStringLiteral(each));
  const facts = refusing.has(callee) ? node.arguments[1] : undefined;
  if (!types.isObjectExpression(facts)) return [];
  const values = facts.properties.flatMap((each) =>
    types.isObjectProperty(each) && types.isStringLiteral(each.value) ? [each.value] : [],
  );
  return [facts, ...values];
}

/** Line and column of a node, as a key. */
export const placeKey = (line: number, column: number): string => `${line}:${column}`;

/**
 * The texts of a file that are not emptied, by place, with the reason. SQL is a statement, what is
 * put into it and what is added to it, also by functions and constants of the same file, but not
 * what its conditions compare. The message of an error is what `Error` and its kin are given, if
 * it stands there. The facts of a refusal stand behind its code, and functions in `naming` are only
 * told a name for them.
 */
export function textsLeftOut(
  file: types.File,
  naming: ReadonlySet<string> = new Set(),
): ReadonlyMap<string, string> {
  const referents = referentsOf(file);
  const found = new Map<string, string>();
  function leaveOut(start: types.Node, reason: string, known: Referents): void {
    const queue = [start];
    const met = new Set(queue);
    for (const node of queue) {
      const at = node.loc?.start;
      if (isText(node) && at !== undefined) found.set(placeKey(at.line, at.column), reason);
      for (const part of partsOf(node, known))
        if (!met.has(part)) {
          met.add(part);
          queue.push(part);
        }
    }
  }
  types.traverseFast(file, (node) => {
    if (isSqlNode(node)) leaveOut(node, reasons.sql, referents);
    const message = messageIn(node);
    if (message !== undefined) leaveOut(message, reasons.message, new Map());
    for (const fact of factsIn(node, naming)) {
      const at = fact.loc?.start;
      if (at !== undefined) found.set(placeKey(at.line, at.column), reasons.facts);
    }
  });
  return found;
}
