// A counterexample as a program: it compiles, ends with 1 on the store that fails and with 0 on one that does not.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runInThisContext } from 'node:vm';
import fc from 'fast-check';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emptyState } from '../models/state.js';
import { escape, type OddObject, oddObjects } from '../src/contract/escape.js';
import { drive } from '../src/engine/drive.js';
import { hunt } from '../src/engine/hunt.js';
import type { Counterexample } from '../src/engine/result.js';
import { shrink } from '../src/engine/shrink.js';
import { openStage, type Stage } from '../src/engine/stage.js';
import { mutantSuite as suite, services } from '../src/index.js';
import { curatedMutants } from '../src/mutants/curated/index.js';
import { literal, textLiteral } from '../src/report/literal.js';
import { counterexampleProgram, type ProgramOptions } from '../src/report/program.js';
import { sqliteUnderTest } from '../src/stores/sqlite/under-test.js';
import { complaints, strict } from './compile.js';
import { root } from './sources.js';

/** A project that has installed the package, with the strict options of this tree. */
const project = mkdtempSync(path.join(tmpdir(), 'touchstone-program-'));
let stage: Stage;

beforeAll(async () => {
  mkdirSync(path.join(project, 'node_modules'));
  symlinkSync(root, path.join(project, 'node_modules/touchstone'), 'junction');
  writeFileSync(path.join(project, 'package.json'), '{ "type": "module" }');
  stage = await openStage(sqliteUnderTest(), { services, root: path.join(project, 'run') });
});
afterAll(async () => {
  await stage.close();
  rmSync(project, { recursive: true });
});

/** Writes a program and the same without its types. */
function written(name: string, text: string): string {
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { ...strict, module: ts.ModuleKind.ESNext },
  });
  const file = path.join(project, `${name}.ts`);
  writeFileSync(file, text);
  writeFileSync(path.join(project, `${name}.js`), outputText);
  return file;
}

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function run(name: string): Ran {
  const ran = spawnSync(process.execPath, [path.join(project, `${name}.js`)], {
    encoding: 'utf8',
  });
  return { code: ran.status, out: ran.stdout, err: ran.stderr };
}

/** Where nothing is left to do a process would end: the program is over, and the next one starts. */
const oneAfterTheOther = `
const ran = [];
const [, , ...files] = process.argv;
let [out, err] = ['', ''];
console.log = (text) => (out += text + '\\n');
console.error = (text) => (err += text + '\\n');
process.on('beforeExit', async () => {
  if (ran.length === files.length) return;
  ran.push({ code: process.exitCode ?? 0, out, err });
  process.exitCode = undefined;
  [out, err] = ['', ''];
  if (ran.length === files.length) process.stdout.write(JSON.stringify(ran));
  else await import(files[ran.length]);
});
await import(files[0]);
`;

/** What programs come to, by name: one process runs them, since each takes longer to load than to run. */
function runAll(names: readonly string[]): ReadonlyMap<string, Ran> {
  const runner = path.join(project, 'one-after-the-other.mjs');
  writeFileSync(runner, oneAfterTheOther);
  const urls = names.map((name) => pathToFileURL(path.join(project, `${name}.js`)).href);
  const { stdout, stderr } = spawnSync(process.execPath, [runner, ...urls], { encoding: 'utf8' });
  expect(stderr).toBe('');
  const ran: readonly Ran[] = JSON.parse(stdout);
  return new Map(names.map((name, at) => [name, ran[at] ?? { code: null, out: '', err: '' }]));
}

const optionsFor = (more: Partial<ProgramOptions> = {}): ProgramOptions => ({
  file: 'program.ts',
  opens: 'sqlite',
  store: 'sqlite',
  seed: 1,
  contractRevision: 1,
  sentence: 'A promise.',
  unclaimed: [],
  ...more,
});

