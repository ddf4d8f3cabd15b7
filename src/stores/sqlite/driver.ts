// The only file that names better-sqlite3: connections, transactions, and what its errors mean.
import Database from 'better-sqlite3';
import type { Driver, DriverSeam } from '../../contract/port.js';
import { Refusal } from '../../contract/refusals.js';

/** A prepared statement that knows its positional parameters and the rows it returns. */
export interface Prepared<Parameters extends readonly unknown[], Row = never> {
  run(...parameters: Parameters): { readonly changes: number | bigint };
  get(...parameters: Parameters): Row | undefined;
  all(...parameters: Parameters): Row[];
}

/**
 * A statement that is prepared when it is first asked for: preparing all of them would be most
 * of opening a store. Parameters and row are what the author of the SQL says they are.
 */
export function prepare<Parameters extends readonly unknown[], Row = never>(
  driver: Driver,
  sql: string,
): () => Prepared<Parameters, Row> {
  let statement: Prepared<Parameters, Row> | undefined;
  return () => {
    if (statement !== undefined) return statement;
    const prepared: unknown = driver.prepare(sql);
    return (statement = prepared as Prepared<Parameters, Row>);
  };
}

/** A way to a database on which operations run. */
export interface Link {
  readonly driver: Driver;
  /** Runs one reading statement; a failure is definite, because nothing was to be written. */
  read<T>(body: () => T): T;
  /**
   * Runs the body as one write transaction. Whatever it throws is thrown on after a rollback;
   * in every case the connection is left without an open transaction.
   */
  transaction<T>(body: () => T): T;
}

/** One connection to one database; its own link is the way through the seam. */
export interface Connection extends Link {
  /** For opening and for tests. */
  readonly withoutSeam: Link;
  readonly closed: boolean;
  /** Rolls back what a broken store under test left open. */
  abandon(): void;
  /** Closing twice is fine. */
  close(): void;
}

/** The code of an error of SQLite, told by its fields; empty where there is none. */
export function sqliteCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

/** Whether another connection stands in the way. */
export const isBusy = (error: unknown): boolean => /^SQLITE_(BUSY|LOCKED)/.test(sqliteCode(error));

const storageFailure =
  /^SQLITE_(IOERR|FULL|CANTOPEN|READONLY|CORRUPT|NOTADB|NOMEM|PROTOCOL|PERM|NOLFS)/;

/** A failure of the storage as `unavailable`; anything else is a defect and stays as it is. */
export function asUnavailable(error: unknown, definite: boolean): unknown {
  if (isBusy(error)) return new Refusal('busy');
  const code = sqliteCode(error);
  return storageFailure.test(code) ? new Refusal('io', { code }, definite) : error;
}

/** How a database is reached. */
export interface Reach {
  readonly path: string;
  readonly readonly?: boolean;
  /** Milliseconds a statement waits for another writer. */
  readonly busyTimeout: number;
  readonly seam?: DriverSeam | undefined;
}

function link(database: Database.Database, driver: Driver): Link {
  const begin = prepare<[]>(driver, 'BEGIN IMMEDIATE');
  const commit = prepare<[]>(driver, 'COMMIT');
  const rollback = prepare<[]>(driver, 'ROLLBACK');

  /** Rolls back, past the seam if need be, and says what the error stands for. */
  function failed(error: unknown, definite: boolean): unknown {
    try {
      if (database.inTransaction) rollback().run();
    } catch {
      // What went wrong first is the answer.
    }
    if (database.inTransaction) database.exec('ROLLBACK');
    return asUnavailable(error, definite);
  }

  return {
    driver,
    read(body) {
      try {
        return body();
      } catch (error) {
        throw asUnavailable(error, true);
      }
    },
    transaction(body) {
      let result: ReturnType<typeof body>;
      try {
        begin().run();
        result = body();
      } catch (error) {
        throw failed(error, true);
      }
      try {
        commit().run();
      } catch (error) {
        // Only a failed COMMIT leaves open whether the write happened.
        throw failed(error, false);
      }
      return result;
    },
  };
}

/** Connects without looking at what is there; the errors of SQLite pass through. */
export function connect({ path, readonly = false, busyTimeout, seam }: Reach): Connection {
  const database = new Database(path, { readonly, timeout: busyTimeout });
  try {
    const withoutSeam = link(database, database);
    return {
      ...(seam === undefined ? withoutSeam : link(database, seam(database))),
      withoutSeam,
      get closed() {
        return !database.open;
      },
      abandon: () => {
        if (database.inTransaction) database.exec('ROLLBACK');
      },
      close: () => {
        database.close();
      },
    };
  } catch (error) {
    database.close();
    throw error;
  }
}
