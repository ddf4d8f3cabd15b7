// Mutants of TypeScript and JavaScript: which are made, how they are switched, what they reach.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { Instrumented, TypeScriptMutant } from '../src/mutants/typescript/index.js';
import { root as tree } from './sources.js';
import {
  built,
  builtFile,
  compile,
  loadIn,
  project,
  removeProjects,
} from './typescript-project.js';

afterEach(removeProjects);

const shop = {
  'shop.js': `import { opening } from './hours.js';
import { double } from 'maths';
export const isOpen = (hour) => hour >= opening();
export function price(each) { return double(each) + 1; }
`,
  'hours.js': 'export const opening = () => 4 + 4;\n',
  'node_modules/maths/package.json': '{"type":"module","exports":"./index.js"}',
  'node_modules/maths/index.js': 'export const double = (n) => n * 2;\n',
};

interface Shop {
  isOpen(hour: number): boolean;
  price(each: number): number;
}

/** The one mutant with this replacement. */
function theOne<M>({ mutants }: Instrumented<M>, replacement: string): TypeScriptMutant {
  const [found, ...others] = mutants.filter((mutant) => mutant.replacement === replacement);
  if (found === undefined || others.length > 0) throw new Error(`not the only one: ${replacement}`);
  return found;
}

/** The text between two places, read without any offsets. */
function textBetween(text: string, { start, end }: TypeScriptMutant): string {
  const lines = text.split(/(?<=\r\n|[\n\u2028\u2029]|\r(?!\n))/);
  const within = lines.slice(start.line - 1, end.line);
  const last = within.length - 1;
  return within
    .map((line, at) =>
      line.slice(at === 0 ? start.column - 1 : 0, at === last ? end.column - 1 : undefined),
    )
    .join('');
}

const filesOf = (mutants: readonly TypeScriptMutant[]): string[] => [
  ...new Set(mutants.map(({ file }) => file)),
];

describe('the mutants of a graph', () => {
  test('are those of the entry and of what it imports, and none of a package', async () => {
    const { mutants, sources } = await loadIn<Shop>(project(shop), 'shop.js');
    expect(filesOf(mutants)).toEqual(['hours.js', 'shop.js']);
    expect([...sources]).toEqual([
      ['hours.js', shop['hours.js']],
      ['shop.js', shop['shop.js']],
    ]);
    expect(mutants.filter(({ file }) => file === 'hours.js')).toEqual([
      expect.objectContaining({ operator: 'ArrowFunction', replacement: '() => undefined' }),
      {
        id: expect.stringMatching(/^hours\.js:opening:ArithmeticOperator:[\da-f]{8}:0$/),
        operator: 'ArithmeticOperator',
        file: 'hours.js',
        start: { line: 1, column: 30 },
        end: { line: 1, column: 35 },
        original: '4 + 4',
        replacement: '4 - 4',
        sentence: '`4 + 4` becomes `4 - 4`',
      },
    ]);
  });

  test('are made of the files that are asked for alone', async () => {
    const asked: string[] = [];
    const root = project(shop);
    const loaded = await loadIn<Shop>(root, 'shop.js', (file) => {
      asked.push(file);
      return file === 'hours.js';
    });
    expect(asked.toSorted()).toEqual(['hours.js', 'shop.js']);
    expect(filesOf(loaded.mutants)).toEqual(['hours.js']);
    loaded.use(theOne(loaded, '4 - 4'));
    expect(loaded.module.isOpen(0), 'a file that is not mutated imports one that is').toBe(true);
  });

  test('reach modules under an alias, behind a dynamic import and in a circle', async () => {
    const root = project({
      'package.json':
        '{"name":"self","type":"module","exports":"./a.js","imports":{"#inner":"./inner.js"}}',
      'a.js': `import { inner } from '#inner';
import { b } from './b.js';
export function early() { return 1 + 1; }
export { b };
export const sum = async () => inner() + (await import('./late.js')).late();
`,
      'b.js': `import { early } from 'self';\nexport const b = early();\n`,
      'inner.js': 'export const inner = () => 2 + 2;\n',
      'late.js': 'export const late = () => 3 + 3;\n',
    });
    const loaded = await loadIn<{ b: number; sum(): Promise<number> }>(root, 'a.js');
    expect(filesOf(loaded.mutants)).toEqual(['a.js', 'inner.js', 'late.js']);
    expect([loaded.module.b, await loaded.module.sum()]).toEqual([2, 10]);
    loaded.use(theOne(loaded, '3 - 3'));
    expect(await loaded.module.sum()).toBe(4);
  });

  test('leave CommonJS as it is', async () => {
    const root = project({
      'package.json': '{}',
      'a.mjs': `import { one } from './one.cjs';\nimport { two } from './two.js';
export const sum = () => one() + two();\n`,
      'one.cjs': 'exports.one = () => 1 + 0;\n',
      'two.js': 'exports.two = () => 1 + 1;\n',
    });
    const { module, mutants } = await loadIn<{ sum(): number }>(root, 'a.mjs');
    expect(module.sum()).toBe(3);
    expect(filesOf(mutants)).toEqual(['a.mjs']);
  });

  test('are made where a file alone says that it is a module', async () => {
    const root = project({ 'package.json': '{}', 'a.js': 'export const two = () => 1 + 1;\n' });
    expect(filesOf((await loadIn(root, 'a.js')).mutants)).toEqual(['a.js']);
  });

  test('come from the language alone: no configuration around it has a say', async () => {
    const root = project({ ...shop, 'babel.config.json': '{"presets":["missing"]}' });
    const before = process.cwd();
    process.chdir(root);
    try {
      expect((await loadIn(root, 'shop.js')).mutants).not.toEqual([]);
    } finally {
      process.chdir(before);
    }
  });
});

