// A second schema for mutants of the order: no index of the database gives the right one by chance.
import type { DriverSeam } from '../../contract/port.js';
import { statementsOf, textOf } from '../../mutants/sql/statement.js';

/** An index that guards nothing; a unique one is a constraint. */
const isIndex = (sql: string): boolean => /^CREATE\s+INDEX\b/iu.test(sql);

/** The columns of a primary key, of a unique constraint, and of a unique index. */
const keys: readonly (readonly [statement: RegExp, columns: RegExp])[] = [
  [/^CREATE\s+TABLE\b/iu, /(?<=\b(?:PRIMARY\s+KEY|UNIQUE)\s*\()[^()]+(?=\))/giu],
  [/^CREATE\s+UNIQUE\s+INDEX\b/iu, /(?<=^[^()]*\()[^()]+(?=\))/u],
];

const descending = (columns: string): string =>
  columns
    .split(',')
    .map((column) => (/\b(?:ASC|DESC)\b/iu.test(column) ? column : `${column} DESC`))
    .join(',');

/** The same keys, kept in the opposite order. */
const turnedRound = (sql: string): string =>
  keys.reduce(
    (text, [statement, columns]) =>
      statement.test(text) ? text.replace(columns, descending) : text,
    sql,
  );

/** A schema often comes as one text with several statements. */
const plain = (script: string): string =>
  statementsOf(script, 'sqlite')
    .map(textOf)
    .filter((sql) => !isIndex(sql))
    .map(turnedRound)
    .join(';\n');

/** A definition may stand behind comments. */
const isDefinition = (sql: string): boolean =>
  /^(?:\s|--[^\n]*\n|\/\*.*?\*\/)*CREATE\b/isu.test(sql);

/** A statement that can be run and does nothing, in place of an index. */
const nothing = 'DROP INDEX IF EXISTS an_index_that_was_left_out';

/**
 * The seam, and behind it an SQLite database that has no indexes but those of its constraints, and
 * keeps these the other way round: rows that a statement leaves unordered come in the wrong order. A
 * store that names an index in a query cannot be played on it.
 */
export const plainSchema =
  (seam: DriverSeam = (driver) => driver): DriverSeam =>
  (driver) =>
    seam({
      prepare: (sql) => driver.prepare(isDefinition(sql) ? plain(sql) || nothing : sql),
      exec: (sql) => driver.exec(plain(sql)),
    });
