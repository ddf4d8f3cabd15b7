// An SQL mutant is found where its statement is written, to the character, or not at all.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createContext, runInContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SqlMutant, SqlOperator } from '../src/mutants/sql/mutant.js';
import { mutateSql } from '../src/mutants/sql/mutate.js';
import { sqlOperators } from '../src/mutants/sql/operators/index.js';
import { createSqlLocator, locateSql, type SqlPlace } from '../src/mutants/sql/source.js';
import { statementsOf, textOf } from '../src/mutants/sql/statement.js';
import * as sql from '../src/stores/sqlite/statements.js';
import { root } from './sources.js';

/** Where a line and column stand in a text. */
function offsetOf(text: string, { line, column }: SqlPlace['start']): number {
  const ends = [...text.matchAll(/\r\n|\n|\r/g)].map((found) => found.index + found[0].length);
  return (line === 1 ? 0 : (ends[line - 2] ?? Number.NaN)) + column - 1;
}

/** What stands at a place of the sources. */
function textAt(sources: ReadonlyMap<string, string>, { file, start, end }: SqlPlace): string {
  const text = sources.get(file) ?? '';
  return text.slice(offsetOf(text, start), offsetOf(text, end));
}

/** Breaks every word, so that no place of a statement is left out. */
const everyWord: SqlOperator = {
  id: 'every-word',
  guard: 'Any word.',
  edits: ({ words }) =>
    words.map(({ start, end, text }) => ({
      span: { start, end },
      replacement: `${text}_broken`,
      sentence: text,
    })),
};

/** All mutants of a text, statement by statement, as they are collected from a store. */
const mutantsOf = (text: string): readonly SqlMutant[] =>
  statementsOf(text, 'sqlite').flatMap((each) =>
    mutateSql(textOf(each), { dialect: 'sqlite', operators: [...sqlOperators, everyWord] }),
  );

const nowhere = 'nowhere';

/** The texts found for the mutants of a statement, `nowhere` where there is no place. */
function foundIn(
  text: string,
  sources: Readonly<Record<string, string>>,
  pick: (mutant: SqlMutant) => boolean = () => true,
): readonly string[] {
  const files = new Map(Object.entries(sources));
  const locate = createSqlLocator(files);
  return mutantsOf(text)
    .filter(pick)
    .map((mutant) => {
      const place = locate(mutant);
      return place === undefined ? nowhere : textAt(files, place);
    });
}

const originalsOf = (text: string): readonly string[] =>
  mutantsOf(text).map(({ original }) => original);

