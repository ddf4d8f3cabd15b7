// SQL mutants at the driver: one seam gathers what a store sends, the others break a part of it.
import type { Driver, DriverSeam, Statement } from '../../contract/port.js';
import { mutateSql, type MutateOptions } from './mutate.js';
import type { SqlMutant } from './mutant.js';
import { shapeOf } from './shape.js';
import { statementsOf, textOf } from './statement.js';
import type { Dialect } from './token.js';

type Rewrite = (sql: string) => string;

/** A seam that sends other texts than it was given; results pass through. */
const rewriting =
  (rewrite: Rewrite): DriverSeam =>
  (driver): Driver => ({
    prepare: (sql) => driver.prepare(rewrite(sql)),
    exec: (sql) => driver.exec(rewrite(sql)),
  });

/** Makes the mutants of a text once. */
function mutantsByText(options: Omit<MutateOptions, 'dialect'>) {
  const known = new Map<string, ReadonlyMap<string, SqlMutant>>();
  return (text: string, dialect: Dialect): ReadonlyMap<string, SqlMutant> => {
    const made =
      known.get(text) ??
      new Map(mutateSql(text, { ...options, dialect }).map((mutant) => [mutant.id, mutant]));
    known.set(text, made);
    return made;
  };
}

/** What becomes of a text when one statement is broken wherever it stands. */
function breaking(mutant: SqlMutant, mutantsOf: ReturnType<typeof mutantsByText>): Rewrite {
  const { dialect } = mutant;
  const shape = shapeOf(mutant.statement, dialect);
  const known = new Map([[mutant.source, mutant.mutated]]);

  function brokenFrom(text: string): string {
    if (text === mutant.statement) return mutant.broken;
    if (shapeOf(text, dialect) !== shape) return text;
    return mutantsOf(text, dialect).get(mutant.id)?.broken ?? text;
  }
  return (sql) => {
    let rewritten = known.get(sql);
    if (rewritten !== undefined) return rewritten;
    let end = 0;
    rewritten = '';
    for (const statement of statementsOf(sql, dialect)) {
      rewritten += sql.slice(end, statement.start) + brokenFrom(textOf(statement));
      ({ end } = statement);
    }
    rewritten += sql.slice(end);
    known.set(sql, rewritten);
    return rewritten;
  };
}

/**
 * A seam that breaks one statement, wherever it is prepared or executed, alone or among others;
 * all others pass as they are. A statement of the same shape (another number, a longer list of
 * parameters) is the same statement: it is broken in the same place. The mutant must have been
 * made with these operators and columns, which are those of `mutateSql` by default.
 */
export const seamWithMutant = (
  mutant: SqlMutant,
  options: Omit<MutateOptions, 'dialect'> = {},
): DriverSeam => rewriting(breaking(mutant, mutantsByText(options)));

export interface SqlSwitch {
  readonly seam: DriverSeam;
  /**
   * From now on these mutants are in force, each of another statement, or none; a statement that is
   * running is not affected.
   */
  readonly use: (...mutants: readonly SqlMutant[]) => void;
}

/**
 * A seam in which the mutant can be changed while the store is open: also statements that were
 * prepared before are broken. It hands out statements with `run`, `get` and `all` alone; a store
 * that needs more of its driver's statements is opened anew with `seamWithMutant`.
 */
export function switchSqlMutants(options: Omit<MutateOptions, 'dialect'> = {}): SqlSwitch {
  const mutantsOf = mutantsByText(options);
  let rewrite: Rewrite = (sql) => sql;
  const switched = (driver: Driver, sql: string): Statement => {
    const prepared = new Map([[sql, driver.prepare(sql)]]);
    const current = (): Statement => {
      const text = rewrite(sql);
      const statement = prepared.get(text) ?? driver.prepare(text);
      prepared.set(text, statement);
      return statement;
    };
    return {
      run: (...parameters) => current().run(...parameters),
      get: (...parameters) => current().get(...parameters),
      all: (...parameters) => current().all(...parameters),
    };
  };
  return {
    seam: (driver) => ({
      prepare: (sql) => switched(driver, sql),
      exec: (sql) => driver.exec(rewrite(sql)),
    }),
    use(...mutants) {
      const rewrites = mutants.map((mutant) => breaking(mutant, mutantsOf));
      rewrite = (sql) => rewrites.reduce((text, next) => next(text), sql);
    },
  };
}

export interface Collection {
  readonly seam: DriverSeam;
  /** The statements that came through, one of each shape, in the order in which they first came. */
  readonly statements: () => readonly string[];
}

/** Gathers the statements a store really sends; a text with several is taken apart. */
export function collectStatements(dialect: Dialect = 'sqlite'): Collection {
  const texts = new Set<string>();
  const byShape = new Map<string, string>();
  return {
    seam: rewriting((sql) => {
      if (texts.has(sql)) return sql;
      texts.add(sql);
      for (const text of statementsOf(sql, dialect).map(textOf)) {
        const shape = shapeOf(text, dialect);
        if (!byShape.has(shape)) byShape.set(shape, text);
      }
      return sql;
    }),
    statements: () => [...byShape.values()],
  };
}
