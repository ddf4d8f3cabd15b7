// Files and paths the SQLite store refuses to open, each left as it was.
import { strict as assert } from 'node:assert';
import fs, {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { openSqliteStore } from '../src/stores/sqlite/open.js';
import { asDamaged, asUnusable, unusable } from '../src/stores/sqlite/unusable.js';
import { type Check, inFolder, story } from './check.js';
import { besides, digestsOf, edit, openAndClose, sqliteError, withClosedFile } from './files.js';
import { odd, refusalOf } from './scene.js';

/** Asserts the refusal `unavailable: io`, definite, for this reason. */
async function assertUnusable(call: () => unknown, file: string): Promise<void> {
  const { kind, code, definite, facts } = await refusalOf(call);
  assert.deepEqual([kind, code, definite, facts], ['unavailable', 'io', true, { file }]);
}

/** Asserts that a file is refused for this reason and left as it was, nothing beside it. */
async function assertRefused(path: string, folder: string, reason: string): Promise<void> {
  const before = digestsOf(folder);
  await assertUnusable(() => openAndClose(path), reason);
  assert.deepEqual(digestsOf(folder), before);
}

const overwrite = (page: number) => (path: string) =>
  writeFileSync(path, readFileSync(path).fill(0xff, 4096 * (page - 1), 4096 * page));

/** Runs as somebody who may what the mode grants to others: root may everything, whatever it says. */
function asNobody<T>(run: () => T): T {
  const { accessSync } = fs;
  fs.accessSync = (path, mode = 0) => {
    if ((statSync(path).mode & mode) !== mode) throw new Error(`EACCES: ${String(path)}`);
  };
  syncBuiltinESMExports();
  try {
    return run();
  } finally {
    fs.accessSync = accessSync;
    syncBuiltinESMExports();
  }
}

/** The facts of the refusal of a file. */
function thrownBy(path: string): unknown {
  try {
    void openSqliteStore({ path, busyTimeout: 0 }).close();
    return 'opened';
  } catch (thrown) {
    return odd<{ facts: unknown }>(thrown).facts;
  }
}

/** Files that are refused, with the reason and what made them so. */
const refused: readonly (readonly [string, string, (path: string) => void])[] = [
  ['newer', 'newer', (path) => edit(path, 'PRAGMA user_version = 3')],
  ['without-version', 'damaged', (path) => edit(path, 'PRAGMA user_version = 0')],
  ['negative-version', 'damaged', (path) => edit(path, 'PRAGMA user_version = -1')],
  ['foreign', 'foreign', (path) => edit(path, 'PRAGMA application_id = 7')],
  ['nobodys', 'foreign', (path) => edit(path, 'PRAGMA application_id = 0')],
  ['without-table', 'damaged', (path) => edit(path, 'DROP TABLE proposals')],
  ['without-index', 'damaged', (path) => edit(path, 'DROP INDEX memory_recency')],
  ['without-column', 'damaged', (path) => edit(path, 'ALTER TABLE memory DROP COLUMN actor')],
  ['truncated', 'damaged', (path) => truncateSync(path, 4096)],
  ['half-a-page', 'damaged', (path) => truncateSync(path, 2048)],
  ['broken-table', 'damaged', overwrite(2)],
  ['broken-index', 'damaged', overwrite(3)],
  ['text', 'not-a-database', (path) => writeFileSync(path, 'remember me '.repeat(1000))],
];

/** Databases that were never a store's. */
const never: readonly (readonly [string, string])[] = [
  ['other-application', 'CREATE TABLE notes (text)'],
  ['other-in-wal', 'PRAGMA journal_mode = WAL; CREATE TABLE notes (text)'],
  ['only-an-application', 'PRAGMA application_id = 7'],
  ['only-a-version', 'PRAGMA user_version = 7'],
];

export const refusedFileChecks: readonly Check[] = [
  ...refused.map(([id, reason, spoil]) =>
    story(`file-${id}`, `A file that is ${id} is refused as ${reason} and left as it was.`, () =>
      withClosedFile((path, folder) => {
        spoil(path);
        return assertRefused(path, folder, reason);
      }),
    ),
  ),
  ...never.map(([id, sql]) =>
    story(`file-${id}`, `A database with ${id} is refused as foreign and left as it was.`, () =>
      inFolder((folder) => {
        const path = join(folder, 'memory.sqlite');
        edit(path, sql);
        return assertRefused(path, folder, 'foreign');
      }),
    ),
  ),
  story('file-newer-waiting', 'A newer file whose log waits is refused, its log untouched.', () =>
    withClosedFile((path, folder) =>
      besides(path, 'PRAGMA user_version = 3', async () => {
        const before = digestsOf(folder);
        await assertUnusable(() => openAndClose(path), 'newer');
        const index = 'memory.sqlite-shm';
        assert.deepEqual({ ...digestsOf(folder), [index]: '' }, { ...before, [index]: '' });
      }),
    ),
  ),
  story(
    'file-newer-crashed',
    'A newer file that a crash left with its log is not worked into.',
    () =>
      withClosedFile((path) =>
        besides(path, 'PRAGMA user_version = 3', () =>
          inFolder(async (folder) => {
            const copy = join(folder, 'memory.sqlite');
            for (const end of ['', '-wal', '-shm']) copyFileSync(`${path}${end}`, `${copy}${end}`);
            const before = digestsOf(folder);
            await assertUnusable(() => openAndClose(copy), 'newer');
            const index = 'memory.sqlite-shm';
            assert.deepEqual({ ...digestsOf(folder), [index]: '' }, { ...before, [index]: '' });
          }),
        ),
      ),
  ),
  story('file-forbidden', 'A file that may not be read, or not be written, says which.', () =>
    withClosedFile((path) => {
      for (const [mode, told] of [
        [0o600, { file: 'unreachable' }],
        [0o604, { file: 'read-only' }],
        [0o606, 'opened'],
      ] as const) {
        chmodSync(path, mode);
        assert.deepEqual(
          asNobody(() => thrownBy(path)),
          told,
        );
      }
    }),
  ),
  story('path-no-file', 'A directory, or a path nobody can reach, is refused.', () =>
    inFolder(async (folder) => {
      await assertUnusable(() => openAndClose(folder), 'directory');
      await assertUnusable(() => openAndClose(join(folder, 'no', 'file')), 'unreachable');
      writeFileSync(join(folder, 'file'), '');
      await assertUnusable(() => openAndClose(join(folder, 'file', 'x')), 'unreachable');
    }),
  ),
  story(
    'path-too-long',
    'A name or a path too long for SQLite is refused, and no file stays.',
    () =>
      inFolder(async (folder) => {
        for (const length of [248, 253, 256])
          await assertRefused(join(folder, 'x'.repeat(length)), folder, 'unreachable');
        const deep = join(folder, ...Array.from({ length: 4 }, () => 'x'.repeat(150)));
        mkdirSync(deep, { recursive: true });
        await assertRefused(join(deep, 'memory.sqlite'), deep, 'unreachable');
      }),
  ),
  story(
    'unusable-words',
    'Each reason says what the file is and what to do, never twice the same.',
    () => {
      const words = {
        directory: /is a directory: name a file/,
        unreachable: /cannot be opened: check .*readable/,
        'read-only': /cannot be written: check/,
        'not-a-database': /no|not an SQLite database: name/,
        foreign: /another application: name/,
        newer: /newer version .*: open it with/,
        damaged: /is damaged: restore/,
      } as const;
      for (const [reason, pattern] of Object.entries(words)) {
        const { message } = unusable(odd(reason));
        assert.match(message, pattern);
        assert.match(message, /^unavailable: io\. .*\. It was left as it was\.$/);
      }
    },
  ),
  story('unusable-codes', 'Each error of SQLite while opening has its reason.', () => {
    const reasons = {
      SQLITE_NOTADB: 'not-a-database',
      SQLITE_CORRUPT: 'damaged',
      SQLITE_CONSTRAINT_CHECK: 'damaged',
      SQLITE_CANTOPEN_ISDIR: 'unreachable',
      SQLITE_PERM: 'unreachable',
      SQLITE_READONLY_DIRECTORY: 'read-only',
    };
    for (const [code, file] of Object.entries(reasons)) {
      const { kind, definite, facts } = odd<ReturnType<typeof unusable>>(
        asUnusable(sqliteError(code)),
      );
      assert.deepEqual([kind, definite, facts], ['unavailable', true, { file }]);
    }
    const full = odd<ReturnType<typeof unusable>>(asUnusable(sqliteError('SQLITE_FULL')));
    assert.deepEqual([full.code, full.definite], ['io', true]);
    for (const code of [
      'SQLITE_ERROR',
      'X SQLITE_NOTADB',
      'X SQLITE_CORRUPT',
      'X SQLITE_PERM',
      'X SQLITE_READONLY',
    ])
      assert.equal(odd<{ code: string }>(asUnusable(sqliteError(code))).code, code);
    assert.equal(odd<{ code: string }>(asUnusable(sqliteError('SQLITE_BUSY'))).code, 'busy');
    const missing = odd<ReturnType<typeof unusable>>(asDamaged(sqliteError('SQLITE_ERROR')));
    assert.deepEqual([missing.code, missing.facts], ['io', { file: 'damaged' }]);
    const other = sqliteError('SQLITE_IOERR_READ');
    assert.equal(asDamaged(other), other);
  }),
];
