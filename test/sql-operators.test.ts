// What each SQL operator makes of a statement, written down, and what some of it does to rows.
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { mutateSql } from '../src/mutants/sql/mutate.js';
import { sqlOperators } from '../src/mutants/sql/operators/index.js';
import { columnTypes } from '../src/mutants/sql/table.js';
import type { Dialect } from '../src/mutants/sql/token.js';

const schema = ['CREATE TABLE t (a TEXT, b TEXT, c TEXT, n INTEGER, m INT, at REAL)'];

/** The statements one operator makes, with blanks that nobody needs taken out. */
function broken(operator: string, text: string, dialect: Dialect = 'sqlite'): readonly string[] {
  return mutateSql(text, {
    dialect,
    columns: columnTypes(schema, dialect),
    operators: sqlOperators.filter(({ id }) => id === operator),
  }).map((mutant) => mutant.broken.replace(/ +/g, ' ').trim());
}

type Example = readonly [operator: string, text: string, ...mutants: readonly string[]];

const inSqlite: readonly Example[] = [
  ['predicate-removal', 'DELETE FROM t WHERE a = ?', 'DELETE FROM t WHERE (a = ? OR TRUE)'],
  [
    'predicate-removal',
    'SELECT a FROM t WHERE a = ? AND b IS NULL AND n BETWEEN 1 AND 2',
    'SELECT a FROM t WHERE (a = ? OR TRUE) AND b IS NULL AND n BETWEEN 1 AND 2',
    'SELECT a FROM t WHERE a = ? AND TRUE AND n BETWEEN 1 AND 2',
    'SELECT a FROM t WHERE a = ? AND b IS NULL AND TRUE',
  ],
  [
    'predicate-removal',
    'SELECT a FROM t WHERE ((a = 1 AND b = 2) OR c = ?)',
    'SELECT a FROM t WHERE (((a = 1 AND b = 2) OR c = ?) OR TRUE)',
    'SELECT a FROM t WHERE ((TRUE AND b = 2) OR c = ?)',
    'SELECT a FROM t WHERE ((a = 1 AND TRUE) OR c = ?)',
  ],
  [
    'predicate-removal',
    'SELECT 1 FROM f WHERE f MATCH ? AND a > 1',
    'SELECT 1 FROM f WHERE (? IS NOT NULL OR TRUE) AND a > 1',
    'SELECT 1 FROM f WHERE f MATCH ? AND TRUE',
  ],
  ['predicate-removal', 'SELECT a FROM t'],
  ['predicate-removal', 'CREATE INDEX i ON t (a) WHERE b IS NULL'],
  [
    'disjunct-removal',
    'SELECT a FROM t WHERE (a IS NULL OR a > ?) AND b = 1',
    'SELECT a FROM t WHERE (FALSE OR a > ?) AND b = 1',
    'SELECT a FROM t WHERE (a IS NULL OR (a > ? AND FALSE)) AND b = 1',
  ],
  [
    'boundary-shift',
    'UPDATE t SET a = 1 WHERE a = ? AND b < 2',
    'UPDATE t SET a = 1 WHERE a >= ? AND b < 2',
    'UPDATE t SET a = 1 WHERE a <= ? AND b < 2',
    'UPDATE t SET a = 1 WHERE a = ? AND b <= 2',
  ],
  [
    'between',
    'SELECT a FROM t WHERE n NOT BETWEEN ? AND ? + 1',
    'SELECT a FROM t WHERE (n <= ? OR n > ? + 1)',
    'SELECT a FROM t WHERE (n < ? OR n >= ? + 1)',
  ],
  ['between', 'SELECT a FROM t WHERE ? BETWEEN n AND m'],
  ['equality-flip', 'SELECT a FROM t WHERE a != b', 'SELECT a FROM t WHERE a = b'],
  ['equality-flip', 'PRAGMA foreign_keys = 1'],
  ['is-null-flip', 'SELECT a FROM t WHERE a IS NOT ?', 'SELECT a FROM t WHERE a IS ?'],
  ['is-null-flip', 'SELECT a FROM t WHERE a ISNULL', 'SELECT a FROM t WHERE a NOTNULL'],
  [
    'not',
    'SELECT a FROM t WHERE a NOT IN (1) AND NOT EXISTS (SELECT 1)',
    'SELECT a FROM t WHERE a NOT IN (1) AND EXISTS (SELECT 1)',
    'SELECT a FROM t WHERE a IN (1) AND NOT EXISTS (SELECT 1)',
  ],
  ['not', "SELECT a FROM t WHERE a LIKE 'x%'", "SELECT a FROM t WHERE NOT (a LIKE 'x%')"],
  [
    'assignment-drop',
    'UPDATE t SET a = ?, n = n + 1 WHERE b = ?',
    'UPDATE t SET a = CASE WHEN FALSE THEN ? ELSE a END, n = n + 1 WHERE b = ?',
    'UPDATE t SET a = ?, n = n WHERE b = ?',
  ],
  [
    'assignment-drop',
    'INSERT INTO t AS x (a) VALUES (?) ON CONFLICT DO UPDATE SET a = excluded.a',
    'INSERT INTO t AS x (a) VALUES (?) ON CONFLICT DO UPDATE SET a = x.a',
  ],
  ['arithmetic', 'SELECT -n, n + 1, count(*) FROM t', 'SELECT -n, n - 1, count(*) FROM t'],
  [
    'literal-number',
    'SELECT 1 FROM t WHERE n > 0 GROUP BY 1 ORDER BY 1, 2 DESC LIMIT 3',
    'SELECT 2 FROM t WHERE n > 0 GROUP BY 1 ORDER BY 1, 2 DESC LIMIT 3',
    'SELECT 0 FROM t WHERE n > 0 GROUP BY 1 ORDER BY 1, 2 DESC LIMIT 3',
    'SELECT 1 FROM t WHERE n > 1 GROUP BY 1 ORDER BY 1, 2 DESC LIMIT 3',
    'SELECT 1 FROM t WHERE n > (-1) GROUP BY 1 ORDER BY 1, 2 DESC LIMIT 3',
  ],
  ['literal-number', 'CREATE TABLE u (a VARCHAR(20))'],
  [
    'literal-string',
    "SELECT '', 'a', a ->> '$.b' AS 'c'",
    "SELECT 'x', 'a', a ->> '$.b' AS 'c'",
    "SELECT '', '', a ->> '$.b' AS 'c'",
    "SELECT '', 'a', a ->> '$' AS 'c'",
  ],
  [
    'literal-null',
    'INSERT INTO t VALUES (?, NULL, TRUE)',
    'INSERT INTO t VALUES (?, 0, TRUE)',
    'INSERT INTO t VALUES (?, NULL, FALSE)',
  ],
  [
    'conflict',
    'REPLACE INTO t VALUES (1)',
    'INSERT INTO t VALUES (1)',
    'INSERT OR IGNORE INTO t VALUES (1)',
  ],
  [
    'conflict',
    'INSERT INTO t (a, b, n) VALUES (?, ?, 1) ON CONFLICT (a) DO NOTHING RETURNING n',
    'INSERT INTO t (a, b, n) VALUES (?, ?, 1) RETURNING n',
    'INSERT INTO t (a, b, n) VALUES (?, ?, 1) ON CONFLICT (a) DO UPDATE SET b = excluded.b, n = excluded.n RETURNING n',
  ],
  [
    'conflict',
    'INSERT INTO t (a) VALUES (?) ON CONFLICT (a) DO UPDATE SET b = ? WHERE n > ? OR m',
    'INSERT INTO t (a) VALUES (?) ON CONFLICT (a) DO UPDATE SET b = ? WHERE (n > ? OR m) AND FALSE',
  ],
  [
    'returning',
    'DELETE FROM t RETURNING a, n + 1 AS m',
    'DELETE FROM t',
    'DELETE FROM t RETURNING NULL AS a, n + 1 AS m',
    'DELETE FROM t RETURNING a, NULL AS m',
  ],
  [
    'swap',
    'SELECT 1 FROM t WHERE a = ? AND n = ? AND b = ?',
    'SELECT 1 FROM t WHERE b = ? AND n = ? AND a = ?',
  ],
  ['swap', 'SELECT a, n, b AS x FROM t', 'SELECT b AS a, n, a AS x FROM t'],
  ['swap', 'INSERT INTO t (a, n, b) VALUES (?, ?, ?)', 'INSERT INTO t (b, n, a) VALUES (?, ?, ?)'],
  ['swap', 'UPDATE t SET a = ?, b = ?', 'UPDATE t SET b = ?, a = ?'],
  ['swap', 'SELECT a, unknown, n FROM t'],
  [
    'limit',
    'SELECT a FROM t LIMIT 2',
    'SELECT a FROM t LIMIT -1',
    'SELECT a FROM t LIMIT 3',
    'SELECT a FROM t LIMIT 1',
  ],
  [
    'limit',
    'SELECT a FROM t LIMIT ?',
    'SELECT a FROM t LIMIT CASE WHEN FALSE THEN ? ELSE -1 END',
    'SELECT a FROM t LIMIT (? + 1)',
    'SELECT a FROM t LIMIT (? - 1)',
  ],
  [
    'order-drop',
    'SELECT a FROM t ORDER BY a, b DESC',
    'SELECT a FROM t ORDER BY b DESC',
    'SELECT a FROM t ORDER BY a',
  ],
  [
    'order-drop',
    'SELECT a FROM t ORDER BY a = ?',
    'SELECT a FROM t ORDER BY CASE WHEN FALSE THEN a = ? END',
  ],
  ['order-drop', 'SELECT a FROM t ORDER BY a LIMIT 1', 'SELECT a FROM t LIMIT 1'],
  [
    'order-flip',
    'SELECT a FROM t ORDER BY a, b DESC',
    'SELECT a FROM t ORDER BY a DESC, b DESC',
    'SELECT a FROM t ORDER BY a, b ASC',
  ],
  ['order-swap', 'SELECT a FROM t ORDER BY a, b DESC', 'SELECT a FROM t ORDER BY b DESC, a'],
  [
    'order-collation',
    'SELECT a FROM t ORDER BY a, n, b COLLATE NOCASE DESC',
    'SELECT a FROM t ORDER BY a COLLATE NOCASE, n, b COLLATE NOCASE DESC',
    'SELECT a FROM t ORDER BY a, n, b COLLATE BINARY DESC',
  ],
  [
    'order-nulls',
    'SELECT a FROM t ORDER BY a NULLS FIRST',
    'SELECT a FROM t ORDER BY a NULLS LAST',
  ],
  [
    'distinct',
    'SELECT DISTINCT a FROM t UNION SELECT 1',
    'SELECT a FROM t UNION SELECT 1',
    'SELECT DISTINCT a FROM t UNION ALL SELECT 1',
  ],
  ['join', 'SELECT 1 FROM t LEFT OUTER JOIN u ON a = b', 'SELECT 1 FROM t JOIN u ON a = b'],
  ['transaction', 'BEGIN IMMEDIATE', 'BEGIN DEFERRED'],
  ['transaction', 'COMMIT', 'ROLLBACK'],
  ['transaction', 'ROLLBACK TO x', 'RELEASE x'],
  ['check-drop', 'CREATE TABLE u (a CHECK (a > 0))', 'CREATE TABLE u (a CHECK (TRUE))'],
  [
    'not-null-drop',
    'CREATE TABLE u (a TEXT NOT NULL CHECK (a IS NOT NULL))',
    'CREATE TABLE u (a TEXT CHECK (a IS NOT NULL))',
  ],
  [
    'unique-drop',
    'CREATE UNIQUE INDEX i ON t (a, b)',
    'CREATE INDEX i ON t (a, b)',
    'CREATE UNIQUE INDEX i ON t ( b)',
    'CREATE UNIQUE INDEX i ON t (a)',
  ],
  [
    'primary-key',
    'CREATE TABLE u (a INTEGER PRIMARY KEY AUTOINCREMENT, b)',
    'CREATE TABLE u (a INTEGER , b)',
  ],
  [
    'primary-key',
    'CREATE TABLE u (a, b, PRIMARY KEY (a, b)) WITHOUT ROWID',
    'CREATE TABLE u (a, b, PRIMARY KEY ( b)) WITHOUT ROWID',
    'CREATE TABLE u (a, b, PRIMARY KEY (a)) WITHOUT ROWID',
  ],
  [
    'reference',
    'CREATE TABLE u (a REFERENCES t (a) ON DELETE CASCADE)',
    'CREATE TABLE u (a )',
    'CREATE TABLE u (a REFERENCES t (a) ON DELETE NO ACTION)',
  ],
  [
    'strict-drop',
    'CREATE TABLE u (a TEXT PRIMARY KEY) STRICT, WITHOUT ROWID',
    'CREATE TABLE u (a TEXT PRIMARY KEY) WITHOUT ROWID',
  ],
];

