// A report with mutants of every kind and status, for the tests that show it.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createSuite } from '../properties/suite.js';
import { check } from '../src/engine/check.js';
import type { Kill, KillReport, KillStatus, Mutation } from '../src/engine/kills/result.js';
import type { Counterexample } from '../src/engine/result.js';
import { mutateSql } from '../src/mutants/sql/mutate.js';
import { createSqlLocator } from '../src/mutants/sql/source.js';
import * as sql from '../src/stores/sqlite/statements.js';
import { mutantStore } from './mutant-store.js';
import { root } from './sources.js';

/** The file the SQL of the fixture stands in. */
export const statementsFile = 'src/stores/sqlite/statements.ts';
const scopeFile = 'src/guards/scope.ts';

/** The sources that the fixture's places are in. */
export const sources: ReadonlyMap<string, string> = new Map(
  [statementsFile, scopeFile].map(
    (file) => [file, readFileSync(path.join(root, file), 'utf8')] as const,
  ),
);

/** A counterexample as the engine finds it. */
export async function realCounterexample(folder: string): Promise<Counterexample> {
  const { sut, property, services } = mutantStore('remember-revives-tombstone');
  const limits = { seed: 3, runs: 6, properties: [property] };
  const report = await check(sut, createSuite(), { services, root: folder, ...limits });
  const found = report.properties.find(({ counterexample }) => counterexample !== undefined);
  if (found?.counterexample === undefined) throw new Error('nothing fails');
  return found.counterexample;
}

const locate = createSqlLocator(sources);

/** The mutant of a statement that breaks this part of it. */
function sqlMutation(statement: string, operator: string, part: string): Mutation {
  const found = mutateSql(statement, { dialect: 'sqlite' }).find(
    (each) => each.operator === operator && each.original === part,
  );
  if (found === undefined) throw new Error(`No ${operator} of ${part}`);
  const place = locate(found);
  const { id, sentence, original, replacement } = found;
  return {
    id: `sql:${id}`,
    kind: 'sql',
    operator,
    sentence,
    original,
    replacement,
    statement: found.statement,
    ...(place === undefined ? {} : { place }),
  };
}

/** The word a line of the file begins with, broken. */
function typescript(line: number, operator: string): Mutation {
  const text = (sources.get(scopeFile) ?? '').split('\n')[line - 1] ?? '';
  const original = /^\s*\S/.exec(text)?.[0] ?? '';
  return {
    id: `typescript:${operator}-${line}`,
    kind: 'typescript',
    operator,
    sentence: `Line ${line} always says no.`,
    original,
    replacement: 'false',
    place: {
      file: scopeFile,
      start: { line, column: 1 },
      end: { line, column: original.length + 1 },
    },
  };
}

const curated = (id: string, sentence: string): Mutation => ({
  id: `curated:${id}`,
  kind: 'curated',
  operator: id,
  sentence,
  original: '',
  replacement: '',
});

const kill = (mutation: Mutation, status: KillStatus, more: Partial<Kill> = {}): Kill => ({
  mutation,
  status,
  sequences: 330,
  guards: [],
  ...more,
});

const trimmed = (text: string): string => text.trim();

/** The mutant that survives, which every report must show. */
export const survivor = sqlMutation(
  trimmed(sql.searchRecords(8)),
  'predicate-removal',
  'updated_at <= ?',
);

/** Mutants of every kind and status; the killed one has this counterexample. */
export function killsReport(counterexample: Counterexample): KillReport {
  const built = 'DELETE FROM memory WHERE tenant = ? AND tenant = ? AND subject = ?';
  const part = (text: string, operator = 'predicate-removal'): Mutation =>
    sqlMutation(trimmed(sql.forgetRecord()), operator, text);
  return {
    store: { name: 'sqlite', version: '0.1.0' },
    seed: 1,
    kills: [
      kill(part('version = ?'), 'killed', {
        by: 'cas',
        sequences: 4,
        seed: 1,
        counterexample,
        guards: ['forget-version'],
      }),
      kill(part('tenant = ?'), 'killed', {
        by: 'tenant-isolation',
        sequences: 12,
        seed: 2,
        guards: ['forget-version', 'tenant'],
      }),
      kill(survivor, 'survived', { guards: ['search-clock'] }),
      kill(sqlMutation(built, 'predicate-removal', 'subject = ?'), 'not-covered', {
        sequences: 0,
      }),
      kill(part('deleted_at IS NULL'), 'repeated', { reason: 'recall-tombstone decides the same' }),
      kill(part('updated_at <= ?'), 'equivalent', { reason: 'a proof | with a `bar`' }),
      kill(sqlMutation(built, 'predicate-removal', 'tenant = ?'), 'compile-error', {
        sequences: 0,
        reason: 'near "x"',
      }),
      kill(typescript(5, 'ConditionalExpression'), 'killed', {
        by: 'opening',
        sequences: 1,
        seed: 1,
        guards: ['scope'],
      }),
      kill(typescript(6, 'BooleanLiteral'), 'timeout'),
      kill(typescript(7, 'StringLiteral'), 'error', { reason: 'TypeError: x is not a function' }),
      kill(curated('reads-others', 'Whoever knows a key may read it.'), 'killed', {
        by: 'cas',
        sequences: 1_300,
        seed: 1,
        guards: ['tenant'],
      }),
      kill(curated('time-stops', 'Nobody | asks\nfor the <time>.'), 'survived'),
    ],
    stale: ['sql:gone-1-00000000'],
  };
}

/** The promises of the properties in the report. */
export const sentences: Readonly<Record<string, string>> = {
  cas: 'A write names the version it replaces.',
  'tenant-isolation': 'No tenant sees what another one holds.',
};
