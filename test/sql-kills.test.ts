// SQL mutants of a store are hunted by the properties, after the store has passed without one.
import Database from 'better-sqlite3';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSuite } from '../properties/suite.js';
import {
  huntSqlMutants,
  type SqlHuntOptions,
  type SqlKill,
  statementsOfStore,
} from '../src/engine/sql-kills.js';
import { services } from '../src/index.js';
import { mutateSql } from '../src/mutants/sql/mutate.js';
import type { SqlMutant } from '../src/mutants/sql/mutant.js';
import { prepareInOrder, type Probed } from '../src/mutants/sql/probe.js';
import { shapeOf } from '../src/mutants/sql/shape.js';
import { seamWithMutant } from '../src/mutants/sql/seam.js';
import * as sql from '../src/stores/sqlite/statements.js';
import { sqliteUnderTest } from '../src/stores/sqlite/under-test.js';

const suite = createSuite({ maxLength: 48 });
let options: SqlHuntOptions;
let statements: readonly string[] = [];
let probed: readonly Probed[] = [];

beforeAll(async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'touchstone-sql-kills-'));
  options = { services, root, suite, rounds: [{ medium: 'memory', runs: 30 }] };
  statements = await statementsOfStore(sqliteUnderTest, options);
  const probe = new Database(':memory:');
  probed = prepareInOrder(probe, statements, (text) => mutateSql(text, { dialect: 'sqlite' }));
  probe.close();
});
afterAll(() => rm(options.root, { recursive: true }));

/** The mutant of one operator that does this to the statement with this text in it. */
function find(within: string, operator: string, original: string): Probed {
  const found = probed.find(
    ({ mutant }) =>
      mutant.statement.includes(within) &&
      mutant.operator === operator &&
      mutant.original === original,
  );
  if (found === undefined) throw new Error(`No ${operator} of ${original} in ${within}`);
  return found;
}

/** Enough where it does not matter what is found. */
const short = [{ medium: 'memory', runs: 2 }] as const;

const search = 'instr(value, ?)';
const update = 'kind = ?, value = ?';

async function hunted(
  mutants: readonly Probed[],
  change: Partial<SqlHuntOptions> = {},
): Promise<readonly SqlKill[]> {
  const hunt = await huntSqlMutants(sqliteUnderTest, mutants, { ...options, ...change });
  if (hunt.status !== 'hunted') throw new Error(hunt.reason);
  return hunt.results;
}

test('a store sends every statement of its list, and none is lost', () => {
  const shapes = statements.map((text) => shapeOf(text, 'sqlite'));
  const { allRecords: _test, deleteAll: _only, ...sent } = sql;
  for (const statement of Object.values(sent).map((make) => make(8)))
    expect(shapes).toContain(shapeOf(statement, 'sqlite'));
  expect(statements).toContain('BEGIN IMMEDIATE');
  expect(probed.filter(({ status }) => status !== 'valid')).toEqual([]);
});

test('a mutant is killed by the property of its guard', async () => {
  const guards = [
    ['tenant-isolation', search, 'predicate-removal', 'tenant = ?'],
    ['expiry', search, 'predicate-removal', '(expires_at IS NULL OR expires_at > ?)'],
    ['order-and-limit', search, 'order-flip', 'DESC'],
    ['confidence', search, 'boundary-shift', '>='],
    ['cas', update, 'predicate-removal', 'version = ?'],
    ['tombstones', update, 'predicate-removal', 'deleted_at IS NULL'],
  ] as const;
  const results = await hunted(
    guards.map(([, within, operator, original]) => find(within, operator, original)),
  );
  const killed = results.map((each) => (each.status === 'killed' ? each.property : each.status));
  expect(killed).toEqual(guards.map(([property]) => property));
});

test('the same hunt always comes to the same, whatever was hunted before it', async () => {
  const few = [
    find(search, 'predicate-removal', 'subject = ?'),
    find('COMMIT', 'transaction', 'COMMIT'),
    find(update, 'predicate-removal', 'updated_at <= ?'),
  ];
  const forwards = await hunted(few);
  const backwards = await hunted(few.toReversed());
  expect(backwards.toReversed()).toEqual(forwards);
  expect(forwards.map(({ status }) => status)).toEqual(['killed', 'killed', 'killed']);
});

test('a mutant of the schema is in force from the first opening on', async () => {
  const key = find('CREATE TABLE memory', 'primary-key', ', subject');
  const [result] = await hunted([key]);
  expect(result).toMatchObject({ status: 'killed' });
});

test('a survivor has played every round, on files as well', async () => {
  const deferred = find('BEGIN', 'transaction', 'IMMEDIATE');
  const [result] = await hunted([deferred], {
    rounds: [
      { medium: 'memory', runs: 5 },
      { medium: 'file', runs: 7 },
    ],
  });
  expect(result).toEqual({ mutant: deferred.mutant, status: 'survived', sequences: 12 });
});

test('what does not compile is passed on, and never hunted', async () => {
  const { mutant } = find(update, 'predicate-removal', 'version = ?');
  const given = [{ mutant, status: 'compile-error', message: 'near "x"' }] as const;
  expect(await hunted(given, { rounds: short })).toEqual(given);
});

test('a mutant with which the store cannot be opened is no kill', async () => {
  const { mutant } = find('CREATE TABLE memory', 'strict-drop', 'STRICT');
  const noTable = { ...mutant, broken: 'SELECT 1', mutated: 'SELECT 1' };
  const [result] = await hunted([{ mutant: noTable, status: 'valid' }], { rounds: short });
  expect(result).toMatchObject({ status: 'unusable', sequences: 0 });
});

test('nothing is said about mutants of a store that fails without one', async () => {
  const { mutant } = find(search, 'predicate-removal', 'tenant = ?');
  const broken = () => {
    const store = sqliteUnderTest();
    const driver = seamWithMutant(mutant);
    return {
      ...store,
      open: (environment: Parameters<typeof store.open>[0]) =>
        store.open({ ...environment, driver }),
    };
  };
  const hunt = await huntSqlMutants(broken, [{ mutant, status: 'valid' }], options);
  expect(hunt).toMatchObject({ status: 'baseline-fails' });
});

test('results come one by one, and the hunt ends when it is told to', async () => {
  const seen: SqlMutant[] = [];
  const results = await hunted(probed, {
    rounds: short,
    onResult: ({ mutant }) => void seen.push(mutant),
    isOver: () => seen.length === 2,
  });
  expect(results.map(({ mutant }) => mutant)).toEqual(seen);
  expect(seen).toHaveLength(2);
});
