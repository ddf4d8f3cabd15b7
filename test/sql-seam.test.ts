// Through the driver seam any store gets its statements gathered, and one of them broken.
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Driver } from '../src/contract/port.js';
import { openSqliteStore } from '../src/index.js';
import { mutateSql } from '../src/mutants/sql/mutate.js';
import type { SqlMutant } from '../src/mutants/sql/mutant.js';
import { prepareInOrder } from '../src/mutants/sql/probe.js';
import { collectStatements, seamWithMutant, switchSqlMutants } from '../src/mutants/sql/seam.js';

/** The mutant of a text whose id starts so. */
function mutantOf(text: string, id: string): SqlMutant {
  const found = mutateSql(text, { dialect: 'sqlite' }).find((mutant) => mutant.id.startsWith(id));
  if (found === undefined) throw new Error(`${text} has no mutant ${id}`);
  return found;
}

/** A driver that only notes what it was sent. */
function notingDriver(): Driver & { readonly sent: readonly string[] } {
  const sent: string[] = [];
  const note = (sql: string): never => {
    sent.push(sql);
    return undefined as never;
  };
  return { sent, prepare: note, exec: note };
}

function sentThrough(mutant: SqlMutant, ...texts: readonly string[]): readonly string[] {
  const driver = notingDriver();
  const seam = seamWithMutant(mutant)(driver);
  for (const text of texts) seam.prepare(text);
  for (const text of texts) seam.exec(text);
  expect(driver.sent.slice(texts.length)).toEqual(driver.sent.slice(0, texts.length));
  return driver.sent.slice(0, texts.length);
}

describe('a seam with a mutant', () => {
  const search = 'SELECT a FROM t WHERE b = ? ORDER BY a LIMIT 8';
  const mutant = mutantOf(search, 'predicate-removal-1');

  test('breaks its statement as it is prepared and as it is executed', () => {
    expect(sentThrough(mutant, search)).toEqual([mutant.mutated]);
  });

  test('leaves every other text as it is, character by character', () => {
    const others = [
      'SELECT a FROM t WHERE b = ? ORDER BY a DESC LIMIT 8',
      'SELECT a FROM u WHERE b = ? ORDER BY a LIMIT 8',
      ' ; -- nothing\n',
      "INSERT INTO t VALUES ('SELECT a FROM t WHERE b = ? ORDER BY a LIMIT 8')",
      '',
    ];
    expect(sentThrough(mutant, ...others)).toEqual(others);
  });

  test('finds its statement among others, and leaves what stands around it', () => {
    expect(sentThrough(mutant, `-- first\nBEGIN;\n${search} ; /* then */ COMMIT;\n`)).toEqual([
      `-- first\nBEGIN;\n${mutant.broken} ; /* then */ COMMIT;\n`,
    ]);
  });

  test('takes a statement with another number, list or layout for the same one', () => {
    const inList = mutantOf('DELETE FROM t WHERE a = ? AND b IN (?, ?)', 'predicate-removal-1');
    expect(sentThrough(mutant, 'SELECT a FROM t\n  WHERE b = ? ORDER BY a LIMIT 20')).toEqual([
      'SELECT a FROM t\n  WHERE (b = ? OR TRUE) ORDER BY a LIMIT 20',
    ]);
    expect(sentThrough(inList, 'DELETE FROM t WHERE a = ? AND b IN (?, ?, ?, ?)')).toEqual([
      'DELETE FROM t WHERE (a = ? OR TRUE) AND b IN (?, ?, ?, ?)',
    ]);
  });

  test('of a script breaks the one statement, wherever it comes alone', () => {
    const script = 'CREATE TABLE t (a NOT NULL); DELETE FROM t WHERE a = ?;';
    const second = mutantOf(script, 'predicate-removal-1');
    expect(sentThrough(second, script, 'DELETE FROM t WHERE a = ?')).toEqual([
      second.mutated,
      'DELETE FROM t WHERE (a = ? OR TRUE)',
    ]);
  });
});

