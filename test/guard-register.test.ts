// The guard register names every guard of the real stores and services, each in the one place it has.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { properties } from '../properties/promises/index.js';
import type { Driver } from '../src/contract/port.js';
import { construction as inConstruction } from '../src/engine/kills/construction.js';
import { story as byStory } from '../src/engine/kills/register.js';
import { constraint as onRawRows } from '../src/engine/kills/sql.js';
import {
  constraint,
  construction,
  type Guard,
  guards,
  guardsInCode,
  guardsOfSql,
  isMustKill,
  story,
} from '../src/mutants/register/index.js';
import { apart } from '../src/mutants/register/apart.js';
import { spansInSource, spansOf } from '../src/mutants/register/places.js';
import { nameOfStatement, statements } from '../src/mutants/register/statements.js';
import { mutateSql, type SqlMutant } from '../src/mutants/sql/index.js';
import { migrate, touch } from '../src/stores/sqlite/schema.js';
import * as rows from '../src/stores/sqlite/statements.js';
import {
  fieldsOf,
  repeatedConditions,
  unguardedChecks,
  unguardedRefusals,
  unguardedRules,
  unguardedSql,
} from './guard-register.js';
import { parse, root, sourcesUnder } from './sources.js';

/** The statements that bring a database of this version to the present. */
function migrationOf(version: number): readonly string[] {
  const texts: string[] = [];
  const driver: Driver = {
    prepare: () => {
      throw new Error('A migration prepares nothing.');
    },
    exec: (text) => texts.push(text),
  };
  migrate(driver, version);
  return texts;
}

/** Every statement of the store, as it is sent. */
const sent: readonly string[] = [
  ...Object.values(rows).map((make) => make(8)),
  ...migrationOf(0),
  ...migrationOf(1),
  touch(),
  'BEGIN IMMEDIATE',
  'COMMIT',
  'ROLLBACK',
];
const mutants = sent.flatMap((text) => mutateSql(text, { dialect: 'sqlite' }));
const sources = sourcesUnder('src/guards', 'src/services', 'src/stores/sqlite');
const sectionsOfContract = ['1', '2', '3', '4', '5', '6', '7', '8'];

const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const idsOf = (some: readonly Guard[]): readonly string[] => some.map(({ id }) => id);

const twice = (list: readonly string[]): readonly string[] =>
  list.filter((each, at) => list.indexOf(each) !== at);

const placed = (layer: Guard['place']['layer']): readonly Guard[] =>
  guards.filter(({ place }) => place.layer === layer);

function guard(id: string): Guard {
  const found = guards.find((each) => each.id === id);
  if (found === undefined) throw new Error(`No guard ${id}`);
  return found;
}

describe('an entry', () => {
  test('has an id of its own, in kebab-case', () => {
    const ids = guards.map(({ id }) => id);
    expect(twice(ids)).toEqual([]);
    expect(ids.filter((id) => !/^[a-z]+(-[a-z]+)*$/.test(id))).toEqual([]);
  });

  test('says in one short sentence what is guaranteed, and no two say the same', () => {
    const sentences = guards.map(({ sentence }) => sentence);
    expect(sentences.filter((each) => !/^\S.*[^.]\.$/.test(each) || each.length > 100)).toEqual([]);
    expect(twice(sentences)).toEqual([]);
  });

  test('names a property that there is, and a section of the contract', () => {
    const known = [constraint, construction, story, ...properties.map(({ id }) => id)];
    expect(idsOf(guards.filter(({ property }) => !known.includes(property)))).toEqual([]);
    expect(idsOf(guards.filter(({ contract }) => !sectionsOfContract.includes(contract)))).toEqual(
      [],
    );
  });

  test('has the words of the hunt for what is no property', () => {
    expect([constraint, construction, story]).toEqual([onRawRows, inConstruction, byStory]);
  });

  test('calls nothing a constraint but what the schema has', () => {
    const behind = guards.filter(({ property }) => property === constraint);
    expect(behind.filter(({ place }) => place.file !== 'src/stores/sqlite/schema.ts')).toEqual([]);
  });

  test('calls nothing a matter of construction but what makes somebody', () => {
    const made = guards.filter(({ property }) => property === construction);
    expect(made.map(({ place }) => place.layer)).not.toContain('sql');
  });

  test('gives the reason of each mutant it lets live', () => {
    const reasons = guards.flatMap(({ exempt = [] }) => exempt.map(({ reason }) => reason));
    expect(reasons.filter((reason) => !/^[A-Z].*\.$/.test(reason))).toEqual([]);
  });
});