describe('the SQL of the SQLite store', () => {
  const files = ['statements', 'schema', 'driver'].map((name) => `src/stores/sqlite/${name}.ts`);
  const sources = new Map(
    files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')] as const),
  );
  const locate = createSqlLocator(sources);
  const schema = sources.get('src/stores/sqlite/schema.ts') ?? '';
  const tables = [...schema.matchAll(/`\n(CREATE [^`]*)`/g)].map(([, text]) => text ?? '');

  test.each<readonly [string, string]>([
    ...Object.entries(sql).map(([name, make]) => [name, make(8)] as const),
    ...tables.map((text) => [text.split('\n')[0] ?? '', text] as const),
    ['begin', 'BEGIN IMMEDIATE'],
    ['commit', 'COMMIT'],
  ])('is found, each mutant to the character: %s', (_, text) => {
    const mutants = mutantsOf(text);
    expect(mutants).not.toEqual([]);
    const found = mutants.map((mutant) => {
      const place = locate(mutant);
      return [mutant.id, place === undefined ? nowhere : textAt(sources, place)];
    });
    // The number of a limit is put in at run time.
    const expected = mutants.map(({ id, original }) => [
      id,
      /(?:^| )8$/.test(original) ? nowhere : original,
    ]);
    expect(found).toEqual(expected);
  });

  test('is found in the function that a template calls', () => {
    const found = mutantsOf(sql.allRecords()).filter(({ original }) => original === 'source_ref');
    expect(found.map(locate)).toEqual([
      {
        file: 'src/stores/sqlite/statements.ts',
        start: { line: 4, column: 53 },
        end: { line: 4, column: 63 },
      },
    ]);
  });

  test('is not found where the same text stands in several places', () => {
    expect(new Set(mutantsOf('ROLLBACK').map(locate))).toEqual(new Set([undefined]));
  });
});

describe('a statement', () => {
  const text = 'SELECT a FROM t WHERE b = ? AND c = ?';
  const originals = originalsOf(text);

  test('in a plain string is found', () => {
    expect(originals.length).toBeGreaterThan(2);
    expect(foundIn(text, { 'a.ts': `db.prepare('${text}');` })).toEqual(originals);
    expect(foundIn(text, { 'a.mjs': `db.prepare("${text}");` })).toEqual(originals);
    expect(foundIn(text, { 'a.tsx': `const a = <p>{q("${text}")}</p>;` })).toEqual(originals);
  });

  test('with columns counts them from 1, with an exclusive end', () => {
    const [mutant] = mutantsOf(text).filter(({ original }) => original === 'b = ?');
    const sources = new Map([['x/a.ts', `\n  run('${text}');`]]);
    expect(mutant && locateSql(mutant, sources)).toEqual({
      file: 'x/a.ts',
      start: { line: 2, column: 30 },
      end: { line: 2, column: 35 },
    });
  });

  test.each([
    ['strings put together', `'SELECT a FROM t' + ' WHERE b = ? AND c = ?'`],
    ['parts that are joined', `['SELECT a FROM t', 'WHERE b = ? AND c = ?'].join(' ')`],
    ['a template with a tag', 'sql`SELECT a FROM t WHERE b = ? AND c = ?`'],
    [
      'a template with comments before it',
      '`-- why;\n/* ; */ SELECT a FROM t WHERE b = ? AND c = ?;`',
    ],
    ['one statement of several', '`SELECT 1; SELECT a FROM t WHERE b = ? AND c = ?; SELECT 2`'],
    ['a template that is cast', '(`SELECT a FROM t WHERE b = ? AND c = ?` as string)'],
    ['escapes of characters', `'SELECT \\x61 FROM \\u0074 WHERE b \\u{3d} ? \\\nAND c = ?'`],
  ])('is found in %s', (_, source) => {
    const found = foundIn(text, { 'a.ts': `run(${source});` });
    const read = found.map((each) => (each.includes('\\') ? cooked(`'${each}'`) : each));
    expect(read).toEqual(originals);
  });

  test.each([
    ['a constant', 'const w = `b = ? AND c = ?`; run(`SELECT a FROM t WHERE ${w}`);'],
    [
      'a function',
      'run(`SELECT a FROM t WHERE ${w(1)}`); function w() { return `b = ? AND c = ?`; }',
    ],
    [
      'a method',
      'const o = { w() { return `b = ? AND c = ?`; }, q() { return `SELECT a FROM t WHERE ${this.w()}`; } };',
    ],
    ['a condition', 'run(`SELECT a FROM t WHERE ${x ? `b = ? AND c = ?` : `c = 1`}`);'],
  ])('is found through %s', (_, source) => {
    expect(foundIn(text, { 'a.ts': source })).toEqual(originals);
  });

  test('is found through an import, under another name and as a module', () => {
    const parts = 'export const w = () => `b = ? AND c = ?`;';
    const uses = "import { w as v } from './w.js'; run(`SELECT a FROM t WHERE ${v()}`);";
    const whole = "import * as m from './w.js'; run(`SELECT a FROM t WHERE ${m.w()}`);";
    expect(foundIn(text, { 'w.ts': parts, 'a.ts': uses })).toEqual(originals);
    expect(foundIn(text, { 'w.ts': parts, 'a.ts': whole })).toEqual(originals);
  });

  test.each([
    ['two equal strings', `run('${text}'); run('${text}');`],
    ['a type', `type Q = '${text}';`],
    ['a comparison', `if (sql === '${text}') skip(); switch (sql) { case '${text}': break; }`],
    ['a comment', `// ${text}`],
    ['the name of a module', `import '${text}';`],
    ['a string that holds more', `run('EXPLAIN ${text}');`],
    ['a template that could be anything', 'run(`${a} FROM ${b}`);'],
    ['a file that cannot be read', `run('${text}'`.replace('(', '(((}')],
  ])('is not found in %s', (_, source) => {
    const found = foundIn(text, { 'a.ts': source });
    expect(new Set(found)).toEqual(new Set([nowhere]));
  });

  test.each([
    ['a parameter', 'const w = "b = ? AND c = ?"; const q = (w) => `SELECT a FROM t WHERE ${w}`;'],
    [
      'two definitions',
      'const f = () => { const w = "b = ? AND c = ?"; }; { const w = make(); run(`SELECT a FROM t WHERE ${w}`); }',
    ],
    ['no import', 'run(`SELECT a FROM t WHERE ${w}`);'],
  ])('is not found behind a name that may mean something else: %s', (_, source) => {
    const other = 'export const w = "b = ? AND c = ?";';
    const found = foundIn(text, { 'a.ts': source, 'b.ts': other });
    expect(new Set(found)).toEqual(new Set([nowhere, 'SELECT', 'a', 'FROM', 't', 'WHERE']));
  });

  test('is not found where chunks of it could stand in two ways', () => {
    const twice = 'SELECT a FROM t WHERE a = ? AND b = ? AND c = ?';
    const source = 'run(`SELECT a FROM t WHERE ${x} AND ${y}`);';
    const found = foundIn(twice, { 'a.ts': source }, ({ operator }) => operator === 'every-word');
    expect(found.filter((each) => each !== nowhere)).toEqual(['SELECT', 'a', 'FROM', 't', 'WHERE']);
  });

  test('is not found in a file of another kind', () => {
    expect(new Set(foundIn(text, { 'a.sql': text, 'a.md': `\`${text}\`` }))).toEqual(
      new Set([nowhere]),
    );
  });

  test('is found in lines that end with CR LF', () => {
    const lines = 'SELECT a\nFROM t\nWHERE b = ?\n  AND c = ?';
    const crlf = `// Reads.\r\nrun(\`\r\n${lines.replaceAll('\n', '\r\n')}\`);\r\n`;
    expect(foundIn(lines, { 'a.ts': crlf })).toEqual(originalsOf(lines));
  });
});

