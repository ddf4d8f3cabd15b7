// Which files the SQLite store opens, and that a refused one is left exactly as it was.
import Database from 'better-sqlite3';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readPolicy } from '../src/contract/policy.js';
import { openSqliteStore, type SqliteStoreOptions } from '../src/stores/sqlite/open.js';
import { searchRecords } from '../src/stores/sqlite/statements.js';
import { fileOfVersion1 } from '../mutation/files.js';
import { codeOf } from './service-fixture.js';
import {
  digestsOf,
  decided,
  folder,
  intercepting,
  lockedByAnother,
  memoryOf,
  nameIs,
  newPath,
  on,
  open,
  openHandle,
  recordOf,
  sqliteError,
} from './sqlite-fixture.js';

/** Runs SQL on a file that is no store, or not at the moment. */
function edit(path: string, sql: string): void {
  const database = new Database(path);
  try {
    database.exec(sql);
  } finally {
    database.close();
  }
}

/** A store's file with one record, closed. */
function closedFile(): string {
  const path = newPath();
  const store = openSqliteStore({ path });
  memoryOf(store).remember(nameIs('Lin'), on(0));
  void store.close();
  return path;
}

/** What the schema of a file says. */
function schemaOf(path: string): unknown {
  const database = new Database(path, { readonly: true });
  try {
    return [
      database.pragma('user_version', { simple: true }),
      database.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name').all(),
    ];
  } finally {
    database.close();
  }
}

/** File and log are the same; in the index of the log each reader leaves its mark. */
function expectContentsOf(directory: string, before: Readonly<Record<string, string>>): void {
  const index = 'memory.sqlite-shm';
  expect(Object.keys(before)).toEqual(['memory.sqlite', index, 'memory.sqlite-wal']);
  expect({ ...digestsOf(directory), [index]: '' }).toEqual({ ...before, [index]: '' });
}

/** Opens, and says why not. */
function refusalOf(path: string, options: Partial<SqliteStoreOptions> = {}): unknown {
  try {
    void openSqliteStore({ path, busyTimeout: 0, ...options }).close();
    return 'opened';
  } catch (thrown) {
    return thrown;
  }
}

const unusable = (file: string) =>
  expect.objectContaining({ kind: 'unavailable', code: 'io', definite: true, facts: { file } });

