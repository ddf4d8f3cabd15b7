// The conditions of a statement, taken apart at AND, OR and NOT; the text stays where it is.
import { evaluated, inside, kindOf } from './kinds.js';
import { cut, isAt, type Range, type Statement } from './statement.js';

/** A condition with its brackets; `predicate` is one that is not taken apart further. */
export interface Condition extends Range {
  readonly type: 'and' | 'or' | 'not' | 'predicate';
  readonly parts: readonly Condition[];
}

/** Keywords that end a condition on their own level. */
const enders = new Set(
  [
    'GROUP HAVING ORDER LIMIT OFFSET FETCH WINDOW FOR RETURNING UNION INTERSECT EXCEPT',
    'WHERE SET DO ON THEN WHEN ELSE BEGIN JOIN INNER CROSS NATURAL FULL EXECUTE USING , ;',
  ].flatMap((line) => line.split(' ')),
);

/** Also the names of functions. */
const joins = ['LEFT', 'RIGHT'];

/** The range from here to the end of the condition that starts here. */
function conditionFrom(statement: Statement, from: number): Range {
  const { words } = statement;
  const depth = words[from]?.depth ?? 0;
  const end = words.findIndex((word, at) => {
    if (at < from || word.depth > depth) return false;
    if (word.depth < depth) return true;
    if (word.kind === 'quoted' || words[at - 1]?.key === '.') return false;
    if (joins.includes(word.key)) return words[at + 1]?.key !== '(';
    return enders.has(word.key);
  });
  return { from, to: end < 0 ? words.length : end };
}

const isSubquery = (statement: Statement, at: number): boolean =>
  ['SELECT', 'WITH', 'VALUES'].some((key) => isAt(statement, at, key));

/** A range without the brackets around all of it; a sub-query or a row keeps its own. */
function unwrapped(statement: Statement, range: Range): Range {
  const { words } = statement;
  if (words[range.from]?.key !== '(' || words[range.from]?.match !== range.to - 1) return range;
  const inner = inside(statement, range.from);
  const isRow = cut(statement, inner, ({ key }) => key === ',').length > 1;
  return isRow || isSubquery(statement, inner.from) ? range : unwrapped(statement, inner);
}

/** Separates at AND, but for the one that belongs to a BETWEEN. */
function conjuncts(statement: Statement, range: Range): readonly Range[] {
  let between = 0;
  return cut(statement, range, ({ key, kind }) => {
    if (kind === 'quoted') return false;
    if (key === 'BETWEEN') between += 1;
    if (key !== 'AND') return false;
    if (between === 0) return true;
    between -= 1;
    return false;
  });
}

/** Takes a range apart. */
export function readCondition(statement: Statement, range: Range): Condition {
  const inner = unwrapped(statement, range);
  const read = (part: Range): Condition => readCondition(statement, part);
  const any = cut(statement, inner, ({ key, kind }) => key === 'OR' && kind === 'name');
  if (any.length > 1) return { ...range, type: 'or', parts: any.map(read) };
  const all = conjuncts(statement, inner);
  if (all.length > 1) return { ...range, type: 'and', parts: all.map(read) };
  if (isAt(statement, inner.from, 'NOT') && inner.to - inner.from > 1)
    return { ...range, type: 'not', parts: [read({ from: inner.from + 1, to: inner.to })] };
  return { ...range, type: 'predicate', parts: [] };
}

/** Where a condition starts that decides over rows or branches, or -1. */
function conditionStart(statement: Statement, at: number): number {
  if (statement.words[at - 1]?.key === '.') return -1;
  if (isAt(statement, at, 'WHERE') || isAt(statement, at, 'HAVING')) return at + 1;
  if (isAt(statement, at, 'CASE', 'WHEN')) return at + 2;
  if (isAt(statement, at, 'ON') && !isAt(statement, at + 1, 'CONFLICT'))
    return isJoin(statement, at) ? at + 1 : -1;
  if (isAt(statement, at, 'WHEN')) return isLaterBranch(statement, at) ? at + 1 : -1;
  return isAt(statement, at, 'CHECK', '(') ? at + 2 : -1;
}

/** `ON` also names the table of a trigger. */
const isJoin = ({ words }: Statement, at: number): boolean =>
  words.slice(0, at).some(({ key, depth }) => key === 'JOIN' && depth === words[at]?.depth);

/** A WHEN of a trigger, or one after the first of a CASE without a subject. */
function isLaterBranch({ words }: Statement, at: number): boolean {
  const depth = words[at]?.depth ?? 0;
  if (depth === 0) return words[0]?.key === 'CREATE';
  const opener = words.findLastIndex((word, i) => i < at && word.depth < depth);
  return words[opener]?.key === 'CASE' && words[opener + 1]?.key === 'WHEN' && opener + 1 < at;
}

/** Every condition that decides what a statement does; an index that guards nothing has none. */
export function conditionsOf(statement: Statement): readonly Condition[] {
  if (kindOf(statement) === 'other' || evaluated(statement).length === 0) return [];
  return statement.words.flatMap((_, at) => {
    const start = conditionStart(statement, at);
    if (start < 0 || start >= statement.words.length) return [];
    const range = conditionFrom(statement, start);
    return range.to > range.from ? [readCondition(statement, range)] : [];
  });
}

/** A condition and all its parts, outer before inner. */
export function* withParts(condition: Condition): Generator<Condition> {
  yield condition;
  for (const part of condition.parts) yield* withParts(part);
}

/** Every predicate that is not taken apart further. */
export const predicatesOf = (statement: Statement): readonly Condition[] =>
  conditionsOf(statement)
    .flatMap((condition) => [...withParts(condition)])
    .filter(({ type }) => type === 'predicate');
