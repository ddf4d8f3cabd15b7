// An SQL mutant is the text with one span replaced: it differs, keeps its parameters, and compiles.
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { lex, parametersOf } from '../src/mutants/sql/lexer.js';
import { mutateSql } from '../src/mutants/sql/mutate.js';
import type { SqlMutant } from '../src/mutants/sql/mutant.js';
import { sqlOperators } from '../src/mutants/sql/operators/index.js';
import { prepareInOrder, prepareMutants, type Probed } from '../src/mutants/sql/probe.js';
import { statementsOf } from '../src/mutants/sql/statement.js';
import { columnTypes } from '../src/mutants/sql/table.js';
import type { Dialect } from '../src/mutants/sql/token.js';
import { applications, corpus } from './sql-corpus.js';
import { sqlNoise } from './sql-noise.js';

const dialects: readonly Dialect[] = ['sqlite', 'postgresql'];
const databases: Database.Database[] = [];
afterAll(() => databases.forEach((database) => database.close()));

function emptyDatabase(): Database.Database {
  const database = new Database(':memory:');
  databases.push(database);
  return database;
}

const all = (dialect: Dialect): readonly SqlMutant[] =>
  applications(dialect).flatMap(({ statements }) => {
    const columns = columnTypes(statements, dialect);
    return statements.flatMap((text) => mutateSql(text, { dialect, columns }));
  });

const mutants = { sqlite: all('sqlite'), postgresql: all('postgresql') };

/** What is wrong with a mutant of this text; nothing ever is. */
function faults(text: string, mutant: SqlMutant): readonly string[] {
  const { span, dialect, mutated, replacement } = mutant;
  const tokens = lex(text, dialect);
  const kept: Readonly<Record<string, boolean>> = {
    'it differs': mutated !== text,
    'it names what stood there': mutant.original === text.slice(span.start, span.end),
    'only its span is replaced':
      mutated === text.slice(0, span.start) + replacement + text.slice(span.end),
    'its parameters are the same, in the same order':
      parametersOf(mutated, dialect).join() === parametersOf(text, dialect).join(),
    'its statement is part of the text':
      text.includes(mutant.statement) && mutated.includes(mutant.broken),
    'its span cuts no token, so that strings and comments are in it whole or not at all':
      tokens.some(({ start }) => start === span.start) &&
      tokens.some(({ end }) => end === span.end),
  };
  return Object.keys(kept).flatMap((promise) =>
    kept[promise] === true ? [] : [`${mutant.id} breaks "${promise}" in ${text}`],
  );
}

describe.each(dialects)('in %s', (dialect) => {
  test('every mutant differs in one span and keeps the parameters and their order', () => {
    expect(mutants[dialect].flatMap((mutant) => faults(mutant.source, mutant))).toEqual([]);
  });

  test('whatever the text is, mutating it never throws, and its mutants are sound', () => {
    fc.assert(
      fc.property(sqlNoise, (text) => {
        const made = mutateSql(text, { dialect });
        expect(made.flatMap((mutant) => faults(text, mutant))).toEqual([]);
      }),
      { seed: 1, endOnFailure: true, numRuns: 1000 },
    );
  });

  test('the same text always gives the same mutants', () => {
    expect(all(dialect)).toEqual(mutants[dialect]);
  });

  test('no two mutants of a text are the same text, or have the same id', () => {
    for (const text of corpus(dialect)) {
      const made = mutateSql(text, { dialect });
      expect(new Set(made.map(({ mutated }) => mutated)).size).toBe(made.length);
      expect(new Set(made.map(({ id }) => id)).size).toBe(made.length);
    }
  });

  test('an id does not change with layout, comments or the text around the statement', () => {
    for (const text of corpus(dialect).slice(0, 60)) {
      const ids = mutateSql(text, { dialect }).map(({ id }) => id);
      const other = `;\n/* before */ ${text.replace(/^(\w+) /, '$1 /* in */ \n ')} -- behind\n;`;
      expect(mutateSql(other, { dialect }).map(({ id }) => id)).toEqual(ids);
    }
  });

  test('strings change by the operator of strings alone', () => {
    const strings = (text: string): readonly string[] =>
      lex(text, dialect).flatMap((token) => (token.kind === 'string' ? [token.text] : []));
    for (const { operator, source, mutated } of mutants[dialect]) {
      if (operator === 'literal-string') continue;
      const known = strings(source);
      expect(strings(mutated).filter((each) => !known.includes(each))).toEqual([]);
    }
  });

  test('comments stay unless what they stand in goes', () => {
    for (const { source, span, mutated, replacement } of mutants[dialect]) {
      const outside = lex(source, dialect).filter(
        ({ kind, start, end }) => kind === 'comment' && (end <= span.start || span.end <= start),
      );
      for (const { text } of outside) expect(mutated).toContain(text);
      expect(lex(replacement, dialect).filter(({ kind }) => kind === 'other')).toEqual([]);
    }
  });

  test('no operator proposes a change of real SQL that would change its parameters', () => {
    for (const statement of corpus(dialect).flatMap((text) => statementsOf(text, dialect)))
      for (const { id, edits } of sqlOperators)
        for (const { span, replacement } of edits(statement)) {
          const [before, after] = [statement.source.slice(span.start, span.end), replacement].map(
            (text) => parametersOf(text, dialect).join(),
          );
          expect(after, `${id} in ${statement.source}`).toBe(before);
        }
  });
});

