// What becomes of an older file, and of a place that is emptied between sequences.
import { strict as assert } from 'node:assert';
import { basename } from 'node:path';
import type { DriverSeam } from '../src/contract/port.js';
import { openSqliteHandle, openSqliteStore } from '../src/stores/sqlite/open.js';
import { sqliteUnderTest } from '../src/stores/sqlite/under-test.js';
import { type Check, inFolder, story } from './check.js';
import {
  digestsOf,
  fileOfVersion1,
  intercepting,
  openAndClose,
  schemaOf,
  sqliteError,
  withClosedFile,
} from './files.js';
import { memoryOf, nameIs, namesIn, odd, on } from './scene.js';

export const migrationChecks: readonly Check[] = [
  story('migration', 'A file of version 1 keeps every row and names the subject as author.', () =>
    inFolder((folder) => {
      const { store, records } = openSqliteHandle({ path: fileOfVersion1(folder) });
      try {
        const rows = records().map(({ subject, actor, value, version, deletedAt, ...rest }) => {
          const { confidence, expiresAt, provenance, updatedAt, observedAt } = rest;
          const times = [observedAt, updatedAt, expiresAt, deletedAt];
          return [subject, actor, value, version, confidence, provenance, ...times];
        });
        assert.deepEqual(rows, [
          ['lin', 'lin', 'Lin', 3, 0.9, null, 90, 100, 900, null],
          ['mei', 'mei', 'Mei', 2, 1, null, 80, 110, null, 110],
        ]);
        assert.equal(memoryOf(store).remember(nameIs('Bo'), on(3)), 4);
      } finally {
        void store.close();
      }
    }),
  ),
  story('migration-once', 'A migrated file is like a new one, and is not migrated twice.', () =>
    withClosedFile((fresh) =>
      inFolder(async (folder) => {
        const path = fileOfVersion1(folder);
        await openAndClose(path);
        const once = schemaOf(path);
        assert.deepEqual(once, schemaOf(fresh));
        await openAndClose(path);
        assert.deepEqual(schemaOf(path), once);
      }),
    ),
  ),
  story('migration-whole', 'Whatever statement fails, a file is migrated or untouched.', () =>
    withClosedFile(async (fresh) => {
      let failedAt = 0;
      for (let opened = false; !opened; failedAt += 1)
        await inFolder(async (folder) => {
          const path = fileOfVersion1(folder);
          const before = schemaOf(path);
          const { seam, on: meet } = intercepting();
          let left = failedAt;
          meet.statement = (_, go) => {
            left -= 1;
            if (left < 0) throw sqliteError('SQLITE_IOERR_WRITE');
            return go();
          };
          const open = (): unknown => openAndClose(path, { driver: seam });
          opened = await Promise.resolve(open()).then(
            () => true,
            () => false,
          );
          assert.deepEqual(schemaOf(path), opened ? schemaOf(fresh) : before);
          assert.equal(failedAt < 40, true);
        });
      assert.equal(failedAt > 9, true);
    }),
  ),
];

/** The policy that a store has which was given none. */
function readDefault() {
  const store = openSqliteStore({ path: ':memory:' });
  const { policy } = store;
  void store.close();
  return policy;
}

/** What a store claims that can do everything of contract sections 1 to 8. */
const everything =
  'versions expiry tombstones evidence confidence text-search inspect durable multi-handle review ' +
  'provenance proposals';

export const underTestChecks: readonly Check[] = [
  story('under-test-claims', 'The store under test has a name and claims everything.', () => {
    const { name, capabilities } = sqliteUnderTest();
    assert.deepEqual([name, capabilities], ['sqlite', everything.split(' ')]);
  }),
  story('under-test-finds', 'Only a reset empties a place, and looking leaves nothing open.', () =>
    withClosedFile(async (path, directory) => {
      const sut = sqliteUnderTest();
      await sut.reset?.(readDefault(), directory);
      const environment = { directory, handle: 0, policy: readDefault() };
      const store = await sut.open(environment);
      assert.deepEqual(await namesIn(store), ['Lin']);
      await store.close();
      assert.equal([...odd<Iterable<unknown>>(sut.records?.(directory))].length, 1);
      assert.deepEqual(Object.keys(digestsOf(directory)), [basename(path)]);
      await sut.destroy?.();
    }),
  ),
  story('under-test-abandons', 'What was left open is rolled back by a reset.', () =>
    inFolder(async (directory) => {
      const sut = sqliteUnderTest();
      let leave = (): unknown => undefined;
      const driver: DriverSeam = (given) => {
        leave = () => given.exec('BEGIN');
        return given;
      };
      const store = await sut.open({ directory, handle: 0, policy: readDefault(), driver });
      try {
        leave();
        await sut.reset?.(readDefault(), directory);
        assert.equal(await memoryOf(store).remember(nameIs('Lin'), on(0)), 1);
      } finally {
        await sut.destroy?.();
      }
    }),
  ),
  story(
    'under-test',
    'Emptied between sequences, a place gives nothing that was there before.',
    () =>
      inFolder(async (directory) => {
        const sut = sqliteUnderTest();
        const policy = readDefault();
        const environment = { directory, handle: 0, policy };
        const store = await sut.open(environment);
        await memoryOf(store).remember(nameIs('Lin'), on(0));
        const records = (): readonly unknown[] => [
          ...odd<Iterable<unknown>>(sut.records?.(directory)),
        ];
        assert.equal(records().length, 1);
        await store.close();
        assert.equal(records().length, 1);
        await sut.reset?.(policy, directory);
        assert.deepEqual(records(), []);
        const again = await sut.open(environment);
        assert.deepEqual(await namesIn(again), []);
        await memoryOf(again).remember(nameIs('Mei'), on(0));
        await sut.reset?.(policy, directory);
        assert.deepEqual(await namesIn(again), []);
        const inMemory = { ...environment, directory: 'nowhere', medium: 'memory' } as const;
        const memory = await sut.open(inMemory);
        const second = async (): Promise<unknown> => sut.open({ ...inMemory, handle: 1 });
        await assert.rejects(second, /one handle: ask for a file/);
        await sut.destroy?.();
        assert.deepEqual([again.closed, memory.closed], [true, true]);
        assert.deepEqual([...odd<Iterable<unknown>>(sut.records?.('elsewhere'))], []);
      }),
  ),
];
