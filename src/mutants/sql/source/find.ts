// Finds every string and template of some sources, and what the names in them stand for.
import type { Name, Template, Templates } from './pieces.js';
import {
  bare,
  childrenOf,
  type FunctionSyntax,
  isFunction,
  isType,
  namesIn,
  returnsOf,
  statementsIn,
  type Syntax,
} from './syntax.js';
import { type Around, joined, partsOf, templateOf } from './template.js';

/** What a name is given somewhere; several where a function returns one of several texts. */
interface Definition {
  readonly file: string;
  readonly name: string;
  /** Behind a dot: a field or method. */
  readonly member: boolean;
  /** Other files can name it. */
  readonly top: boolean;
  readonly holds: readonly Template[];
}

/** What another file is the source of, under the name it has here. */
interface Import {
  readonly file: string;
  readonly local: string;
  /** Undefined for a whole module. */
  readonly imported: string | undefined;
}

interface Found {
  readonly roots: Template[];
  readonly definitions: Definition[];
  readonly imports: Import[];
}

interface Place extends Around {
  readonly top: boolean;
}

const inside = (node: FunctionSyntax, { file, bound }: Place): Place => ({
  file,
  top: false,
  bound: new Set([...bound, ...node.params.flatMap((each) => namesIn(each))]),
});

/** What a value can be as a text: itself, or what it returns. */
function holdsOf(value: Syntax, place: Place): readonly Template[] {
  const node = bare(value);
  if (!isFunction(node)) return [templateOf(node, place)];
  const within = inside(node, place);
  if (node.body.type !== 'BlockStatement') return [templateOf(node.body, within)];
  return node.body.body.flatMap(returnsOf).map((each) => templateOf(each, within));
}

/** Writes down what a node gives a name. */
function define(node: Syntax, place: Place, { definitions }: Found): void {
  const { file, top } = place;
  const add = (name: string, member: boolean, holds: readonly Template[]): void =>
    void definitions.push({ file, name, member, top, holds });
  if (node.type === 'VariableDeclarator') {
    const { id, init } = node;
    if (id.type === 'Identifier') add(id.name, false, init ? holdsOf(init, place) : []);
    else for (const name of namesIn(id)) add(name, false, []);
  } else if (node.type === 'FunctionDeclaration' && node.id)
    add(node.id.name, false, holdsOf(node, place));
  else if (node.type === 'AssignmentExpression') {
    const { left, right, operator } = node;
    if (left.type === 'Identifier')
      add(left.name, false, operator === '=' ? holdsOf(right, place) : []);
    if (left.type === 'MemberExpression' && left.property.type === 'Identifier')
      add(left.property.name, true, []);
  } else if (node.type === 'ObjectProperty' || node.type === 'ClassProperty') {
    const { key, value, computed } = node;
    if (!computed && key.type === 'Identifier')
      add(key.name, true, value ? holdsOf(value, place) : []);
  } else if (node.type === 'ObjectMethod' || node.type === 'ClassMethod') {
    if (!node.computed && node.key.type === 'Identifier')
      add(node.key.name, true, holdsOf(node, place));
  }
}

/** What an import brings in; names of other kinds are known here, and hold nothing. */
function bring(node: Extract<Syntax, { type: 'ImportDeclaration' }>, file: string): Import[] {
  return node.specifiers.map((each) => ({
    file,
    local: each.local.name,
    imported:
      each.type === 'ImportNamespaceSpecifier'
        ? undefined
        : each.type === 'ImportSpecifier' && each.imported.type === 'Identifier'
          ? each.imported.name
          : 'default',
  }));
}

const comparisons: ReadonlySet<string> = new Set(['==', '===', '!=', '!==', 'in', '<', '>']);

const isText = ({ type }: Syntax): boolean =>
  type === 'StringLiteral' || type === 'TemplateLiteral';

/** The parts of what is put together, down to those that are no such thing. */
function leavesOf(node: Syntax): readonly Syntax[] {
  const parts = partsOf(node) ?? joined(node)?.elements;
  return parts === undefined ? [bare(node)] : parts.flatMap(leavesOf);
}

/** What is under a node and may hold a text that is sent somewhere. */
function below(node: Syntax): readonly Syntax[] {
  if (node.type === 'BinaryExpression' && comparisons.has(node.operator))
    return childrenOf(node).filter((each) => !isText(each));
  if (node.type === 'SwitchCase') return node.consequent;
  if (node.type === 'ObjectProperty' && !node.computed)
    return childrenOf(node).filter((each) => each !== node.key);
  return childrenOf(node);
}

function visit(node: Syntax, place: Place, found: Found): void {
  if (isType(node)) return;
  if (node.type === 'ImportDeclaration') {
    found.imports.push(...bring(node, place.file));
    return;
  }
  if (node.type === 'ObjectPattern' || node.type === 'ArrayPattern') return;
  define(node, place, found);
  const leaves = leavesOf(node);
  if (leaves.some(isText)) {
    found.roots.push(templateOf(node, place));
    for (const leaf of leaves) {
      if (isText(leaf)) for (const inner of childrenOf(leaf)) visit(inner, place, found);
      else visit(leaf, place, found);
    }
    return;
  }
  const within = isFunction(node)
    ? inside(node, place)
    : node.type === 'CatchClause' && node.param
      ? { ...place, bound: new Set([...place.bound, ...namesIn(node.param)]) }
      : place;
  for (const inner of below(node)) visit(inner, within, found);
}

/**
 * What a name can hold, if there is no doubt about which definition it means: one in the file
 * itself, or one that is imported.
 */
function resolver({ definitions, imports }: Found): Templates['resolve'] {
  const byName = new Map<string, Definition[]>();
  for (const each of definitions) {
    const same = byName.get(each.name) ?? [];
    same.push(each);
    byName.set(each.name, same);
  }
  const elsewhere = (file: string, name: string): readonly Template[] => {
    const all = (byName.get(name) ?? []).filter(
      (each) => each.file !== file && each.top && !each.member,
    );
    return all.length === 1 ? (all[0]?.holds ?? []) : [];
  };
  function holdsUnder({ file, name, of }: Name): readonly Template[] {
    const here = (byName.get(name) ?? []).filter(
      (each) => each.file === file && each.member === (of !== undefined),
    );
    const brought = imports.filter((each) => each.file === file && each.local === (of ?? name));
    const [only] = brought;
    if (only === undefined) return here.length === 1 ? (here[0]?.holds ?? []) : [];
    if (brought.length > 1) return [];
    if (of === undefined)
      return here.length > 0 || only.imported === undefined ? [] : elsewhere(file, only.imported);
    return only.imported === undefined ? elsewhere(file, name) : [];
  }
  const known = new Map<string, readonly Template[]>();
  return (name) => {
    const key = JSON.stringify([name.file, name.name, name.of]);
    const holds = known.get(key) ?? holdsUnder(name);
    known.set(key, holds);
    return holds;
  };
}

/** The strings and templates of these files; a file that cannot be read has none. */
export function findTemplates(sources: ReadonlyMap<string, string>): Templates {
  const found: Found = { roots: [], definitions: [], imports: [] };
  for (const [file, text] of sources)
    for (const statement of statementsIn(file, text))
      visit(statement, { file, top: true, bound: new Set() }, found);
  return { roots: found.roots, resolve: resolver(found) };
}
