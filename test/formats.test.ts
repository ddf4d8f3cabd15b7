// Files and reports for programs: what is documented is what is written, field by field.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Baseline } from '../src/engine/baseline.js';
import { ReplayFile } from '../src/engine/replay.js';
import { exitCodes } from '../src/engine/result.js';
import { ReportJson } from '../src/report/json-schema.js';
import { fieldsOf, formatPage, jsonSchemaOf } from './format-page.js';
import { root } from './sources.js';

const main = path.join(root, 'dist/src/cli/main.js');
const store = path.join(root, 'test/fixtures/loses-updates.mjs');
const folder = mkdtempSync(path.join(tmpdir(), 'touchstone-formats-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What a check prints as JSON in the folder of this file. */
function reportOf(...args: readonly string[]): unknown {
  const ran = spawnSync(process.execPath, [main, 'check', ...args, '--json'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return JSON.parse(ran.stdout);
}

const reports: unknown[] = [];
const read = (file: string): unknown => JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
let replays: readonly unknown[] = [];

beforeAll(() => {
  const known = path.join(folder, 'known.json');
  reports.push(
    reportOf(store, '--write-baseline', known, '--seed', '2'),
    reportOf(store, '--baseline', known, '--runs', '30', '--properties', 'cas,domains'),
    reportOf('sqlite', '--runs', '12'),
    reportOf(path.join(root, 'test/fixtures/throws-on-reset.mjs')),
  );
  const names = readdirSync(path.join(folder, '.touchstone'));
  replays = names
    .filter((name) => name.endsWith('.json'))
    .map((name) => read(path.join('.touchstone', name)));
}, 240_000);

describe('the page of formats', () => {
  test('is made from the schemas (npm run docs writes it)', async () => {
    const file = path.join(root, 'docs/report-json.md');
    const style = await resolveConfig(file);
    const page = await format(formatPage(), { ...style, filepath: file });
    await expect(page).toMatchFileSnapshot(file);
  });

  test.each([
    ['report', ReportJson],
    ['replay file', ReplayFile],
    ['baseline', Baseline],
  ])('says something of every field of the %s', (_, schema) => {
    const silent = fieldsOf(jsonSchemaOf(schema)).filter(
      ({ path: at, schema: { description } }) =>
        description === undefined && !/^setup\.(?:owner|principal)\./.test(at),
    );
    expect(silent.map(({ path: at }) => at)).toEqual([]);
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

describe('every output', () => {
  test('of a check is a report, field by field', () => {
    for (const report of reports) expect(ReportJson.parse(report)).toEqual(report);
  });

  test('of a check shows each documented field somewhere', () => {
    const shown = new Set(reports.flatMap((report) => pathsIn(report)));
    const documented = fieldsOf(jsonSchemaOf(ReportJson)).map(({ path: at }) => at);
    const rare = ['store.version', 'past[].now', 'past[].reason'];
    const unseen = documented.filter(
      (at) => !shown.has(at) && !/\[\]\.(?:property|reason)$/.test(at),
    );
    expect(unseen.filter((at) => !rare.includes(at))).toEqual([]);
  });

  test('with a field more is refused', () => {
    const [report] = reports;
    expect(ReportJson.safeParse({ ...(report as object), time: 1 }).success).toBe(false);
    const { properties } = ReportJson.parse(report);
    const [first, ...others] = properties;
    const more = [{ ...first, time: 1 }, ...others];
    expect(ReportJson.safeParse({ ...(report as object), properties: more }).success).toBe(false);
    const [replay] = replays;
    expect(ReplayFile.safeParse({ ...(replay as object), time: 1 }).success).toBe(false);
    const known = read('known.json') as object;
    expect(Baseline.safeParse({ ...known, time: 1 }).success).toBe(false);
  });

  test('that a check keeps is a replay file or a baseline', () => {
    expect(replays.length).toBeGreaterThan(2);
    for (const replay of replays) expect(ReplayFile.parse(replay)).toEqual(replay);
    expect(Baseline.parse(read('known.json'))).toEqual(read('known.json'));
  });

  test('says what the exit code says, whatever a baseline makes of it', () => {
    const verdicts = reports.map((report) => ReportJson.parse(report).verdict);
    expect(verdicts.every((verdict) => Object.hasOwn(exitCodes, verdict))).toBe(true);
    expect([verdicts[0], verdicts[3]]).toEqual(['failed', 'error']);
  });
});