/** Whether the text stands there once, or `nth` tells which one is meant. */
const isClear = (found: number, nth: number | undefined): boolean =>
  nth === undefined ? found === 1 : nth >= 1 && nth <= found && found > 1;

describe('a place', () => {
  test('is found in its statement, and is one place', () => {
    const lost = placed('sql').filter(({ place }) => {
      if (place.layer !== 'sql') return false;
      const texts = sent.filter((text) => nameOfStatement(text) === place.statement);
      return !(
        texts.length > 0 && texts.every((text) => isClear(spansOf(place, text).length, place.nth))
      );
    });
    expect(idsOf(lost)).toEqual([]);
  });

  test('is found in the source of its statement as well', () => {
    const lost = placed('sql').filter(({ place }) => {
      const text = textOf(place.file).replace(/\s+/g, ' ');
      return place.layer !== 'sql' || !text.includes(place.text.replace(/\s+/g, ' '));
    });
    expect(idsOf(lost)).toEqual([]);
    expect(
      placed('sql').filter(
        ({ place }) => place.layer === 'sql' && statements[place.statement].file !== place.file,
      ),
    ).toEqual([]);
  });

  test('is found in its function, and is one place', () => {
    const lost = placed('typescript').filter(
      ({ place }) =>
        place.layer === 'typescript' &&
        !isClear(spansInSource(place, textOf(place.file)).length, place.nth),
    );
    expect(idsOf(lost)).toEqual([]);
  });

  test('belongs to one guard', () => {
    const at = ({ place }: Guard): string => JSON.stringify(Object.values(place));
    expect(twice(guards.map(at))).toEqual([]);
  });

  test('that stands apart is there as well, and says why', () => {
    for (const { file, within, text, reason } of apart) {
      expect(reason).toMatch(/^[A-Z].*\.$/);
      const source = textOf(file);
      if (within === undefined || text === undefined) continue;
      expect(spansInSource({ layer: 'typescript', file, within, text }, source)).toHaveLength(1);
    }
  });
});

describe('a statement', () => {
  test('is recognised by its marks, and by those of no other one', () => {
    const names = sent.filter((text) => !/^\s*(PRAGMA|ALTER|DROP)/.test(text)).map(nameOfStatement);
    expect(names).not.toContain(undefined);
    expect(new Set(names)).toEqual(new Set(Object.keys(statements)));
    for (const [name, make] of Object.entries(rows)) expect(nameOfStatement(make(8))).toBe(name);
  });

  test('has no condition, order, limit or constraint that is not registered', () => {
    expect(unguardedSql(sent, guards)).toEqual([]);
  });

  test.each([
    ['readProposal', `${rows.readProposal()} AND decided_at IS NULL`, 'decided_at IS NULL'],
    [
      'searchRecords',
      rows.searchRecords(8).replace('AND confidence', "AND kind <> 'x' AND confidence"),
      "kind <> 'x'",
    ],
    [
      'memoryTable',
      (migrationOf(0)[0] ?? '').replace(
        'provenance TEXT',
        'provenance TEXT CHECK (provenance > 0)',
      ),
      'provenance > 0',
    ],
  ])('%s with another condition is reported', (name, text, condition) => {
    expect(unguardedSql([text], guards)).toEqual([`${name}: ${condition}`]);
  });

  test('that nobody knows is reported', () => {
    expect(unguardedSql(['DELETE FROM memory_of_others WHERE tenant = ?'], guards)).toEqual([
      'a statement nobody knows: tenant = ?',
    ]);
  });
});

