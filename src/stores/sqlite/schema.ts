// What a Touchstone file holds: tables, invariants of a row, and the way from older versions.
import type { Driver } from '../../contract/port.js';

/** Marks a file as Touchstone's in `PRAGMA application_id`. */
export const applicationId = 0x54434853;

/** The version of the schema in `PRAGMA user_version`; 0 is an empty database. */
export const schemaVersion = 2;

/**
 * The checks are invariants no operation can break; what a caller may get wrong is in the guards. A
 * key column of a STRICT table is never NULL, so that none says so once more.
 */
const memoryTable = () => `
CREATE TABLE memory (
  tenant TEXT,
  subject TEXT,
  scope TEXT,
  key TEXT,
  kind TEXT NOT NULL,
  value TEXT NOT NULL,
  source_ref TEXT NOT NULL,
  observed_at INTEGER NOT NULL CHECK (observed_at >= 0),
  updated_at INTEGER NOT NULL CHECK (updated_at >= observed_at),
  confidence REAL NOT NULL CHECK (confidence BETWEEN 0 AND 1),
  expires_at INTEGER,
  evidence TEXT NOT NULL,
  actor TEXT NOT NULL,
  provenance TEXT,
  version INTEGER NOT NULL CHECK (version >= 1),
  deleted_at INTEGER CHECK (deleted_at <= updated_at),
  PRIMARY KEY (tenant, subject, scope, key)
) STRICT`;

/**
 * Live rows in the order of a search. Expired and uncertain rows are judged in the index: with
 * 100,000 of them in front, a search took 8 ms, and 70 ms where each row had to be fetched, as
 * it has to in a table without rowid. Tombstones cost nothing.
 */
const recencyIndex = () => `
CREATE INDEX memory_recency
ON memory (tenant, subject, scope, updated_at DESC, confidence DESC, key, expires_at)
WHERE deleted_at IS NULL`;

/** `expires_at` is the candidate's; the proposal itself ends at `open_until`. */
const proposalsTable = () => `
CREATE TABLE proposals (
  id TEXT PRIMARY KEY,
  digest TEXT NOT NULL,
  tenant TEXT NOT NULL,
  subject TEXT NOT NULL,
  scope TEXT NOT NULL,
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  source_ref TEXT NOT NULL,
  observed_at INTEGER NOT NULL CHECK (observed_at >= 0),
  confidence REAL NOT NULL CHECK (confidence BETWEEN 0 AND 1),
  expires_at INTEGER,
  provenance TEXT NOT NULL,
  intent TEXT NOT NULL,
  base_version INTEGER NOT NULL CHECK (base_version >= 0),
  proposed_at INTEGER NOT NULL CHECK (proposed_at >= observed_at),
  open_until INTEGER NOT NULL CHECK (open_until > proposed_at),
  decided_at INTEGER,
  decision TEXT
) STRICT`;

/** The tables and indexes of an empty database. */
const create = () => [memoryTable(), recencyIndex(), proposalsTable()];

/** Version 1 had no proposals, and its records named no author: they were written by the subject. */
const fromVersion1 = () => [
  'ALTER TABLE memory RENAME TO memory_of_version_1',
  memoryTable(),
  `
INSERT INTO memory (tenant, subject, scope, key, kind, value, source_ref, observed_at, updated_at,
  confidence, expires_at, evidence, actor, provenance, version, deleted_at)
SELECT tenant, subject, scope, key, kind, value, source_ref, observed_at, updated_at,
  confidence, expires_at, evidence, subject, NULL, version, deleted_at
FROM memory_of_version_1`,
  'DROP TABLE memory_of_version_1',
  recencyIndex(),
  proposalsTable(),
];

/** Step n leads from version n to version n + 1, the step of an empty database to the present. */
const steps: readonly (() => readonly string[])[] = [create, fromVersion1];

/** Brings a database of this version to the present, if it is older; runs in one transaction. */
export function migrate(driver: Driver, version: number): void {
  const due = version === 0 ? steps.slice(0, 1) : steps.slice(version);
  for (const statement of due.flatMap((step) => step())) driver.exec(statement);
  driver.exec(`PRAGMA application_id = ${applicationId}`);
  driver.exec(`PRAGMA user_version = ${schemaVersion}`);
}

/** Reads the first pages of each table and index, and names the columns the statements need. */
export const touch = () => `
SELECT
  (SELECT max(rowid) FROM memory),
  (SELECT version + (actor = provenance) FROM memory
   WHERE tenant = '' AND subject = '' AND scope = '' AND key = ''),
  (SELECT count(*) FROM memory INDEXED BY memory_recency
   WHERE tenant = '' AND subject = '' AND scope = '' AND deleted_at IS NULL AND updated_at > 0),
  (SELECT max(rowid) FROM proposals),
  (SELECT decision FROM proposals WHERE id = '')`;