describe('a file that is refused is left as it was, nothing beside it:', () => {
  test.each<[string, string, (path: string) => void]>([
    ['a newer one', 'newer', (path) => edit(path, 'PRAGMA user_version = 3')],
    ['one without a version', 'damaged', (path) => edit(path, 'PRAGMA user_version = 0')],
    ['one of another application', 'foreign', (path) => edit(path, 'PRAGMA application_id = 7')],
    ['one of nobody in particular', 'foreign', (path) => edit(path, 'PRAGMA application_id = 0')],
    ['one that lacks a table', 'damaged', (path) => edit(path, 'DROP TABLE proposals')],
    ['one that lacks an index', 'damaged', (path) => edit(path, 'DROP INDEX memory_recency')],
    [
      'one that lacks a column',
      'damaged',
      (path) => edit(path, 'ALTER TABLE memory DROP COLUMN actor'),
    ],
    ['a truncated one', 'damaged', (path) => truncateSync(path, 4096)],
    ['one with half its first page', 'damaged', (path) => truncateSync(path, 2048)],
    ['text', 'not-a-database', (path) => writeFileSync(path, 'remember me '.repeat(1000))],
    ['a short text', 'not-a-database', (path) => writeFileSync(path, 'remember me')],
  ])('%s', (_, reason, spoil) => {
    const path = closedFile();
    spoil(path);
    const before = digestsOf(dirname(path));
    expect(refusalOf(path)).toEqual(unusable(reason));
    expect(digestsOf(dirname(path))).toEqual(before);
  });

  test.each([
    ['a table', 2],
    ['an index', 3],
  ])('one whose first page of %s is overwritten', (_, page) => {
    const path = closedFile();
    writeFileSync(path, readFileSync(path).fill(0xff, 4096 * (page - 1), 4096 * page));
    const before = digestsOf(dirname(path));
    expect(refusalOf(path)).toEqual(unusable('damaged'));
    expect(digestsOf(dirname(path))).toEqual(before);
  });

  test.each(['DELETE', 'WAL'])('a database of another application in mode %s', (mode) => {
    const path = newPath();
    edit(path, `PRAGMA journal_mode = ${mode}; CREATE TABLE notes (text);`);
    const before = digestsOf(dirname(path));
    expect(refusalOf(path)).toEqual(unusable('foreign'));
    expect(digestsOf(dirname(path))).toEqual(before);
  });

  test.each([
    ['an application', 'PRAGMA application_id = 7'],
    ['a version', 'PRAGMA user_version = 7'],
  ])('a database without tables that has %s already', (_, sql) => {
    const path = newPath();
    edit(path, sql);
    const before = digestsOf(dirname(path));
    expect(refusalOf(path)).toEqual(unusable('foreign'));
    expect(digestsOf(dirname(path))).toEqual(before);
  });

  test.each([
    ['a newer one', 'newer', 'PRAGMA user_version = 3'],
    ['one of another application', 'foreign', 'PRAGMA application_id = 7'],
  ])('%s that another program holds open, with its log', (_, reason, sql) => {
    const path = closedFile();
    const other = new Database(path);
    onTestFinished(() => {
      other.close();
    });
    other.exec(sql);
    const before = digestsOf(dirname(path));
    expect(refusalOf(path)).toEqual(unusable(reason));
    expectContentsOf(dirname(path), before);
  });

  test('a newer one whose log was left behind by a crash', () => {
    const path = closedFile();
    const other = new Database(path);
    other.exec('PRAGMA user_version = 3');
    const crashed = newPath();
    for (const end of ['', '-wal', '-shm']) copyFileSync(`${path}${end}`, `${crashed}${end}`);
    other.close();
    const before = digestsOf(dirname(crashed));
    expect(refusalOf(crashed)).toEqual(unusable('newer'));
    expectContentsOf(dirname(crashed), before);
  });

  test('says in a sentence what to do next', () => {
    const path = closedFile();
    edit(path, 'PRAGMA user_version = 3');
    expect(refusalOf(path)).toHaveProperty(
      'message',
      'unavailable: io. The file was written by a newer version of Touchstone: ' +
        'open it with that version. It was left as it was.',
    );
  });
});

test('damage deep inside is met by the operation that needs the page, as unavailable: io', () => {
  const policy = readPolicy([
    { kind: 'note', keys: { startsWith: '' }, evidence: 'user_confirmed', scope: { exactly: 'n' } },
  ]);
  const path = newPath();
  const who = { tenant: 'acme', subject: 'lin', scopes: ['n'] };
  const fact = nameIs('x'.repeat(300), { kind: 'note', scope: 'n' });
  const store = openSqliteStore({ path, policy });
  const keys = Array.from({ length: 200 }, (_, at) => `k${at}`);
  for (const key of keys) memoryOf(store, who).remember({ ...fact, key }, on(0));
  void store.close();
  // The fifth leaf of a table: neither a first page nor the last one.
  const bytes = readFileSync(path);
  const leaves = Array.from({ length: bytes.length / 4096 }, (_, page) => page * 4096).filter(
    (at) => bytes[at] === 0x0d,
  );
  writeFileSync(path, bytes.fill(0xff, leaves[5], (leaves[5] ?? 0) + 4096));

  const memory = memoryOf(open({ path, policy }), who);
  const answers = keys.map((key) => {
    try {
      return memory.remember({ ...fact, key }, on(1));
    } catch (thrown) {
      return thrown;
    }
  });
  const io = expect.objectContaining({ kind: 'unavailable', code: 'io', definite: true });
  const damaged = answers.filter((answer) => answer !== 2);
  expect(damaged.length).toBeGreaterThan(0);
  expect(damaged.length).toBeLessThan(keys.length);
  for (const answer of damaged) expect(answer).toEqual(io);
});

describe('a path that is no file', () => {
  test.each([
    ['a directory', 'directory', (at: string) => at],
    ['in a directory that is not there', 'unreachable', (at: string) => join(at, 'no', 'file')],
    [
      'below a file',
      'unreachable',
      (at: string) => {
        writeFileSync(join(at, 'file'), '');
        return join(at, 'file', 'memory.sqlite');
      },
    ],
  ])('%s is refused', (_, reason, pathIn) => {
    const at = folder();
    expect(refusalOf(pathIn(at))).toEqual(unusable(reason));
    expect(Object.keys(digestsOf(at)).filter((name) => name !== 'file')).toEqual([]);
  });
});

