// What the driver of the SQLite store promises of transactions and errors.
import { strict as assert } from 'node:assert';
import {
  asUnavailable,
  connect,
  type Connection,
  isBusy,
  prepare,
  sqliteCode,
} from '../src/stores/sqlite/driver.js';
import { type Check, story } from './check.js';
import { intercepting, sqliteError } from './files.js';
import { odd, refusalOf } from './scene.js';

const rows = ({ withoutSeam: { driver } }: Connection): unknown =>
  driver.prepare('SELECT n FROM t').all();

/** Runs the body on a connection to a table `t (n)` in memory, through a seam. */
async function connected(
  body: (connection: Connection, on: ReturnType<typeof intercepting>['on']) => unknown,
): Promise<void> {
  const { seam, on } = intercepting();
  const connection = connect({ path: ':memory:', busyTimeout: 0, seam });
  try {
    connection.withoutSeam.driver.exec('CREATE TABLE t (n INTEGER CHECK (n < 10)) STRICT');
    await body(connection, on);
  } finally {
    connection.close();
  }
}

const add = (connection: Connection, n: number): unknown =>
  connection.driver.exec(`INSERT INTO t VALUES (${n})`);

export const driverChecks: readonly Check[] = [
  story('transaction', 'A body that throws leaves nothing, one that ends leaves all of it.', () =>
    connected(async (connection) => {
      const { driver } = connection;
      assert.equal(
        connection.transaction(() => (add(connection, 1), 'done')),
        'done',
      );
      const defect = new TypeError('a defect');
      const failing = (): never =>
        connection.transaction(() => {
          add(connection, 2);
          throw defect;
        });
      assert.throws(failing, defect);
      assert.deepEqual(rows(connection), [{ n: 1 }]);
      assert.throws(() => connection.transaction(() => add(connection, 11)), /CHECK/);
      driver.exec('BEGIN');
      connection.abandon();
      connection.abandon();
      driver.exec('BEGIN');
      driver.exec('ROLLBACK');
    }),
  ),
  story('transaction-errors', 'Only a failed COMMIT leaves open whether the write happened.', () =>
    connected(async (connection, on) => {
      for (const [failing, definite] of [
        ['BEGIN', true],
        ['INSERT', true],
        ['COMMIT', false],
      ] as const) {
        on.statement = (sql, go) => {
          if (sql.startsWith(failing)) throw sqliteError('SQLITE_IOERR');
          return go();
        };
        const write = (): unknown => connection.transaction(() => add(connection, 1));
        const { code, definite: said, facts } = await refusalOf(write);
        assert.deepEqual([code, said, facts], ['io', definite, { code: 'SQLITE_IOERR' }]);
        on.statement = undefined;
        assert.deepEqual(rows(connection), []);
      }
    }),
  ),
  story('rollback-passes-the-seam', 'What is rolled back was begun, and the seam sees it.', () =>
    connected((connection, on) => {
      const seen: string[] = [];
      let refusing = false;
      on.statement = (sql, go) => {
        seen.push(sql);
        if (refusing) throw sqliteError('SQLITE_BUSY');
        return go();
      };
      const fail = (): never => {
        throw new TypeError('a defect');
      };
      assert.throws(() => connection.transaction(fail), TypeError);
      refusing = true;
      assert.throws(() => connection.transaction(fail), { code: 'busy' });
      assert.deepEqual(seen, ['BEGIN IMMEDIATE', 'ROLLBACK', 'BEGIN IMMEDIATE']);
    }),
  ),
  story('prepared-once', 'A statement is prepared when it is first asked for, and once.', () =>
    connected(({ withoutSeam: { driver } }) => {
      let prepared = 0;
      const counting = {
        exec: (sql: string) => driver.exec(sql),
        prepare(sql: string) {
          prepared += 1;
          return driver.prepare(sql);
        },
      };
      const statement = prepare<[], { n: number }>(counting, 'SELECT n FROM t');
      assert.equal(prepared, 0);
      assert.equal(statement(), statement());
      assert.equal(prepared, 1);
    }),
  ),
  story(
    'rollback-fails',
    'A rollback that fails is done past the seam, the first error counts.',
    () =>
      connected(async (connection, on) => {
        on.statement = (sql, go) => {
          if (sql === 'ROLLBACK') throw sqliteError('SQLITE_IOERR_ROLLBACK');
          return go();
        };
        const defect = new TypeError('a defect');
        const failing = (): never =>
          connection.transaction(() => {
            add(connection, 1);
            throw defect;
          });
        assert.throws(failing, defect);
        assert.deepEqual(rows(connection), []);
        assert.equal(
          connection.transaction(() => 1),
          1,
        );
      }),
  ),
  story('reading-errors', 'A failure to read is definite.', () =>
    connected(async (connection) => {
      assert.equal(
        connection.read(() => 1),
        1,
      );
      const failing = (): never =>
        connection.read(() => {
          throw sqliteError('SQLITE_IOERR_READ');
        });
      const { code, definite } = await refusalOf(failing);
      assert.deepEqual([code, definite], ['io', true]);
    }),
  ),
  story(
    'connection-closes',
    'Closing twice is fine, and a seam that throws leaves nothing open.',
    () =>
      connected((connection) => {
        assert.equal(connection.closed, false);
        connection.close();
        connection.close();
        assert.equal(connection.closed, true);
        const seam = (): never => {
          throw new TypeError('a defect of the seam');
        };
        assert.throws(
          () => connect({ path: ':memory:', busyTimeout: 0, seam }),
          /defect of the seam/,
        );
      }),
  ),
  story('readonly', 'A connection for reading cannot write.', () => {
    assert.throws(() => connect({ path: ':memory:', readonly: true, busyTimeout: 0 }));
  }),
  story(
    'error-codes',
    'Failures of the storage are unavailable, anything else is a defect.',
    () => {
      const codes = 'IOERR FULL CANTOPEN READONLY CORRUPT NOTADB NOMEM PROTOCOL PERM NOLFS'.split(
        ' ',
      );
      for (const code of codes.map((each) => `SQLITE_${each}_X`))
        for (const definite of [true, false]) {
          const refusal = odd<Record<string, unknown>>(asUnavailable(sqliteError(code), definite));
          const { kind, facts } = refusal;
          assert.deepEqual(
            [kind, refusal['code'], refusal['definite'], facts],
            ['unavailable', 'io', definite, { code }],
          );
        }
      for (const code of ['SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT', 'SQLITE_LOCKED']) {
        assert.equal(isBusy(sqliteError(code)), true);
        const refusal = odd<Record<string, unknown>>(asUnavailable(sqliteError(code), false));
        assert.deepEqual([refusal['code'], refusal['definite']], ['busy', true]);
      }
      for (const code of ['SQLITE_ERROR', 'SQLITE_CONSTRAINT', 'X SQLITE_BUSY', 'X SQLITE_IOERR']) {
        const defect = sqliteError(code);
        assert.equal(asUnavailable(defect, true), defect);
        assert.equal(isBusy(defect), false);
      }
      for (const none of [undefined, null, 'SQLITE_BUSY', { code: 'SQLITE_BUSY' }, new Error('x')])
        assert.equal(sqliteCode(none), '');
      assert.equal(sqliteCode(Object.assign(new Error('x'), { code: 5 })), '');
      assert.equal(sqliteCode(sqliteError('SQLITE_X')), 'SQLITE_X');
    },
  ),
];
