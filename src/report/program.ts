// A counterexample as a TypeScript program on the public API: it ends with 1 where model and store part.
import type { Counterexample } from '../engine/result.js';
import { textLiteral } from './literal.js';
import { programCalls, type ProgramCalls } from './program-calls.js';
import { nameWords, textWords } from './values.js';

export interface ProgramOptions {
  /** The file's own name, for the line that says how to run it. */
  readonly file: string;
  /** A store of this package, or what to import for the store: a package or a path from the file. */
  readonly opens: 'sqlite' | 'model' | { readonly module: string };
  readonly store: string;
  readonly seed: number;
  readonly contractRevision: number;
  readonly sentence: string;
  /** Fields that the store does not claim to keep. */
  readonly unclaimed: readonly string[];
}

/** The promise that arguments and results may be changed afterwards. */
const aliasing = 'no-aliasing';

/** Ids are random: what they stand for is a variable. */
const ids = { prepare: ['id'], resolve: ['caseId'], propose: ['id', 'digest'] } as const;

const quietly = (text: string): string => textWords(text, 300).slice(1, -1);

function headerOf(found: Counterexample, options: ProgramOptions): readonly string[] {
  const { store, sentence, file, seed, contractRevision } = options;
  return [
    `// ${nameWords(store)} breaks ${nameWords(found.property)}: ${quietly(sentence)}`,
    `// Run it with: npx tsx ${file}`,
    '// It ends with exit code 1 and one line while the store answers wrongly, and with 0 once it is right.',
    ...(found.reproduced
      ? []
      : [
          '// The same calls passed when they were made again: the store does not always do the same.',
        ]),
    `// Found by touchstone check with seed ${seed}, contract revision ${contractRevision}.`,
  ];
}

/** How the store is opened: the helper `open`, what it needs, and what it imports. */
function openingOf(
  { opens }: ProgramOptions,
  readsRecords: boolean,
): { readonly lines: readonly string[]; readonly imports: readonly string[] } {
  const keep = ['  opened.push(store);', '  return store;', '}'];
  if (opens === 'sqlite' && !readsRecords)
    return {
      imports: ['openSqliteStore', 'type MemoryStore', 'type Policy'],
      lines: [
        '/** Opens a handle on the one file of this program. */',
        'async function open(policy: Policy): Promise<MemoryStore> {',
        "  const path = join(directory, 'memory.sqlite');",
        '  const store = await openSqliteStore({ path, policy, busyTimeout: 0 });',
        ...keep,
      ],
    };
  const named = opens === 'sqlite' ? 'sqliteUnderTest' : 'modelUnderTest';
  const isNamed = typeof opens === 'string';
  const load = isNamed
    ? [`const underTest = Promise.resolve(${named}());`]
    : [
        "/** The store's own module; a variable, so that it needs no types. */",
        `const storeModule: string = ${textLiteral(opens.module)};`,
        '',
        'async function load(): Promise<StoreUnderTest> {',
        '  const loaded: { default: StoreUnderTest | (() => StoreUnderTest | Promise<StoreUnderTest>) } =',
        '    await import(storeModule);',
        "  return typeof loaded.default === 'function' ? loaded.default() : loaded.default;",
        '}',
        'const underTest = load();',
      ];
  return {
    imports: ['type MemoryStore', 'type Policy', isNamed ? named : 'type StoreUnderTest'],
    lines: [
      ...load,
      '',
      '/** Opens a handle on the one store of this program; the first one finds it empty. */',
      'async function open(handle: number, policy: Policy): Promise<MemoryStore> {',
      '  const sut = await underTest;',
      '  const store = await sut.open({ directory, handle, policy });',
      '  if (opened.length === 0) await sut.reset?.(policy, directory);',
      ...keep,
    ],
  };
}

const recordsHelper = [
  '',
  '/** Every record of every tenant as it is stored, in the order of the addresses. */',
  'async function records(): Promise<readonly MemoryRecord[]> {',
  '  const list: MemoryRecord[] = [];',
  '  for await (const record of (await underTest).records?.(directory) ?? []) list.push(record);',
  '  const address = ({ tenant, subject, scope, key }: MemoryRecord): string =>',
  '    JSON.stringify([tenant, subject, scope, key]);',
  '  return list.sort((a, b) => (address(a) < address(b) ? -1 : 1));',
  '}',
];

const lendHelper = [
  '',
  'const lent: object[] = [];',
  '/** An argument that is scribbled on after the call, as a careless caller might. */',
  'function lend<T extends object>(argument: T): T {',
  '  lent.push(argument);',
  '  return argument;',
  '}',
];

const scribbleHelper = [
  '',
  '/** Overwrites all of an argument or an answer, so that a store that kept it betrays itself. */',
  'function scribble(value: unknown): void {',
  "  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;",
  '  for (const name of Object.keys(value)) {',
  '    const inner: unknown = Reflect.get(value, name);',
  "    Reflect.set(value, name, 'scribbled over');",
  '    scribble(inner);',
  '  }',
  '}',
];