describe('the id of a mutant', () => {
  test('stays where a line is added above, and is the only one', async () => {
    const text = 'export const f = (n) => n > 1 || n > 1;\nexport const g = (n) => n > 1;\n';
    const before = await loadIn(project({ 'a.js': text }), 'a.js');
    const after = await loadIn(project({ 'a.js': `const more = 1 + 1;\n${text}` }), 'a.js');
    const ids = before.mutants.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain(before.mutants.find(({ id }) => id.endsWith(':1'))?.id);
    expect(after.mutants.map(({ id }) => id).filter((id) => !id.includes(':more:'))).toEqual(ids);
    expect(after.mutants.at(-1)?.start.line).toBe(3);
  });
});

describe('switching', () => {
  test('breaks the module and mends it again', async () => {
    const loaded = await loadIn<Shop>(project(shop), 'shop.js');
    const { module, use } = loaded;
    expect([module.isOpen(8), module.price(2)]).toEqual([true, 5]);
    use(theOne(loaded, 'hour > opening()'));
    expect([module.isOpen(8), module.price(2)]).toEqual([false, 5]);
    use(theOne(loaded, 'double(each) - 1'));
    expect([module.isOpen(8), module.price(2)]).toEqual([true, 3]);
    use(undefined);
    expect([module.isOpen(8), module.price(2)]).toEqual([true, 5]);
  });

  test('takes only mutants of this load', async () => {
    const one = await loadIn<Shop>(project(shop), 'shop.js');
    const other = await loadIn<Shop>(project({ 'b.js': 'export const f = () => 1 + 1;' }), 'b.js');
    expect(() => one.use(other.mutants[0])).toThrow('No such mutant was loaded: b.js:f:');
  });

  test('of one load changes nothing in another, nor in what was imported before', async () => {
    const root = project(shop);
    const plain: Shop = await import(
      /* @vite-ignore */ pathToFileURL(path.join(root, 'shop.js')).href
    );
    const [one, other] = await Promise.all([
      loadIn<Shop>(root, 'shop.js'),
      loadIn<Shop>(root, 'shop.js'),
    ]);
    expect(other.mutants).toEqual(one.mutants);
    one.use(theOne(one, 'hour > opening()'));
    other.use(theOne(other, 'double(each) - 1'));
    expect([one.module.isOpen(8), one.module.price(2)]).toEqual([false, 5]);
    expect([other.module.isOpen(8), other.module.price(2)]).toEqual([true, 3]);
    expect([plain.isOpen(8), plain.price(2)]).toEqual([true, 5]);
  });

  test('works in a thread', async () => {
    const root = project({ 'a.js': 'export const isOpen = (hour) => hour > 5;\n' });
    const worker = new Worker(new URL('fixtures/typescript/worker.mjs', import.meta.url), {
      workerData: {
        built: pathToFileURL(builtFile).href,
        entry: pathToFileURL(path.join(root, 'a.js')).href,
        root,
      },
    });
    const [answers] = await once(worker, 'message');
    await worker.terminate();
    expect(answers).toEqual([false, true, false, true, true]);
  });
});

