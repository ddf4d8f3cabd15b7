// Every statement on the store's rows: the list of what a row must satisfy (contract sections 4, 5, 8).

/** The columns of a found fact under the names of the port, so that a row is the result. */
const factColumns = () => `scope, key, kind, value, source_ref AS sourceRef, evidence,
  observed_at AS observedAt, updated_at AS updatedAt, expires_at AS expiresAt, confidence, version`;

const recordColumns = () => `tenant, subject, ${factColumns()},
  deleted_at AS deletedAt, actor, provenance`;

/** One record, whatever its state: to show it, and to explain why a write changed no row. */
export const readRecord = () => `
SELECT ${recordColumns()}
FROM memory
WHERE tenant = ? AND subject = ? AND scope = ? AND key = ?`;

/** Remember on version 0: a row only where there is none, tombstones included. */
export const insertRecord = () => `
INSERT INTO memory (kind, value, source_ref, observed_at, updated_at, confidence, expires_at,
  evidence, actor, provenance, tenant, subject, scope, key, version, deleted_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, NULL)
ON CONFLICT (tenant, subject, scope, key) DO NOTHING`;

/** Remember on a later version. */
export const updateRecord = () => `
UPDATE memory
SET kind = ?, value = ?, source_ref = ?, observed_at = ?, updated_at = ?, confidence = ?,
  expires_at = ?, evidence = ?, actor = ?, provenance = ?, version = version + 1
WHERE tenant = ? AND subject = ? AND scope = ? AND key = ?
  AND version = ?
  AND deleted_at IS NULL
  AND observed_at <= ?
  AND updated_at <= ?`;

export const forgetRecord = () => `
UPDATE memory
SET deleted_at = ?, updated_at = ?, version = version + 1
WHERE tenant = ? AND subject = ? AND scope = ? AND key = ?
  AND version = ?
  AND updated_at <= ?
  AND deleted_at IS NULL`;

export const restoreRecord = () => `
UPDATE memory
SET deleted_at = NULL, updated_at = ?, version = version + 1
WHERE tenant = ? AND subject = ? AND scope = ? AND key = ?
  AND version = ?
  AND updated_at <= ?
  AND deleted_at IS NOT NULL
  AND (expires_at IS NULL OR expires_at > ?)`;

/** The active facts of a scope. A bound limit would be planned anew on every execution. */
export const searchRecords = (limit: number) => `
SELECT ${factColumns()}
FROM memory
WHERE tenant = ? AND subject = ? AND scope = ?
  AND deleted_at IS NULL
  AND updated_at <= ?
  AND (expires_at IS NULL OR expires_at > ?)
  AND confidence >= ?
  AND instr(value, ?) > 0
ORDER BY updated_at DESC, confidence DESC, key
LIMIT ${limit}`;

export const insertProposal = () => `
INSERT INTO proposals (id, digest, tenant, subject, scope, kind, key, value, source_ref,
  observed_at, confidence, expires_at, provenance, intent, base_version, proposed_at, open_until)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** The right to decide a proposal, given once; the parameter alone is whether it is confirmed. */
export const claimProposal = () => `
UPDATE proposals
SET decided_at = ?
WHERE id = ? AND tenant = ? AND subject = ?
  AND scope IN (SELECT value FROM json_each(?))
  AND ? = 1
  AND digest = ?
  AND decided_at IS NULL
  AND proposed_at <= ?
  AND open_until > ?
  AND intent <> 'once'`;

/** By id alone: the claim has judged whose it is, and the guards explain it. */
export const readProposal = () => `
SELECT id, digest, tenant, subject, scope, kind, key, value, source_ref AS sourceRef,
  observed_at AS observedAt, confidence, expires_at AS expiresAt, provenance, intent,
  base_version AS baseVersion, proposed_at AS proposedAt, open_until AS openUntil, decision
FROM proposals
WHERE id = ?`;

/** Follows its claim in the same transaction. */
export const closeProposal = () => `
UPDATE proposals
SET decision = ?
WHERE id = ?`;

/** Test only: the raw table of all tenants. */
export const allRecords = () => `
SELECT ${recordColumns()}
FROM memory
ORDER BY tenant, subject, scope, key`;

/** Test only. */
export const deleteAll = () => `
DELETE FROM memory;
DELETE FROM proposals;`;