/** A predicate with names of its own, so that every part of the text is different. */
const predicates = fc
  .uniqueArray(fc.stringMatching(/^[a-f]{2,6}$/), { minLength: 2, maxLength: 6 })
  .map((names) => names.map((name) => `${name}_ = ?`));

/** How a predicate gets into the statement: written there, by a name, or by what nobody sees. */
const ways = ['here', 'constant', 'function', 'unseen', 'parameter'] as const;

interface Part {
  readonly way: (typeof ways)[number];
  readonly text: string;
}

const programs = fc
  .tuple(
    predicates,
    fc.array(fc.constantFrom(...ways), { minLength: 6, maxLength: 6 }),
    fc.constantFrom('\n', '\r\n'),
    fc.array(fc.constantFrom('a_ = ?', 'SELECT', 'x FROM t', 'AND', ' = ?'), { maxLength: 3 }),
  )
  .map(([texts, kinds, newline, noise]) => ({
    parts: texts.map((text, at): Part => ({ way: kinds[at] ?? 'here', text })),
    newline,
    noise,
  }));

/** A program that sends one statement, with each literal part between marks in its own file. */
function write(parts: readonly Part[], newline: string, noise: readonly string[]) {
  const before = parts.map(({ way, text }, at) => {
    if (way === 'constant') return `const p${at} = '${text}';\n`;
    if (way === 'function') return `function p${at}() {\n  return \`${text}\`;\n}\n`;
    return way === 'parameter' ? `export const p${at}_ = '${text}';\n` : '';
  });
  const inner = parts.map(({ way, text }, at) => {
    if (way === 'here') return text;
    return way === 'function' ? `\${p${at}()}` : `\${p${at}}`;
  });
  const names = parts.flatMap(({ way }, at) => (way === 'parameter' ? [`p${at}`] : []));
  const query = `export const query = (${names.join(', ')}) => \`\nSELECT x_, y_, z_ FROM table_of_things_and_names\nWHERE ${inner.join('\n  AND ')}\`;\n`;
  const others = noise.map((text) => `log('${text}');\n`);
  const program = [...others, ...before, query].join('').replaceAll('\n', newline);
  const statement = `SELECT x_, y_, z_ FROM table_of_things_and_names\nWHERE ${parts.map(({ text }) => text).join('\n  AND ')}`;
  return { program, statement };
}