describe('on a corpus of applications', () => {
  const probed: readonly Probed[] = applications('sqlite').flatMap(({ statements }) => {
    const columns = columnTypes(statements, 'sqlite');
    return prepareInOrder(emptyDatabase(), statements, (text) =>
      mutateSql(text, { dialect: 'sqlite', columns }),
    );
  });

  test('of a few hundred statements', () => {
    expect(corpus('sqlite').length).toBeGreaterThan(250);
    expect(corpus('postgresql').length).toBeGreaterThan(50);
    expect(probed.map(({ mutant }) => mutant)).toEqual(mutants.sqlite);
  });

  test('every mutant prepares, or is reported with what SQLite says', () => {
    const refused = probed.filter(({ status }) => status !== 'valid' && status !== 'same-program');
    expect(refused.map(({ status, message }) => [status, message])).toEqual([
      ['compile-error', 'ON clause references tables to its right'],
      ['compile-error', 'ON clause references tables to its right'],
      ...Array.from({ length: 2 }, () => [
        'compile-error',
        'ON CONFLICT clause does not match any PRIMARY KEY or UNIQUE constraint',
      ]),
    ]);
  });

  test('few mutants compile to the program of their original, and those are reported', () => {
    const same = probed.filter(({ status }) => status === 'same-program');
    expect(same.length).toBeGreaterThan(0);
    expect(same.length).toBeLessThan(probed.length / 100);
  });

  test('the driver takes as many parameters as before', () => {
    for (const { statements } of applications('sqlite')) {
      const database = emptyDatabase();
      for (const text of statements) {
        const count = parametersOf(text, 'sqlite').length;
        const isPlain = parametersOf(text, 'sqlite').every((parameter) => parameter === '?');
        const made = isPlain && count > 0 ? mutateSql(text, { dialect: 'sqlite' }) : [];
        for (const { status, mutant } of prepareMutants(database, made)) {
          if (status !== 'valid') continue;
          const given = Array.from({ length: count }, () => null);
          const prepare = (): Database.Statement => database.prepare(mutant.mutated);
          expect(() => prepare().bind(...given)).not.toThrow();
          expect(() => prepare().bind(...given, null)).toThrow('Too many');
        }
        if (/^create/i.test(text)) database.exec(text);
      }
    }
  });

  test.each(sqlOperators.map(({ id }) => id))('%s makes mutants', (id) => {
    const made = [...mutants.sqlite, ...mutants.postgresql];
    expect(made.filter(({ operator }) => operator === id)).not.toEqual([]);
  });
});

describe('an operator', () => {
  test('has a name in kebab-case of its own, and a sentence', () => {
    const ids = sqlOperators.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, guard } of sqlOperators) {
      expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(guard).toMatch(/^[A-Z].*\.$/);
    }
  });

  test('every mutant says in a sentence what it does', () => {
    for (const { sentence } of [...mutants.sqlite, ...mutants.postgresql])
      expect(sentence).toMatch(/^[^\n]+\.$/);
  });
});

describe('prepareMutants', () => {
  const text = 'SELECT a FROM t WHERE b = ?';
  const made = mutateSql(text, { dialect: 'sqlite' });

  test('says that the probe does not know the statement, not that its mutants are broken', () => {
    const [first] = prepareMutants(emptyDatabase(), made);
    expect(first).toMatchObject({ status: 'not-probed', message: 'no such table: t' });
  });

  test('knows what the text itself defines, and leaves nothing behind', () => {
    const database = emptyDatabase();
    const script = `CREATE TABLE t (a, b); ${text};`;
    const probed = prepareMutants(database, mutateSql(script, { dialect: 'sqlite' }));
    expect(probed).toHaveLength(made.length);
    expect(probed.filter(({ status }) => status !== 'valid')).toEqual([]);
    expect(database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get()).toBe(0);
  });

  test.each([
    ['CREATE TABLE t (a, b)', 'same-program', 'INSERT INTO t VALUES (?, ?)', 'conflict'],
    ['CREATE TABLE t (a UNIQUE, b)', 'valid', 'INSERT INTO t VALUES (?, ?)', 'conflict'],
    [
      'CREATE TABLE t (a UNIQUE, b)',
      'same-program',
      'INSERT OR ABORT INTO t VALUES (?1, :b)',
      'conflict',
    ],
    [
      'CREATE TABLE t (a, b)',
      'same-program',
      'SELECT a FROM t WHERE EXISTS (SELECT 1 FROM t)',
      'literal-number',
    ],
    ['CREATE TABLE t (a, b)', 'valid', 'SELECT a FROM t WHERE b > @b ORDER BY b', 'order-drop'],
  ])('on %s it says %s of a mutant of %s', (schema, status, statement, operator) => {
    const database = emptyDatabase();
    database.exec(schema);
    const [mutant] = mutateSql(statement, { dialect: 'sqlite' }).filter(
      (each) => each.operator === operator,
    );
    expect(prepareMutants(database, mutant === undefined ? [] : [mutant])).toMatchObject([
      { status },
    ]);
  });

  test('reports a mutant that does not compile with the message', () => {
    const database = emptyDatabase();
    database.exec('CREATE TABLE t (a, b)');
    const [mutant] = made;
    const broken = { ...(mutant as SqlMutant), broken: 'SELECT c FROM t' };
    expect(prepareMutants(database, [broken])).toEqual([
      { mutant: broken, status: 'compile-error', message: 'no such column: c' },
    ]);
  });
});
