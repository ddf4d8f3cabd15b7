// Tries SQL mutants on a probe database: what does not compile there proves nothing about a store.
import type { Driver } from '../../contract/port.js';
import type { SqlMutant } from './mutant.js';
import { isSameProgram } from './program.js';
import { statementsOf, textOf } from './statement.js';

/**
 * `compile-error`: the database refuses the mutant. `not-probed`: it refuses the original as well,
 * so the probe lacks something that the statement needs. `same-program`: SQLite compiles both to
 * the same instructions, so that on this schema nothing can tell them apart.
 */
export type ProbeStatus = 'valid' | 'compile-error' | 'not-probed' | 'same-program';

export interface Probed {
  readonly mutant: SqlMutant;
  readonly status: ProbeStatus;
  /** What the database said; absent where the mutant is valid. */
  readonly message?: string;
}

/** What the database says against a statement. */
function objection(driver: Driver, sql: string): string | undefined {
  try {
    driver.prepare(sql);
    return undefined;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}

function probe(driver: Driver, mutant: SqlMutant): Probed {
  const original = objection(driver, mutant.statement);
  if (original !== undefined) return { mutant, status: 'not-probed', message: original };
  const message = objection(driver, mutant.broken);
  if (message !== undefined) return { mutant, status: 'compile-error', message };
  const isSame =
    mutant.dialect === 'sqlite' && isSameProgram(driver, mutant.statement, mutant.broken);
  return isSame
    ? { mutant, status: 'same-program', message: 'compiles to the same program' }
    : { mutant, status: 'valid' };
}

/** Whether a statement makes or changes a table, an index or the like. */
export const definesSomething = (text: string): boolean => /^(?:create|alter|drop)\b/i.test(text);

/** Executes what may fail because it was executed before. */
function define(driver: Driver, text: string): void {
  if (definesSomething(text) && objection(driver, text) === undefined) driver.exec(text);
}

/** Runs the body and undoes what it did to the database. */
function undone<T>(driver: Driver, body: () => T): T {
  driver.exec('SAVEPOINT probe');
  try {
    return body();
  } finally {
    driver.exec('ROLLBACK TO probe');
    driver.exec('RELEASE probe');
  }
}

/**
 * Prepares every mutant on a database in which the originals can be prepared; nothing is run but
 * the definitions that stand before a statement in its own source, and they are undone. Answers in
 * the order of the mutants.
 */
export function prepareMutants(driver: Driver, mutants: readonly SqlMutant[]): readonly Probed[] {
  const probed = new Map<SqlMutant, Probed>();
  for (const source of new Set(mutants.map((mutant) => mutant.source))) {
    const group = mutants.filter((mutant) => mutant.source === source);
    undone(driver, () => {
      for (const statement of statementsOf(source, group[0]?.dialect ?? 'sqlite')) {
        const { start, end } = statement;
        const here = group.filter(({ span }) => start <= span.start && span.end <= end);
        for (const mutant of here) probed.set(mutant, probe(driver, mutant));
        define(driver, textOf(statement));
      }
    });
  }
  return mutants.flatMap((mutant) => probed.get(mutant) ?? []);
}

/**
 * The same for statements in the order in which a store sends them: what one defines is there for
 * the next. The database must be empty at first, and holds the definitions afterwards.
 */
export function prepareInOrder(
  driver: Driver,
  statements: readonly string[],
  mutantsOf: (statement: string) => readonly SqlMutant[],
): readonly Probed[] {
  return statements.flatMap((statement) => {
    const probed = prepareMutants(driver, mutantsOf(statement));
    define(driver, statement);
    return probed;
  });
}