describe('coverage', () => {
  test('names the mutants whose code ran since it was asked last', async () => {
    const loaded = await loadIn<Shop>(project(shop), 'shop.js');
    const { module, mutants, covered } = loaded;
    expect(covered()).toEqual(new Set());
    module.price(2);
    const ofPrice = mutants.filter(({ id }) => id.startsWith('shop.js:price:'));
    expect(covered()).toEqual(new Set(ofPrice.map(({ id }) => id)));
    expect(covered()).toEqual(new Set());
  });

  test('of one load says nothing of another', async () => {
    const root = project(shop);
    const one = await loadIn<Shop>(root, 'shop.js');
    const other = await loadIn<Shop>(root, 'shop.js');
    other.module.price(2);
    expect(one.covered()).toEqual(new Set());
    expect(other.covered()).not.toEqual(new Set());
  });
});

describe('a mutant of what runs while modules are loaded', () => {
  const table = {
    'a.js': `export const limit = 2 + 3;
export const below = (n) => n < limit;
if (limit < 0) throw new Error('no limit');
`,
  };
  interface Table {
    below(n: number): boolean;
  }

  test('is told, and works in an instance loaded with it alone', async () => {
    const loaded = await loadIn<Table>(project(table), 'a.js');
    const { module, use, atLoad, fresh } = loaded;
    const mutant = theOne(loaded, '2 - 3');
    const later = theOne(loaded, 'n <= limit');
    expect([atLoad.has(mutant.id), atLoad.has(later.id)]).toEqual([true, false]);
    use(mutant);
    expect(module.below(4)).toBe(true);
    await expect(fresh(mutant)).rejects.toThrow('no limit');
    const broken = await fresh(theOne(loaded, 'limit <= 0'));
    expect([broken.below(5), module.below(5)]).toEqual([false, false]);
    use(later);
    expect([broken.below(5), module.below(5)], 'all instances').toEqual([true, true]);
  });

  test('is in force no more where the load fails with it', async () => {
    const loaded = await loadIn<Table>(project(table), 'a.js');
    await expect(loaded.fresh(theOne(loaded, 'limit >= 0'))).rejects.toThrow('no limit');
    await expect(loaded.fresh(theOne(loaded, 'n <= limit'))).resolves.toBeDefined();
  });
});

