// The gate of mutation testing: every way in which a mutant lives, or only seems to die, fails it.
import { expect, test } from 'vitest';
import { type Equivalent, equivalents } from '../mutation/equivalents.js';
import { textOf } from '../mutation/gate.js';
import { judgeReport, type JudgeOptions } from '../mutation/judge.js';
import { proofs } from '../mutation/proofs.js';
import { originalOf, readReport, type ReportedMutant } from '../mutation/report.js';

const file = 'src/guards/scope.ts';
const canary = 'mutation/canary.ts';
const source = 'const a = 1;\nconst isOpen = a > 1;\nconst isShut = a > 1;\n';

const at = (line: number, from: number, to: number): ReportedMutant['location'] => ({
  start: { line, column: from },
  end: { line, column: to },
});

/** `a > 1` in line 2 became `a >= 1`. */
const mutant = (change: Partial<ReportedMutant> = {}): ReportedMutant => ({
  id: '1',
  mutatorName: 'EqualityOperator',
  replacement: 'a >= 1',
  status: 'Killed',
  testsCompleted: 3,
  location: at(2, 16, 21),
  ...change,
});

const song = mutant({ id: 'song', location: at(1, 1, 6) });

const entry: Equivalent = {
  file,
  mutator: 'EqualityOperator',
  original: 'a > 1',
  replacement: 'a >= 1',
  reason: 'a is never 1',
};

interface Scene extends Partial<JudgeOptions> {
  readonly mutants?: readonly Partial<ReportedMutant>[];
  readonly canaryMutants?: readonly ReportedMutant[];
}

function verdictOf({ mutants = [{}], canaryMutants = [song], ...options }: Scene) {
  const report = readReport(
    JSON.stringify({
      schemaVersion: '1.0',
      files: {
        [file]: { source, mutants: mutants.map(mutant) },
        [canary]: { source, mutants: canaryMutants },
      },
    }),
  );
  return judgeReport(report, {
    threshold: 0.5,
    reviewed: [],
    canaries: [canary],
    sources: () => source,
    ...options,
  });
}

const complaintsOf = (scene: Scene): readonly string[] => verdictOf(scene).complaints;

const place = `${file}:2 EqualityOperator: a > 1 → a >= 1`;
/** Three killed mutants, so that the score is no complaint. */
const rest: readonly Partial<ReportedMutant>[] = [{ id: '2' }, { id: '3' }, { id: '4' }];
const survived = { status: 'Survived' } as const;

test.each<readonly [string, Scene, string]>([
  [
    'a survivor no test was run for',
    { mutants: [{ ...survived, testsCompleted: 0 }, ...rest] },
    `${place}: survived without a single test`,
  ],
  [
    'a survivor of which no number of tests is known',
    { mutants: [{ ...survived, testsCompleted: undefined }, ...rest] },
    `${place}: survived without a single test`,
  ],
  [
    'a static mutant that was not run',
    { mutants: [{ status: 'NoCoverage', static: true }, ...rest] },
    `${place}: is static and was not run`,
  ],
  [
    'a static mutant that was ignored for being static',
    {
      mutants: [
        { status: 'Ignored', static: true, statusReason: 'Static mutant (ignoreStatic)' },
        ...rest,
      ],
    },
    `${place}: is static and was not run`,
  ],
  [
    'a mutant that broke the run',
    { mutants: [{ status: 'RuntimeError', statusReason: 'out of\nmemory' }, ...rest] },
    `${place}: broke the run instead of a test: out of memory`,
  ],
  [
    'a mutant that was not tried',
    { mutants: [{ status: 'Pending' }, ...rest] },
    `${place}: was not tried`,
  ],
  [
    'a timeout that nobody reviewed',
    { mutants: [{ status: 'Timeout' }, ...rest] },
    `${place}: timed out, which is no kill: review it`,
  ],
  [
    'a must-kill mutant that lives',
    { mutants: [survived, ...rest], isMustKill: (_, { id }) => id === '1' },
    `${place}: must be killed and is Survived`,
  ],
  [
    'a must-kill mutant that lives and is reviewed',
    { mutants: [survived, ...rest], reviewed: [entry], isMustKill: (_, { id }) => id === '1' },
    `${place}: must be killed and is Survived`,
  ],
  [
    'a reviewed entry whose mutant is killed',
    { mutants: [{}], reviewed: [entry] },
    `${place}: is killed and stands in the reviewed list: remove the entry`,
  ],
  [
    'a reviewed entry that names no mutant',
    { mutants: [survived, ...rest], reviewed: [{ ...entry, original: 'a < 1' }] },
    `${file} EqualityOperator: a < 1 → a >= 1: the reviewed list names no mutant: remove the entry`,
  ],
  [
    'a reviewed entry that counts further than there are',
    { mutants: [survived], threshold: 0, reviewed: [{ ...entry, nth: 2 }] },
    `${file} EqualityOperator: a > 1 → a >= 1: the reviewed list names no mutant: remove the entry`,
  ],
  [
    'a proof that fails',
    {
      mutants: [survived, ...rest],
      reviewed: [{ ...entry, proof: 'never-one' }],
      proofs: {
        'never-one': () => {
          throw new Error('a was 1');
        },
      },
    },
    `${file} a > 1: the proof never-one fails: Error: a was 1`,
  ],
  [
    'a proof that is not there',
    { mutants: [survived, ...rest], reviewed: [{ ...entry, proof: 'toString' }] },
    `${file} a > 1: there is no proof toString`,
  ],
  [
    'a source that is another one by now',
    { sources: (name) => (name === file ? `${source}\n` : source) },
    `${file}:1 is not the file that was mutated: run the mutation again`,
  ],
  [
    'a source that is gone',
    { sources: (name) => (name === file ? undefined : source) },
    `${file}:1 is not the file that was mutated: run the mutation again`,
  ],
  ['a report without mutants', { mutants: [] }, 'The report has no mutants: nothing was tried.'],
  [
    'a canary that lives',
    { canaryMutants: [{ ...song, status: 'Survived' }] },
    `${canary}:1 EqualityOperator: const → a >= 1: the canary is not killed, so no survivor can be believed`,
  ],
  [
    'a canary that timed out',
    { canaryMutants: [{ ...song, status: 'Timeout' }] },
    `${canary}:1 EqualityOperator: const → a >= 1: the canary is not killed, so no survivor can be believed`,
  ],
  [
    'a canary without a mutant',
    { canaryMutants: [] },
    `${canary}:1 is a canary and has 0 mutants, not one`,
  ],
])('%s fails the gate, by name and place', (_, scene, complaint) => {
  expect(complaintsOf(scene)).toEqual([complaint]);
});

