// SQL mutants of the SQLite store are hunted by the properties, after the store has passed without one.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSuite } from '../properties/suite.js';
import type { FieldOptions } from '../src/engine/kills/field.js';
import { huntMutants, type MutantHuntOptions } from '../src/engine/kills/hunt-mutants.js';
import type { Kill, Mutation } from '../src/engine/kills/result.js';
import { openSqlField, type SqlField, type SqlFieldOptions } from '../src/engine/kills/sql.js';
import { services } from '../src/index.js';
import { mutateSql } from '../src/mutants/sql/mutate.js';
import { seamWithMutant } from '../src/mutants/sql/seam.js';
import { shapeOf } from '../src/mutants/sql/shape.js';
import * as sql from '../src/stores/sqlite/statements.js';
import { sqliteUnderTest } from '../src/stores/sqlite/under-test.js';

const troupe = { open: sqliteUnderTest, services };
const target = { name: 'sqlite', ...troupe };
let options: FieldOptions;
let field: SqlField;

async function openField(change: Partial<SqlFieldOptions> = {}): Promise<SqlField> {
  const opened = await openSqlField(troupe, { ...options, ...change });
  if ('fault' in opened) throw new Error(opened.fault);
  return opened;
}

beforeAll(async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'touchstone-kills-'));
  options = {
    root,
    suite: createSuite({ maxLength: 48 }),
    seed: 1,
    rounds: [{ medium: 'memory', runs: 30 }],
  };
  field = await openField();
});
afterAll(async () => {
  await field.close();
  await rm(options.root, { recursive: true });
});

/** The mutant of one operator that does this to the statement with this text in it. */
function find(within: string, operator: string, original: string, replacement = ''): Mutation {
  const found = field.mutations.find(
    (mutation) =>
      mutation.statement?.includes(within) === true &&
      mutation.operator === operator &&
      mutation.original === original &&
      mutation.replacement.includes(replacement),
  );
  if (found === undefined) throw new Error(`No ${operator} of ${original} in ${within}`);
  return found;
}

const search = 'instr(value, ?)';
const update = 'kind = ?, value = ?';

const judged = async (mutations: readonly Mutation[]): Promise<readonly Kill[]> => {
  const kills: Kill[] = [];
  for (const mutation of mutations) kills.push(await field.judge(mutation, 1));
  return kills;
};

test('a store sends every statement of its list, and none is lost', () => {
  const shapes = new Set(field.mutations.map(({ statement = '' }) => shapeOf(statement, 'sqlite')));
  const { allRecords: _test, deleteAll: _only, ...sent } = sql;
  for (const statement of Object.values(sent).map((make) => make(8)))
    expect(shapes).toContain(shapeOf(statement, 'sqlite'));
  expect(shapes).toContain(shapeOf('BEGIN IMMEDIATE', 'sqlite'));
  expect(new Set(field.mutations.map(({ id }) => id)).size).toBe(field.mutations.length);
});

test('a mutant is killed by the property of its guard, with a counterexample that shows it', async () => {
  const guards = [
    ['tenant-isolation', search, 'predicate-removal', 'tenant = ?'],
    ['expiry', search, 'predicate-removal', '(expires_at IS NULL OR expires_at > ?)'],
    ['order-and-limit', search, 'order-flip', 'DESC'],
    ['confidence', search, 'boundary-shift', '>='],
    ['cas', update, 'predicate-removal', 'version = ?'],
    ['tombstones', update, 'predicate-removal', 'deleted_at IS NULL'],
  ] as const;
  const kills = await judged(
    guards.map(([, within, operator, original]) => find(within, operator, original)),
  );
  expect(kills.map(({ by }) => by)).toEqual(guards.map(([property]) => property));
  for (const { by, counterexample } of kills) {
    expect(counterexample).toMatchObject({ property: by, reproduced: true });
    expect(counterexample?.steps.length).toBeLessThanOrEqual(6);
  }
});

test('the same mutant always comes to the same, whatever was hunted before it', async () => {
  const few = [
    find(search, 'predicate-removal', 'subject = ?'),
    find('COMMIT', 'transaction', 'COMMIT'),
    find(update, 'predicate-removal', 'updated_at <= ?'),
  ];
  const forwards = await judged(few);
  const backwards = await judged(few.toReversed());
  expect(backwards.toReversed()).toEqual(forwards);
  expect(forwards.map(({ status }) => status)).toEqual(['killed', 'killed', 'killed']);
});

