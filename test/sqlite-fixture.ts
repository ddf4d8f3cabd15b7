// Folders, stores, facts and faults that the tests of the SQLite store share.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { onTestFinished } from 'vitest';
import type { Fact, MemoryRecord, RememberTerms } from '../src/contract/fact.js';
import type { Identity, Origin } from '../src/contract/identity.js';
import type { Memory } from '../src/contract/port.js';
import type { Proposal } from '../src/contract/proposal.js';
import {
  openSqliteHandle,
  openSqliteStore,
  type SqliteHandle,
  type SqliteStore,
  type SqliteStoreOptions,
} from '../src/stores/sqlite/open.js';

/** An empty folder that goes with the test. */
export function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'touchstone-sqlite-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

/** A path for a new file in a folder of its own. */
export const newPath = (): string => join(folder(), 'memory.sqlite');

/** Opens a store and closes it after the test. */
export function open(options: SqliteStoreOptions): SqliteStore {
  const store = openSqliteStore(options);
  onTestFinished(() => store.close());
  return store;
}

/** Opens a store with its test-only side and closes it after the test. */
export function openHandle(options: SqliteStoreOptions): SqliteHandle {
  const handle = openSqliteHandle(options);
  onTestFinished(() => handle.store.close());
  return handle;
}

const digestOf = (path: string): string =>
  createHash('sha256').update(readFileSync(path)).digest('hex');

/** Every file of a folder with a digest of its bytes. */
export const digestsOf = (directory: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(directory)
      .toSorted()
      .map((name) => [name, digestOf(join(directory, name))]),
  );

export const lin: Identity = { tenant: 'acme', subject: 'lin', scopes: ['profile', 'task:one'] };

/** Lin's memory with every method. */
export const memoryOf = (
  store: SqliteStore,
  identity: Identity = lin,
  origin?: Origin,
): Required<Memory> => {
  const memory: Memory = store.as(identity, origin);
  return memory as Required<Memory>;
};

/** A display name, observed at 90. */
export const nameIs = (value: string, more: Partial<Fact> = {}): Fact => ({
  scope: 'profile',
  kind: 'profile',
  key: 'display_name',
  value,
  sourceRef: 'chat:1',
  observedAt: 90,
  ...more,
});

/** The record of `nameIs(value)`, remembered by Lin at 100 on version 0. */
export const recordOf = (value: string, more: Partial<MemoryRecord> = {}): MemoryRecord => ({
  tenant: 'acme',
  subject: 'lin',
  scope: 'profile',
  kind: 'profile',
  key: 'display_name',
  value,
  sourceRef: 'chat:1',
  observedAt: 90,
  confidence: 1,
  expiresAt: null,
  evidence: 'user_confirmed',
  updatedAt: 100,
  version: 1,
  deletedAt: null,
  actor: 'lin',
  provenance: null,
  ...more,
});

/** Confirmed by the user at `now`, on a version. */
export const on = (expectedVersion: number, now = 100): RememberTerms => ({
  evidence: 'user_confirmed',
  expectedVersion,
  now,
});

/** The decision of a user at `now`, on a version. */
export const decided = (expectedVersion: number, now = 100) => ({
  expectedVersion,
  now,
  userConfirmed: true,
});

/** A proposal of Lin's to be called so, made at 100 and open until 1000. */
export const proposalOf = (value: string, more: Partial<Proposal> = {}): Proposal => ({
  id: 'p1',
  digest: `digest of ${value}`,
  owner: { tenant: 'acme', subject: 'lin' },
  candidate: { ...nameIs(value), confidence: 1, expiresAt: null },
  provenance: 'user-stated',
  intent: 'lasting',
  baseVersion: 0,
  proposedAt: 100,
  expiresAt: 1000,
  ...more,
});

/** Confirms the proposal to be called so. */
export const yes = (value: string, now = 200) => ({
  id: 'p1',
  digest: `digest of ${value}`,
  confirmed: true,
  now,
});

export { type Interception, intercepting, sqliteError } from '../mutation/files.js';

const lockAndWait = `
  const { workerData: { path, cell } } = require('node:worker_threads');
  const database = require('better-sqlite3')(path);
  database.exec('BEGIN IMMEDIATE');
  Atomics.store(cell, 0, 1);
  Atomics.notify(cell, 0);
  Atomics.wait(cell, 0, 1);
  Atomics.wait(cell, 0, 2, 50);
  database.close();`;

/** Another thread that holds the write lock of a file until a moment after `releaseSoon`. */
export function lockedByAnother(path: string) {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(lockAndWait, { eval: true, workerData: { path, cell } });
  onTestFinished(async () => {
    await worker.terminate();
  });
  Atomics.wait(cell, 0, 0);
  return {
    releaseSoon(): void {
      Atomics.store(cell, 0, 2);
      Atomics.notify(cell, 0);
    },
    ended: once(worker, 'exit'),
  };
}
