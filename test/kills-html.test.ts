// The page of mutants in a real browser: it opens from disk, loads nothing, and shows every mutant.
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { KillReport } from '../src/engine/kills/result.js';
import type { Counterexample } from '../src/engine/result.js';
import { killsPage } from '../src/report/kills/page.js';
import { toMutationSchema } from '../src/report/kills/schema.js';
import { openBrowser, visit, type Watched } from './browser.js';
import {
  killsReport,
  realCounterexample,
  sentences,
  sources,
  statementsFile,
  survivor,
} from './kills-fixture.js';

const elements = readFileSync(
  createRequire(import.meta.url).resolve('mutation-testing-elements/mutation-test-elements.js'),
  'utf8',
);

let folder = '';
let browser: Browser;
let counterexample: Counterexample;
let report: KillReport;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'touchstone-kills-html-'));
  browser = await openBrowser();
  counterexample = await realCounterexample(folder);
  report = killsReport(counterexample);
});
afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true });
});

const pageOf = (of: KillReport): string =>
  killsPage(of, toMutationSchema(of, sources, { sentences }), elements);

let pages = 0;
/** Writes the page and opens it from disk, until the test ends. */
async function show(page: string, hash = '', options = {}): Promise<Watched> {
  pages += 1;
  const file = path.join(folder, `mutants-${pages}.html`);
  writeFileSync(file, page);
  const watched = await visit(browser, pathToFileURL(file).href + hash, options);
  watched.page.setDefaultTimeout(10_000);
  onTestFinished(() => watched.page.context().close());
  return watched;
}

const atStatements = `#mutant/${statementsFile}`;

test('it loads nothing but itself and says nothing', async () => {
  const { page, requests, said } = await show(pageOf(report));
  await page.locator('mte-metrics-table').first().waitFor();
  expect(await page.title()).toContain('sqlite');
  expect(requests).toEqual([page.url().split('#')[0]]);
  expect(said).toEqual([]);
});

test('the three scores stand apart above the files', async () => {
  const { page } = await show(pageOf(report));
  const rows = await page.locator('body > header tbody tr').allInnerTexts();
  expect(rows.map((row) => row.split('\t'))).toEqual([
    ['TypeScript', '1', '1', '1', '0', '33.3 %'],
    ['SQL', '2', '3', '0', '2', '40.0 %'],
    ['curated', '1', '1', '0', '0', '50.0 %'],
  ]);
  expect(await page.locator('body > header > h1').textContent()).toBe('Mutants of sqlite');
  expect(await page.locator('body > header').innerText()).toContain(
    '5 mutants of sqlite are alive.',
  );
});

test('every file with a mutant is listed: sources, statements and misconceptions', async () => {
  const { page } = await show(pageOf(report));
  await page.locator('mte-metrics-table').first().waitFor();
  const links = await page
    .locator('a')
    .evaluateAll((all) => all.map((each) => (each.getAttribute('href') ?? '').split('#')[1]));
  const files = ['src/guards/scope.ts', statementsFile, 'misconceptions.md'];
  expect(links).toEqual(expect.arrayContaining(files.map((file) => `mutant/${file}`)));
  expect(links).toContain('mutant/sql/1-delete-from-memory-where.sql');
});

test('a survivor is marked in its source, and opens to its replacement and its reason', async () => {
  const { page, said } = await show(pageOf(report), atStatements);
  const mark = page.locator(`[data-mutant-id="${survivor.id}"]`).first();
  await mark.waitFor();
  expect(await mark.textContent()).toBe(survivor.original);
  await mark.click();
  const drawer = page.locator('mte-drawer-mutant');
  await drawer.getByText('SQL predicate-removal').first().waitFor();
  await drawer.getByText(survivor.sentence).first().waitFor();
  await page.locator('mte-file').getByText(survivor.replacement.trim()).first().waitFor();
  expect(said).toEqual([]);
});

test('a killed mutant opens to the calls that killed it and the promise it breaks', async () => {
  const { page, said } = await show(pageOf(report), atStatements);
  await page.locator('mte-state-filter').getByText('Killed').first().click();
  const [killed] = report.kills;
  const mark = page.locator(`[data-mutant-id="${killed?.mutation.id}"]`).first();
  expect(await mark.textContent()).toBe(killed?.mutation.original);
  await mark.click();
  const drawer = page.locator('mte-drawer-mutant');
  await drawer.getByText('killed by cas in sequence 4, seed 1').first().waitFor();
  await drawer
    .getByText(sentences['cas'] ?? '')
    .first()
    .waitFor();
  await drawer.getByText(`✗ ${counterexample.steps.length}`).first().waitFor();
  expect(said).toEqual([]);
});

test('nothing in a mutant, a reason or a source becomes markup', async () => {
  const hostile = '</script><script>window.harmed = 1</script><!-- <script> \u2028 <img src=x>';
  const [, , survived] = report.kills;
  if (survived === undefined) throw new Error('no kills');
  const bad: KillReport = {
    ...report,
    store: { name: hostile },
    kills: report.kills.map((kill) =>
      kill === survived
        ? {
            ...survived,
            status: 'error',
            reason: hostile,
            mutation: { ...survived.mutation, sentence: hostile, replacement: hostile },
          }
        : kill,
    ),
  };
  const { page, requests, said } = await show(
    killsPage(
      bad,
      toMutationSchema(
        bad,
        new Map([[statementsFile, `${sources.get(statementsFile)}${hostile}`]]),
      ),
      elements,
    ),
    atStatements,
  );
  await page.locator('mte-file .mutant').first().waitFor();
  expect(await page.evaluate(`'harmed' in window`)).toBe(false);
  expect(requests).toHaveLength(1);
  expect(said).toEqual([]);
});

test('without a script the scores are there, and a sentence says what is missing', async () => {
  const { page } = await show(pageOf(report), '', { javaScriptEnabled: false });
  expect(await page.locator('body > header').innerText()).toContain('40.0 %');
  expect(await page.locator('noscript').innerText()).toContain('need a script');
});

test('the header fits a phone', async () => {
  const { page } = await show(pageOf(report), '', { viewport: { width: 360, height: 740 } });
  await page.locator('mte-metrics-table').first().waitFor();
  expect(await page.locator('body > header').evaluate((each) => each.scrollWidth <= 360)).toBe(
    true,
  );
});
