// An expression as a template: what is written in it, and where something is put in.
import type { Chunk, Name, Piece, Template } from './pieces.js';
import { bare, type Syntax } from './syntax.js';

/** Where an expression stands. */
export interface Around {
  readonly file: string;
  /** Names that a caller fills: no definition says what they hold. */
  readonly bound: ReadonlySet<string>;
}

const chunk = (text: string, at?: Chunk['at']): Template =>
  text === '' ? [] : [{ kind: 'chunk', text, skip: 0, ...(at === undefined ? {} : { at }) }];

/** Parts that are put together at this place, or undefined where it is no such expression. */
export function partsOf(expression: Syntax): readonly Syntax[] | undefined {
  const node = bare(expression);
  if (node.type === 'BinaryExpression' && node.operator === '+') return [node.left, node.right];
  return undefined;
}

/** `[a, b].join(' ')`: its elements, and what stands between them. */
export function joined(
  expression: Syntax,
): { readonly elements: readonly Syntax[]; readonly between: string } | undefined {
  const node = bare(expression);
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined;
  const { object, property, computed } = node.callee;
  if (object.type !== 'ArrayExpression' || computed) return undefined;
  if (property.type !== 'Identifier' || property.name !== 'join') return undefined;
  const [separator] = node.arguments;
  if (separator !== undefined && separator.type !== 'StringLiteral') return undefined;
  const elements = object.elements.flatMap((element) =>
    element === null || element.type === 'SpreadElement' ? [] : [element],
  );
  if (elements.length < object.elements.length) return undefined;
  return { elements, between: separator?.value ?? ',' };
}

/** The name of what is put in, where it is a variable, a function, or a member of something. */
function nameOf(expression: Syntax, { file, bound }: Around): Name | undefined {
  const node = bare(expression);
  if (node.type === 'CallExpression') return nameOf(node.callee, { file, bound });
  if (node.type === 'Identifier')
    return bound.has(node.name) ? undefined : { file, name: node.name };
  if (node.type !== 'MemberExpression' || node.computed) return undefined;
  if (node.property.type !== 'Identifier') return undefined;
  const object = bare(node.object);
  if (object.type === 'ThisExpression') return { file, name: node.property.name, of: 'this' };
  if (object.type !== 'Identifier' || bound.has(object.name)) return undefined;
  return { file, name: node.property.name, of: object.name };
}

function hole(expression: Syntax, around: Around): Template {
  const node = bare(expression);
  const inline =
    node.type === 'ConditionalExpression'
      ? [node.consequent, node.alternate]
      : node.type === 'LogicalExpression'
        ? [node.left, node.right]
        : [];
  const name = nameOf(node, around);
  const options = inline.map((each) => templateOf(each, around));
  return [{ kind: 'hole', options, ...(name === undefined ? {} : { name }) }];
}

/** The pieces of an expression in order; what is not literal is a hole. */
export function templateOf(expression: Syntax, around: Around): Template {
  const node = bare(expression);
  const { file } = around;
  if (node.type === 'StringLiteral') {
    const [start, end] = [(node.start ?? 0) + 1, (node.end ?? 0) - 1];
    return chunk(node.value, { file, start, end, template: false });
  }
  if (node.type === 'TaggedTemplateExpression') return templateOf(node.quasi, around);
  if (node.type === 'TemplateLiteral')
    return node.quasis.flatMap((quasi, at): readonly Piece[] => {
      const inner = node.expressions[at];
      const [start, end] = [quasi.start ?? 0, quasi.end ?? 0];
      return [
        ...chunk(quasi.value.cooked ?? '', { file, start, end, template: true }),
        ...(inner === undefined ? [] : templateOf(inner, around)),
      ];
    });
  const parts = partsOf(node);
  if (parts !== undefined) return parts.flatMap((part) => templateOf(part, around));
  const list = joined(node);
  if (list !== undefined)
    return list.elements.flatMap((element, at) => [
      ...(at === 0 ? [] : chunk(list.between)),
      ...templateOf(element, around),
    ]);
  return hole(node, around);
}
