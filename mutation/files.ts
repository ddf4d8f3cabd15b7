// Files for the checks of opening: made, edited and compared past the store.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import type { Driver, DriverSeam, MemoryStore } from '../src/contract/port.js';
import { openSqliteStore, type SqliteStoreOptions } from '../src/stores/sqlite/open.js';
import { inFolder } from './check.js';
import { memoryOf, nameIs, on } from './scene.js';

/** Runs SQL on a file that is no store, or not at the moment. */
export function edit(path: string, sql: string): void {
  const database = new Database(path);
  try {
    database.exec(sql);
  } finally {
    database.close();
  }
}

/** What the schema of a file says. */
export function schemaOf(path: string): unknown {
  const database = new Database(path, { readonly: true });
  try {
    return [
      database.pragma('user_version', { simple: true }),
      database.pragma('application_id', { simple: true }),
      database.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name').all(),
    ];
  } finally {
    database.close();
  }
}

const digestOf = (path: string): string =>
  createHash('sha256').update(readFileSync(path)).digest('hex');

/** Every file of a folder with a digest of its bytes. */
export const digestsOf = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder)
      .toSorted()
      .map((name) => [name, digestOf(join(folder, name))]),
  );

/** A store's file with one record, closed. */
export function closedFile(folder: string): string {
  const path = join(folder, 'memory.sqlite');
  const store = openSqliteStore({ path });
  try {
    void memoryOf(store).remember(nameIs('Lin'), on(0));
  } finally {
    void store.close();
  }
  return path;
}

/** A file as the first version of the store made it, with a live record and a tombstone. */
export function fileOfVersion1(folder: string): string {
  const path = join(folder, 'memory.sqlite');
  edit(
    path,
    `PRAGMA journal_mode = WAL;
     CREATE TABLE memory (
       tenant TEXT NOT NULL, subject TEXT NOT NULL, scope TEXT NOT NULL, key TEXT NOT NULL,
       kind TEXT NOT NULL, value TEXT NOT NULL, source_ref TEXT NOT NULL,
       observed_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, confidence REAL NOT NULL,
       expires_at INTEGER, evidence TEXT NOT NULL, version INTEGER NOT NULL, deleted_at INTEGER,
       PRIMARY KEY (tenant, subject, scope, key)) STRICT;
     CREATE INDEX memory_recency ON memory
       (tenant, subject, scope, updated_at DESC, confidence DESC, key, expires_at)
       WHERE deleted_at IS NULL;
     INSERT INTO memory VALUES
       ('acme', 'lin', 'profile', 'display_name', 'profile', 'Lin', 'chat:1', 90, 100, 0.9, 900,
        'user_confirmed', 3, NULL),
       ('acme', 'mei', 'profile', 'display_name', 'profile', 'Mei', 'chat:2', 80, 110, 1, NULL,
        'user_confirmed', 2, 110);
     PRAGMA application_id = ${0x54434853};
     PRAGMA user_version = 1;`,
  );
  return path;
}

/** Opens a store, runs the body and closes the store, whatever happens. */
export async function whileOpen<T>(
  options: SqliteStoreOptions,
  body: (store: MemoryStore) => T | Promise<T>,
): Promise<T> {
  const store = openSqliteStore(options);
  try {
    return await body(store);
  } finally {
    await store.close();
  }
}

/** Opens and closes a store. */
export const openAndClose = (path: string, options: Partial<SqliteStoreOptions> = {}) =>
  whileOpen({ path, busyTimeout: 0, ...options }, () => 'opened');

/** The body with a second connection to a file, past the store. */
export async function besides<T>(
  path: string,
  sql: string,
  body: (database: Database.Database) => T | Promise<T>,
): Promise<T> {
  const database = new Database(path, { timeout: 0 });
  try {
    database.exec(sql);
    return await body(database);
  } finally {
    database.close();
  }
}

/** The body with a closed store's file in a folder of its own. */
export const withClosedFile = <T>(body: (path: string, folder: string) => T | Promise<T>) =>
  inFolder((folder) => body(closedFile(folder), folder));

/** What happens in place of a statement; `go` runs it. */
export type Interception = (sql: string, go: () => unknown) => unknown;

/** A seam that hands every statement to the interception of the moment. */
export function intercepting(): { seam: DriverSeam; on: { statement: Interception | undefined } } {
  const on: { statement: Interception | undefined } = { statement: undefined };
  const pass = <T>(sql: string, go: () => T): T => {
    const answer: unknown = on.statement === undefined ? go() : on.statement(sql, go);
    return answer as T;
  };
  const seam = (driver: Driver): Driver => ({
    prepare(sql) {
      const statement = driver.prepare(sql);
      return {
        run: (...given) => pass(sql, () => statement.run(...given)),
        get: (...given) => pass(sql, () => statement.get(...given)),
        all: (...given) => pass(sql, () => statement.all(...given)),
      };
    },
    exec: (sql) => pass(sql, () => driver.exec(sql)),
  });
  return { seam, on };
}

/** An error as SQLite throws it. */
export const sqliteError = (code: string): Error => Object.assign(new Error(code), { code });

const lockForAMoment = `
  const { workerData: { path, cell } } = require('node:worker_threads');
  const database = require('better-sqlite3')(path);
  database.exec('BEGIN IMMEDIATE');
  Atomics.store(cell, 0, 1);
  Atomics.notify(cell, 0);
  Atomics.wait(cell, 0, 1, 50);
  database.close();`;

/** A thread that holds the write lock of a file from now on, for a moment. */
export function lockedForAMoment(path: string): Worker {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(lockForAMoment, { eval: true, workerData: { path, cell } });
  Atomics.wait(cell, 0, 0);
  return worker;
}
