// Raw rows for the constraints of a table: what no caller can write, put in by hand on both schemas.
import type { Driver, DriverSeam, Statement } from '../../contract/port.js';
import { describeThrown } from '../session.js';

/** A row as the database holds it, by column. */
export type Row = Readonly<Record<string, unknown>>;

/** A row of each table a store wrote to, by the table's name as the store spells it. */
export type Rows = ReadonlyMap<string, Row>;

const insertInto = /^\s*INSERT\s+(?:OR\s+\w+\s+)?INTO\s+("[^"]+"|[\w.]+)/iu;

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null;

/** Keeps a row of each table, taken right after the store inserted it. */
export function gatherRows(): { readonly seam: DriverSeam; readonly rows: Rows } {
  const rows = new Map<string, Row>();
  function look(driver: Driver, table: string): void {
    if (rows.has(table)) return;
    const row = driver.prepare(`SELECT * FROM ${table} LIMIT 1`).get();
    if (isRow(row)) rows.set(table, row);
  }
  const seam: DriverSeam = (driver) => ({
    exec: (sql) => driver.exec(sql),
    prepare(sql) {
      const statement = driver.prepare(sql);
      const table = insertInto.exec(sql)?.[1];
      if (table === undefined || rows.has(table)) return statement;
      return {
        run(...parameters) {
          const result = statement.run(...parameters);
          look(driver, table);
          return result;
        },
        get: (...parameters) => statement.get(...parameters),
        all: (...parameters) => statement.all(...parameters),
      };
    },
  });
  return { seam, rows };
}

/** Some rows, and what they try. */
interface Trial {
  readonly rows: readonly Row[];
  readonly words: string;
}

const shown = (value: unknown): string => (value === null ? 'NULL' : JSON.stringify(value));

/** Values a column may be given by hand, whatever it is for. */
const oddValues: readonly unknown[] = [null, '', 'x', '1.5', -1, 0, 0.5, 1, 1.5, 2, 1e15];

/** The rows to try: one column changed, a number moved past another one, an address taken twice. */
export function* trialsOf(row: Row): Generator<Trial> {
  const columns = Object.keys(row);
  const numbers = columns.filter((column) => typeof row[column] === 'number');
  yield { rows: [row], words: 'the row as the store wrote it' };
  yield { rows: [row, row], words: 'the same row twice' };
  for (const column of columns) {
    for (const value of oddValues)
      yield { rows: [{ ...row, [column]: value }], words: `${column} = ${shown(value)}` };
    for (const other of numbers)
      for (const past of [-1, 0, 1]) {
        const value = Number(row[other]) + past;
        yield { rows: [{ ...row, [column]: value }], words: `${column} = ${other} + ${past}` };
      }
    const value = row[column];
    const next = typeof value === 'number' ? value + 1 : `${String(value)}'`;
    const second = { ...row, [column]: next };
    yield { rows: [row, second], words: `a second row with another ${column}` };
  }
}

/** Says what a database makes of rows, and undoes it; it prepares each statement once. */
function tryingOn(driver: Driver): (table: string, trial: Trial) => string {
  const prepared = new Map<string, Statement>();
  const run = (sql: string, ...values: readonly unknown[]): void => {
    const statement = prepared.get(sql) ?? driver.prepare(sql);
    prepared.set(sql, statement);
    statement.run(...values);
  };
  return (table, { rows }) => {
    run('SAVEPOINT raw');
    try {
      for (const row of rows) {
        const columns = Object.keys(row);
        const places = columns.map(() => '?').join(', ');
        const insert = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`;
        run(insert, ...Object.values(row));
      }
      return 'accepted';
    } catch (thrown) {
      const outcome = describeThrown(thrown);
      return 'threw' in outcome ? `refused (${outcome.threw})` : 'refused';
    } finally {
      run('ROLLBACK TO raw');
      run('RELEASE raw');
    }
  };
}

/** Trials of a table with what its unbroken schema makes of them. */
export interface Judged {
  readonly table: string;
  readonly trial: Trial;
  readonly outcome: string;
}

/** Tries raw rows on the unbroken schema. */
export function judgeRows(driver: Driver, rows: Rows): readonly Judged[] {
  const outcomeOf = tryingOn(driver);
  return [...rows].flatMap(([table, row]) =>
    [...trialsOf(row)].map((trial) => ({ table, trial, outcome: outcomeOf(table, trial) })),
  );
}

const word = (outcome: string): string => outcome.split(' ')[0] ?? outcome;

/** The first raw row that a broken schema takes or refuses other than the unbroken one, in words. */
export function differsIn(driver: Driver, judged: readonly Judged[]): string | undefined {
  const outcomeOf = tryingOn(driver);
  for (const { table, trial, outcome } of judged) {
    const broken = outcomeOf(table, trial);
    if (word(broken) !== word(outcome))
      return `a raw row of ${table}, ${trial.words}: expected ${outcome}, got ${broken}`;
  }
  return undefined;
}
