// The command line as a user meets it: a child process, what it prints where, and its exit code.
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createModelStore, modelUnderTest } from '../models/model-store.js';
import { createSuite } from '../properties/suite.js';
import { readAdapter } from '../src/cli/adapter.js';
import { resolveStore } from '../src/cli/store.js';
import { progressLine } from '../src/cli/progress.js';
import { wantsColour } from '../src/cli/palette.js';
import { Usage } from '../src/cli/usage.js';
import { defaultPolicy } from '../src/contract/policy.js';
import type { MemoryStore } from '../src/contract/port.js';
import { check } from '../src/engine/check.js';
import { replayFile } from '../src/engine/replay.js';
import { exitCodes } from '../src/engine/result.js';
import type { Suite } from '../src/engine/suite.js';
import { checkStore, services } from '../src/index.js';
import { checkJson } from '../src/report/json.js';
import * as command from './command.js';
import { main, type Ran } from './command.js';
import { root } from './sources.js';

const fixture = (name: string): string => path.join(root, 'test/fixtures', `${name}.mjs`);
const losesUpdates = fixture('loses-updates');

/** A folder to work in, removed after the test. */
function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'touchstone-cli-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

/** The built command, in a folder that is removed after the test. */
const touchstone = (
  args: readonly string[],
  cwd = folder(),
  more: Readonly<Record<string, string>> = {},
): Promise<Ran> => command.touchstone(args, cwd, more);

/** The command in this process, in a folder that is removed after the test. */
const inProcess = (args: readonly string[], cwd = folder()): Promise<Ran> =>
  command.inProcess(args, cwd);

/** One sentence on stderr, nothing on stdout, exit code 2. */
function expectSentence(ran: Ran, sentence: RegExp | string): void {
  expect(ran.err).toMatch(sentence);
  expect(ran.err.trimEnd().split('\n')).toHaveLength(1);
  expect(ran.err).not.toMatch(/^\s+at /m);
  expect(ran.err).toMatch(/\.\n$/);
  expect({ code: ran.code, out: ran.out }).toEqual({ code: 2, out: '' });
}

/** So that a check meets the lost update, and stops. */
const onlyCas = ['--runs', '2', '--properties', 'cas'];

const boom = (): never => {
  throw new Error('boom');
};

const replaysIn = (cwd: string): readonly string[] =>
  readdirSync(path.join(cwd, '.touchstone')).toSorted();