describe('a switch', () => {
  test('breaks what was prepared before, and mends it again', () => {
    const database = new Database(':memory:');
    onTestFinished(() => void database.close());
    database.exec('CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 1), (2, 1), (3, 2)');
    const { seam, use } = switchSqlMutants();
    const driver = seam(database);
    const list = driver.prepare('SELECT a FROM t WHERE b = ? ORDER BY a DESC LIMIT 2');
    const found = (): unknown => list.all(2);
    const other = 'SELECT a FROM t WHERE b = ? ORDER BY a DESC LIMIT 1';
    expect(found()).toEqual([{ a: 3 }]);
    use(mutantOf(other, 'predicate-removal-1'));
    expect(found()).toEqual([{ a: 3 }, { a: 2 }]);
    use(mutantOf(other, 'equality-flip-1'));
    expect(found()).toEqual([{ a: 2 }, { a: 1 }]);
    use();
    expect(found()).toEqual([{ a: 3 }]);
    use(mutantOf('DELETE FROM t WHERE a = 1', 'predicate-removal-1'));
    driver.exec('DELETE FROM t WHERE a = 1');
    expect(list.get(2)).toBeUndefined();
  });
});

describe('a collection', () => {
  test('has one statement of each shape, in the order in which they first came', () => {
    const { seam, statements } = collectStatements();
    const driver = seam(notingDriver());
    driver.exec('BEGIN; SELECT a FROM t LIMIT 1; COMMIT');
    driver.prepare('SELECT a FROM t LIMIT 2');
    driver.prepare('SELECT b FROM t');
    expect(statements()).toEqual(['BEGIN', 'SELECT a FROM t LIMIT 1', 'COMMIT', 'SELECT b FROM t']);
  });
});

describe('the SQLite store', () => {
  const lin = { tenant: 'acme', subject: 'lin', scopes: ['profile'] };
  const fact = {
    scope: 'profile',
    kind: 'preference',
    key: 'response_style',
    value: 'brief',
    sourceRef: 'chat:1',
    observedAt: 10,
  };

  /** Writes as one person and reads as another, through this seam. */
  function foundByAnother(
    driver: ReturnType<typeof collectStatements>['seam'],
  ): readonly unknown[] {
    const store = openSqliteStore({ path: ':memory:', driver });
    onTestFinished(() => store.close());
    const evidence = 'user_confirmed';
    void store.as(lin).remember(fact, { evidence, expectedVersion: 0, now: 10 });
    const found: unknown = store.as({ ...lin, tenant: 'other' }).search('profile', { now: 11 });
    return found as readonly unknown[];
  }

  test('is gathered without a change to it: schema, transaction, write and search', () => {
    const { seam, statements } = collectStatements();
    expect(foundByAnother(seam)).toEqual([]);
    const starts = statements().map((text) => text.split(/\s+/).slice(0, 2).join(' '));
    for (const start of [
      'BEGIN IMMEDIATE',
      'CREATE TABLE',
      'INSERT INTO',
      'COMMIT',
      'SELECT scope,',
    ])
      expect(starts).toContain(start);
    const probe = new Database(':memory:');
    onTestFinished(() => void probe.close());
    const probed = prepareInOrder(probe, statements(), (text) =>
      mutateSql(text, { dialect: 'sqlite' }),
    );
    expect(probed.length).toBeGreaterThan(80);
    expect(probed.filter(({ status }) => status !== 'valid')).toEqual([]);
  });

  test('shows a fact to another tenant once its tenant predicate is gone', () => {
    const { seam, statements } = collectStatements();
    foundByAnother(seam);
    const search = statements().find((text) => text.includes('LIMIT')) ?? '';
    const mutant = mutantOf(search, 'predicate-removal-1');
    expect(mutant.original).toBe('tenant = ?');
    expect(foundByAnother(seamWithMutant(mutant))).toEqual([
      expect.objectContaining({ key: 'response_style' }),
    ]);
  });
});
