// Files and paths the SQLite store refuses to open, each left as it was.
import { strict as assert } from 'node:assert';
import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { openSqliteStore } from '../src/stores/sqlite/open.js';
import { asUnusable, unusable } from '../src/stores/sqlite/unusable.js';
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

/** Runs as a user who may only what others may; root may everything, whatever the mode says. */
function asNobody<T>(run: () => T): T {
  if (process.geteuid?.() !== 0) return run();
  process.seteuid?.(65_534);
  try {
    return run();
  } finally {
    process.seteuid?.(0);
  }
}

/** Whether modes of files stop nobody here. */
function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
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
    withClosedFile(async (path, folder) => {
      chmodSync(folder, 0o755);
      for (const [mode, reason] of [
        [0o000, 'unreachable'],
        [0o444, 'read-only'],
      ] as const) {
        chmodSync(path, mode);
        const told = asNobody(() => (mayWrite(path) ? undefined : thrownBy(path)));
        if (told !== undefined) assert.deepEqual(told, { file: reason });
      }
      chmodSync(path, 0o600);
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
  }),
];