describe('help', () => {
  test.each([[], ['check'], ['replay'], ['demo']])('of %j begins with examples', async (...of) => {
    const { code, out, err } = await inProcess([...of, '--help']);
    expect(out).toMatch(new RegExp(`^Examples:\\n {2}touchstone ${of[0] ?? 'check'}`, 'u'));
    expect(out).toContain(`Usage: ${['touchstone', ...of].join(' ')} `);
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });

  test('is a message and no result where no command was given', async () => {
    const { code, out, err } = await touchstone([]);
    expect(err).toMatch(/^Examples:[^]*display help for command\n$/);
    expect({ code, out }).toEqual({ code: 2, out: '' });
  });

  test('names the exit codes of a check', async () => {
    expect((await touchstone(['check', '--help'])).out).toContain('0 conformant, 1 counterexample');
  });

  test('--version is the version of the package', async () => {
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      version: string;
    };
    expect(await inProcess(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });
});

describe('a command that is wrong', () => {
  test.each([
    [['chek'], /^Unknown command 'chek' \(did you mean check\): see touchstone --help\.$/m],
    [['check'], /^Missing required argument 'store': see touchstone check --help\.$/m],
    [['check', 'sqlite', 'model'], /^Too many arguments.*: see touchstone check --help\.$/m],
    [['check', 'model', '--sead', '3'], /^Unknown option '--sead' \(did you mean --seed\): see/],
    [['check', 'model', '--seed'], /^Option '--seed <n>' argument missing: see touchstone check/],
    [['check', 'model', '--seed', '-1'], /^--seed -1 is no seed: give a whole number from 0 to/],
    [['check', 'model', '--seed', '4294967296'], /^--seed 4294967296 is no seed/],
    [['check', 'model', '--seed', '1.5'], /^--seed 1\.5 is no seed/],
    [['check', 'model', '--runs', 'many'], /^--runs many is no number of sequences: give/],
    [['check', 'model', '--runs', '-1'], /^--runs -1 is no number of sequences/],
    [['check', 'model', '--seconds', '0'], /^--seconds 0 is no time to check for: give/],
    [['check', 'model', '--properties', 'cas,nope'], /^There is no property nope: choose from/],
    [['check', 'model', '--properties', ','], /^--properties names none: choose from/],
    [['check', 'nosuch'], /^There is no store nosuch: use sqlite or model, the path/],
    [['check', 'no such'], /^There is no store no such: use/],
    [['check', '__proto__'], /^There is no store __proto__: use/],
    [['check', './nosuch.mjs'], /^There is no file \.\/nosuch\.mjs: name the module/],
    [['check', '.'], /^\. is a folder: name the module in it/],
    [['replay'], /^Missing required argument 'file': see touchstone replay --help\.$/m],
    [['replay', 'nosuch.json'], /^nosuch\.json cannot be read \(it is not there\): name a replay/],
    [['replay', '.'], /^\. cannot be read \(it is a folder\): name a replay file/],
    [['demo', 'nosuch'], /^There is no demo nosuch: choose from correction, review, proposal/],
  ])('%j is one sentence that says what to do', async (args, sentence) => {
    expectSentence(await inProcess(args), sentence);
  });

  test('is a message and an exit code of the process', async () => {
    expectSentence(await touchstone(['check', 'nosuch']), /^There is no store nosuch: use sqlite/);
    const unknown = await touchstone(['check', 'model', '--sead', '3']);
    expectSentence(unknown, /^Unknown option '--sead'/);
  });
});

describe('an adapter that is broken', () => {
  test.each([
    ['no-default', /has no default export: export a store under test, or a function/],
    ['throws-on-load', /does not load \(Error: no database at all\): run it with node/],
    ['no-open', /^The default export of .* has no open\(environment\): add it/],
    ['throws-on-open', /cannot open its store \(Error: connection refused\): mend its open/],
  ])('%s is one sentence that says what is missing', async (name, sentence) => {
    expectSentence(await inProcess(['check', fixture(name)]), sentence);
  });

  const open = (): MemoryStore => createModelStore();
  const named = { name: 'x', capabilities: [], open };
  const memory = { remember: () => 1 };
  const broken: readonly (readonly [string, unknown, RegExp])[] = [
    ['is no object', 3, /is no store under test: export an object with name/],
    ['is a function that throws', () => boom(), /throws \(Error: boom\): it must return/],
    ['is a function that returns nothing', () => undefined, /is no store under test/],
    ['has no name', { open }, /has no name: add one/],
    ['has no capabilities', { open, name: 'x' }, /has no list of capabilities: add one/],
    [
      'claims what is none',
      { ...named, capabilities: ['versions', 'fly'] },
      /claims "fly", which is no capability: the capabilities are versions, /,
    ],
    ['has a reset that is no function', { ...named, reset: true }, /has a reset that is no func/],
    ['has a version that is no text', { ...named, version: 3 }, /has a version that is no text/],
    [
      'has a policy that is none',
      { ...named, policy: [] },
      /^The policy of .* is none \(.*malformed.*\): mend it, or leave it out\.$/,
    ],
    [
      'opens nothing',
      { ...named, open: () => undefined },
      /^What open\(\) of .* returns has no as\(\): return a store/,
    ],
    [
      'opens what cannot be closed',
      { ...named, open: () => ({ as: open }) },
      /^What open\(\) of .* returns has no close\(\)/,
    ],
    [
      'gives no memory',
      { ...named, open: () => ({ as: boom, close: open }) },
      /gives no memory \(Error: boom\): mend its as\(identity\)/,
    ],
    [
      'gives a memory that cannot search',
      { ...named, open: () => ({ as: () => memory, close: open }) },
      /^The memory that as\(identity\) of .* returns has no search\(\): every memory needs it\.$/,
    ],
  ];
  test.each(broken)('that %s is told so', async (_, exported, sentence) => {
    const look = async (): Promise<unknown> => {
      const sut = await readAdapter(exported, './store.mjs', 'file:///store.mjs');
      return sut.open({ directory: folder(), handle: 0, policy: defaultPolicy });
    };
    await expect(look()).rejects.toThrow(Usage);
    await expect(look()).rejects.toThrow(sentence);
  });

  test('is not one that a function returns, whole or made by a class', async () => {
    class Adapter {
      readonly name = 'x';
      readonly capabilities = [];
      readonly #opened = open;
      open(): MemoryStore {
        return this.#opened();
      }
    }
    const sut = await readAdapter(() => new Adapter(), './store.mjs', 'file:///store.mjs');
    const store = await sut.open({ directory: folder(), handle: 0, policy: defaultPolicy });
    expect(store.closed).toBe(false);
    expect(sut).toMatchObject({ name: 'x', module: 'file:///store.mjs' });
  });

  test.each([
    ['import "nosuch-package";', /does not load \(Error: Cannot find package 'nosuch-package'/],
    ['export default {', /does not load \(SyntaxError: .*\): run it with node/],
  ])('%s does not load', async (text, sentence) => {
    const cwd = folder();
    writeFileSync(path.join(cwd, 'store.mjs'), text);
    expectSentence(await inProcess(['check', './store.mjs'], cwd), sentence);
  });

  test('in a package that is installed is found there', async () => {
    const cwd = folder();
    const installed = path.join(cwd, 'node_modules/my-store');
    mkdirSync(installed, { recursive: true });
    writeFileSync(path.join(installed, 'package.json'), '{"name":"my-store","main":"main.mjs"}');
    writeFileSync(path.join(installed, 'main.mjs'), 'export default { name: "x" };');
    const ran = await inProcess(['check', 'my-store'], cwd);
    expectSentence(ran, /export of my-store has no open/);
  });

  test('in a package next to this one is found there', async () => {
    const ran = await inProcess(['check', 'commander']);
    expectSentence(ran, /^commander has no default export: export/);
  });

  test('leaves nothing behind but replay files and programs where it fails', async () => {
    const cwd = folder();
    await inProcess(['check', losesUpdates, ...onlyCas], cwd);
    expect(replaysIn(cwd)).toEqual([
      expect.stringMatching(/^cas-[0-9a-f]{8}\.json$/),
      expect.stringMatching(/^cas-[0-9a-f]{8}\.ts$/),
    ]);
  });
});

test('A folder that cannot be written to is one sentence', async () => {
  const cwd = folder();
  writeFileSync(path.join(cwd, '.touchstone'), '');
  expectSentence(
    await inProcess(['check', 'model'], cwd),
    /^Nothing can be written to \.touchstone here \(a part of its path is a file\): change to/,
  );
});

describe('check', () => {
  test('of a store that holds ends with its verdict, and that is its exit code', async () => {
    const { code, out, err } = await touchstone(['check', 'model', '--seconds', '0.5']);
    const verdict = /\n(Conformant|Partial): .* model .*\n$/.exec(out)?.[1];
    expect(out).toMatch(/^model {3}seed 1 {3}contract revision 1\n/);
    expect(out).not.toContain('FAILS');
    expect({ code, err }).toEqual({ code: verdict === 'Conformant' ? 0 : 3, err: '' });
  });

  test('prints the report as JSON, with the files that replay', async () => {
    const cwd = folder();
    const args = ['--json', '--seed', '3', '--runs', '6'];
    const { code, out } = await inProcess(['check', losesUpdates, ...args], cwd);
    const printed = JSON.parse(out) as {
      properties: { id: string; replay?: string; program?: string }[];
    };
    const programs = Object.fromEntries(
      printed.properties.flatMap(({ id, program }) =>
        program === undefined ? [] : [[id, program]],
      ),
    );
    const replays = Object.fromEntries(
      printed.properties.flatMap(({ id, replay }) => (replay === undefined ? [] : [[id, replay]])),
    );
    const sut = await resolveStore(losesUpdates, cwd);
    const report = await checkStore(sut, { seed: 3, runs: 6, root: folder() });
    expect(printed).toEqual(checkJson(report, replays, { programs }));
    expect(code).toBe(exitCodes[report.verdict]);
    const failing = report.properties.filter(({ verdict }) => verdict === 'fails');
    expect(Object.keys(replays)).toEqual(failing.map(({ id }) => id));
    expect(Object.values(replays).every((file) => existsSync(path.join(cwd, file)))).toBe(true);
  });

  test('says the same for the same seed, and names its files the same', async () => {
    const [one, two] = [folder(), folder()];
    const args = ['check', losesUpdates, ...onlyCas, '--seed', '7'];
    const first = await touchstone(args, one);
    expect(await inProcess(args, two)).toEqual(first);
    expect(first.out).toContain('seed 7');
    expect(replaysIn(two)).toEqual(replaysIn(one));
  });

  test('--seed random picks a seed and says which', async () => {
    const args = ['check', 'model', '--seed', 'random', '--runs', '0'];
    const seeds = [await inProcess(args), await inProcess(args)].map(
      ({ out }) => /^model {3}seed (\d+) /.exec(out)?.[1],
    );
    expect(seeds).not.toContain(undefined);
    expect(new Set(seeds).size).toBe(2);
  });

  test.each([
    ['--runs', '0'],
    ['--runs', '0', '--properties', 'cas'],
  ])('with %j is never a pass', async (...options) => {
    const { code, out } = await inProcess(['check', 'model', ...options]);
    expect(out).toContain('Partial: nothing was called, so nothing is known about model.');
    expect(code).toBe(3);
  });

  test('of a part of the promises is partial', async () => {
    const { code, out } = await inProcess(['check', 'model', ...onlyCas]);
    expect(out).toMatch(/^ {2}expiry +not selected$/m);
    expect(code).toBe(3);
  });

  test('ends at its seconds', async () => {
    const { code, out } = await inProcess(['check', 'model', '--seconds', '0.5', '--json']);
    expect([0, 3]).toContain(code);
    expect(JSON.parse(out)).toMatchObject({ store: { name: 'model' } });
  });

  test('uses colours only where they are asked for', async () => {
    const args = ['check', losesUpdates, ...onlyCas];
    const bare = await touchstone(args);
    const coloured = await touchstone(args, folder(), { FORCE_COLOR: '1' });
    expect(bare.out).not.toContain('\u001b');
    expect(coloured.out).toContain('\u001b[');
    expect(stripVTControlCharacters(coloured.out)).toBe(bare.out);
  });

  test('ends with what is known when it is interrupted', async () => {
    const cwd = folder();
    const child = spawn(process.execPath, [main, 'check', 'model', '--runs', '1000000'], { cwd });
    let [out, err] = ['', ''];
    child.stdout.on('data', (data: Buffer) => (out += data.toString()));
    child.stderr.on('data', (data: Buffer) => (err += data.toString()));
    const ended = new Promise((resolve) => child.on('exit', resolve));
    const started = setInterval(() => {
      if (!existsSync(path.join(cwd, '.touchstone'))) return;
      if (!replaysIn(cwd).some((name) => name.startsWith('thread-'))) return;
      clearInterval(started);
      child.kill('SIGINT');
    }, 20);
    expect(await ended).toBe(3);
    expect(out).toMatch(/\nStopped by hand after \d+ sequences?\.\nPartial: /);
    expect(err).toBe('Stopping after this sequence. Press Ctrl-C again to leave at once.\n');
    expect(replaysIn(cwd)).toEqual([]);
  });
});

describe('a store that loses updates', () => {
  test('fails, and its counterexample replays until it is mended', async () => {
    const here = folder();
    const { code, out } = await touchstone(['check', losesUpdates, ...onlyCas], here);
    expect(code).toBe(1);
    expect(out).toMatch(/^ {2}cas +FAILS +in sequence \d+; \d+ calls? shrunk to \d+$/m);
    expect(out).toMatch(/^ {2}✗ \d+ .* expecting \d+/m);
    expect(out).toMatch(/\nFailed: loses-updates breaks 1 promise: cas\. .*\n$/);

    const shown = /^ {2}replay +touchstone (.*)$/m.exec(out)?.[1] ?? '';
    const [, file = '', , store] = shown.split(' ');
    expect(file).toMatch(/^\.touchstone\/cas-[0-9a-f]{8}\.json$/);
    expect(store).toBe(losesUpdates);

    const again = await touchstone(shown.split(' '), here);
    expect(again.out).toContain('Failed: loses-updates still breaks cas, in call ');
    expect(again.code).toBe(1);

    const mended = await inProcess(['replay', file, '--store', 'model'], here);
    expect(mended.out).toMatch(/\nPassed: model answers \d+ calls? as the model does\. .*\n$/);
    expect(mended.code).toBe(0);
  });

  test('fails as JSON too, with the file that replays it', async () => {
    const here = folder();
    const args = ['check', losesUpdates, ...onlyCas, '--json'];
    const { code, out } = await inProcess(args, here);
    const report = JSON.parse(out) as { properties: { id: string; replay?: string }[] };
    const replay = report.properties.find(({ id }) => id === 'cas')?.replay ?? '';
    expect(code).toBe(1);
    const replayed = await inProcess(['replay', replay, '--store', losesUpdates, '--json'], here);
    expect(JSON.parse(replayed.out)).toMatchObject({ recorded: 'cas', property: 'cas' });
    expect(replayed.code).toBe(1);
  });
});

describe('replay', () => {
  const lin = { tenant: 'acme', subject: 'lin', scopes: ['profile'] };
  const fact = { scope: 'profile', kind: 'profile', key: 'display_name', value: 'a' };
  const terms = { evidence: 'user_confirmed', expectedVersion: 0, now: 100 };
  const operation = {
    do: 'remember',
    as: lin,
    fact: { ...fact, sourceRef: 's', observedAt: 100 },
    terms,
  } as const;
  const counterexample = {
    property: 'cas',
    sequence: 1,
    from: 1,
    reproduced: true,
    ladder: [1],
    setup: {
      policy: defaultPolicy,
      owner: lin,
      principal: { ...lin, actorId: 'lin', provenances: [] },
    },
    durableProposals: true,
    steps: [{ call: { client: 0, operation }, expected: { ok: 1 }, actual: { ok: 2 } }],
  };
  const sound = replayFile({ name: 'model' }, 1, counterexample);

  /** A folder with a file of this content. */
  function written(content: unknown): string {
    const cwd = folder();
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    writeFileSync(path.join(cwd, 'file.json'), text);
    return cwd;
  }
  const replayed = (content: unknown, ...options: readonly string[]): Promise<Ran> =>
    inProcess(['replay', 'file.json', ...options], written(content));

  test('runs on the store the file names', async () => {
    const { code, out, err } = await replayed(sound);
    expect(out).toContain('Passed: model answers 1 call as the model does.');
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });

  test('says when the failure is another one', async () => {
    const { code, out } = await replayed({ ...sound, property: 'expiry' }, '--store', losesUpdates);
    expect({ code, passed: out.includes('Passed: loses-updates') }).toEqual({
      code: 0,
      passed: true,
    });
    const stale = { ...terms, expectedVersion: 3 };
    const calls = sound.calls.map((call) => ({
      ...call,
      operation: { ...call.operation, terms: stale },
    }));
    const late = { ...sound, calls, property: 'expiry' };
    const other = await replayed(late, '--store', losesUpdates);
    expect(other.out).toContain('but on cas, not on expiry. Mend cas first, then replay again.');
    expect(other.code).toBe(1);
  });

  test('warns of a file of another contract revision', async () => {
    const { code, err } = await replayed({ ...sound, contractRevision: 0 });
    expect(err).toMatch(/^The file is of contract revision 0, this is \d+: .*\.\n$/);
    expect(code).toBe(0);
  });

  const reopening = { ...sound.calls[0], operation: { do: 'reopen' } };
  test.each([
    ['no JSON', '{', /^file\.json cannot be replayed \(it is not JSON\): name a file/],
    ['no replay file', {}, /^file\.json cannot be replayed \(it is no replay file: .*\): name/],
    ['no calls', { ...sound, calls: [] }, /^file\.json cannot be replayed \(it is no replay file/],
    [
      'a policy that is none',
      { ...sound, setup: { ...sound.setup, policy: [] } },
      /^file\.json cannot be replayed \(.*malformed.*\)/,
    ],
    [
      'a store nobody knows by name',
      { ...sound, store: { name: 'my store' } },
      /^The file was made with the store "my store": name its module with --store/,
    ],
    [
      'a call the store does not offer',
      { ...sound, calls: [reopening] },
      /^model does not offer reopen, which the file calls: claim what it needs, or choose/,
    ],
    [
      'a race on a store without a module',
      { ...sound, property: 'single-winner' },
      /^model has no module that threads could load: choose another store\.$/m,
    ],
  ])('of %s is one sentence', async (_, content, sentence) => {
    expectSentence(await inProcess(['replay', 'file.json'], written(content)), sentence);
  });

  test('of a race lets the threads race again', async () => {
    const store = fixture('memory-of-its-own');
    const { code, out } = await replayed({ ...sound, property: 'single-winner' }, '--store', store);
    expect(out).toContain('Failed: memory-of-its-own still breaks single-winner');
    expect(code).toBe(1);
  });
});

describe('demo', () => {
  test('lists its stories', async () => {
    const { code, out } = await inProcess(['demo']);
    expect(out).toMatch(
      /^ {2}correction {2}.*\n {2}review {6}.*\n {2}proposal {4}.*\n {2}runtime /,
    );
    expect(code).toBe(0);
  });

  test('tells one', async () => {
    const { code, out, err } = await touchstone(['demo', 'proposal']);
    expect(out).toContain(
      'u1 recalls language = 英文, version 2, chat:103\n  u2 recalls nothing\n',
    );
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });
});

describe('an error of the harness', () => {
  test('is exit code 4 with its stack, and no counterexample', async () => {
    const { code, out, err } = await touchstone(['check', fixture('throws-on-reset')]);
    expect(out).toContain('Error: the harness broke, so nothing is said about full.');
    expect(out).not.toContain('FAILS');
    expect(err).toMatch(/^Error: cannot be emptied\n\s+at /);
    expect(code).toBe(4);
  });

  const throwing = (sequences: Suite['sequences']): Suite => ({ ...createSuite(), sequences });
  const setup = {
    policy: defaultPolicy,
    owner: { tenant: 'acme', subject: 'lin', scopes: [] },
    principal: { tenant: 'acme', subject: 'lin', scopes: [], actorId: 'a', provenances: [] },
  };
  test.each([
    ['before the first sequence', throwing(boom)],
    ['as a sequence is played', throwing(() => [{ setup, play: boom }])],
  ])('a generator that throws %s ends in the verdict error', async (_, suite) => {
    const report = await check(modelUnderTest(), suite, { seed: 1, root: folder(), services });
    expect(report.verdict).toBe('error');
    expect(report.error).toContain('boom');
    expect(report.properties.filter(({ verdict }) => verdict === 'fails')).toEqual([]);
  });
});

describe('colours', () => {
  test.each([
    [{}, true, true],
    [{}, false, false],
    [{ TERM: 'dumb' }, true, false],
    [{ NO_COLOR: '1' }, true, false],
    [{ NO_COLOR: '' }, true, true],
    [{ FORCE_COLOR: '1' }, false, true],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, false, true],
    [{ FORCE_COLOR: '0' }, true, false],
    [{ FORCE_COLOR: 'false' }, true, false],
  ])('with %j on a terminal (%s): %s', (environment, isTerminal, wanted) => {
    expect(wantsColour(environment, isTerminal)).toBe(wanted);
  });
});

describe('the live line', () => {
  const progress = {
    phase: 'sequences',
    sequences: 50,
    of: 200,
    operations: 40_000,
    failing: [],
  } as const;
  test.each([
    [progress, 2, {}, 'sequence 50 of 200   20,000 calls/s   6 s left'],
    [
      { ...progress, of: Number.POSITIVE_INFINITY },
      2,
      { seconds: 10 },
      'sequence 50   20,000 calls/s   8 s left',
    ],
    [progress, 2, { seconds: 3 }, 'sequence 50 of 200   20,000 calls/s   1 s left'],
    [
      { ...progress, phase: 'shrinking', failing: ['cas', 'expiry'] } as const,
      2,
      {},
      'sequence 50 of 200   20,000 calls/s   2 failures: cas, expiry   making a failure small',
    ],
    [
      { ...progress, phase: 'mutants', mutants: { tried: 3, of: 9 } } as const,
      2,
      {},
      'sequence 50 of 200   20,000 calls/s   trying broken stores, 3 of 9',
    ],
    [
      { ...progress, phase: 'threads' } as const,
      2,
      {},
      'sequence 50 of 200   20,000 calls/s   letting threads race',
    ],
    [{ ...progress, sequences: 0, operations: 0 }, 0, {}, 'sequence 0 of 200'],
  ])('%#', (given, elapsed, budget, line) => {
    expect(progressLine(given, elapsed, budget)).toBe(line);
  });
});