test('a place is always the right one, whatever the statement was put together from', () => {
  let located = 0;
  fc.assert(
    fc.property(programs, ({ parts, newline, noise }) => {
      const { program, statement } = write(parts, newline, noise);
      const sources = new Map([['a.ts', program]]);
      const locate = createSqlLocator(sources);
      const seen = parts.filter(({ way }) => way === 'here' || /^[cf]/.test(way));
      const pairs = mutantsOf(statement).flatMap((mutant) => {
        const { id, original } = mutant;
        const place = locate(mutant);
        const part = parts.find(({ text }) => text === original);
        const isSeen = part && [
          [id, 'is found', place !== undefined, seen.includes(part)] as const,
        ];
        if (place === undefined) return isSeen ?? [];
        located += 1;
        const raw = textAt(sources, place).replaceAll('\r\n', '\n');
        // The names are unique, so that the side of the query tells which one was meant.
        const isInQuery = offsetOf(program, place.start) > program.indexOf('query =');
        const side = part && [[id, 'is in the query', isInQuery, part.way === 'here'] as const];
        return [...(isSeen ?? []), [id, 'reads', raw, original] as const, ...(side ?? [])];
      });
      expect(pairs.map(([id, what, found]) => [id, what, found])).toEqual(
        pairs.map(([id, what, , expected]) => [id, what, expected]),
      );
    }),
    { seed: 1, endOnFailure: true, numRuns: 150 },
  );
  expect(located).toBeGreaterThan(500);
});

test('escapes are always read as the program reads them', () => {
  const characters = fc.constantFrom(
    'a',
    "''",
    '\\n',
    '\\x41',
    '\\u{1f600}',
    '\\u00e9',
    '\\\\',
    '\\\n',
    '\\\r\n',
    '\\t',
    "\\'",
    '\u{1f47e}',
    '\\0',
  );
  fc.assert(
    fc.property(fc.array(characters, { maxLength: 8 }), fc.boolean(), (raw, template) => {
      const mark = template ? '`' : '"';
      const literal = `${mark}SELECT a FROM t WHERE b = '${raw.join('')}' AND c = ? LIMIT 3${mark}`;
      const text = cooked(literal);
      const files = new Map([['a.js', `run(${literal});`]]);
      const locate = createSqlLocator(files);
      const pairs = mutantsOf(text).map((mutant) => {
        const { id, original } = mutant;
        const place = locate(mutant);
        const read = place === undefined ? nowhere : cooked(mark + textAt(files, place) + mark);
        const mayBeNowhere = read === nowhere && original !== 'c = ?';
        return { id, read, expected: mayBeNowhere ? nowhere : original };
      });
      expect(pairs.map(({ id, read }) => [id, read])).toEqual(
        pairs.map(({ id, expected }) => [id, expected]),
      );
    }),
    { seed: 1, endOnFailure: true, numRuns: 200 },
  );
});

const nobody = createContext({});

/** What JavaScript makes of a literal. */
function cooked(literal: string): string {
  const read: unknown = runInContext(literal, nobody);
  return String(read);
}
