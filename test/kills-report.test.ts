// What a hunt for mutants says as text, as JSON, as data for viewers, and as Markdown.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Ajv from 'ajv';
import { format, resolveConfig } from 'prettier';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { KillReport } from '../src/engine/kills/result.js';
import type { Counterexample } from '../src/engine/result.js';
import { killsJson } from '../src/report/kills/json.js';
import { KillsJson } from '../src/report/kills/json-schema.js';
import {
  misconceptionsFile,
  type MutationSchema,
  type SchemaMutant,
  toMutationSchema,
} from '../src/report/kills/schema.js';
import { guardRows } from '../src/report/kills/scores.js';
import { killsMarkdown } from '../src/report/kills/summary.js';
import { killsText } from '../src/report/kills/text.js';
import type { Palette } from '../src/report/palette.js';
import { displayWidth } from '../src/report/width.js';
import { fieldsOf, jsonSchemaOf, mutantsPage } from './format-page.js';
import {
  killsReport,
  realCounterexample,
  sentences,
  sources,
  statementsFile,
  survivor,
} from './kills-fixture.js';
import { root } from './sources.js';

let folder = '';
let counterexample: Counterexample;
let report: KillReport;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'touchstone-kills-'));
  counterexample = await realCounterexample(folder);
  report = killsReport(counterexample);
});
afterAll(() => rm(folder, { recursive: true }));

const onlyKilled = (): KillReport => ({
  ...report,
  kills: report.kills.filter(({ status }) => status === 'killed'),
  stale: [],
});

const marks: Palette = {
  good: (text) => `<good>${text}</>`,
  bad: (text) => `<bad>${text}</>`,
  unsure: (text) => `<unsure>${text}</>`,
  strong: (text) => `<strong>${text}</>`,
  quiet: (text) => `<quiet>${text}</>`,
};