/** What of an answer is compared. */
function shownHelper(ignored: ReadonlySet<string>, isPartial: boolean): readonly string[] {
  const names = [...ignored].map(textLiteral).join(', ');
  const all = ignored.size === 0;
  return [
    ...(all
      ? ['/** Plain data, whatever its prototype. */']
      : [
          '/** Fields that are not compared: ids are random, and the rest is not claimed. */',
          `const ignored: readonly string[] = [${names}];`,
          '',
        ]),
    'function shown(value: unknown): unknown {',
    '  if (Array.isArray(value)) return value.map(shown);',
    "  if (typeof value !== 'object' || value === null) return value;",
    ...(isPartial
      ? []
      : [
          '  const prototype: unknown = Object.getPrototypeOf(value);',
          '  if (prototype !== null && prototype !== Object.prototype) return value;',
        ]),
    `  const fields = Object.entries(value)${all ? '' : '.filter(([name]) => !ignored.includes(name))'};`,
    '  return Object.fromEntries(fields.map(([name, inner]) => [name, shown(inner)]));',
    '}',
  ];
}

/** The comparison of one call. */
function expectHelper(
  hidesVersions: boolean,
  scribbles: boolean,
  lends: boolean,
): readonly string[] {
  const answer = hidesVersions
    ? "typeof answer === 'number' ? 'a version' : shown(answer)"
    : 'shown(answer)';
  return [
    '/** Makes a call and compares what it comes to; the first that differs ends the program. */',
    'async function expect<T>(at: number, expected: object, call: () => T | PromiseLike<T>): Promise<T> {',
    '  const words = (outcome: object): string => inspect(outcome, { depth: 9, breakLength: Infinity, compact: true });',
    '  let came: object;',
    '  let answer: T | undefined;',
    '  try {',
    '    answer = await call();',
    ...(lends ? ['    lent.splice(0).forEach(scribble);'] : []),
    `    came = { ok: ${answer} };`,
    '  } catch (thrown) {',
    '    came = isRefusal(thrown)',
    '      ? { refused: thrown.kind, code: thrown.code }',
    '      : { threw: String(thrown) };',
    '  }',
    '  if (!isDeepStrictEqual(came, expected))',
    '    throw new Error(`Call ${at}: expected ${words(expected)}, got ${words(came)}.`);',
    ...(lends ? ['  lent.length = 0;'] : []),
    ...(scribbles ? ['  scribble(answer);'] : []),
    '  return answer as T;',
    '}',
  ];
}

const mainLines = (count: number): readonly string[] => [
  'async function main(): Promise<void> {',
  '  await calls().then(',
  `    () => console.log('Right: the store answers ${count === 1 ? 'the call' : `all ${count} calls`} as the contract says.'),`,
  '    (thrown: unknown) => {',
  '      console.log(thrown instanceof Error ? thrown.message : String(thrown));',
  '      process.exitCode = 1;',
  '    },',
  '  );',
  '  await Promise.allSettled(opened.map(async (store) => store.close()));',
  '  rmSync(directory, { recursive: true, force: true });',
  '}',
  'void main();',
];

const isType = (name: string): boolean => name.startsWith('type ');

/** What the program takes from the package: values, then types. */
function importLines(names: readonly string[]): readonly string[] {
  const line = (keyword: string, list: readonly string[]): string => {
    const inline = `${keyword} { ${list.join(', ')} } from 'touchstone';`;
    if (inline.length <= 100) return inline;
    return `${keyword} {\n${list.map((name) => `  ${name},\n`).join('')}} from 'touchstone';`;
  };
  const types = names.filter(isType).map((name) => name.slice('type '.length));
  const values = names.filter((name) => !isType(name));
  return [line('import', values), line('import type', types)];
}

/**
 * The same calls with the same names through the public API, as erasable TypeScript. What is
 * expected stands beside each call; random ids are variables.
 */
export function counterexampleProgram(found: Counterexample, options: ProgramOptions): string {
  const asked = new Set(found.steps.map(({ call }) => call.operation.do));
  const idFields = Object.entries(ids).flatMap(([name, fields]) =>
    [...asked].some((each) => each === name) ? fields : [],
  );
  const ignored = new Set([...options.unclaimed, ...idFields]);
  const scribbles = found.property === aliasing;
  const readsRecords = asked.has('records');
  const numbersHandles = options.opens !== 'sqlite' || readsRecords;
  const body: ProgramCalls = programCalls(found, { ignored, lends: scribbles, numbersHandles });
  const lends = body.lines.some((line) => line.includes('lend('));
  const opening = openingOf(options, readsRecords);
  const imports = new Set([
    'isRefusal',
    ...opening.imports,
    ...body.imports,
    ...(readsRecords ? ['type MemoryRecord'] : []),
  ]);
  return [
    ...headerOf(found, options),
    "import { mkdtempSync, rmSync } from 'node:fs';",
    "import { tmpdir } from 'node:os';",
    "import { join } from 'node:path';",
    "import { inspect, isDeepStrictEqual } from 'node:util';",
    ...importLines([...imports].toSorted()),
    '',
    ...body.constants,
    '',
    'async function calls(): Promise<void> {',
    ...body.lines,
    '}',
    '',
    "const directory = mkdtempSync(join(tmpdir(), 'touchstone-'));",
    'const opened: MemoryStore[] = [];',
    '',
    ...opening.lines,
    ...(readsRecords ? recordsHelper : []),
    '',
    ...shownHelper(ignored, options.unclaimed.length > 0),
    ...(lends ? lendHelper : []),
    ...(scribbles ? scribbleHelper : []),
    '',
    ...expectHelper(options.unclaimed.includes('version'), scribbles, lends),
    '',
    ...mainLines(found.steps.length),
    '',
  ].join('\n');
}