/** The counterexample that a mutant of the SQLite store gives. */
async function counterexampleOf(id: string, seed = 1): Promise<Counterexample> {
  const mutant = curatedMutants.find((each) => each.id === id);
  if (mutant === undefined) throw new Error(`there is no mutant ${id}`);
  const broken = await stage.withMutant(mutant);
  const found = await hunt(broken, suite, { seed, runs: 200, property: mutant.property });
  if (found.failing === undefined) throw new Error(`${id} was not found`);
  const { setup } = found.failing;
  const start = emptyState(setup, broken.durableProposals);
  const {
    run: failing,
    from,
    reproduced,
    ladder,
  } = await shrink(broken, start, found.failing, suite.blame);
  return {
    property: mutant.property,
    sequence: found.sequences,
    from,
    reproduced,
    ladder,
    setup,
    durableProposals: broken.durableProposals,
    steps: failing.log.map(({ call, expected }, at) => ({
      call,
      expected,
      actual: at === failing.log.length - 1 ? (failing.divergence?.actual ?? expected) : expected,
    })),
  };
}

/** A maintainer's module with this mutant around the SQLite store. */
function brokenModule(id: string): string {
  const dist = (file: string): string =>
    JSON.stringify(pathToFileURL(path.join(root, 'dist', file)));
  writeFileSync(
    path.join(project, `broken-${id}.mjs`),
    `import { curatedMutants } from ${dist('src/mutants/curated/index.js')};
import { sqliteUnderTest } from 'touchstone';
const wrap = curatedMutants.find(({ id }) => id === ${JSON.stringify(id)}).wrap();
const sut = sqliteUnderTest();
export default () => ({
  ...sut,
  name: 'broken',
  open: async (environment) => wrap(await sut.open(environment), environment.handle),
});
`,
  );
  return `./broken-${id}.mjs`;
}

/** What a store breaks, seen through the public API: the services of a program are never broken. */
const shown = curatedMutants
  .filter(({ wrap, services: bent }) => wrap !== undefined && bent === undefined)
  .filter(({ property }, at) => at % 24 === 0 || property === 'durability')
  .map(({ id }) => id);

const files: string[] = [];

describe('the program of a counterexample', () => {
  const steps = new Map<string, number>();
  let ran: ReadonlyMap<string, Ran>;
  beforeAll(async () => {
    for (const id of shown) {
      const found = await counterexampleOf(id);
      const opens = { module: brokenModule(id) };
      const broken = optionsFor({ opens, store: 'broken' });
      steps.set(id, found.steps.length);
      files.push(
        written(`${id}-sound`, counterexampleProgram(found, optionsFor())),
        written(`${id}-broken`, counterexampleProgram(found, broken)),
      );
    }
    ran = runAll(shown.flatMap((id) => [`${id}-broken`, `${id}-sound`]));
  });

  test.each(shown)('%s: ends with 1 on the store that fails, with 0 on a sound one', (id) => {
    const broken = ran.get(`${id}-broken`);
    expect(broken?.out).toMatch(new RegExp(`^Call ${steps.get(id)}: expected .*, got .*\\.\n$`));
    expect(broken).toMatchObject({ code: 1, err: '' });
    const sound = ran.get(`${id}-sound`);
    expect(sound?.out).toMatch(/^Right: the store answers .* as the contract says\.\n$/);
    expect(sound).toMatchObject({ code: 0, err: '' });
  });

  test.each(['broken', 'sound'])('is the same in a process of its own: %s', (store) => {
    const name = `${shown[0]}-${store}`;
    expect(run(name)).toEqual(ran.get(name));
  });
});

/** A whole sequence as it went on a sound store: every operation, bad inputs and forgeries. */
async function wholeSequence(seed: number): Promise<Counterexample> {
  const [planned] = [...take(suite.sequences(seed, stage.offer))];
  if (planned === undefined) throw new Error('no sequence was planned');
  const { setup, play } = planned;
  const session = await stage.session(setup);
  const source = play(emptyState(setup, stage.durableProposals));
  const { log } = await drive(session, source, { ...stage, setup });
  await session.end();
  const steps = log.map(({ call, expected }) => ({ call, expected, actual: expected }));
  const { durableProposals } = stage;
  const about = { sequence: 1, from: steps.length, reproduced: true, ladder: [steps.length] };
  return { ...about, property: 'no-aliasing', setup, durableProposals, steps };
}

