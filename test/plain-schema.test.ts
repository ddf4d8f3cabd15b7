// The schema for mutants of the order: whatever way a store defines it, no index gives an order by chance.
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { Driver } from '../src/contract/port.js';
import { plainSchema } from '../src/engine/kills/plain-schema.js';

const table = 'CREATE TABLE t (a TEXT NOT NULL, b INT, UNIQUE (a, b)) STRICT';
const index = '-- newest first\nCREATE INDEX newest ON t (b DESC)';

const ways: Readonly<Record<string, (driver: Driver, statements: readonly string[]) => unknown>> = {
  'as one text': (driver, statements) => driver.exec(statements.join(';\n')),
  'statement by statement': (driver, statements) => statements.map((sql) => driver.exec(sql)),
  'as prepared statements': (driver, statements) =>
    statements.map((sql) => driver.prepare(sql).run()),
};

test.each(Object.keys(ways))('%s: indexes are left out, and keys are turned round', (way) => {
  const database = new Database(':memory:');
  try {
    ways[way]?.(plainSchema()(database), [table, index]);
    const indexes = database.prepare("SELECT sql FROM sqlite_master WHERE type = 'index'").pluck();
    expect(indexes.all()).toEqual([null]);
    const keys = database.prepare(
      "SELECT name, desc FROM pragma_index_xinfo('sqlite_autoindex_t_1')",
    );
    expect(keys.all()).toEqual([
      { name: 'a', desc: 1 },
      { name: 'b', desc: 1 },
      { name: null, desc: 0 },
    ]);
  } finally {
    database.close();
  }
});

test('what defines nothing is prepared as it is', () => {
  const prepared: string[] = [];
  const driver = plainSchema()({
    prepare: (sql) => {
      prepared.push(sql);
      throw new Error('not needed');
    },
    exec: () => undefined,
  });
  const select = "SELECT 'CREATE INDEX i ON t (a)' FROM t";
  expect(() => driver.prepare(select)).toThrow('not needed');
  expect(prepared).toEqual([select]);
});
