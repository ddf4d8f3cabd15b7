// A mutator that Stryker lacks: a call that checks, freezes or copies gives its argument unseen.
import { traverse, types } from '@babel/core';
import { placeKey } from './left-out.js';

/** The mutator's name in reports, beside those of Stryker. */
export const callRemoval = 'CallRemoval';

/** Verbs of functions that are called for what they refuse. */
const checks = /^(?:check|read|assert|ensure|require|validate|verify|need)[A-Z]/u;

/** Methods called for what their argument is afterwards. */
const keepers = new Set(['Object.freeze', 'structuredClone', 'gate.check']);

const nameOf = (node: types.Node): string => {
  if (types.isIdentifier(node)) return node.name;
  return types.isMemberExpression(node) && !node.computed
    ? `${nameOf(node.object)}.${nameOf(node.property)}`
    : '';
};

const isSubject = (node: types.Node): node is types.Expression =>
  types.isExpression(node) &&
  !types.isLiteral(node) &&
  !(types.isIdentifier(node) && /^[A-Z]/u.test(node.name));

/** Which argument stays: the first of a check that is no name or schema, the last of a reader. */
function remainingOf({ callee, arguments: given }: types.CallExpression): number {
  const last = /^read(?:Shape|Text)\b/u.test(nameOf(callee));
  return last ? given.findLastIndex(isSubject) : given.findIndex(isSubject);
}

const isRemovable = (node: types.Node): node is types.CallExpression =>
  types.isCallExpression(node) &&
  (checks.test(nameOf(node.callee)) || keepers.has(nameOf(node.callee)));

const keyOf = ({ loc }: types.Node): string | undefined =>
  loc
    ? `${placeKey(loc.start.line, loc.start.column)}-${placeKey(loc.end.line, loc.end.column)}`
    : undefined;

/** A call that can be left out, as Stryker would describe its mutant: counted from 0. */
export interface RemovableCall {
  readonly mutatorName: string;
  readonly replacement: string;
  readonly location: {
    readonly start: { readonly line: number; readonly column: number };
    readonly end: { readonly line: number; readonly column: number };
  };
  /** Where it stands, to find it again in what Stryker makes of the file. */
  readonly key: string;
  /** Which of its arguments stays; -1 where none does. */
  readonly remaining: number;
}

const fromZero = ({ line, column }: { line: number; column: number }) => ({
  line: line - 1,
  column,
});

/** Every call of a file that can be left out, in the order of the text. */
export function removableCalls(file: types.File, text: string): readonly RemovableCall[] {
  const found: RemovableCall[] = [];
  types.traverseFast(file, (node) => {
    const key = keyOf(node);
    if (!isRemovable(node) || !node.loc || key === undefined) return;
    const remaining = remainingOf(node);
    const { start, end } = node.arguments[remaining] ?? {};
    found.push({
      mutatorName: callRemoval,
      replacement: text.slice(start ?? 0, end ?? 0) || 'undefined',
      location: { start: fromZero(node.loc.start), end: fromZero(node.loc.end) },
      key,
      remaining,
    });
  });
  return found;
}

const asks = (name: string, number: string): types.CallExpression =>
  types.callExpression(types.identifier(name), [types.stringLiteral(number)]);

/** The names by which instrumented code asks the switch. */
export interface SwitchNames {
  readonly isActive: string;
  readonly cover: string;
}

/** A call that is switched: by which number, and what stays of it. */
export interface SwitchedCall {
  readonly number: string;
  readonly remaining: number;
}

/** Puts the switch around each of these calls, in every copy Stryker has made of it. */
export function putSwitches(
  root: types.File,
  calls: ReadonlyMap<string, SwitchedCall>,
  { isActive, cover }: SwitchNames,
): void {
  traverse(root, {
    CallExpression: {
      exit(path) {
        const { node } = path;
        const call = calls.get(keyOf(node) ?? '');
        if (call === undefined || !isRemovable(node)) return;
        const { number, remaining } = call;
        // Mutants in the arguments are there by now: only their order is as it was.
        const left = node.arguments[remaining];
        const remainder = types.isExpression(left)
          ? types.cloneNode(left, true, true)
          : types.identifier('undefined');
        const made = types.cloneNode(node, true);
        made.loc = null;
        path.replaceWith(
          types.conditionalExpression(
            asks(isActive, number),
            remainder,
            types.sequenceExpression([asks(cover, number), made]),
          ),
        );
        path.skip();
      },
    },
  });
}