function* take<T>(items: Iterable<T>): Generator<T> {
  for (const item of items) {
    yield item;
    return;
  }
}

describe('the program of a whole sequence', () => {
  const seeds = [1, 2, 3, 4, 5, 6];
  let ran: ReadonlyMap<string, Ran>;
  beforeAll(async () => {
    for (const seed of seeds)
      files.push(
        written(`whole-${seed}`, counterexampleProgram(await wholeSequence(seed), optionsFor())),
      );
    ran = runAll(seeds.map((seed) => `whole-${seed}`));
  });

  test.each(seeds)('of seed %i answers each call on the sound store', (seed) => {
    expect(ran.get(`whole-${seed}`)).toEqual({
      code: 0,
      out: expect.stringMatching(/^Right: .*\n$/) as string,
      err: '',
    });
  });
});

describe('every program', () => {
  test('compiles under the strict options of this tree', () => {
    expect(files.length).toBe(2 * shown.length + 6);
    expect(complaints(files)).toBe('');
  });

  test('names what a reader needs: the promise, how to run it, what came', async () => {
    const found = await counterexampleOf('remember-retries-stale-version', 2);
    const text = counterexampleProgram(
      found,
      optionsFor({ file: 'cas-1.ts', sentence: 'It\n*/ ends.' }),
    );
    const head = text.split('\n').slice(0, 2);
    expect(head).toEqual([
      '// sqlite breaks cas: It\\n*/ ends.',
      '// Run it with: npx tsx cas-1.ts',
    ]);
    expect(text).toMatch(
      /\n {2}\/\/ {4}expected {2}conflict \(stale-version\)\n {2}\/\/ {4}got {7}version \d\n/,
    );
    expect(text).toMatch(
      /^import \{ (?:defaultPolicy, )?isRefusal, openSqliteStore \} from 'touch/m,
    );
  });
});

/** What a literal stands for. */
const evaluated = (text: string): unknown => runInThisContext(`(${text})`);

describe('a literal', () => {
  test.each([
    [Number.NaN, 'NaN'],
    [-0, '-0'],
    [-1.5, '-1.5'],
    [undefined, 'undefined'],
    [null, 'null'],
    [12n, '12n'],
    ["it's \\ a\n\u0000\u202e\ud800", "'it\\'s \\\\ a\\n\\u0000\\u202e\\ud800'"],
    [{ a: 1, 'b c': [] }, "{ a: 1, 'b c': [] }"],
    [JSON.parse('{"__proto__":1}'), "{ ['__proto__']: 1 }"],
    [oddObjects.frozen({ a: 1 }), 'Object.freeze({ a: 1 })'],
    [oddObjects.getters({ a: 1 }), '{ get a() { return 1; } }'],
  ])('%#: %s', (value, text) => {
    expect(literal(value)).toBe(text);
  });

  test('always stands for the very value, whatever it is made of', () => {
    const leaf = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.double(),
      fc.bigInt(),
      fc.constantFrom(undefined, null, true, -0, '\ud800', '__proto__'),
    );
    const fields = fc.dictionary(fc.oneof(fc.string(), fc.constant('__proto__')), leaf, {
      maxKeys: 3,
    });
    const odd = fc
      .tuple(fc.constantFrom(...(Object.keys(oddObjects) as OddObject[])), fields)
      .map(([made, inner]) => oddObjects[made](inner));
    const value = fc.oneof(
      leaf,
      fields,
      odd,
      fc.array(fc.oneof(leaf, fields, odd), { maxLength: 3 }),
    );
    fc.assert(
      fc.property(value, (each) => {
        expect(escape(evaluated(literal(each)))).toEqual(escape(each));
      }),
      { seed: 1, endOnFailure: true },
    );
  });

  test('of a text shows every character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(textLiteral(text)).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
      }),
      { seed: 1, endOnFailure: true },
    );
  });
});
