// What a check finds travels: past failures are tried first, known ones are told from new ones, files are named.
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  Baseline,
  baselineOf,
  compareBaseline,
  type KnownFailure,
} from '../src/engine/baseline.js';
import type { CheckReport, PropertyResult } from '../src/engine/result.js';
import { checkStore, modelUnderTest } from '../src/index.js';
import { ReportJson } from '../src/report/json-schema.js';
import { inProcess, type Ran } from './command.js';
import { root } from './sources.js';

/** A folder with a store that loses updates. */
function made(): string {
  const cwd = mkdtempSync(path.join(tmpdir(), 'touchstone-findings-'));
  copyFileSync(path.join(root, 'test/fixtures/loses-updates.mjs'), path.join(cwd, 'store.mjs'));
  return cwd;
}

/** The same, removed after the test. */
function folder(): string {
  const cwd = made();
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  return cwd;
}

/** The same store, mended. */
function mend(cwd: string): void {
  const index = JSON.stringify(pathToFileURL(path.join(root, 'dist/src/index.js')));
  const text = `import { modelUnderTest } from ${index};
export default { ...modelUnderTest(), name: 'loses-updates' };\n`;
  writeFileSync(path.join(cwd, 'store.mjs'), text);
}

const check = (cwd: string, ...args: readonly string[]): Promise<Ran> =>
  inProcess(['check', './store.mjs', '--runs', '6', ...args], cwd);
const reportOf = ({ out }: Ran): ReportJson => ReportJson.parse(JSON.parse(out));

const own = (cwd: string, extension: string): readonly string[] =>
  readdirSync(path.join(cwd, '.touchstone'))
    .filter((name) => name.endsWith(extension))
    .toSorted();

/** One sentence on stderr, nothing on stdout, exit code 2. */
function expectSentence(ran: Ran, sentence: RegExp): void {
  expect(ran.err).toMatch(sentence);
  expect(ran.err.trimEnd().split('\n')).toHaveLength(1);
  expect({ code: ran.code, out: ran.out }).toEqual({ code: 2, out: '' });
}

/** A folder in which a check has found what fails, and what the check printed. */
let checked: string;
let first: Ran;
beforeAll(async () => {
  checked = made();
  first = await check(checked, '--json', '--write-baseline', 'known.json');
});
afterAll(() => rmSync(checked, { recursive: true }));

/** A copy of that folder with the failures of these properties, removed after the test. */
function checkedFolder(...properties: readonly string[]): string {
  const cwd = folder();
  const isLeftOut = (file: string): boolean =>
    path.basename(path.dirname(file)) === '.touchstone' &&
    !properties.some((property) => path.basename(file).startsWith(`${property}-`));
  cpSync(checked, cwd, {
    recursive: true,
    filter: (file) => properties.length === 0 || !isLeftOut(file),
  });
  return cwd;
}

describe('a failure', () => {
  test('is kept as a replay file and as a program beside it, and the report names both', async () => {
    const cwd = folder();
    const { out } = await check(cwd, '--properties', 'cas');
    const [replay] = own(cwd, '.json');
    const [program] = own(cwd, '.ts');
    expect(program).toBe(replay?.replace('.json', '.ts'));
    expect(out).toContain(
      `\n  replay    touchstone replay .touchstone/${replay} --store ./store.mjs\n`,
    );
    expect(out).toContain(
      `\n  program   .touchstone/${program}     the same call as a TypeScript file you can paste\n`,
    );
    const text = readFileSync(path.join(cwd, '.touchstone', program ?? ''), 'utf8');
    expect(text).toContain("const storeModule: string = '../store.mjs';");
    expect(text).toContain(`// Run it with: npx tsx ${program}\n`);
  });
});