/** No permission stops root, and only the main thread of a process can step down from it. */
const unstoppable = process.geteuid?.() === 0 && !isMainThread;

/** Runs without the rights of root, where that can be. */
function asNobody<T>(run: () => T): T {
  if (process.geteuid?.() !== 0 || unstoppable) return run();
  process.seteuid?.(65_534);
  try {
    return run();
  } finally {
    process.seteuid?.(0);
  }
}

describe('a file without permission', () => {
  test.each([
    ['to read it', (path: string) => chmodSync(path, 0o000)],
    ['to enter its directory', (path: string) => chmodSync(dirname(path), 0o000)],
  ])('%s is refused', (_, forbid) => {
    const path = closedFile();
    chmodSync(dirname(path), 0o777);
    forbid(path);
    const answer = asNobody(() => refusalOf(path));
    chmodSync(dirname(path), 0o700);
    expect(answer).toEqual(unstoppable ? 'opened' : unusable('unreachable'));
  });

  test('to write it is refused at the latest by the first write, which writes nothing', () => {
    const path = closedFile();
    chmodSync(dirname(path), 0o777);
    chmodSync(path, 0o444);
    const before = digestsOf(dirname(path))['memory.sqlite'];
    const answer = asNobody(() => {
      try {
        const store = openSqliteStore({ path });
        onTestFinished(() => store.close());
        return memoryOf(store).remember(nameIs('Mei'), on(1));
      } catch (thrown) {
        return thrown;
      }
    });
    const refused = expect.objectContaining({ kind: 'unavailable', code: 'io', definite: true });
    expect(answer).toEqual(unstoppable ? 2 : refused);
    expect(digestsOf(dirname(path))['memory.sqlite']).toBe(before);
  });
});

