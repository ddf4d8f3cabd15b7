// Opens the SQLite store: the public way in, and the handle a test needs besides.
import { z } from 'zod';
import type { MemoryRecord } from '../../contract/fact.js';
import { limits } from '../../contract/limits.js';
import { defaultPolicy, type Policy, readPolicy } from '../../contract/policy.js';
import type { DriverSeam, MemoryStore } from '../../contract/port.js';
import { readShape, text } from '../../contract/shapes.js';
import { readIdentity, readOrigin } from '../../guards/identity.js';
import { indexPolicy } from '../../guards/policy-index.js';
import { prepare } from './driver.js';
import { openFile } from './file.js';
import { openMemory } from './memory.js';
import { prepareProposals } from './proposal-rows.js';
import { prepareRecords } from './records.js';
import { checkOpen, type Session } from './session.js';
import { allRecords, deleteAll } from './statements.js';

/** Milliseconds SQLite can count. */
const maxTimeout = 0x7fffffff;

const Options = z.strictObject({
  path: text.refine((path) => path !== '' && path === path.trim()),
  policy: z.custom<Policy>().optional(),
  busyTimeout: z.number().int().min(0).max(maxTimeout).optional(),
  driver: z.custom<DriverSeam>((value) => typeof value === 'function').optional(),
});

/** How a store is opened. */
export interface SqliteStoreOptions {
  /** A file, created where there is none, or `:memory:`. */
  readonly path: string;
  /** What may be written; the default policy where absent. */
  readonly policy?: Policy | undefined;
  /** Milliseconds a writer waits for another one; 5000 where absent. */
  readonly busyTimeout?: number | undefined;
  /** The driver seam, for tests: every statement of the store passes through it. */
  readonly driver?: DriverSeam | undefined;
}

/** A store in one SQLite file. */
export interface SqliteStore extends MemoryStore {
  readonly policy: Policy;
  readonly closed: boolean;
}

/** An open store, and what only a test may do with it; neither passes through the seam. */
export interface SqliteHandle {
  readonly store: SqliteStore;
  /** All records of all tenants, as stored. */
  readonly records: () => MemoryRecord[];
  /** Rolls back what was left open. */
  readonly abandon: () => void;
  /** Empties the file in one transaction. */
  readonly clear: () => void;
  /** Puts another policy in force. */
  readonly usePolicy: (policy: Policy) => void;
}

function startSession(options: SqliteStoreOptions): Session {
  const {
    path,
    policy,
    busyTimeout = limits.busyTimeout.default,
    driver,
  } = readShape(Options, 'options', options);
  const index = indexPolicy(policy === undefined ? defaultPolicy : readPolicy(policy));
  const connection = openFile({ path, busyTimeout, seam: driver });
  return {
    connection,
    records: prepareRecords(connection.driver),
    proposals: prepareProposals(connection.driver),
    policy: index,
  };
}

/** Opens a store together with its test-only side. */
export function openSqliteHandle(options: SqliteStoreOptions): SqliteHandle {
  const session = startSession(options);
  const { connection } = session;
  const { withoutSeam } = connection;
  return {
    store: {
      as(identity, origin) {
        checkOpen(session);
        return openMemory(
          session,
          readIdentity(identity),
          origin === undefined ? undefined : readOrigin(origin),
        );
      },
      close: () => {
        connection.close();
      },
      get policy() {
        return session.policy.policy;
      },
      get closed() {
        return connection.closed;
      },
    },
    records: () => prepare<[], MemoryRecord>(withoutSeam.driver, allRecords())().all(),
    abandon: () => {
      connection.abandon();
    },
    clear: () => {
      withoutSeam.transaction(() => withoutSeam.driver.exec(deleteAll()));
    },
    usePolicy: (policy) => {
      session.policy = indexPolicy(readPolicy(policy));
    },
  };
}

/**
 * Opens a store in one SQLite file, or in memory, for one process after another or for several
 * at once (contract sections 3 and 5). A path that is not Touchstone's, is damaged, or was written
 * by a newer version is refused as `unavailable: io`, definite, and left untouched; an older one
 * is migrated in one transaction. Wrong options are `invalid: malformed`.
 */
export function openSqliteStore(options: SqliteStoreOptions): SqliteStore {
  return openSqliteHandle(options).store;
}
