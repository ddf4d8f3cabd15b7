// Breaks an order: a term is turned round, dropped, compared otherwise, or goes after the next one.
import { kindOf } from '../kinds.js';
import { type Edit, quoted, replace, type SqlOperator, word } from '../mutant.js';
import {
  clauseAfter,
  hasParameter,
  isAt,
  listed,
  placesOf,
  type Range,
  spanOf,
  type Statement,
  written,
} from '../statement.js';
import { bareName } from '../table.js';

const enders = [
  'LIMIT OFFSET FETCH FOR ROWS RANGE GROUPS RETURNING WINDOW ; UNION INTERSECT EXCEPT',
  'SEPARATOR ON',
].flatMap((line) => line.split(' '));

/** One ORDER BY: the place of the keyword, and the terms. */
interface Order {
  readonly at: number;
  readonly terms: readonly Range[];
}

function ordersOf(statement: Statement): readonly Order[] {
  if (kindOf(statement) !== 'query') return [];
  return placesOf(statement, 'ORDER', 'BY').map((at) => ({
    at,
    terms: listed(statement, clauseAfter(statement, at + 1, enders)),
  }));
}

/** Where the direction of a term stands, or stands to be: before NULLS FIRST, else at the end. */
function directionOf(statement: Statement, { from, to }: Range): number {
  const depth = statement.words[from]?.depth;
  const found = statement.words.findIndex(
    ({ key, depth: other }, at) =>
      at > from && at < to && other === depth && ['ASC', 'DESC', 'NULLS'].includes(key),
  );
  return found < 0 ? to : found;
}

/** The value of a term, without its direction. */
const valueOf = (statement: Statement, term: Range): Range => ({
  from: term.from,
  to: directionOf(statement, term),
});

function flipped(statement: Statement, term: Range): Edit {
  const value = valueOf(statement, term);
  const at = value.to;
  const text = quoted(written(statement, value));
  const made = (range: Range, other: string): Edit =>
    replace(statement, range, other, () => `${text} is ordered the other way.`);
  if (isAt(statement, at, 'DESC')) return made(word(at), 'ASC');
  if (isAt(statement, at, 'ASC')) return made(word(at), 'DESC');
  return made(value, `${written(statement, value)} DESC`);
}

function dropped(statement: Statement, { at, terms }: Order, index: number): Edit {
  const [term, next] = [terms[index] ?? word(at), terms[index + 1]];
  const said = (): string =>
    `${quoted(written(statement, term))} plays no part in the order any more.`;
  const value = valueOf(statement, term);
  if (hasParameter(statement, term)) {
    const constant = `CASE WHEN FALSE THEN ${written(statement, value)} END`;
    return replace(statement, value, constant, said);
  }
  if (terms.length === 1) return replace(statement, { from: at, to: term.to }, '', said);
  // With the comma before it, or the first one with the comma behind it.
  const range =
    index === 0 && next !== undefined
      ? { from: term.from, to: next.from }
      : { from: term.from - 1, to: term.to };
  return replace(statement, range, '', said);
}

/** SQLite compares by bytes unless told otherwise; PostgreSQL by the collation of the column. */
function collated(statement: Statement, term: Range): readonly Edit[] {
  const value = valueOf(statement, term);
  const at = statement.words.findIndex(
    (_, i) => i >= value.from && i < value.to && isAt(statement, i, 'COLLATE'),
  );
  const made = (range: Range, other: string): readonly Edit[] => [
    replace(statement, range, other, (text) => `${text} compares letters otherwise.`),
  ];
  if (at >= 0 && statement.dialect === 'postgresql') return made({ from: at, to: at + 2 }, '');
  if (at >= 0) return made(word(at + 1), isAt(statement, at + 1, 'BINARY') ? 'NOCASE' : 'BINARY');
  const isText = statement.columns.get(bareName(statement.words[value.to - 1]?.text ?? ''));
  const isName = ['name', 'quoted'].includes(statement.words[value.to - 1]?.kind ?? '');
  if (statement.dialect === 'postgresql' || !isName || (isText ?? 'TEXT') !== 'TEXT') return [];
  return made(value, `${written(statement, value)} COLLATE NOCASE`);
}

function swapped(statement: Statement, { terms }: Order, index: number): readonly Edit[] {
  const [first, second] = [terms[index], terms[index + 1]];
  if (first === undefined || second === undefined) return [];
  const range = { from: first.from, to: second.to };
  const comma = statement.source.slice(
    spanOf(statement, first).end,
    spanOf(statement, second).start,
  );
  const other = written(statement, second) + comma + written(statement, first);
  return [replace(statement, range, other, (text) => `${text} counts in the other sequence.`)];
}

function nullsMoved(statement: Statement, { to }: Range): readonly Edit[] {
  const other = isAt(statement, to - 2, 'NULLS', 'FIRST') ? 'LAST' : 'FIRST';
  if (!isAt(statement, to - 2, 'NULLS')) return [];
  return [replace(statement, word(to - 1), other, () => `Rows without a value come ${other}.`)];
}

/** Each way of breaking an order is an operator of its own. */
const operator = (
  id: string,
  guard: string,
  broken: (statement: Statement, order: Order, index: number, term: Range) => readonly Edit[],
): SqlOperator => ({
  id,
  guard,
  edits: (statement) =>
    ordersOf(statement).flatMap((order) =>
      order.terms.flatMap((term, index) => broken(statement, order, index, term)),
    ),
});

export const orderFlip = operator(
  'order-flip',
  'The newest, best or first comes last.',
  (statement, _order, _index, term) => [flipped(statement, term)],
);

export const orderDrop = operator(
  'order-drop',
  'A tie is decided by chance, or the order is.',
  (statement, order, index) => [dropped(statement, order, index)],
);

export const orderSwap = operator(
  'order-swap',
  'The tie-breaker decides before what it was to break ties of.',
  swapped,
);

export const orderCollation = operator(
  'order-collation',
  'Names that differ in case, or in more than their bytes, change places.',
  (statement, _order, _index, term) => collated(statement, term),
);

export const orderNulls = operator(
  'order-nulls',
  'Rows without a value move from one end to the other.',
  (statement, _order, _index, term) => nullsMoved(statement, term),
);
