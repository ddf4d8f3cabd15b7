// What the guard register must cover, found in the texts themselves: refusals, rules, predicates.
import ts from 'typescript';
import type { Guard } from '../src/mutants/register/index.js';
import { apart } from '../src/mutants/register/apart.js';
import { guardsInStatement } from '../src/mutants/register/lookup.js';
import { spanInSource } from '../src/mutants/register/places.js';
import { nameOfStatement, whyUnguarded } from '../src/mutants/register/statements.js';
import { mutateSql } from '../src/mutants/sql/index.js';
import { nodesOf, placeOf } from './sources.js';

/** Operators whose every mutant takes a guard away. */
const guarding = new Set([
  'predicate-removal',
  'conflict',
  'order-drop',
  'order-flip',
  'order-swap',
  'limit',
  'transaction',
  'primary-key',
  'check-drop',
  'unique-drop',
  'not-null-drop',
  'strict-drop',
]);

/** What of these SQL texts is guarded by nothing in the register. */
export const unguardedSql = (
  texts: readonly string[],
  guards: readonly Guard[],
): readonly string[] =>
  texts
    .flatMap((text) => mutateSql(text, { dialect: 'sqlite' }))
    .filter(({ operator }) => guarding.has(operator))
    .flatMap(({ source, statement, span, original }) => {
      const name = nameOfStatement(statement);
      if (name !== undefined && whyUnguarded(name) !== undefined) return [];
      const offset = source.lastIndexOf(statement, span.start);
      const at = { start: span.start - offset, end: span.end - offset };
      return guardsInStatement(statement, at, guards).length > 0
        ? []
        : [`${name ?? 'a statement nobody knows'}: ${original.trim()}`];
    });

const isCallOf = (node: ts.Node, names: ReadonlySet<string>): node is ts.CallExpression =>
  ts.isCallExpression(node) && names.has(node.expression.getText());

const isNewRefusal = (node: ts.Node): boolean =>
  ts.isNewExpression(node) && node.expression.getText() === 'Refusal';

/** A function with nothing in it but one refusal; who calls it, refuses. */
function refusersOf(source: ts.SourceFile): ReadonlySet<string> {
  const names = ['refuse'];
  for (const node of nodesOf(source))
    if (
      ts.isVariableDeclaration(node) &&
      node.initializer !== undefined &&
      ts.isArrowFunction(node.initializer) &&
      isNewRefusal(node.initializer.body)
    )
      names.push(node.name.getText());
  return new Set(names);
}

/** Thrown on as it came: it is a parameter, or what a `catch` caught. */
function isRethrown(node: ts.ThrowStatement): boolean {
  if (!ts.isIdentifier(node.expression)) return false;
  const name = node.expression.text;
  for (let at: ts.Node = node; !ts.isSourceFile(at); at = at.parent) {
    if (ts.isCatchClause(at) && at.variableDeclaration?.name.getText() === name) return true;
    if (ts.isFunctionLike(at) && at.parameters.some((each) => each.name.getText() === name))
      return true;
  }
  return false;
}

/** A defect is thrown as an error, and refuses nothing. */
const isDefect = (node: ts.ThrowStatement): boolean =>
  /^(new Error\(|unexplained\()/.test(node.expression.getText());

const isRefusing = (node: ts.Node, refusers: ReadonlySet<string>): boolean =>
  isCallOf(node, refusers) ||
  isNewRefusal(node) ||
  (ts.isThrowStatement(node) && !isRethrown(node) && !isDefect(node));

const leaves = (statement: ts.Statement): boolean => {
  const last = ts.isBlock(statement) ? statement.statements.at(-1) : statement;
  return last !== undefined && (ts.isReturnStatement(last) || ts.isThrowStatement(last));
};

const choosing: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.AmpersandAmpersandToken,
]);

/** The last question before a statement to which one answer is to leave. */
function questionBefore(statement: ts.Statement, block: ts.Block): ts.Node | undefined {
  const earlier = block.statements.slice(0, block.statements.indexOf(statement));
  return earlier.filter(ts.isIfStatement).findLast((each) => leaves(each.thenStatement))
    ?.expression;
}

/** The condition on which a node is reached: around it, else the last one that leaves before it. */
function conditionOf(node: ts.Node): ts.Node | undefined {
  let before: ts.Node | undefined;
  for (let at = node; !ts.isSourceFile(at.parent); at = at.parent) {
    const { parent } = at;
    if (ts.isIfStatement(parent) && at !== parent.expression) return parent.expression;
    if (ts.isConditionalExpression(parent) && at !== parent.condition) return parent.condition;
    // What is thrown is a refusal on either side.
    const isThrown = ts.isThrowStatement(parent.parent);
    if (ts.isBinaryExpression(parent) && at === parent.right && !isThrown) {
      const { kind } = parent.operatorToken;
      if (kind === ts.SyntaxKind.BarBarToken) return parent.left;
      if (choosing.has(kind)) return parent;
    }
    if (ts.isBlock(parent) && ts.isStatement(at)) before ??= questionBefore(at, parent);
    if (ts.isFunctionDeclaration(parent)) break;
  }
  return before;
}

