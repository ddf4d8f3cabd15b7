// The constraints of tables and unique indexes: what an operator needs to drop one.
import { kindOf } from '../kinds.js';
import { type Edit, quoted, replace } from '../mutant.js';
import { isAt, listed, placesOf, type Range, type Statement, written } from '../statement.js';
import { tableItems } from '../table.js';

const actions = ['ROLLBACK', 'ABORT', 'FAIL', 'IGNORE', 'REPLACE'];

/** A constraint with the name before it and the `ON CONFLICT x` behind it. */
export function withName(statement: Statement, { from, to }: Range): Range {
  const isNamed = isAt(statement, from - 2, 'CONSTRAINT');
  const hasAction =
    isAt(statement, to, 'ON', 'CONFLICT') && actions.some((key) => isAt(statement, to + 2, key));
  return { from: isNamed ? from - 2 : from, to: hasAction ? to + 3 : to };
}

/** The places in column definitions, on their own level, at which these keywords stand. */
export function inColumns(statement: Statement, ...keys: readonly string[]): readonly number[] {
  const items = tableItems(statement).filter(({ type }) => type === 'column');
  return items.flatMap(({ from, to }) =>
    placesOf(statement, ...keys).filter(
      (at) => at > from && at < to && statement.words[at]?.depth === statement.words[from]?.depth,
    ),
  );
}

/** The name of the column that is defined here. */
export function columnAt(statement: Statement, at: number): string {
  const item = tableItems(statement).find(({ from, to }) => from <= at && at < to);
  return quoted(item === undefined ? '' : (statement.words[item.from]?.text ?? ''));
}

/** The opening brackets of the table constraints, or of the unique index, that start so. */
export function bracketsOf(statement: Statement, ...keys: readonly string[]): readonly number[] {
  const brackets =
    kindOf(statement) === 'unique-index' && keys[0] === 'UNIQUE'
      ? [statement.words.findIndex(({ key, depth }) => key === '(' && depth === 0)]
      : tableItems(statement)
          .filter(({ type }) => type === 'constraint')
          .map(({ from }) => (isAt(statement, from, 'CONSTRAINT') ? from + 2 : from))
          .filter((at) => isAt(statement, at, ...keys, '('))
          .map((at) => at + keys.length);
  return brackets.filter((at) => at >= 0);
}

/** Drops each one of the columns of a key; a key of one column is left alone. */
export function withoutOneColumn(statement: Statement, opening: number): readonly Edit[] {
  const closing = statement.words[opening]?.match ?? opening;
  const columns = listed(statement, { from: opening + 1, to: closing });
  if (columns.length < 2) return [];
  return columns.map((column, index) => {
    const next = columns[index + 1];
    const range =
      index === 0 && next !== undefined
        ? { from: column.from, to: next.from }
        : { from: column.from - 1, to: column.to };
    const name = written(statement, column).replace(/\s+/g, ' ');
    return replace(statement, range, '', () => `\`${name}\` is no part of the key.`);
  });
}

/** Drops a table constraint with the comma before it. */
export function withoutItem(statement: Statement, opening: number): readonly Edit[] {
  const item = tableItems(statement).find(({ from, to }) => from < opening && opening < to);
  if (item === undefined || statement.words[item.from - 1]?.key !== ',') return [];
  return [
    replace(statement, { from: item.from - 1, to: item.to }, '', () => {
      return `${quoted(written(statement, item))} is not asked for.`;
    }),
  ];
}