describe('a source', () => {
  test('refuses nothing but behind a registered condition', () => {
    expect(sources.flatMap((source) => unguardedRefusals(source, guards))).toEqual([]);
  });

  test('calls no check that is not registered', () => {
    expect(sources.flatMap((source) => unguardedChecks(source, guards))).toEqual([]);
  });

  test.each(['reviewRules', 'runtimeRules', 'proposalRules'])(
    'has a guard for every rule of %s',
    (table) => {
      expect(unguardedRules(sources, table, guards)).toEqual([]);
    },
  );

  test.each([
    ["function f(a) {\n  if (a) refuse('scope');\n}", 'planted.ts:2'],
    ["function f(a) {\n  return a ? 1 : refuse('scope');\n}", 'planted.ts:2'],
    ["function f(a) {\n  return a ?? refuse('scope');\n}", 'planted.ts:2'],
    ["function f(a) {\n  return a && new Refusal('scope');\n}", 'planted.ts:2'],
    ["function f(a) {\n  refuse('scope');\n}", 'planted.ts:2'],
    ["const no = () => new Refusal('scope');\nconst f = (a) => (a ? no() : 1);", 'planted.ts:2'],
    ['function f(a) {\n  const b = why(a);\n  if (b) throw b;\n}', 'planted.ts:3'],
  ])('with a planted refusal is reported: %j', (text, at) => {
    const [found, ...more] = unguardedRefusals(parse('planted.ts', text), guards);
    expect(found).toContain(`${at} `);
    expect(more).toEqual([]);
  });

  test('refuses on each side of an `or` by itself', () => {
    const place = {
      layer: 'typescript',
      file: 'planted.ts',
      within: 'f',
      text: 'a === 1',
    } as const;
    const registered = [{ ...guard('cas-on-update'), place }];
    const found = (text: string) => unguardedRefusals(parse('planted.ts', text), registered);
    expect(found("function f(a, b) {\n  if (a === 1) refuse('scope');\n}")).toEqual([]);
    expect(found("function f(a, b) {\n  if (a === 1 || b) refuse('scope');\n}")).toHaveLength(1);
    expect(found("function g(a, b) {\n  if (a === 1) refuse('scope');\n}")).toHaveLength(1);
  });

  test('with a planted check is reported', () => {
    const planted = parse('planted.ts', 'function f(a) {\n  checkScope(a, b);\n}');
    expect(unguardedChecks(planted, guards)).toEqual([
      'planted.ts:2 checkScope(a, b): register the check',
    ]);
  });

  test('with a planted rule is reported', () => {
    const planted = parse('planted.ts', 'const planted = { decides: (a) => a > 1 };');
    expect(unguardedRules([planted], 'planted', guards)).toEqual([
      'planted.ts:1 decides: register what it decides',
    ]);
  });
});

/** What the statements that write compare. */
const written = fieldsOf(guards, 'updateRecord', 'forgetRecord', 'restoreRecord', 'claimProposal');
const before = ['memory.ts', 'proposals.ts', 'records.ts', 'proposal-rows.ts', 'session.ts'];

describe('a condition', () => {
  test('of a write is compared by the statement alone, and by nothing before it', () => {
    expect([...written]).toEqual(
      expect.arrayContaining(['version', 'deletedAt', 'observedAt', 'updatedAt', 'expiresAt']),
    );
    const stores = sources.filter(({ fileName }) => before.includes(path.basename(fileName)));
    expect(stores.filter(({ fileName }) => fileName.includes('/sqlite/'))).toHaveLength(5);
    expect(
      stores
        .filter(({ fileName }) => fileName.includes('/sqlite/'))
        .flatMap((source) => repeatedConditions(source, written)),
    ).toEqual([]);
  });

  test('that stands twice is reported', () => {
    const planted = parse('planted.ts', 'if (record.version !== terms.expectedVersion) stop();');
    expect(repeatedConditions(planted, written)).toHaveLength(1);
  });
});

function mutantOf(statement: string, operator: string, original: string): SqlMutant {
  const found = mutants.find(
    (each) =>
      nameOfStatement(each.statement) === statement &&
      each.operator === operator &&
      each.original === original,
  );
  if (found === undefined) throw new Error(`No ${operator} of ${original} in ${statement}`);
  return found;
}