describe('a call that is left out', () => {
  const till = {
    'a.js': `import { checkAge, checkName, readShape, requireMore, settle } from './checks.js';
export const age = (n) => checkAge(n, 'age');
export const name = (text) => checkName('name', text);
export const shape = (given) => readShape(settle, given);
export const fixed = (n) => Object.freeze({ n });
export const count = (text) => requireMore() ?? text;
export const older = (n) => n > 0 && checkAge(n - 10, 'older') + 1;
`,
    'checks.js': `export function checkAge(n, what) {
  if (n < 0) throw new RangeError(what);
  return n;
}
export const checkName = (what, text) => checkAge(text.length - 1, what) && text;
export const readShape = (shape, given) => shape(given);
export const settle = (given) => ({ given });
export const requireMore = () => 'more';
`,
  };
  interface Till {
    age(n: number): number;
    name(text: string): string;
    shape(given: object): object;
    fixed(n: number): object;
    count(text: string): string;
    older(n: number): number;
  }
  const callRemovals = ({ mutants }: Instrumented<Till>): readonly TypeScriptMutant[] =>
    mutants.filter(({ operator, file }) => operator === 'CallRemoval' && file === 'a.js');
  /** Puts the one mutant of this call in force. */
  function leaveOut(loaded: Instrumented<Till>, original: string): Till {
    const found = callRemovals(loaded).filter((each) => each.original === original);
    expect(found).toHaveLength(1);
    loaded.use(found[0]);
    return loaded.module;
  }
  const loadTill = (): Promise<Instrumented<Till>> => loadIn<Till>(project(till), 'a.js');

  test('checks, freezes or copies; what it is about stays', async () => {
    expect(
      callRemovals(await loadTill()).map(({ original, replacement }) => [original, replacement]),
    ).toEqual([
      ["checkAge(n, 'age')", 'n'],
      ["checkName('name', text)", 'text'],
      ['readShape(settle, given)', 'given'],
      ['Object.freeze({ n })', '{ n }'],
      ['requireMore()', 'undefined'],
      ["checkAge(n - 10, 'older')", 'n - 10'],
    ]);
  });

  test('refuses nothing, and gives what it was given', async () => {
    const loaded = await loadTill();
    expect(() => loaded.module.age(-1)).toThrow('age');
    expect(() => loaded.module.older(5)).toThrow('older');
    expect(leaveOut(loaded, "checkAge(n, 'age')").age(-1)).toBe(-1);
    expect(() => loaded.module.older(5), 'another call of it').toThrow('older');
    expect(leaveOut(loaded, "checkAge(n - 10, 'older')").older(5)).toBe(-4);
    loaded.use(undefined);
    expect(() => loaded.module.age(-1)).toThrow('age');
  });

  test('leaves the argument it is about, also where mutants stand in the others', async () => {
    const loaded = await loadTill();
    expect(() => loaded.module.name('')).toThrow('name');
    expect(leaveOut(loaded, "checkName('name', text)").name('')).toBe('');
    const given = {};
    expect(loaded.module.shape(given)).toEqual({ given });
    expect(leaveOut(loaded, 'readShape(settle, given)').shape(given)).toBe(given);
  });

  test('leaves an object open, and nothing where it is given nothing', async () => {
    const loaded = await loadTill();
    expect(loaded.module.fixed(1)).toSatisfy(Object.isFrozen);
    expect(leaveOut(loaded, 'Object.freeze({ n })').fixed(1)).not.toSatisfy(Object.isFrozen);
    expect(loaded.module.fixed(1)).toEqual({ n: 1 });
    expect(loaded.module.count('text')).toBe('more');
    expect(leaveOut(loaded, 'requireMore()').count('text')).toBe('text');
  });

  test('still works inside the copy that another mutant is', async () => {
    const loaded = await loadTill();
    loaded.use(theOne(loaded, "n > 0 || checkAge(n - 10, 'older') + 1"));
    expect(() => loaded.module.older(0)).toThrow('older');
    expect(loaded.module.older(5)).toBe(true);
    loaded.use(theOne(loaded, 'n + 10'));
    expect(loaded.module.older(5)).toBe(16);
  });

  test('is covered where it is made', async () => {
    const loaded = await loadTill();
    const [age] = callRemovals(loaded);
    expect(loaded.covered()).not.toContain(age?.id);
    loaded.module.age(1);
    expect(loaded.covered()).toContain(age?.id);
  });
});