describe('a past failure', () => {
  test('is tried first, in the order of the names, and adds no file while it fails as before', async () => {
    const cwd = checkedFolder();
    const files = own(cwd, '.json');
    expect(files.length).toBeGreaterThan(2);
    const again = await check(cwd, '--runs', '0', '--json');
    const { past = [], properties, verdict, sequences } = reportOf(again);
    expect(past.map(({ name, outcome }) => [name, outcome])).toEqual(
      files.map((name) => [name, 'fails']),
    );
    expect({ verdict, sequences, code: again.code }).toEqual({
      verdict: 'failed',
      sequences: 0,
      code: 1,
    });
    const failing = properties.filter((each) => each.verdict === 'fails');
    expect(failing.map(({ replay }) => path.basename(replay ?? '')).toSorted()).toEqual(files);
    expect(failing.every(({ counterexample }) => counterexample?.sequence === 0)).toBe(true);
    const { out } = await check(cwd, '--seed', '9');
    expect(out).toContain(`\n${files.length} past failures tried, ${files.length} still fail.\n`);
    expect(own(cwd, '.json')).toEqual(expect.arrayContaining([...files]));
  });

  test('is told to be mended once the calls pass, and its file is kept', async () => {
    const cwd = checkedFolder('cas');
    const files = own(cwd, '.json');
    mend(cwd);
    // The past is tried before the first sequence: none is needed.
    const { code, out } = await check(cwd, '--properties', 'cas', '--runs', '0');
    expect(out).toContain('\n1 past failure tried, 0 still fail.\n');
    expect(out).toContain(`\n  Mended: cas, ${files[0]}. Delete the file to try it no more.\n`);
    expect(code).toBe(3);
    expect(own(cwd, '.json')).toEqual(files);
  });

  test('of another store, or one that cannot be read, is one message and no failure', async () => {
    const cwd = checkedFolder('cas');
    const [file = ''] = own(cwd, '.json');
    const at = (name: string): string => path.join(cwd, '.touchstone', name);
    const text = readFileSync(at(file), 'utf8');
    rmSync(at(file));
    writeFileSync(at('a.json'), '{');
    writeFileSync(at('b.json'), text.replace('"loses-updates"', '"another"'));
    writeFileSync(at('c.json'), '{"format":"touchstone-baseline"}');
    writeFileSync(at('d.json'), '{"some":"thing"}');
    const { out, err } = await check(cwd, '--properties', 'expiry');
    expect(out).not.toContain('past failure');
    expect(err.trimEnd().split('\n')).toEqual([
      '.touchstone/a.json was not tried (it is not JSON): mend or delete it.',
      expect.stringMatching(/^\.touchstone\/d\.json was not tried \(it is no replay file: /),
      '.touchstone/b.json was not tried: it is of the store "another".',
    ]);
  });

  test('that cannot be tried says why', async () => {
    const cwd = checkedFolder('cas', 'order-and-limit');
    const { past = [] } = reportOf(await check(cwd, '--properties', 'order-and-limit', '--json'));
    expect(past.map(({ property, outcome, reason }) => [property, outcome, reason])).toEqual([
      ['cas', 'not-tried', 'its property was not selected'],
      ['order-and-limit', 'fails', undefined],
    ]);
  });

  test('changes nothing of what the sequences find', async () => {
    const cwd = checkedFolder();
    const before = reportOf(first);
    expect(before.past).toBeUndefined();
    const after = reportOf(await check(cwd, '--json'));
    const found = ({ properties }: ReportJson): unknown =>
      properties.map(({ id, verdict, observations }) => [id, verdict, observations]);
    expect(found(after)).toEqual(found(before));
    expect(after.coverage).toEqual(before.coverage);
    const model = modelUnderTest();
    const none = await checkStore(model, { runs: 2, sensitivity: false, root: cwd, past: [] });
    expect(none.past).toBeUndefined();
  });
});

describe('a baseline', () => {
  /** A folder with the baseline of what fails now. */
  function withBaseline(): { cwd: string; failures: KnownFailure[] } {
    expect(first.code).toBe(1);
    const cwd = checkedFolder();
    const { failures } = read(cwd);
    return { cwd, failures: [...failures] };
  }
  const read = (cwd: string): Baseline =>
    Baseline.parse(JSON.parse(readFileSync(path.join(cwd, 'known.json'), 'utf8')));
  function rewrite(cwd: string, failures: readonly KnownFailure[], store = 'loses-updates'): void {
    const format = { format: 'touchstone-baseline', formatVersion: 1 };
    writeFileSync(path.join(cwd, 'known.json'), JSON.stringify({ ...format, store, failures }));
  }

  test('that says exactly what fails makes the check pass', async () => {
    const { cwd, failures } = withBaseline();
    const { code, out } = await check(cwd, '--baseline', 'known.json');
    expect(out).toContain(`\n${failures.length} known failures, as the baseline says: `);
    expect(out).not.toContain('\nFailed: ');
    expect(code).toBe(0);
    const names = failures.map((each) => JSON.stringify([each.property, each.reason]));
    expect(names).toEqual(names.toSorted());
  });

  test('that lacks a failure fails the check, and names it', async () => {
    const { cwd, failures } = withBaseline();
    rewrite(cwd, failures.slice(1));
    const { code, out } = await check(cwd, '--baseline', 'known.json');
    const [left] = failures;
    expect(out).toContain(
      `\n1 failure not in the baseline:\n  ${left?.property}: ${left?.reason}\n`,
    );
    expect(code).toBe(1);
  });

  test('with an entry that no longer fails fails the check, and says to remove it', async () => {
    const { cwd, failures } = withBaseline();
    rewrite(cwd, [...failures, { property: 'round-trip', reason: 'search: another answer' }]);
    const { code, out } = await check(cwd, '--baseline', 'known.json');
    expect(out).toMatch(
      /\n1 entry of the baseline does not fail any more: remove it, .*\n {2}round-trip: search: /,
    );
    expect(code).toBe(1);
    mend(cwd);
    const mended = await check(
      cwd,
      '--baseline',
      'known.json',
      '--json',
      '--properties',
      'observation-order',
    );
    const { baseline, verdict } = reportOf(mended);
    expect({ verdict, gone: baseline?.gone.map(({ property }) => property) }).toEqual({
      verdict: 'partial',
      gone: ['observation-order'],
    });
    expect(mended.code).toBe(1);
  });

  test('says nothing of properties that were not selected', async () => {
    const { cwd, failures } = withBaseline();
    const ran = await check(cwd, '--baseline', 'known.json', '--json', '--properties', 'cas');
    const { baseline } = reportOf(ran);
    expect(baseline?.unchecked).toHaveLength(failures.length - 1);
    expect(ran.code).toBe(0);
  });

  test.each([
    ['{', /^known\.json is no baseline \(it is not JSON\): name a file that --write-baseline has/],
    ['{}', /^known\.json is no baseline \(format: .*\): name a file/],
    [
      '{"format":"touchstone-baseline","formatVersion":2,"store":"x","failures":[]}',
      /^known\.json is no baseline \(formatVersion: /,
    ],
    [
      '{"format":"touchstone-baseline","formatVersion":1,"store":"x","failures":[]}',
      /^known\.json is the baseline of the store "x", not of "loses-updates": write one with/,
    ],
  ])('that is none is one sentence before the check: %s', async (text, sentence) => {
    const cwd = folder();
    writeFileSync(path.join(cwd, 'known.json'), text);
    expectSentence(await check(cwd, '--baseline', 'known.json', '--junit', 'j.xml'), sentence);
    expect(existsSync(path.join(cwd, 'j.xml'))).toBe(false);
  });

  test('that is not there is one sentence', async () => {
    expectSentence(
      await check(folder(), '--baseline', 'known.json'),
      /^known\.json cannot be read \(it is not there\): name a file that --write-baseline has/,
    );
  });

  const lin = { tenant: 'acme', subject: 'lin', scopes: [] };
  const result = (id: string, verdict: PropertyResult['verdict']): PropertyResult => ({
    id,
    sentence: '',
    core: true,
    observations: 1,
    verdict,
    ...(verdict === 'fails'
      ? {
          counterexample: {
            property: id,
            sequence: 1,
            from: 1,
            reproduced: true,
            ladder: [1],
            setup: { policy: [], owner: lin, principal: { ...lin, actorId: '', provenances: [] } },
            durableProposals: true,
            steps: [
              {
                call: { client: 0, operation: { do: 'search', as: lin, scope: id, terms: {} } },
                expected: { ok: [] },
                actual: { threw: 'boom' },
              },
            ],
          },
        }
      : {}),
  });

  test.each([
    ['fails', 'known'],
    ['holds', 'gone'],
    ['not-claimed', 'gone'],
    ['inconclusive', 'unchecked'],
    ['not-selected', 'unchecked'],
  ] as const)('takes an entry whose property %s for %s', (verdict, kind) => {
    const report = (of: PropertyResult['verdict']): CheckReport =>
      ({ store: { name: 's' }, properties: [result('cas', of)] }) as unknown as CheckReport;
    const known = baselineOf(report('fails'));
    expect(known.failures).toEqual([
      { property: 'cas', reason: 'search: ok expected, got an error that is no refusal' },
    ]);
    const { failures } = known;
    const none = { known: [], fresh: [], gone: [], unchecked: [] };
    expect(compareBaseline(report(verdict), known)).toEqual({ ...none, [kind]: failures });
  });
});

describe('a file that the user names', () => {
  test('may lie anywhere, and is written whole', async () => {
    const cwd = folder();
    const elsewhere = folder();
    const [junit, known] = ['junit.xml', 'known.json'].map((name) => path.join(elsewhere, name));
    await check(cwd, '--junit', junit ?? '', '--write-baseline', known ?? '');
    expect(readFileSync(junit ?? '', 'utf8')).toMatch(/^<\?xml [^]*<\/testsuites>\n$/);
    expect(readdirSync(elsewhere).toSorted()).toEqual(['junit.xml', 'known.json', 'store.mjs']);
  });

  test.each([
    ['--junit', 'nosuch/junit.xml', /^--junit .*cannot be written \(its folder is not there\): /],
    ['--junit', '.', /^--junit .*cannot be written \(it is a folder\): name a file in/],
    ['--write-baseline', 'store.mjs/known', /^--write-baseline .*\(a part of its path is a file\)/],
  ])('%s %s is one sentence before the check', async (option, file, sentence) => {
    const cwd = folder();
    expectSentence(await check(cwd, option, file), sentence);
    expect(own(cwd, '.ts')).toEqual([]);
  });
});