describe('the text', () => {
  test('gives each kind a score of its own, in which a timeout is no kill', () => {
    const lines = killsText(report).split('\n');
    expect(lines.slice(0, 5)).toEqual([
      'sqlite 0.1.0   seed 1',
      '',
      '  TypeScript   1 killed   1 alive   1 timeouts   0 ignored   33.3 %',
      '  SQL          2 killed   3 alive   0 timeouts   2 ignored   40.0 %',
      '  curated      1 killed   1 alive   0 timeouts   0 ignored   50.0 %',
    ]);
  });

  test('never rounds a score up to 100 %', () => {
    const [killed] = report.kills;
    const [survived] = report.kills.slice(2);
    if (killed === undefined || survived === undefined) throw new Error('no kills');
    const many = { ...report, kills: [...Array.from({ length: 2_999 }, () => killed), survived] };
    expect(killsText(many)).toContain('2,999 killed   1 alive   0 timeouts   0 ignored   99.9 %');
  });

  test('tells of what is alive the place, the operator, the change, the guards and what to do', () => {
    const text = killsText(report);
    const line = survivor.place?.start.line ?? 0;
    expect(text).toContain(
      [
        `  ${statementsFile}:${line}  survived  SQL predicate-removal`,
        `      ${survivor.sentence}`,
        `      updated_at <= ? -> ${survivor.replacement.replace(/\s+/g, ' ').trim()}`,
        '      guards  search-clock',
        '      The properties do not notice it: strengthen one, or list it as equivalent with a reason.',
        `      id      ${survivor.id}`,
      ].join('\n'),
    );
  });

  test('shows survivors first and killed mutants not at all', () => {
    const text = killsText(report);
    const at = ['survived', 'not covered', 'repeated', 'timeout  ', 'error  '].map((words) =>
      text.indexOf(`  ${words}`),
    );
    expect(at).not.toContain(-1);
    expect(at).toEqual(at.toSorted((a, b) => a - b));
    expect(text).not.toContain('killed by cas');
    expect(text).not.toContain('near "x"');
  });

  test.each([
    ['No sequence comes by: '],
    ['another guard decides the same: recall-tombstone decides the same. Remove one'],
    ['No answer came in time, which is no kill: '],
    ['The harness broke with it: TypeError: x is not a function. Report it'],
    ['DELETE FROM memory WHERE …'],
    ['curated mutant'],
    ['  sql:gone-1-00000000'],
    ['  Nobody | asks for the <time>.\n'],
  ])('says %j', (words) => {
    expect(killsText(report)).toContain(words);
  });

  test('sums up by guard: who killed, how many, and the median and most sequences', () => {
    expect(guardRows(report)).toEqual([
      {
        guard: 'tenant',
        properties: ['cas', 'tenant-isolation'],
        mutants: 2,
        median: 656,
        max: 1_300,
      },
      {
        guard: 'forget-version',
        properties: ['cas', 'tenant-isolation'],
        mutants: 2,
        median: 8,
        max: 12,
      },
      { guard: 'scope', properties: ['opening'], mutants: 1, median: 1, max: 1 },
    ]);
    const text = killsText(report);
    expect(text).toContain(
      [
        '  guard            killed by               mutants   median     max',
        '  tenant           cas, tenant-isolation         2      656   1,300',
        '  forget-version   cas, tenant-isolation         2        8      12',
        '  scope            opening                       1        1       1',
      ].join('\n'),
    );
  });

  test('in full tells of every mutant who killed it when, and by which calls', () => {
    const text = killsText(report, { verbose: true });
    expect(text).toContain('killed by cas in sequence 4, seed 1\n');
    expect(text).toContain('killed on opening: the store cannot be opened');
    expect(text).toContain('equivalent after 330 sequences: a proof');
    expect(text).toContain(`  ✗ ${counterexample.steps.length}  `);
    expect(killsText(report)).not.toContain('✗');
  });

  test('has colours that change no column, and none without a palette', () => {
    const coloured = killsText(report, { palette: marks, verbose: true });
    expect(coloured.replace(/<(?:good|bad|unsure|strong|quiet|\/)>/g, '')).toBe(
      killsText(report, { verbose: true }),
    );
    expect(coloured).toContain('<bad>survived</>');
    expect(coloured).toContain('<unsure>repeated</>');
  });

  test('keeps columns where names are wide', () => {
    const wide = report.kills.map((kill) => ({
      ...kill,
      guards: ['守护守护守护守护', 'plain-guard'],
    }));
    const lines = killsText({ ...report, kills: wide }).split('\n');
    const rows = lines.filter((line) => /^ {2}(?:guard|守护守护守护守护|plain-guard) /.test(line));
    expect(rows).toHaveLength(3);
    expect(new Set(rows.map(displayWidth)).size).toBe(1);
  });

  test.each([
    ['5 mutants of sqlite are alive. ', (full: KillReport) => full],
    [
      '1 mutant of sqlite is alive. ',
      (full: KillReport) => ({ ...full, kills: full.kills.slice(2, 3) }),
    ],
    ['stale in 1 place. ', (full: KillReport) => ({ ...onlyKilled(), stale: full.stale })],
    [
      '1 mutant gave no answer in time. ',
      (full: KillReport) => ({
        ...onlyKilled(),
        kills: full.kills.filter(({ status }) => ['killed', 'timeout'].includes(status)),
      }),
    ],
    ['No mutant of sqlite counts, so nothing is shown. ', () => ({ ...onlyKilled(), kills: [] })],
    ['Every mutant of sqlite that counts was killed. ', () => onlyKilled()],
    [
      'Nothing was hunted: sqlite fails without a mutant (cas fails). ',
      (full: KillReport) => ({ ...full, baseline: 'cas fails.' }),
    ],
  ])('ends with the verdict and what to do next: %s', (verdict, change) => {
    const last = killsText(change(report)).trimEnd().split('\n').at(-1) ?? '';
    expect(last).toContain(verdict);
    expect(last).toMatch(/\.$/);
  });

  test('of a store that fails says nothing about mutants', () => {
    const text = killsText({ ...report, baseline: 'cas fails' });
    expect(text.trimEnd().split('\n')).toHaveLength(3);
  });

  test('shows no control characters and no line breaks of a mutant', () => {
    const [first] = report.kills.slice(2);
    if (first === undefined) throw new Error('no kills');
    const mutation = { ...first.mutation, original: 'a\n\u001b[31m\u202e', replacement: '' };
    const text = killsText({ ...report, kills: [{ ...first, mutation }] });
    expect(text).toContain('a \\u{1b}[31m\\u{202e} -> (nothing)');
  });
});