describe('left out', () => {
  const leftOutOf = async (
    text: string,
    naming?: readonly string[],
  ): Promise<readonly (readonly [string, string])[]> => {
    const { leftOut } = await loadIn(project({ 'a.js': text }), 'a.js', undefined, naming);
    return leftOut.map(({ mutant, reason }) => [mutant.original, reason]);
  };
  const { sql, message, facts } = built.leftOutReasons;

  test('is SQL, with what is put into it, and counted', async () => {
    const text = `
const columns = () => \`id, name\`;
const live = 'deleted = 0';
export const find = (all, tags) =>
  \`SELECT \${columns()} FROM t WHERE \${all === 'all' ? '1' : live} \` + 'LIMIT 1';
export const mark = (names) => \`
  UPDATE t SET \${names.map((name) => \`\${name} = ?\`).join(', ')}\`;
const limit = 'text';
export const page = (limit, by) => \`SELECT 1 LIMIT \${limit} OFFSET \${by.get('page')}\`;
export const other = () => 'id, name';
`;
    expect(await leftOutOf(text)).toEqual(
      [
        '`id, name`',
        "'deleted = 0'",
        "`SELECT ${columns()} FROM t WHERE ${all === 'all' ? '1' : live} `",
        "'1'",
        "'LIMIT 1'",
        "`\n  UPDATE t SET ${names.map((name) => `${name} = ?`).join(', ')}`",
        '`${name} = ?`',
        "', '",
        "`SELECT 1 LIMIT ${limit} OFFSET ${by.get('page')}`",
      ].map((original) => [original, sql]),
    );
    const { mutants } = await loadIn(project({ 'a.js': text }), 'a.js');
    expect(mutants.map(({ original }) => original)).toEqual(
      expect.arrayContaining(["'all'", "all === 'all'", "'text'", "'page'", "'id, name'"]),
    );
  });

  test('is the message of an error, not what an error of another kind is given', async () => {
    const text = `
export function fail(n) {
  if (n > 1) throw new RangeError(\`too many: \${n}\`);
  if (n > 0) throw new StoreError('stale', 'text');
  throw new Error('none');
}
`;
    expect(await leftOutOf(text)).toEqual([
      ['`too many: ${n}`', message],
      ["'none'", message],
    ]);
  });

  const refusals = `
const refuse = (code, facts) => ({ code, facts });
class Refusal { constructor(code, facts) { this.facts = facts; } }
export const late = (at) => refuse('late', { field: 'at', at, far: { why: 'far' } });
export const gone = () => new Refusal('gone', { what: 'record' });
export const other = () => reject('other', { field: 'none' });
export const named = (n) => checkAge(n, 'age', \`n\`);
export const own = () => checkAge('zero', { field: 'age' });
export function checkAge(n, what = 'years', plain) { return plain ?? 'plain'; }
function reject(code, given = 'given') { return { code, given }; }
`;

  test('is what a refusal is about, not its code', async () => {
    expect(await leftOutOf(refusals)).toEqual([
      ["{ field: 'at', at, far: { why: 'far' } }", facts],
      ["'at'", facts],
      ["{ what: 'record' }", facts],
      ["'record'", facts],
    ]);
  });

  test('is the name that a function is told, or starts with, where it only names facts', async () => {
    expect((await leftOutOf(refusals, ['checkAge'])).slice(4)).toEqual([
      ["'age'", facts],
      ["'zero'", facts],
      ["'years'", facts],
    ]);
  });

  test('is what a comment of the source takes out, with its reason', async () => {
    const words = [
      'Stryker',
      'disable',
      'next-line',
      'EqualityOperator,',
      'StringLiteral:',
      'proven',
    ];
    const text = `export const f = (n) =>\n  // ${words.join(' ')}\n  n > 1 && 'text';\n`;
    expect(await leftOutOf(text)).toEqual([
      ['n > 1', 'proven'],
      ['n > 1', 'proven'],
      ["'text'", 'proven'],
    ]);
  });

  test.each([
    ['SELECT 1', true],
    ['select a from b', true],
    ['\n  -- why\n  /* and\n why */ INSERT INTO t VALUES (1)', true],
    ['delete from t', true],
    ['update t set a = 1', true],
    ['create unique index i on t (a)', true],
    ['begin immediate', true],
    ['COMMIT', true],
    ['ROLLBACK;', true],
    ['PRAGMA user_version', true],
    ['WITH a AS (SELECT 1) SELECT * FROM a', true],
    ['DELETE', false],
    ['SELECTED', false],
    ['select a case', false],
    ['update failed', false],
    ['begin', false],
    ['created', false],
    ['', false],
  ])('takes %j for SQL: %s', async (text, expected) => {
    const found = await leftOutOf(`export const f = () => ${JSON.stringify(text)};`);
    expect(found.length).toBe(expected ? 1 : 0);
  });
});