const inPostgresql: readonly Example[] = [
  [
    'predicate-removal',
    'SELECT 1 FROM t WHERE a = $1::text',
    'SELECT 1 FROM t WHERE (a = $1::text OR TRUE)',
  ],
  [
    'limit',
    'SELECT 1 FROM t LIMIT $1',
    'SELECT 1 FROM t LIMIT CASE WHEN FALSE THEN $1 ELSE NULL::bigint END',
    'SELECT 1 FROM t LIMIT ($1 + 1)',
    'SELECT 1 FROM t LIMIT ($1 - 1)',
  ],
  [
    'conflict',
    'INSERT INTO t (a) VALUES ($1) RETURNING a',
    'INSERT INTO t (a) VALUES ($1) ON CONFLICT DO NOTHING RETURNING a',
  ],
  ['lock', 'SELECT a FROM t FOR UPDATE SKIP LOCKED LIMIT 1', 'SELECT a FROM t LIMIT 1'],
  [
    'order-collation',
    'SELECT a FROM t ORDER BY a COLLATE "C", b',
    'SELECT a FROM t ORDER BY a , b',
  ],
  ['transaction', 'BEGIN ISOLATION LEVEL REPEATABLE READ', 'BEGIN ISOLATION LEVEL READ COMMITTED'],
  [
    'literal-string',
    "SELECT date '2020-01-01', '1'::int, 'a'",
    "SELECT date '2020-01-01', '1'::int, ''",
  ],
  ['literal-string', "SELECT $$it's$$"],
  ['arithmetic', 'SELECT a <-> b, a || b, a - b FROM t', 'SELECT a <-> b, a || b, a + b FROM t'],
];