test('a score below the threshold names every survivor', () => {
  const mutants = [survived, { id: '2' }, { ...survived, id: '3', location: at(3, 16, 21) }];
  expect(complaintsOf({ mutants, threshold: 0.95 })).toEqual([
    `${place}: Survived`,
    `${file}:3 EqualityOperator: a > 1 → a >= 1: Survived`,
    'The score 33.3 % is below 95.0 %.',
  ]);
});

test('reviewed mutants are stated apart and do not count, of several alike the one that is meant', () => {
  const alike = { ...survived, id: '2', location: at(3, 16, 21) };
  const second = { ...entry, nth: 2, original: 'a   > 1' };
  const { complaints, figures } = verdictOf({
    mutants: [{}, alike],
    reviewed: [second],
    threshold: 1,
  });
  expect(complaints).toEqual([]);
  expect(figures).toEqual({
    mutants: 2,
    killed: 1,
    alive: 0,
    timeouts: 0,
    reviewed: 1,
    ignored: 0,
    score: 1,
  });
});

test('a timeout counts against the score unless it is reviewed, and what is ignored does not', () => {
  const mutants = [{}, { id: '2', status: 'Timeout' as const, location: at(3, 16, 21) }];
  expect(verdictOf({ mutants }).figures).toMatchObject({ killed: 1, timeouts: 1, score: 0.5 });
  const reviewed = [{ ...entry, nth: 2 }];
  expect(verdictOf({ mutants, reviewed })).toMatchObject({ complaints: [], figures: { score: 1 } });
  const sql = { id: '2', status: 'Ignored' as const, statusReason: 'SQL text' };
  expect(verdictOf({ mutants: [{}, sql] })).toMatchObject({
    complaints: [],
    figures: { ignored: 1, score: 1 },
  });
});

test('where timeouts are counted only, they stand against the score and need no review', () => {
  const mutants = [{}, { id: '2', status: 'Timeout' as const, location: at(3, 16, 21) }];
  expect(verdictOf({ mutants, timeouts: 'count' })).toMatchObject({
    complaints: [],
    figures: { killed: 1, timeouts: 1, score: 0.5 },
  });
  expect(complaintsOf({ mutants, timeouts: 'count', threshold: 0.6 })).not.toEqual([]);
});

test('where a part was mutated, entries of other files are not judged', () => {
  const other = { ...entry, file: 'src/guards/review.ts' };
  expect(complaintsOf({ reviewed: [other] })).toHaveLength(1);
  expect(complaintsOf({ reviewed: [other], mutated: (name) => name === file })).toEqual([]);
});

test('a gate that is passed says its figures in one line', () => {
  expect(textOf(verdictOf({}))).toBe(
    '100.0 % killed: 1 killed, 0 alive, 0 timed out, 0 reviewed as equivalent, 0 ignored, 1 in all.',
  );
  expect(textOf(verdictOf({ mutants: [] }))).toBe(
    'The report has no mutants: nothing was tried.\n' +
      'no score: 0 killed, 0 alive, 0 timed out, 0 reviewed as equivalent, 0 ignored, 0 in all.',
  );
});

test('the text a mutant replaces is read by line and column, over several lines', () => {
  const text = 'first\nsecond\nthird';
  const over = { start: { line: 1, column: 3 }, end: { line: 3, column: 3 } };
  expect(originalOf(text, mutant({ location: over }))).toBe('rst\nsecond\nth');
});

test('every reviewed mutant has a reason, and every proof is named by one and holds', () => {
  for (const { reason } of equivalents) expect(reason).toMatch(/^\S.{20,}$/);
  const named = equivalents.flatMap(({ proof = [] }) => proof);
  expect([...new Set(named)]).toEqual(Object.keys(proofs));
  for (const proof of Object.values(proofs)) expect(proof).not.toThrow();
});