describe('TypeScript', () => {
  const files = {
    'src/kind.ts': `export interface Kind { name: string }
export type Both = Kind & { more: true };
export const kinds: readonly Kind[] = [{ name: 'a' }];
`,
    'src/types.ts': 'export interface Only { n: number }\n',
    'src/main.ts': `import { readFileSync } from 'node:fs';
import { Both, Kind, kinds } from './kind.js';
import type { Only } from './types.js';
import { Only as Again } from './types.js';
enum Size { small = 1, large }
export class Box {
  constructor(readonly size: Size = Size.large) {}
  fits({ n }: Only & Again): boolean { return n <= this.size; }
}
export const first = (): Kind | Both | undefined => kinds[0] as Kind;
export const beside = (): string => readFileSync(new URL('./main.txt', import.meta.url), 'utf8');
`,
    'dist/main.txt': 'beside the compiled file',
  };
  interface Main {
    Box: new () => { fits(only: { n: number }): boolean };
    first(): { name: string };
    beside(): string;
  }

  test.each([{ inline: false }, { inline: true }])(
    'is what a compiled file names as its source (map inline: $inline)',
    async ({ inline }) => {
      const root = project(files);
      compile(root, ['kind', 'types', 'main'], inline);
      const loaded = await loadIn<Main>(root, 'dist/main.js');
      const { module, mutants, use } = loaded;
      expect(filesOf(mutants)).toEqual(['src/kind.ts', 'src/main.ts']);
      expect(loaded.sources.get('src/main.ts')).toBe(files['src/main.ts']);
      expect(module.first()).toEqual({ name: 'a' });
      expect(module.beside()).toBe('beside the compiled file');
      expect(new module.Box().fits({ n: 2 })).toBe(true);
      const mutant = theOne(loaded, 'n < this.size');
      expect(mutant).toMatchObject({ original: 'n <= this.size', start: { line: 8, column: 47 } });
      expect(mutant.id).toMatch(/^src\/main\.ts:Box\.fits:EqualityOperator:/);
      use(mutant);
      expect(new module.Box().fits({ n: 2 })).toBe(false);
    },
  );

  test('is not looked for outside the root: then the compiled file is mutated', async () => {
    const root = project(files);
    compile(root, ['kind', 'types', 'main']);
    const { mutants } = await built.loadWithMutants({
      entry: pathToFileURL(path.join(root, 'dist/kind.js')).href,
      root: path.join(root, 'dist'),
      mutate: () => true,
    });
    expect(filesOf(mutants)).toEqual(['kind.js']);
  });

  describe('of the guards and of the SQLite store', () => {
    let store: Instrumented<{ default: object; sqliteUnderTest(): { module: string } }>;
    const load = async () =>
      (store ??= await built.loadWithMutants({
        entry: pathToFileURL(path.join(tree, 'dist/src/stores/sqlite/under-test.js')).href,
        root: tree,
        mutate: (file) => /^src\/(?:guards|stores)\//.test(file),
      }));
    afterAll(() => store?.use(undefined));

    test('always has mutants whose spans are their originals', async () => {
      const { mutants, sources, leftOut } = await load();
      const all = [...mutants, ...leftOut.map(({ mutant }) => mutant)];
      for (const mutant of all)
        expect(textBetween(sources.get(mutant.file) ?? '', mutant)).toBe(mutant.original);
      expect(filesOf(mutants)).toContain('src/guards/domains.ts');
      expect(filesOf(mutants)).toContain('src/stores/sqlite/records.ts');
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    });

    test('leaves every statement to the mutants of SQL', async () => {
      const { leftOut, mutants } = await load();
      const inStatements = ({ file }: TypeScriptMutant): boolean => file.endsWith('statements.ts');
      const texts = mutants.filter(({ operator }) => operator === 'StringLiteral');
      expect(texts.filter(inStatements)).toEqual([]);
      expect(leftOut.filter(({ mutant }) => inStatements(mutant))).not.toEqual([]);
    });

    test('finds its own module again', async () => {
      const { module } = await load();
      expect(module.sqliteUnderTest().module).toMatch(
        /\/dist\/src\/stores\/sqlite\/under-test\.js\?/,
      );
    });
  });
});

