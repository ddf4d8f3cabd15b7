// The statements of the SQLite store by name, and how one is recognised when it passes the seam.

const rows = 'src/stores/sqlite/statements.ts';
const schema = 'src/stores/sqlite/schema.ts';
const driver = 'src/stores/sqlite/driver.ts';

interface Known {
  readonly file: string;
  /** Each of these stands in it, all space as one; no other statement has all of them. */
  readonly marks: readonly string[];
  /** Why nothing in it is a guard, if so. */
  readonly unguarded?: string;
}

/** Named after the function that makes them; those of the driver after their first word. */
export const statements = {
  readRecord: { file: rows, marks: ['SELECT tenant, subject', 'FROM memory WHERE tenant = ?'] },
  insertRecord: { file: rows, marks: ['INSERT INTO memory (kind'] },
  updateRecord: { file: rows, marks: ['UPDATE memory SET kind = ?'] },
  forgetRecord: { file: rows, marks: ['UPDATE memory SET deleted_at = ?'] },
  restoreRecord: { file: rows, marks: ['UPDATE memory SET deleted_at = NULL'] },
  searchRecords: { file: rows, marks: ['SELECT scope, key', 'FROM memory WHERE tenant = ?'] },
  insertProposal: {
    file: rows,
    marks: ['INSERT INTO proposals'],
    unguarded: 'The id is random and new, so that no row is ever in the way of the insert.',
  },
  claimProposal: { file: rows, marks: ['UPDATE proposals SET decided_at = ?'] },
  readProposal: { file: rows, marks: ['SELECT id, digest', 'FROM proposals WHERE id = ?'] },
  closeProposal: { file: rows, marks: ['UPDATE proposals SET decision = ?'] },
  allRecords: {
    file: rows,
    marks: ['FROM memory ORDER BY tenant'],
    unguarded: 'Only tests read the raw table, and they put its rows in order themselves.',
  },
  deleteAll: {
    file: rows,
    marks: ['DELETE FROM memory; DELETE FROM proposals'],
    unguarded: 'Only tests empty the file.',
  },
  memoryTable: { file: schema, marks: ['CREATE TABLE memory ('] },
  recencyIndex: {
    file: schema,
    marks: ['CREATE INDEX memory_recency'],
    unguarded: 'An index makes an answer fast; its condition changes none.',
  },
  proposalsTable: { file: schema, marks: ['CREATE TABLE proposals ('] },
  fromVersion1: {
    file: schema,
    marks: ['INSERT INTO memory (tenant', 'FROM memory_of_version_1'],
    unguarded: 'Older files are brought up by the tests of files; the new table is empty then.',
  },
  touch: {
    file: schema,
    marks: ['SELECT (SELECT max(rowid) FROM memory)'],
    unguarded: 'It only looks whether the file can be read; what it finds is thrown away.',
  },
  BEGIN: {
    file: driver,
    marks: ['BEGIN IMMEDIATE'],
    unguarded: 'Its first statement is the write, which takes the lock itself; threads try two.',
  },
  COMMIT: { file: driver, marks: ['COMMIT'] },
  ROLLBACK: { file: driver, marks: ['ROLLBACK'] },
} as const satisfies Record<string, Known>;

export type StatementName = keyof typeof statements;

const known: readonly (readonly [string, Known])[] = Object.entries(statements);

const isName = (name: string | undefined): name is StatementName =>
  name !== undefined && Object.hasOwn(statements, name);

/** The name of a statement as it is sent, or undefined for one that is not of the store. */
export function nameOfStatement(text: string): StatementName | undefined {
  const line = text.replace(/\s+/g, ' ').trim();
  const found = known.find(([, { marks }]) => marks.every((mark) => line.includes(mark)));
  return isName(found?.[0]) ? found[0] : undefined;
}

/** Why no condition of this statement is a guard, or undefined where they are. */
export const whyUnguarded = (name: StatementName): string | undefined =>
  known.find(([each]) => each === name)?.[1].unguarded;