describe('a file that is opened', () => {
  test.each([
    ['not there yet', (path: string) => path],
    ['empty', (path: string) => (writeFileSync(path, ''), path)],
    ['a database without tables', (path: string) => (edit(path, 'VACUUM'), path)],
    [
      'left by a crash before its tables were made',
      (path: string) => (edit(path, 'PRAGMA journal_mode = WAL'), path),
    ],
  ])('may be %s', (_, make) => {
    const memory = memoryOf(open({ path: make(newPath()) }));
    expect(memory.remember(nameIs('Lin'), on(0))).toBe(1);
  });

  test('keeps its records over closing and opening again, beside the file nothing', async () => {
    const path = newPath();
    const store = open({ path });
    memoryOf(store).remember(nameIs('Lin'), on(0));
    const record = memoryOf(store).inspect('profile', 'display_name');
    await store.close();
    expect(Object.keys(digestsOf(dirname(path)))).toEqual(['memory.sqlite']);
    expect(memoryOf(open({ path })).inspect('profile', 'display_name')).toEqual(record);
  });

  test('may have a name that SQLite would read as something else', () => {
    const at = folder();
    for (const name of ['file:a?mode=memory', 'ü ber#%20.db', ':memory:.db']) {
      const path = join(at, name);
      memoryOf(open({ path })).remember(nameIs('Lin'), on(0));
      expect(Object.keys(digestsOf(at))).toContain(name);
    }
    mkdirSync(join(at, 'deeper'));
    expect(open({ path: join(at, 'deeper', 'x') }).closed).toBe(false);
  });

  test('may come with the log of a crash, and nothing in it is lost', () => {
    const path = newPath();
    memoryOf(open({ path })).remember(nameIs('Lin'), on(0));
    const crashed = newPath();
    for (const end of ['', '-wal']) copyFileSync(`${path}${end}`, `${crashed}${end}`);
    expect(memoryOf(open({ path: crashed })).search('profile', { now: 100 })).toHaveLength(1);
  });

  test('is waited for while another connection writes to it that has no log yet', async () => {
    const path = newPath();
    edit(path, 'VACUUM');
    const other = lockedByAnother(path);
    for (const busyTimeout of [0, 30])
      expect(refusalOf(path, { busyTimeout })).toMatchObject({ code: 'busy', definite: true });
    other.releaseSoon();
    expect(memoryOf(open({ path })).remember(nameIs('Lin'), on(0))).toBe(1);
    await other.ended;
  });

  test('may be created by another connection in the middle', () => {
    const path = newPath();
    const { seam, on: meet } = intercepting();
    let created = 0;
    meet.statement = (_, go) => {
      meet.statement = undefined;
      memoryOf(open({ path })).remember(nameIs('Lin'), on(0));
      created += 1;
      return go();
    };
    const memory = memoryOf(open({ path, driver: seam }));
    expect(created).toBe(1);
    expect(memory.search('profile', { now: 100 })).toMatchObject([{ value: 'Lin' }]);
  });

  test('is opened while another connection writes', () => {
    const path = closedFile();
    const other = new Database(path);
    onTestFinished(() => {
      other.close();
    });
    other.exec('BEGIN IMMEDIATE');
    const memory = memoryOf(open({ path, busyTimeout: 0 }));
    expect(memory.search('profile', { now: 100 })).toHaveLength(1);
  });

  test('has an index that gives live rows in the order of a search', () => {
    const database = new Database(closedFile());
    const plan: unknown[] = database
      .prepare(`EXPLAIN QUERY PLAN ${searchRecords(8)}`)
      .all('acme', 'lin', 'profile', 1, 1, 0, '');
    database.close();
    expect(plan).toMatchObject([
      {
        detail:
          'SEARCH memory USING INDEX memory_recency ' +
          '(tenant=? AND subject=? AND scope=? AND updated_at<?)',
      },
    ]);
  });

  test('may be reopened under a revised policy that has no rule for its records', async () => {
    const path = closedFile();
    const policy = readPolicy([
      { kind: 'note', keys: ['n'], evidence: 'user_confirmed', scope: { exactly: 'profile' } },
    ]);
    const memory = memoryOf(open({ path, policy }));
    expect(memory.search('profile', { now: 100 })).toHaveLength(1);
    expect(await codeOf(() => memory.remember(nameIs('Mei'), on(1)))).toBe('unknown-kind');
    expect(memory.forget('profile', 'display_name', decided(1))).toBe(2);
    expect(memory.restore('profile', 'display_name', decided(2))).toBe(3);
  });
});

describe('an older file', () => {
  test('is migrated, keeps every row, and names the subject as its author', () => {
    const path = fileOfVersion1(folder());
    const handle = openHandle({ path });
    const mei = { subject: 'mei', actor: 'mei', sourceRef: 'chat:2', observedAt: 80 };
    expect(handle.records()).toStrictEqual([
      recordOf('Lin', { confidence: 0.9, expiresAt: 900, version: 3 }),
      recordOf('Mei', { ...mei, updatedAt: 110, version: 2, deletedAt: 110 }),
    ]);
    const memory = memoryOf(handle.store);
    expect(memory.remember(nameIs('Lin 2'), on(3))).toBe(4);
    expect(memory.search('profile', { now: 100 })).toMatchObject([{ value: 'Lin 2' }]);
  });

  test('ends up exactly like a new one, and is not migrated twice', async () => {
    const path = fileOfVersion1(folder());
    await open({ path }).close();
    const once = schemaOf(path);
    expect(once).toEqual(schemaOf(closedFile()));
    await open({ path }).close();
    expect(schemaOf(path)).toEqual(once);
  });

  test('is either migrated or untouched, whatever statement fails', () => {
    const fresh = schemaOf(closedFile());
    const outcomes: boolean[] = [];
    while (outcomes.at(-1) !== true) {
      const path = fileOfVersion1(folder());
      const before = schemaOf(path);
      const { seam, on: meet } = intercepting();
      let left = outcomes.length;
      meet.statement = (_, go) => {
        left -= 1;
        if (left < 0) throw sqliteError('SQLITE_IOERR_WRITE');
        return go();
      };
      const answer = refusalOf(path, { driver: seam });
      outcomes.push(answer === 'opened');
      expect(schemaOf(path)).toEqual(answer === 'opened' ? fresh : before);
    }
    expect(outcomes.length).toBeGreaterThan(9);
  });
});