describe('a mutant', () => {
  test.each([
    ['updateRecord', 'predicate-removal', 'version = ?', ['cas-on-update']],
    ['forgetRecord', 'predicate-removal', 'version = ?', ['cas-on-forget']],
    ['searchRecords', 'disjunct-removal', 'expires_at > ?', ['expiry-on-search']],
    ['searchRecords', 'order-drop', ', confidence DESC', ['surest-next']],
    ['searchRecords', 'limit', '8', ['limit-on-search']],
    ['memoryTable', 'primary-key', ', subject', ['subject-in-key']],
    ['ROLLBACK', 'transaction', 'ROLLBACK', ['refused-is-undone']],
    ['BEGIN', 'transaction', 'IMMEDIATE', []],
    ['updateRecord', 'assignment-drop', '?', []],
  ])('of %s by %s of %j breaks %j', (statement, operator, original, ids) => {
    expect(guardsOfSql(mutantOf(statement, operator, original))).toEqual(ids);
  });

  test('of the whole key breaks each part of it', () => {
    const key = mutants.find(({ original }) => original.startsWith(',\n  PRIMARY KEY'));
    expect(key && guardsOfSql(key)).toEqual([
      'tenant-in-key',
      'subject-in-key',
      'scope-in-key',
      'key-in-key',
    ]);
  });

  test('is found in its statement wherever that stands in the text', () => {
    const text = `${rows.readRecord()};\n${rows.forgetRecord()};\n${rows.forgetRecord()}`;
    const found = mutateSql(text, { dialect: 'sqlite' }).filter(
      ({ operator, original }) => operator === 'predicate-removal' && original === 'version = ?',
    );
    expect(found.map(guardsOfSql)).toEqual([['cas-on-forget'], ['cas-on-forget']]);
  });

  test('of SQL would be missed without the one guard it breaks', () => {
    const alone = mutants.map(guardsOfSql).filter(({ length }) => length === 1);
    const needed = new Set(alone.flat());
    expect(idsOf(placed('sql')).filter((id) => !needed.has(id))).toEqual([]);
  });

  test('of a source breaks the guard in whose condition it stands', () => {
    const file = 'src/guards/candidate.ts';
    const source = textOf(file);
    const lines = source.split('\n');
    const line = lines.findIndex((each) => each.includes('observedAt > now'));
    const column = (lines[line] ?? '').indexOf('observedAt > now') + 1;
    const start = { line: line + 1, column };
    const ids = (length: number) =>
      guardsInCode(file, source)(start, { line: line + 1, column: column + length });
    expect(ids('observedAt > now'.length)).toEqual(['observed-by-now']);
    expect(ids('observedAt > now)'.length)).toEqual([]);
    expect(guardsInCode('src/guards/scope.ts', source)(start, start)).toEqual([]);
  });

  test.each([
    ['cas-on-update', 'predicate-removal', 'version = ?', '(version = ? OR TRUE)', true],
    ['cas-on-update', 'boundary-shift', '=', '>=', false],
    ['clock-on-update', 'boundary-shift', '<=', '<', true],
    ['tombstone-on-search', 'is-null-flip', 'IS', 'IS NOT', true],
    ['expiry-on-search', 'disjunct-removal', 'expires_at > ?', '(expires_at > ? AND FALSE)', false],
    ['refused-is-undone', 'transaction', 'ROLLBACK', 'COMMIT', true],
    ['accepted-is-kept', 'transaction', 'COMMIT', 'ROLLBACK', true],
    ['key-decides-ties', 'order-drop', ', key', '', false],
    ['key-decides-ties', 'order-flip', 'key', 'key DESC', true],
    ['observed-by-now', 'ConditionalExpression', 'observedAt > now', 'false', true],
    ['observed-by-now', 'EqualityOperator', 'observedAt > now', 'observedAt >= now', true],
    ['observed-by-now', 'StringLiteral', '"field"', '""', false],
    ['state-expired', 'ConditionalExpression', 'record.expiresAt !== null', 'true', false],
  ])('of %s: %s of %j to %j must be killed: %j', (id, operator, original, replacement, must) => {
    expect(isMustKill(guard(id), operator, original, replacement)).toBe(must);
  });

  test('that must be killed is there for every guard in SQL', () => {
    const without = placed('sql').filter(
      (each) =>
        !mutants.some(
          (mutant) =>
            guardsOfSql(mutant).includes(each.id) &&
            isMustKill(each, mutant.operator, mutant.original, mutant.replacement),
        ),
    );
    expect(idsOf(without)).toEqual([]);
  });

  test('that is exempt is there, and would have to be killed otherwise', () => {
    const stale = placed('sql').flatMap((each) => {
      const { exempt, ...strict } = each;
      return (exempt ?? []).filter(
        ({ operator, replacement }) =>
          !mutants.some(
            (mutant) =>
              mutant.operator === operator &&
              mutant.replacement === replacement &&
              guardsOfSql(mutant).includes(each.id) &&
              isMustKill(strict, operator, mutant.original, replacement),
          ),
      );
    });
    expect(stale).toEqual([]);
  });
});
