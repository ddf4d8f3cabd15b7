// Mutators that Stryker lacks: a check, freeze or copy is not made; who asks what is in a list has one answer.
import { traverse, types } from '@babel/core';
import { placeKey } from './left-out.js';

/** The mutators' names in reports, beside those of Stryker. */
export const callRemoval = 'CallRemoval';
export const membership = 'Membership';

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
  const last = /^(?:read(?:Shape|Text)|require\w+)$/u.test(nameOf(callee));
  return last ? given.findLastIndex(isSubject) : given.findIndex(isSubject);
}

const isRemovable = (node: types.CallExpression): boolean =>
  checks.test(nameOf(node.callee)) || keepers.has(nameOf(node.callee));

/** Methods that ask whether something is there. */
const asking = new Set(['includes', 'has']);

const isMembership = ({ callee }: types.CallExpression): boolean =>
  types.isMemberExpression(callee) &&
  !callee.computed &&
  types.isIdentifier(callee.property) &&
  asking.has(callee.property.name);

const keyOf = ({ loc }: types.Node): string | undefined =>
  loc
    ? `${placeKey(loc.start.line, loc.start.column)}-${placeKey(loc.end.line, loc.end.column)}`
    : undefined;

/** What stands there in place of the call: one of its arguments, nothing (-1), or an answer. */
export type Instead = number | boolean;

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
  readonly instead: Instead;
}

const fromZero = ({ line, column }: { line: number; column: number }) => ({
  line: line - 1,
  column,
});

/** What a call may be replaced by, and how that is called. */
function replacementsOf(
  node: types.CallExpression,
  text: string,
): readonly Pick<RemovableCall, 'mutatorName' | 'replacement' | 'instead'>[] {
  if (isMembership(node))
    return [true, false].map((answer) => ({
      mutatorName: membership,
      replacement: String(answer),
      instead: answer,
    }));
  if (!isRemovable(node)) return [];
  const instead = remainingOf(node);
  const { start, end } = node.arguments[instead] ?? {};
  const replacement = text.slice(start ?? 0, end ?? 0) || 'undefined';
  return [{ mutatorName: callRemoval, replacement, instead }];
}

/** Every call of a file that can be left out, in the order of the text. */
export function removableCalls(file: types.File, text: string): readonly RemovableCall[] {
  const found: RemovableCall[] = [];
  types.traverseFast(file, (node) => {
    const key = keyOf(node);
    if (!types.isCallExpression(node) || !node.loc || key === undefined) return;
    const location = { start: fromZero(node.loc.start), end: fromZero(node.loc.end) };
    for (const replaced of replacementsOf(node, text)) found.push({ ...replaced, location, key });
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

/** One way in which a call is switched: by which number, and what stands there instead. */
export interface SwitchedCall {
  readonly number: string;
  readonly instead: Instead;
}

function standIn({ arguments: given }: types.CallExpression, instead: Instead): types.Expression {
  if (typeof instead === 'boolean') return types.booleanLiteral(instead);
  // Mutants in the arguments are there by now: only their order is as it was.
  const left = given[instead];
  return types.isExpression(left)
    ? types.cloneNode(left, true, true)
    : types.identifier('undefined');
}

/** Puts the switches around each of these calls, in every copy Stryker has made of it. */
export function putSwitches(
  root: types.File,
  calls: ReadonlyMap<string, readonly SwitchedCall[]>,
  { isActive, cover }: SwitchNames,
): void {
  traverse(root, {
    CallExpression: {
      exit(path) {
        const { node } = path;
        const ways = calls.get(keyOf(node) ?? '') ?? [];
        if (ways.length === 0) return;
        const made = types.cloneNode(node, true);
        made.loc = null;
        const covers = ways.map(({ number }) => asks(cover, number));
        const whole = types.sequenceExpression([...covers, made]);
        path.replaceWith(
          ways.reduce<types.Expression>(
            (otherwise, { number, instead }) =>
              types.conditionalExpression(
                asks(isActive, number),
                standIn(node, instead),
                otherwise,
              ),
            whole,
          ),
        );
        path.skip();
      },
    },
  });
}