test.each(inSqlite)('%s in SQLite makes of %s', (operator, text, ...mutants) => {
  expect(broken(operator, text)).toEqual(mutants);
});

test.each(inPostgresql)('%s in PostgreSQL makes of %s', (operator, text, ...mutants) => {
  expect(broken(operator, text, 'postgresql')).toEqual(mutants);
});

test('every operator stands in an example', () => {
  const shown = new Set([...inSqlite, ...inPostgresql].map(([operator]) => operator));
  expect(sqlOperators.map(({ id }) => id).filter((id) => !shown.has(id))).toEqual([]);
});

describe('what a mutant does to rows', () => {
  function notes(): Database.Database {
    const database = new Database(':memory:');
    onTestFinished(() => void database.close());
    database.exec(`
      CREATE TABLE note (owner TEXT, title TEXT, ends INTEGER, version INTEGER, PRIMARY KEY (owner, title));
      INSERT INTO note VALUES ('ann', 'a', NULL, 1), ('ann', 'B', 20, 2), ('bob', 'a', 10, 1);
    `);
    return database;
  }
  const titles = `SELECT owner || ' ' || title FROM note
    WHERE owner = ? AND (ends IS NULL OR ends > ?) ORDER BY title LIMIT 2`;

  test.each([
    ['', 9, ['ann B', 'ann a']],
    ['', 20, ['ann a']],
    ['predicate-removal-1', 10, ['ann B', 'ann a']],
    ['equality-flip-1', 9, ['bob a']],
    ['predicate-removal-2', 30, ['ann B', 'ann a']],
    ['disjunct-removal-1', 9, ['ann B']],
    ['disjunct-removal-2', 9, ['ann a']],
    ['boundary-shift-3', 20, ['ann B', 'ann a']],
    ['is-null-flip-1', 30, ['ann B']],
    ['order-flip-1', 9, ['ann a', 'ann B']],
    ['order-collation-1', 9, ['ann a', 'ann B']],
    ['limit-3', 9, ['ann B']],
  ])('mutant %j of a list of one owner at %i shows %j', (name, now, rows) => {
    const mutant = mutateSql(titles, { dialect: 'sqlite' }).find(({ id }) => id.startsWith(name));
    const text = name === '' ? titles : (mutant?.broken ?? '');
    expect(notes().prepare<[string, number], string>(text).pluck().all('ann', now)).toEqual(rows);
  });

  test('a guarded write without its guard takes every version, and with it none but its own', () => {
    const write = 'UPDATE note SET version = version + 1 WHERE owner = ? AND version = ?';
    const changes = (text: string): number => notes().prepare(text).run('ann', 2).changes;
    const made = mutateSql(write, { dialect: 'sqlite' });
    const by = (name: string): string => made.find(({ id }) => id.startsWith(name))?.broken ?? '';
    expect(changes(write)).toBe(1);
    expect(changes(by('predicate-removal-2'))).toBe(2);
    expect(changes(by('boundary-shift-4'))).toBe(2);
    expect(changes(by('assignment-drop-1'))).toBe(1);
  });
});