/** Whether a guard of the register stands in all of this node, or in a part of it, or around it. */
function isGuarded(node: ts.Node, guards: readonly Guard[]): boolean {
  const source = node.getSourceFile();
  const [start, end] = [node.getStart(), node.getEnd()];
  return guards.some(({ place }) => {
    if (place.layer !== 'typescript' || place.file !== source.fileName) return false;
    const at = spanInSource(place, source.text);
    if (at === undefined) return false;
    return (at.start <= start && end <= at.end) || (start <= at.start && at.end <= end);
  });
}

/** What is asked for: each side of an `or`, because each of them alone leads on. */
const sidesOf = (condition: ts.Node): readonly ts.Node[] =>
  ts.isBinaryExpression(condition) && condition.operatorToken.kind === ts.SyntaxKind.BarBarToken
    ? [...sidesOf(condition.left), ...sidesOf(condition.right)]
    : [condition];

function isApart(node: ts.Node | undefined, source: ts.SourceFile): boolean {
  return apart.some(({ file, within, text }) => {
    if (file !== source.fileName) return false;
    if (within === undefined || text === undefined) return true;
    return node?.getText() === text;
  });
}

/** The function that makes a refusal for others: they stand behind a condition, not it. */
const isHelper = (node: ts.Node, helpers: ReadonlySet<string>): boolean =>
  ts.isArrowFunction(node.parent) &&
  ts.isVariableDeclaration(node.parent.parent) &&
  helpers.has(node.parent.parent.name.getText());

/** Every refusal of a source that no registered condition leads to. */
export function unguardedRefusals(
  source: ts.SourceFile,
  guards: readonly Guard[],
): readonly string[] {
  const refusers = refusersOf(source);
  return [...nodesOf(source)]
    .filter((node) => isRefusing(node, refusers) && !isHelper(node, refusers))
    .filter((node) => {
      const condition = conditionOf(node);
      if (isApart(condition, source)) return false;
      return (
        condition === undefined || !sidesOf(condition).every((side) => isGuarded(side, guards))
      );
    })
    .map((node) => `${placeOf(node)} ${node.getText()}: register the condition it stands behind`);
}

/** Calls that refuse by themselves. */
const checks = /^(check[A-Z]\w*|read(Shape|Text|Identity|Principal|Origin))$/;

/** Every call of a check that is no guard of the register. */
export const unguardedChecks = (
  source: ts.SourceFile,
  guards: readonly Guard[],
): readonly string[] =>
  [...nodesOf(source)]
    .filter(ts.isCallExpression)
    .filter(({ expression }) => checks.test(expression.getText()))
    .filter((call) => !isApart(call, source) && !isGuarded(call, guards))
    .map((call) => `${placeOf(call)} ${call.getText()}: register the check`);

/** Every rule of a table of rules in which no guard stands. */
export const unguardedRules = (
  sources: readonly ts.SourceFile[],
  table: string,
  guards: readonly Guard[],
): readonly string[] =>
  sources
    .flatMap((source) => [...nodesOf(source)])
    .filter(ts.isVariableDeclaration)
    .filter(({ name }) => name.getText() === table)
    .flatMap(({ initializer }) =>
      initializer !== undefined && ts.isObjectLiteralExpression(initializer)
        ? initializer.properties
        : [],
    )
    .filter((rule) => {
      const named = ts.isShorthandPropertyAssignment(rule)
        ? rule.name.getText()
        : ts.isPropertyAssignment(rule)
          ? rule.initializer.getText()
          : '';
      return (
        !isGuarded(rule, guards) &&
        !guards.some(({ place }) => place.layer === 'typescript' && place.within === named)
      );
    })
    .map((rule) => `${placeOf(rule)} ${rule.name?.getText()}: register what it decides`);

const compares: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
]);

/** The names that TypeScript has for the columns a guard of a statement compares. */
export const fieldsOf = (
  guards: readonly Guard[],
  ...statements: readonly string[]
): ReadonlySet<string> =>
  new Set(
    guards
      .flatMap(({ place }) =>
        place.layer === 'sql' && statements.includes(place.statement)
          ? (place.text.match(/[a-z_]+(?= (=|<>|<=?|>=?|IS|IN) )/g) ?? [])
          : [],
      )
      .map((column) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())),
  );

/** Comparisons of a field that a statement compares already: the condition would stand twice. */
export const repeatedConditions = (
  source: ts.SourceFile,
  fields: ReadonlySet<string>,
): readonly string[] =>
  [...nodesOf(source)]
    .filter(ts.isBinaryExpression)
    .filter(({ operatorToken }) => compares.has(operatorToken.kind))
    .filter(({ left, right }) =>
      [left, right].some(
        (side) => ts.isPropertyAccessExpression(side) && fields.has(side.name.text),
      ),
    )
    .map((node) => `${placeOf(node)} ${node.getText()}: the statement decides this`);
