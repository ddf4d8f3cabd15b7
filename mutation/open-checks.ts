// What opening and closing a store promise: options, paths, logs, and other connections.
import { strict as assert } from 'node:assert';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DriverSeam } from '../src/contract/port.js';
import { refusals } from '../src/contract/refusals.js';
import { openSqliteStore } from '../src/stores/sqlite/open.js';
import { type Check, inFolder, story } from './check.js';
import {
  besides,
  digestsOf,
  edit,
  intercepting,
  lockedForAMoment,
  openAndClose,
  schemaOf,
  whileOpen,
  withClosedFile,
} from './files.js';
import { codeOf, memoryOf, nameIs, namesIn, odd, on, refusalOf } from './scene.js';

export const openChecks: readonly Check[] = [
  story('options', 'Wrong options are malformed, right ones are not.', () =>
    inFolder(async (folder) => {
      const path = join(folder, 'a.sqlite');
      const wrong: readonly unknown[] = [
        undefined,
        {},
        path,
        { path: '' },
        { path: ' a' },
        { path: 'a ' },
        { path: 1 },
        { path: 'a\u0000' },
        { path, extra: 1 },
        { path, policy: [] },
        { path, policy: null },
        { path, driver: {} },
        ...[-1, 0.5, NaN, '1', null, 2 ** 31].map((busyTimeout) => ({ path, busyTimeout })),
      ];
      for (const options of wrong)
        assert.equal(await codeOf(() => openSqliteStore(odd(options))), 'malformed');
      const { facts } = await refusalOf(() => openSqliteStore(odd({ path: 1 })));
      assert.deepEqual(facts, { argument: 'options', field: 'path' });
      assert.deepEqual(digestsOf(folder), {});
      for (const busyTimeout of [0, 1, 2 ** 31 - 1, undefined])
        await whileOpen(
          { path, busyTimeout, policy: undefined, driver: undefined },
          () => 'opened',
        );
      const named = [
        { kind: 'a', keys: ['a'], evidence: 'user_confirmed', scope: { exactly: 'a' } },
      ];
      await whileOpen({ path, policy: odd(named) }, ({ policy }) =>
        assert.deepEqual(policy, named),
      );
    }),
  ),
  story('close-twice', 'Closing twice is fine; afterwards everything is closed.', () =>
    withClosedFile(async (path, folder) => {
      const store = openSqliteStore({ path });
      const memory = memoryOf(store);
      assert.equal(store.closed, false);
      await store.close();
      await store.close();
      assert.equal(store.closed, true);
      assert.equal(await codeOf(() => memory.inspect('profile', 'display_name')), 'closed');
      assert.equal(await codeOf(() => memoryOf(store)), 'closed');
      assert.deepEqual(Object.keys(digestsOf(folder)), ['memory.sqlite']);
      await whileOpen({ path }, async (again) => assert.deepEqual(await namesIn(again), ['Lin']));
    }),
  ),
  story('path-literal', 'A path is taken literally, whatever SQLite would read in it.', () =>
    inFolder(async (folder) => {
      for (const name of ['file:a?mode=memory', 'ü ber#%20.db', ':memory:.db']) {
        await openAndClose(join(folder, name));
        assert.equal(Object.keys(digestsOf(folder)).includes(name), true);
      }
      mkdirSync(join(folder, 'deeper'));
      await openAndClose(join(folder, 'deeper', 'x'));
    }),
  ),
  story('memory-apart', 'Two stores in memory are two stores, and leave no file.', async () => {
    await whileOpen({ path: ':memory:' }, async (one) => {
      await memoryOf(one).remember(nameIs('Lin'), on(0));
      await whileOpen({ path: ':memory:' }, async (two) =>
        assert.deepEqual(await namesIn(two), []),
      );
    });
  }),
  story('empty-file', 'An empty file becomes a store, and so does a bare database.', () =>
    inFolder(async (folder) => {
      const path = join(folder, 'empty.sqlite');
      writeFileSync(path, '');
      const bare = join(folder, 'bare.sqlite');
      edit(bare, 'PRAGMA journal_mode = WAL');
      for (const each of [path, bare]) {
        await openAndClose(each);
        await whileOpen({ path: each }, async (store) =>
          assert.equal(await memoryOf(store).remember(nameIs('Lin'), on(0)), 1),
        );
      }
      assert.deepEqual(schemaOf(path), schemaOf(bare));
      const database = schemaOf(path);
      assert.deepEqual(odd<unknown[]>(database).slice(0, 2), [2, 0x54434853]);
    }),
  ),
  story('log-of-a-crash', 'Nothing is lost that a crash left in the log.', () =>
    withClosedFile((path) =>
      whileOpen({ path }, async (store) => {
        await memoryOf(store).remember(nameIs('Mei'), on(1));
        await inFolder(async (folder) => {
          const copy = join(folder, 'memory.sqlite');
          for (const end of ['', '-wal']) copyFileSync(`${path}${end}`, `${copy}${end}`);
          await whileOpen({ path: copy }, async (each) =>
            assert.deepEqual(await namesIn(each), ['Mei']),
          );
        });
      }),
    ),
  ),
  story('two-handles', 'Two handles on one file see each other at once.', () =>
    withClosedFile((path) =>
      whileOpen({ path }, (one) =>
        whileOpen({ path }, async (two) => {
          assert.equal(await memoryOf(two).remember(nameIs('Mei'), on(1)), 2);
          assert.deepEqual(await namesIn(one), ['Mei']);
          const stale = (): unknown => memoryOf(one).remember(nameIs('Bo'), on(1));
          assert.equal(await codeOf(stale), 'stale-version');
        }),
      ),
    ),
  ),
  story('created-in-between', 'Another connection may create the tables in the middle.', () =>
    inFolder(async (folder) => {
      const path = join(folder, 'memory.sqlite');
      const { seam, on: meet } = intercepting();
      let created = 0;
      meet.statement = (_, go) => {
        meet.statement = undefined;
        const store = openSqliteStore({ path });
        void memoryOf(store).remember(nameIs('Lin'), on(0));
        void store.close();
        created += 1;
        return go();
      };
      await whileOpen({ path, driver: seam }, async (store) =>
        assert.deepEqual(await namesIn(store), ['Lin']),
      );
      assert.equal(created, 1);
    }),
  ),
  story('open-while-written', 'A file is opened while another connection writes to it.', () =>
    withClosedFile((path) =>
      besides(path, 'BEGIN IMMEDIATE', () =>
        whileOpen({ path, busyTimeout: 0 }, async (store) => {
          assert.deepEqual(await namesIn(store), ['Lin']);
          const write = (): unknown => memoryOf(store).remember(nameIs('Mei'), on(1));
          const { code, definite } = await refusalOf(write);
          assert.deepEqual([code, definite], ['busy', refusals.busy.definite]);
        }),
      ),
    ),
  ),
  story('open-waits', 'A bare file another thread writes to is waited for, and opened then.', () =>
    inFolder(async (folder) => {
      const path = join(folder, 'memory.sqlite');
      edit(path, 'VACUUM');
      const other = lockedForAMoment(path);
      try {
        await whileOpen({ path }, async (store) =>
          assert.equal(await memoryOf(store).remember(nameIs('Lin'), on(0)), 1),
        );
      } finally {
        await other.terminate();
      }
    }),
  ),
  story(
    'settings',
    'A file is open with its log, normal synchronisation and the asked timeout.',
    () =>
      inFolder(async (folder) => {
        const told: unknown[] = [];
        let ask = (): void => undefined;
        const driver: DriverSeam = (given) => {
          ask = () => {
            for (const name of ['journal_mode', 'synchronous', 'busy_timeout'])
              told.push(Object.values(given.prepare(`PRAGMA ${name}`).get() ?? {})[0]);
          };
          return given;
        };
        const path = join(folder, 'a.sqlite');
        for (const before of ['new', 'PRAGMA journal_mode = DELETE']) {
          if (before !== 'new') edit(path, before);
          await whileOpen({ path, busyTimeout: 77, driver }, () => ask());
          assert.deepEqual(told.splice(0), ['wal', 1, 77]);
        }
      }),
  ),
  story(
    'log-is-on',
    'A file has a write-ahead log while it is open, and normal synchronisation.',
    () =>
      withClosedFile((path, folder) =>
        whileOpen({ path }, () =>
          assert.equal(Object.keys(digestsOf(folder)).includes('memory.sqlite-wal'), true),
        ),
      ),
  ),
];