describe('the span of a mutant', () => {
  test('is exact behind a byte order mark, other line ends and characters of two units', async () => {
    const text = "\uFEFFexport const a = '\u{1F600}';\r\nexport const f = (n) =>\u2028 n > 1;\r\n";
    const { mutants, sources } = await loadIn(project({ 'a.js': text }), 'a.js');
    expect(mutants.map(({ original }) => original)).toContain('n > 1');
    expect(mutants[0]).toMatchObject({ original: "'\u{1F600}'", start: { line: 1, column: 18 } });
    for (const mutant of mutants)
      expect(textBetween(sources.get('a.js') ?? '', mutant)).toBe(mutant.original);
  });

  test('and what becomes of it are told on one short line', async () => {
    const text = `export const f = () => {\n${'  void 0;\n'.repeat(30)}};\n`;
    const { mutants } = await loadIn(project({ 'a.js': text }), 'a.js');
    expect(mutants.map(({ sentence }) => sentence)).toEqual([
      '`{ void 0; void 0; void 0; voi… 0; void 0; void 0; void 0; }` becomes `{}`',
    ]);
  });
});

describe('what cannot be loaded', () => {
  test.each([
    [
      'no JavaScript',
      { 'a.js': "import './b.js';", 'b.js': 'const = 1;' },
      /made of b\.js:1:7: Unexp/,
    ],
    ['no entry', {}, /There is no module .*a\.js/],
    ['a missing file', { 'a.js': "import './b.js';" }, /Cannot find module .*b\.js/],
    ['a missing package', { 'a.js': "import 'nowhere';" }, /Cannot find package 'nowhere'/],
    ['an error of its own', { 'a.js': "throw new TypeError('mine');" }, /^mine$/],
  ])('is told: %s', async (_, files, words) => {
    await expect(loadIn(project(files), 'a.js')).rejects.toThrow(words);
  });

  test('is told: TypeScript that cannot be parsed', async () => {
    const root = project({ 'src/a.ts': 'export const a: number = 1;\n' });
    compile(root, ['a']);
    writeFileSync(path.join(root, 'src/a.ts'), 'export const a: = 1;\n');
    await expect(loadIn(root, 'dist/a.js')).rejects.toThrow(
      /^No mutants can be made of src\/a\.ts:1:17: Unexpected token$/,
    );
  });

  test('is told: an entry outside the root', async () => {
    const root = project({ ...shop, 'src/inside.js': '' });
    const options = { root: path.join(root, 'src'), mutate: () => true };
    const entry = pathToFileURL(path.join(root, 'shop.js')).href;
    await expect(built.loadWithMutants({ ...options, entry })).rejects.toThrow(
      /shop\.js is not inside .*src, or in its node_modules\.$/,
    );
  });
});