/** The paths that a value has, in the form of `fieldsOf`. */
function pathsIn(value: unknown, at = ''): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => pathsIn(item, `${at}[]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const own = at === '' ? name : `${at}.${name}`;
    return [own, ...pathsIn(inner, own)];
  });
}

describe('the JSON', () => {
  test('is what its schema says, field by field, and nothing more', () => {
    for (const each of [report, onlyKilled(), { ...report, baseline: 'x', kills: [] }]) {
      const json: unknown = JSON.parse(JSON.stringify(killsJson(each)));
      expect(KillsJson.parse(json)).toEqual(json);
      expect(KillsJson.safeParse({ ...(json as object), time: 1 }).success).toBe(false);
    }
  });

  test('shows each documented field somewhere, and each is said something of', () => {
    const shown = new Set(
      pathsIn([killsJson(report), killsJson({ ...report, baseline: 'x' })], ''),
    );
    const fields = fieldsOf(jsonSchemaOf(KillsJson));
    const unseen = fields.filter(({ path: at }) => !shown.has(`[].${at}`));
    expect(unseen.map(({ path: at }) => at).filter((at) => !at.includes('versionOffset'))).toEqual(
      [],
    );
    expect(fields.filter(({ schema }) => schema.description === undefined)).toEqual([]);
  });

  test('is documented (npm run docs writes the page)', async () => {
    const file = path.join(root, 'docs/mutants-json.md');
    const style = await resolveConfig(file);
    const page = await format(mutantsPage(), { ...style, filepath: file });
    await expect(page).toMatchFileSnapshot(file);
  });
});

/** The text of a file between two positions. */
function textAt(source: string, { start, end }: SchemaMutant['location']): string {
  const lines = source.split('\n');
  const offset = ({ line, column }: typeof start): number =>
    lines.slice(0, line - 1).join('\n').length + (line === 1 ? 0 : 1) + column - 1;
  return source.slice(offset(start), offset(end));
}

const found = (schema: MutationSchema): ReadonlyMap<string, SchemaMutant & { file: string }> =>
  new Map(
    Object.entries(schema.files).flatMap(([file, { mutants }]) =>
      mutants.map((mutant) => [mutant.id, { ...mutant, file }] as const),
    ),
  );

describe('the data for viewers', () => {
  const schemaOf = (): MutationSchema => toMutationSchema(report, sources, { sentences });

  test('is valid under the published schema', () => {
    const require = createRequire(import.meta.url);
    const file =
      require.resolve('mutation-testing-report-schema/mutation-testing-report-schema.json');
    const published = JSON.parse(readFileSync(file, 'utf8')) as object;
    const validate = new Ajv.Ajv({ strict: false, validateFormats: false }).compile(published);
    for (const each of [report, onlyKilled(), { ...report, kills: [] }]) {
      validate(JSON.parse(JSON.stringify(toMutationSchema(each, sources, { sentences }))));
      expect(validate.errors ?? []).toEqual([]);
    }
    expect(validate({ ...schemaOf(), thresholds: 1 })).toBe(false);
  });

  test('holds every mutant once, with its kind in its name', () => {
    const mutants = found(schemaOf());
    expect([...mutants.keys()].toSorted()).toEqual(
      report.kills.map(({ mutation }) => mutation.id).toSorted(),
    );
    const names = new Set([...mutants.values()].map(({ mutatorName }) => mutatorName));
    expect([...names]).toEqual(
      expect.arrayContaining([
        'SQL predicate-removal',
        'TypeScript ConditionalExpression',
        'Curated',
      ]),
    );
  });

  test('says of each status what viewers know, and why', () => {
    const mutants = found(schemaOf());
    const said = report.kills.map(({ mutation, status }) => {
      const mutant = mutants.get(mutation.id);
      return [status, mutant?.status, mutant?.statusReason?.split('\n')[0]];
    });
    expect(said).toEqual([
      ['killed', 'Killed', 'killed by cas in sequence 4, seed 1'],
      ['killed', 'Killed', 'killed by tenant-isolation in sequence 12, seed 2'],
      ['survived', 'Survived', `survived: ${survivor.sentence}`],
      ['not-covered', 'NoCoverage', expect.stringMatching(/^not covered: /)],
      ['repeated', 'Survived', 'Survives because repeated: recall-tombstone decides the same'],
      ['equivalent', 'Ignored', 'a proof | with a `bar`'],
      ['compile-error', 'CompileError', 'near "x"'],
      ['killed', 'Killed', expect.stringMatching(/^killed on opening: /)],
      ['timeout', 'Timeout', 'timeout: Line 6 always says no.'],
      ['error', 'RuntimeError', 'TypeError: x is not a function'],
      ['killed', 'Killed', 'killed by cas in sequence 1,300, seed 1'],
      ['survived', 'Survived', expect.stringMatching(/^survived: /)],
    ]);
    const [first] = report.kills;
    const killed = mutants.get(first?.mutation.id ?? '');
    expect(killed?.statusReason?.split('\n').length).toBeGreaterThan(counterexample.steps.length);
    expect(killed?.killedBy).toEqual(['cas']);
    expect(killed?.testsCompleted).toBe(4);
  });

  test('puts SQL into the source it was written in, to the character', () => {
    const mutants = found(schemaOf());
    const { files } = schemaOf();
    for (const { mutation } of report.kills.filter(({ mutation: { place } }) => place)) {
      const mutant = mutants.get(mutation.id);
      expect(mutant?.file).toBe(mutation.place?.file);
      const source = files[mutant?.file ?? '']?.source ?? '';
      expect(source).toBe(sources.get(mutant?.file ?? ''));
      expect(mutant && textAt(source, mutant.location)).toBe(mutation.original);
      expect(mutant?.replacement).toBe(mutation.replacement);
    }
  });

  test('gives a statement without a source a file of its own', () => {
    const schema = schemaOf();
    const [file, ...others] = Object.keys(schema.files).filter((name) => name.endsWith('.sql'));
    expect(others).toEqual([]);
    expect(file).toBe('sql/1-delete-from-memory-where.sql');
    const { source, mutants, language } = schema.files[file ?? ''] ?? {};
    expect(language).toBe('sql');
    expect(source).toBe('DELETE FROM memory WHERE tenant = ? AND tenant = ? AND subject = ?');
    const [once, twice] = mutants ?? [];
    expect(once && textAt(source ?? '', once.location)).toBe('subject = ?');
    expect(once).toHaveProperty('replacement');
    // The same words stand there twice: which of them is replaced is not known.
    expect(twice && textAt(source ?? '', twice.location)).toBe(source);
    expect(twice).not.toHaveProperty('replacement');
  });

  test('lists curated mutants, one a line', () => {
    const { source = '', mutants = [] } = schemaOf().files[misconceptionsFile] ?? {};
    expect(source).toBe(
      'reads-others: Whoever knows a key may read it.\ntime-stops: Nobody | asks for the <time>.\n',
    );
    expect(mutants.map(({ location }) => textAt(source, location))).toEqual(
      source.trimEnd().split('\n'),
    );
  });

  test('names the properties as tests, with their promises', () => {
    expect(schemaOf().testFiles['properties']?.tests).toEqual([
      { id: 'cas', name: sentences['cas'] },
      { id: 'tenant-isolation', name: sentences['tenant-isolation'] },
      { id: 'opening', name: 'The store can be opened, emptied and closed.' },
    ]);
  });

  test('falls back to a file of its own where a source is not there', () => {
    const schema = toMutationSchema(report, new Map());
    expect(Object.keys(schema.files).every((file) => /^sql\/|\.md$/.test(file))).toBe(true);
    expect(found(schema).size).toBe(report.kills.length);
  });
});

describe('the summary of a CI job', () => {
  test('has a table of scores, what is alive, and the slowest guards', () => {
    const text = killsMarkdown(report);
    expect(text).toContain('## Mutants of sqlite\n\n5 mutants of sqlite are alive.');
    expect(text).toContain('\n| SQL | 2 | 3 | 0 | 2 | 40.0 % |\n');
    expect(text).toContain('- **survived** <code>src/stores/sqlite/statements.ts:');
    expect(text).toContain('\n| tenant | cas, tenant-isolation | 2 | 656 | 1,300 |\n');
    expect(text).toContain('- <code>sql:gone-1-00000000</code>');
    expect(text.endsWith('\n')).toBe(true);
  });

  test('lets nothing of a mutant become Markdown or HTML', () => {
    const text = killsMarkdown(report);
    expect(text).toContain('Nobody &#124; asks for the &lt;time&gt;.');
    expect(text).not.toContain('<time>');
    expect(text).toContain('updated&#95;at &lt;= ? -&gt; ');
  });

  test('counts what is too long to be listed', () => {
    const [, , survived] = report.kills;
    if (survived === undefined) throw new Error('no kills');
    const kills = Array.from({ length: 60 }, () => survived);
    const text = killsMarkdown({ ...report, kills });
    expect(text.match(/^- \*\*survived\*\*/gm)).toHaveLength(50);
    expect(text).toContain('\nAnd 10 more.\n');
  });

  test('of a store that fails says why nothing was hunted', () => {
    const text = killsMarkdown({ ...report, baseline: 'cas fails' });
    expect(text).toContain('Nothing was hunted: sqlite fails without a mutant (cas fails).');
    expect(text).not.toContain('| SQL |');
  });
});