test('a mutant of the schema is in force from the first opening on', async () => {
  const [kill] = await judged([find('CREATE TABLE memory', 'primary-key', ', subject')]);
  expect(kill).toMatchObject({ status: 'killed' });
});

test('a constraint behind the checks of the code is killed by a raw row', async () => {
  const constraints = [
    find('CREATE TABLE memory', 'check-drop', 'updated_at >= observed_at'),
    find('CREATE TABLE memory', 'strict-drop', 'STRICT'),
    find('CREATE TABLE memory', 'not-null-drop', 'NOT NULL'),
    find('CREATE TABLE memory', 'between', 'confidence BETWEEN 0 AND 1', 'confidence < 1'),
    find('CREATE TABLE proposals', 'primary-key', 'PRIMARY KEY'),
  ];
  for (const kill of await judged(constraints)) {
    expect(kill).toMatchObject({ status: 'killed', by: 'constraint' });
    expect(kill.reason).toMatch(/^a raw row of (memory|proposals), /);
  }
});

test('an order that an index gives by chance is killed where there is none', async () => {
  const [kill] = await judged([find(search, 'order-drop', ', key')]);
  expect(kill).toMatchObject({ status: 'killed', by: 'order-and-limit' });
  expect(kill?.sequences).toBeGreaterThan(30);
});

test('a survivor has played every round, on files as well', async () => {
  const short = await openField({
    rounds: [
      { medium: 'memory', runs: 5 },
      { medium: 'file', runs: 7 },
    ],
  });
  const kill = await short.judge(find('BEGIN', 'transaction', 'IMMEDIATE'), 1);
  await short.close();
  expect(kill).toMatchObject({ status: 'survived', sequences: 12 });
});

const short: Partial<MutantHuntOptions> = {
  kinds: ['sql'],
  rounds: [{ medium: 'memory', runs: 2 }],
};

const ofBegin = ({ statement }: Mutation): boolean => statement === 'BEGIN IMMEDIATE';

test('nothing is said about mutants of a store that fails without one', async () => {
  const [mutant] = mutateSql(sql.searchRecords(8), { dialect: 'sqlite' });
  if (mutant === undefined) throw new Error('no mutant of the search');
  const store = sqliteUnderTest();
  const broken = {
    ...store,
    open: (environment: Parameters<typeof store.open>[0]) =>
      store.open({ ...environment, driver: seamWithMutant(mutant) }),
  };
  const report = await huntMutants(
    { ...target, open: () => broken },
    { ...options, kinds: ['sql'] },
  );
  expect(report).toMatchObject({ kills: [] });
  expect(report.baseline).toMatch(/ fails in sequence \d+ of seed 1 without a mutant$/);
});

test('a reviewed survivor is equivalent, with its reason', async () => {
  const reviewed = field.mutations
    .filter(ofBegin)
    .map(({ id }) => ({ mutant: id, reason: 'The first statement is the write.' }));
  const report = await huntMutants(target, { ...options, ...short, reviewed, isWanted: ofBegin });
  const kill = report.kills.find(({ mutation }) => mutation.replacement === 'DEFERRED');
  expect(kill).toMatchObject({ status: 'equivalent', reason: 'The first statement is the write.' });
});

test('a reviewed entry that names no mutant, or one that is killed, is stale', async () => {
  const { id } = find(search, 'predicate-removal', 'tenant = ?');
  const report = await huntMutants(target, {
    ...options,
    ...short,
    rounds: options.rounds ?? [],
    reviewed: [
      { mutant: id, reason: 'Nobody has two tenants.' },
      { mutant: 'sql:none-of-these', reason: 'It was there once.' },
    ],
    isWanted: (mutation) => mutation.id === id,
  });
  expect(report.stale).toEqual([
    `${id} is killed by tenant-isolation`,
    'sql:none-of-these is no mutant of this store',
  ]);
});

test('what is known is not hunted again, and the hunt ends when it is told to', async () => {
  const seen: string[] = [];
  const known: Kill = {
    mutation: find('BEGIN', 'transaction', 'IMMEDIATE'),
    status: 'timeout',
    sequences: 0,
    guards: [],
  };
  const report = await huntMutants(target, {
    ...options,
    ...short,
    known: [known],
    onStart: ({ id }) => void seen.push(id),
    isOver: () => seen.length === 2,
  });
  expect(seen).not.toContain(known.mutation.id);
  expect(report.kills).toHaveLength(3);
  expect(report.kills).toContainEqual(known);
});
