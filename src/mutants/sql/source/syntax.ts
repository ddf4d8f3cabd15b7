// The syntax tree of a source file, as far as strings and what names stand for need it.
import { parse, type ParserPlugin } from '@babel/parser';

type Statement = ReturnType<typeof parse>['program']['body'][number];
type Declarator = Extract<Statement, { type: 'VariableDeclaration' }>['declarations'][number];
type Expression = NonNullable<Declarator['init']>;
type Literal = Extract<Expression, { type: 'ObjectExpression' }>['properties'][number];
type Member = Extract<Expression, { type: 'ClassExpression' }>['body']['body'][number];
type Case = Extract<Statement, { type: 'SwitchStatement' }>['cases'][number];
type Catch = NonNullable<Extract<Statement, { type: 'TryStatement' }>['handler']>;
type Parameter = Extract<Statement, { type: 'FunctionDeclaration' }>['params'][number];
type Target = Declarator['id'] | Extract<Expression, { type: 'AssignmentExpression' }>['left'];
type Callee = Extract<Expression, { type: 'CallExpression' }>['callee'];
type Inserted = Extract<Expression, { type: 'TemplateLiteral' }>['expressions'][number];
type Operand = Extract<Expression, { type: 'BinaryExpression' }>['left'];
type Value = Extract<Literal, { type: 'ObjectProperty' }>['value'];

export type Syntax =
  | Expression
  | Statement
  | Literal
  | Member
  | Declarator
  | Case
  | Catch
  | Parameter
  | Target
  | Value
  | Callee
  | Inserted
  | Operand;

const isSyntax = (value: unknown): value is Syntax =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** The nodes right under a node, in the order of the text. */
export function childrenOf(node: Syntax): readonly Syntax[] {
  const inner: unknown[] = Object.entries(node).flatMap(([name, value]: [string, unknown]) =>
    name === 'loc' || name.endsWith('Comments') ? [] : Array.isArray(value) ? value : [value],
  );
  return inner.filter(isSyntax);
}

const readable = /\.(?:[cm]?[jt]s|[jt]sx)$/;

const pluginsOf = (file: string): ParserPlugin[] => {
  const typescript = /\.(?:[cm]?ts|tsx)$/.test(file);
  return [
    'decorators',
    ...(typescript ? (['typescript'] as const) : []),
    ...(!typescript || file.endsWith('.tsx') ? (['jsx'] as const) : []),
  ];
};

/** The statements of a file; none where it is no script, or cannot be read. */
export function statementsIn(file: string, text: string): readonly Syntax[] {
  if (!readable.test(file)) return [];
  try {
    return parse(text, {
      sourceType: 'unambiguous',
      plugins: pluginsOf(file),
      errorRecovery: true,
      allowReturnOutsideFunction: true,
    }).program.body;
  } catch {
    return [];
  }
}

/** Wrappers of TypeScript that leave no trace at run time. */
export function bare(expression: Syntax): Syntax {
  switch (expression.type) {
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion':
    case 'ParenthesizedExpression':
      return bare(expression.expression);
    default:
      return expression;
  }
}

/** Types: what stands in them is no value. */
export const isType = ({ type }: Syntax): boolean =>
  /^TS(?!As|Satisfies|NonNull|TypeAssertion|Export|Module|Enum|ParameterProperty)/.test(type);

/** The names that a pattern binds, defaults included. */
export function namesIn(node: Syntax): readonly string[] {
  if (node.type === 'Identifier') return [node.name];
  return isType(node) ? [] : childrenOf(node).flatMap(namesIn);
}

/** What a function returns, the functions in it left out. */
export function returnsOf(node: Syntax): readonly Syntax[] {
  if (node.type === 'ReturnStatement') return node.argument ? [node.argument] : [];
  if (isFunction(node)) return [];
  return childrenOf(node).flatMap(returnsOf);
}

export type FunctionSyntax = Extract<
  Syntax,
  {
    type:
      | 'ArrowFunctionExpression'
      | 'FunctionExpression'
      | 'FunctionDeclaration'
      | 'ObjectMethod'
      | 'ClassMethod'
      | 'ClassPrivateMethod';
  }
>;

const functions: ReadonlySet<string> = new Set<FunctionSyntax['type']>([
  'ArrowFunctionExpression',
  'FunctionExpression',
  'FunctionDeclaration',
  'ObjectMethod',
  'ClassMethod',
  'ClassPrivateMethod',
]);

export const isFunction = (node: Syntax): node is FunctionSyntax => functions.has(node.type);
