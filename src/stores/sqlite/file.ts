// Which files the store opens: new ones, its own, and older ones after a migration; no others.
import { accessSync, constants, type Stats, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Driver } from '../../contract/port.js';
import { type Connection, connect, isBusy, prepare, type Reach } from './driver.js';
import { applicationId, migrate, schemaVersion, touch } from './schema.js';
import { asDamaged, asUnusable, type Reason, unusable } from './unusable.js';

interface Head {
  readonly applicationId: number;
  readonly version: number;
  readonly objects: number;
}

/** The version of a database that is Touchstone's or empty (0); refuses any other one. */
function versionOf(driver: Driver): number {
  const head = prepare<[], Head>(
    driver,
    `SELECT
       (SELECT application_id FROM pragma_application_id) AS applicationId,
       (SELECT user_version FROM pragma_user_version) AS version,
       (SELECT count(*) FROM sqlite_schema) AS objects`,
  )().get();
  if (head === undefined) throw unusable('damaged');
  if (head.applicationId === 0 && head.version === 0 && head.objects === 0) return 0;
  if (head.applicationId !== applicationId) throw unusable('foreign');
  if (head.version > schemaVersion) throw unusable('newer');
  if (head.version < 1) throw unusable('damaged');
  return head.version;
}

/**
 * Reads the head and the first pages of a file: what costs the same for any size. A truncated
 * file is found here; damage deep inside is not looked for, the operation that meets it is
 * `unavailable: io`.
 */
function judge(driver: Driver): number {
  const version = versionOf(driver);
  if (version < schemaVersion) return version;
  try {
    prepare(driver, touch())().get();
    return version;
  } catch (error) {
    throw asDamaged(error);
  }
}

/** Runs the body on a new connection and closes it again where the body throws. */
function connected(reach: Reach, body: (connection: Connection) => void): Connection {
  let connection: Connection | undefined;
  try {
    connection = connect(reach);
    body(connection);
    return connection;
  } catch (error) {
    connection?.close();
    throw asUnusable(error);
  }
}

/** Looks at a path without opening it: closing it again would drop SQLite's locks on the file. */
function lookAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    throw unusable('unreachable');
  }
}

function mayAccess(path: string, mode: number, otherwise: Reason): void {
  try {
    accessSync(path, mode);
  } catch {
    throw unusable(otherwise);
  }
}

/** What can be told of a file from the outside. */
function judgePath(path: string): void {
  if (lookAt(dirname(path))?.isDirectory() !== true) throw unusable('unreachable');
  // A name too long for SQLite's longest one beside it would leave an empty file behind.
  lookAt(`${path}-journal`);
  const found = lookAt(path);
  if (found === undefined) return;
  if (found.isDirectory()) throw unusable('directory');
  mayAccess(path, constants.R_OK, 'unreachable');
  mayAccess(path, constants.W_OK, 'read-only');
}

/** Closing the last writable connection would work a log that waits into the file. */
const hasWaitingLog = (path: string): boolean => (lookAt(`${path}-wal`)?.size ?? 0) > 0;

/** Creates the tables or migrates them, in one transaction that looks again how old they are. */
function update(connection: Connection): void {
  connection.transaction(() => {
    migrate(connection.driver, versionOf(connection.withoutSeam.driver));
  });
}

/** Milliseconds between two tries to switch the journal. */
const pause = 10;

function switchToLog(driver: Driver): void {
  driver.exec('PRAGMA journal_mode = WAL');
}

/** Whether another connection stands in the way of the log; without one, the log is used. */
function isHindered(driver: Driver): boolean {
  try {
    switchToLog(driver);
    return false;
  } catch (error) {
    return isBusy(error);
  }
}

/**
 * Switches to a write-ahead log. While another connection writes to a file that has none yet,
 * SQLite answers busy at once, whatever its timeout: so the waiting is done here alone.
 */
function useLog(driver: Driver, busyTimeout: number): void {
  driver.exec('PRAGMA busy_timeout = 0');
  for (let waited = 0; waited < busyTimeout && isHindered(driver); waited += pause)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
  switchToLog(driver);
  driver.exec(`PRAGMA busy_timeout = ${busyTimeout}`);
}

/**
 * Opens a file, or `:memory:`, with tables of the present version. A file it refuses
 * (`unavailable: io`, definite, with the reason as fact `file`) is left as it was, and no log
 * stays beside it that was not there.
 */
export function openFile(reach: Reach): Connection {
  if (reach.path === ':memory:') return connected(reach, update);
  // Absolute, so that SQLite reads no scheme in it.
  const path = resolve(reach.path);
  judgePath(path);
  let judged: number | undefined;
  if (hasWaitingLog(path))
    connected({ ...reach, path, seam: undefined, readonly: true }, ({ driver }) => {
      judged = judge(driver);
    }).close();
  return connected({ ...reach, path }, (connection) => {
    const { withoutSeam } = connection;
    const version = judged ?? judge(withoutSeam.driver);
    useLog(withoutSeam.driver, reach.busyTimeout);
    withoutSeam.driver.exec('PRAGMA synchronous = NORMAL');
    if (version < schemaVersion) update(connection);
  });
}
