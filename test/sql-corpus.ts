// The SQL of test/fixtures/sql, statement by statement, as applications would send it.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { statementsOf, textOf } from '../src/mutants/sql/statement.js';
import type { Dialect } from '../src/mutants/sql/token.js';
import { root } from './sources.js';

/** One application: its whole file, and the statements in it; the schema comes first. */
export interface Application {
  readonly name: string;
  readonly file: string;
  readonly statements: readonly string[];
}

const folder = path.join(root, 'test/fixtures/sql');

/** The applications of a dialect. */
export const applications = (dialect: Dialect): readonly Application[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(`.${dialect}.sql`))
    .toSorted()
    .map((name) => {
      const file = readFileSync(path.join(folder, name), 'utf8');
      return { name, file, statements: statementsOf(file, dialect).map(textOf) };
    });

/** Every statement of a dialect. */
export const corpus = (dialect: Dialect): readonly string[] =>
  applications(dialect).flatMap(({ statements }) => statements);
