// The report as a page: what stands on it, and how it behaves in a real browser.
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createSuite } from '../properties/suite.js';
import { openOutput } from '../src/cli/output.js';
import { run } from '../src/cli/program.js';
import type { Terminal } from '../src/cli/terminal.js';
import { Usage } from '../src/cli/usage.js';
import type { MemoryRecord } from '../src/contract/fact.js';
import type { Operation, Outcome } from '../src/contract/operations.js';
import { check } from '../src/engine/check.js';
import type { CheckReport, PropertyResult } from '../src/engine/result.js';
import { scribbled } from '../src/engine/same.js';
import { services } from '../src/index.js';
import { curatedMutants } from '../src/mutants/curated/index.js';
import { markup, slug } from '../src/report/html/markup.js';
import { checkHtml } from '../src/report/html/page.js';
import { plain } from '../src/report/palette.js';
import { checkText } from '../src/report/text.js';
import { sqliteUnderTest } from '../src/stores/sqlite/under-test.js';
import { fits, lowestContrast, openAll, openBrowser, visit, type Watched } from './browser.js';
import { mutantStore } from './mutant-store.js';

let folder = '';
let browser: Browser;
let failed: CheckReport;
let held: CheckReport;

/** A check of the mutant, for the promise it breaks. */
function checkMutant(id: string): Promise<CheckReport> {
  const { sut, property, services: bent } = mutantStore(id);
  const limits = { seed: 3, runs: 6, properties: [property] };
  return check(sut, createSuite(), { services: bent, root: folder, ...limits });
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'touchstone-html-'));
  browser = await openBrowser();
  failed = await checkMutant('remember-revives-tombstone');
  held = await check(sqliteUnderTest(), createSuite(), {
    services,
    root: folder,
    seed: 11,
    runs: 10,
    mutants: curatedMutants.filter(({ property }) => ['cas', 'tombstones'].includes(property)),
  });
});
afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true });
});

const replay = 'touchstone replay .touchstone/tombstones-1a2b3c4d.json';
const failedPage = (): string => checkHtml(failed, { replays: { tombstones: replay } });

const isFailing = ({ verdict }: PropertyResult): boolean => verdict === 'fails';
const failingOf = (report: CheckReport): PropertyResult => {
  const found = report.properties.find(isFailing);
  if (found === undefined) throw new Error('nothing fails');
  return found;
};

/** The report with another counterexample of its failing property. */
const withFound = (
  report: CheckReport,
  change: (found: NonNullable<PropertyResult['counterexample']>) => object,
): CheckReport => ({
  ...report,
  properties: report.properties.map((property) =>
    property.counterexample === undefined
      ? property
      : {
          ...property,
          counterexample: { ...property.counterexample, ...change(property.counterexample) },
        },
  ),
});

/** What a reader sees of the page, or of a part of it, without tags and folded spaces. */
const wordsOf = (page: string): string =>
  page
    .replace(/<(style|script)>.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#?(\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/\s+/g, ' ');
const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  39: "'",
};

let pages = 0;
/** Writes the page and opens it from disk, until the test ends. */
async function show(page: string, hash = '', options = {}): Promise<Watched> {
  pages += 1;
  const file = path.join(folder, `report-${pages}.html`);
  writeFileSync(file, page);
  const watched = await visit(browser, pathToFileURL(file).href + hash, options);
  onTestFinished(() => watched.page.context().close());
  return watched;
}

const openSteps = (page: Page): Promise<readonly string[]> =>
  page
    .locator('details.step[open] > .state')
    .evaluateAll((found) => found.map((each) => each.getAttribute('id') ?? ''));
const stepId = (number: number): string => `property-tombstones-step-${number}`;

describe('what stands on the page', () => {
  test('comes in this order: verdict, what is broken, mutants, observations, what is open', () => {
    const page = failedPage();
    const parts = [
      'class="verdict bad"',
      'id="failing"',
      'id="mutants"',
      'id="observations"',
      'id="open"',
    ];
    const at = parts.map((part) => page.indexOf(part));
    expect(at).not.toContain(-1);
    expect(at).toEqual(at.toSorted((a, b) => a - b));
  });

  test('says what the text report says: verdict, next step, promise, calls, answers, replay', () => {
    const words = wordsOf(failedPage());
    const text = checkText(failed, { replays: { tombstones: replay } });
    const last = text.trimEnd().split('\n').at(-1) ?? '';
    expect(last).toContain('Failed: sqlite breaks 1 promise: tombstones. Mend the store');
    for (const said of [
      'sqlite breaks 1 promise: tombstones.',
      'Mend the store, then run the replay again.',
      failingOf(failed).sentence,
      'forget profile/display_name',
      'In call 3 acme/lin asked: remember profile/display_name = "a", expecting 2, at 102. sqlite accepted (now version 4). It should have refused: tombstoned - the record was forgotten.',
      'right answer: conflict (tombstoned) The record was forgotten: only a confirmed restore revives it.',
      replay,
    ])
      expect(words).toContain(said);
  });

  test('shows model and store side by side after each call, and marks what differs', () => {
    const steps = failedPage().split('<details class="step').slice(1).map(wordsOf);
    expect(steps).toHaveLength(3);
    expect(steps[0]).toContain(
      'held after the call acme/lin profile/display_name new value "a" "a" version 1 1',
    );
    expect(steps[1]).toContain(
      'changed value "a" "a" version 1 → 2 1 → 2 forgotten at never → 101 never → 101',
    );
    expect(steps[1]).not.toContain('differs');
    expect(steps[2]).toContain('answer ≠ differs conflict (tombstoned) version 4');
    expect(steps[2]).toContain('changed in the store only');
    expect(steps[2]).toContain('version ≠ differs 2 2 → 4');
    expect(steps[2]).toContain('forgotten at ≠ differs 101 101 → never');
    expect(steps[2]).toContain('the store answered otherwise');
  });

  test('tells the shrink ladder in a sentence beside its picture', () => {
    const { ladder = [] } = failingOf(failed).counterexample ?? {};
    expect(ladder.length).toBeGreaterThan(2);
    expect(wordsOf(failedPage())).toContain(`after each removal: ${ladder.join(', ')}.`);
    const long = withFound(failed, () => ({
      ladder: Array.from({ length: 90 }, (_, at) => 93 - at),
    }));
    expect(wordsOf(checkHtml(long))).toMatch(/removal: 93, 92, .* 70, …, 8, 7, 6, 5, 4\./);
  });

  test('folds what a newcomer need not read first, and opens the call that failed', async () => {
    const { page } = await show(failedPage());
    const isSeen = (hasText: string): Promise<boolean> =>
      page.locator('p', { hasText }).isVisible();
    expect(await isSeen('Calls left after each removal')).toBe(false);
    expect(await isSeen('broken copies of it would prove nothing')).toBe(false);
    expect(await page.locator('table.coverage').isVisible()).toBe(false);
    expect(await page.locator(`#${stepId(3)}`).isVisible()).toBe(true);
  });

  test('lists what fails and what is not decided before what holds', () => {
    const verdicts = ['holds', 'inconclusive', 'not-claimed', 'fails'] as const;
    const properties = held.properties
      .slice(0, 4)
      .map((each, at) => ({ ...each, verdict: verdicts[at] ?? ('holds' as const) }));
    const table = checkHtml({ ...held, properties }).split('<table class="bars">')[1] ?? '';
    const found = [...table.matchAll(/<td class="[^"]*">(holds|inconclusive|not claimed|FAILS)</g)];
    expect(found.map(([, verdict]) => verdict)).toEqual([
      'FAILS',
      'inconclusive',
      'holds',
      'not claimed',
    ]);
  });

  test('tells the failing call once beside the sentence at the top', () => {
    const [, page = ''] = failedPage().split('id="failing"');
    expect(page.split('remember profile/display_name = &quot;a&quot;')).toHaveLength(3);
    expect(page.split('right answer:')).toHaveLength(2);
  });

  test('draws no ladder where nothing was taken away', () => {
    const page = checkHtml(withFound(failed, () => ({ from: 3, ladder: [3, 3] })));
    expect(wordsOf(page)).toContain('The 3 calls found stand here as they are');
    expect(page).not.toMatch(/<figure class="ladder">\s*<svg/);
  });

  test('cautions where the same calls did not fail again', () => {
    const page = checkHtml(
      withFound(failed, ({ from }) => ({ reproduced: false, ladder: [from] })),
    );
    expect(wordsOf(page)).toContain('The same calls passed when they were made again');
    expect(wordsOf(page)).toContain('did not fail a second time, so none could be taken away');
  });

  test('says why a failing store was not shown mutants, and shows those of a good one', () => {
    expect(wordsOf(failedPage())).toContain('No mutants were tried, because sqlite fails itself');
    const { tried } = held.sensitivity ?? { tried: [] };
    expect(tried.length).toBeGreaterThan(5);
    const words = wordsOf(checkHtml(held));
    for (const { id, sequences, misconception } of tried) {
      expect(words).toContain(`✓ ${id} caught in sequence ${sequences}`);
      expect(words).toContain(misconception);
    }
  });

  test('names mutants that were missed, not tried and not applicable', () => {
    const missed = { id: 'gone-by', property: 'cas', misconception: 'None.', isCaught: false };
    const sensitivity = {
      tried: [{ ...missed, sequences: 160, operations: 9 }],
      notTried: ['left-over'],
      notApplicable: ['unfit'],
    };
    const words = wordsOf(checkHtml({ ...held, sensitivity }));
    expect(words).toContain('✗ gone-by missed');
    expect(words).toContain('0 of 1');
    expect(words).toMatch(/not tried 1 which left-over .*not applicable 1 which unfit/);
  });

  test('counts what was seen: calls at stake, situations with their minimum, outcomes by code', () => {
    const words = wordsOf(checkHtml(held));
    for (const { id, sentence, observations } of held.properties)
      expect(words).toContain(`${id} ${sentence} holds ${observations.toLocaleString('en-US')}`);
    for (const { sentence } of held.situations) expect(words).toContain(sentence);
    expect(words).toContain('% of sequences, at least 30 % needed');
    const { ok = 0, ...codes } = held.coverage.forget ?? {};
    const listed = Object.keys(codes)
      .toSorted((a, b) => (a < b ? -1 : 1))
      .map((code) => `${code} ${codes[code]}`);
    expect(words).toContain(`forget ${ok} ${listed.join(' ')}`);
    expect(wordsOf(checkHtml({ ...held, coverage: {} }))).toContain('records never called');
  });

  test('gives the reason of everything that is not said to hold', () => {
    const verdicts = ['inconclusive', 'not-claimed', 'not-selected'] as const;
    const properties = held.properties.slice(0, 3).map((property, at) => ({
      ...property,
      verdict: verdicts[at] ?? ('holds' as const),
      reason: `because of ${at}`,
    }));
    const partial: CheckReport = { ...held, verdict: 'partial', properties, missing: ['review'] };
    const words = wordsOf(checkHtml(partial, { stopped: 'Stopped by hand.' }));
    const open = words.slice(words.lastIndexOf('What was not decided'));
    for (const [at, { sentence }] of properties.entries())
      expect(open).toContain(`${sentence} Reason: because of ${at}.`);
    expect(open).toContain('Stopped by hand. Claimed, but the method is not there: review');
    expect(wordsOf(checkHtml(held))).toContain('Nothing stays open');
  });

  test('says what to do where the store does not name its module', () => {
    const reason = 'the store does not say its module, so no thread could load it';
    const properties = held.properties.map((each) => ({
      ...each,
      ...(each.id === 'single-winner' ? { verdict: 'inconclusive' as const, reason } : {}),
    }));
    expect(wordsOf(checkHtml({ ...held, properties }))).toContain(
      `Reason: ${reason}. Give the store the property module: import.meta.url, and make it`,
    );
  });

  test('tells as sentences what the calls start from: policy, reviewer, runtime', () => {
    const scopes = ['a', 'b c', ''];
    const rule = { kind: 'k', keys: ['x', 'y', 'z'], evidence: 'user_confirmed' } as const;
    const page = checkHtml(
      withFound(failed, ({ setup }) => ({
        setup: {
          policy: [
            { ...rule, scope: { exactly: 's' }, values: ['v', 'w'], aliases: { ex: 'x' } },
            { ...rule, kind: 'k2', keys: { startsWith: 'e' }, scope: { startsWith: '' } },
          ],
          owner: { tenant: 'acme', subject: 'lin', scopes },
          principal: { ...setup.principal, tenant: 'acme', subject: 'lin', scopes: [] },
        },
        steps: [
          {
            call: {
              client: 0,
              operation: { do: 'create', invocation: '#1', payload: { key: 'ex' } },
            },
            expected: { ok: 1 },
            actual: { ok: 2 },
          },
          {
            call: {
              client: 0,
              operation: { do: 'resolve', as: setup.owner, case: '#2', decision: {} },
            },
            expected: { ok: 1 },
            actual: { ok: 2 },
          },
        ],
      })),
    );
    const words = wordsOf(page);
    for (const said of [
      'Policy: A fact of the kind "k" is stored under the key "x" or one of 2 other keys, in the ' +
        'scope "s", with the evidence user_confirmed, with the value "v" or "w". ' +
        'The key "ex" is another name of "x".',
      'Policy: A fact of the kind "k2" is stored under a key that starts with "e", in any scope',
      'The reviewer is acme/lin, granted scopes: "a", "b c" and "".',
      'acts for acme/lin, no scope granted, as ',
    ])
      expect(words).toContain(said);
  });

  test('tells of past failures, of the baseline and of the program, where there are such', () => {
    const past = [{ name: 'old.json', property: 'cas', outcome: 'passes' }] as const;
    const comparison = {
      known: [],
      fresh: [{ property: 'tombstones', reason: 'revived' }],
      gone: [],
      unchecked: [],
    };
    const programs = { tombstones: '.touchstone/tombstones.ts' };
    const words = wordsOf(checkHtml({ ...failed, past }, { comparison, programs }));
    expect(words).toContain('1 past failure tried, 0 still fail. Mended: cas, old.json.');
    expect(words).toContain('1 failure not in the baseline: tombstones: revived');
    expect(words).toContain('a program of its own: .touchstone/tombstones.ts');
  });

  test('says of a broken harness what it threw, and nothing about the store', () => {
    const words = wordsOf(checkHtml({ ...held, verdict: 'error', error: 'Error: <here>' }));
    expect(words).toContain('the harness broke, so nothing is said about sqlite');
    expect(words).toContain('What the harness threw Error: <here>');
  });
});

describe('the sentence at the top', () => {
  /** The words of the verdict when the last call was this one. */
  function top(
    name: 'remember' | 'inspect' | 'search',
    expected: Outcome,
    actual: Outcome,
  ): string {
    const as = { tenant: 'acme', subject: 'lin', scopes: ['_', '%'] };
    const operation: Operation =
      name === 'remember'
        ? { do: name, as, fact: { scope: 's', key: 'k', value: 'v' }, terms: {} }
        : name === 'inspect'
          ? { do: name, as, scope: '__proto__', key: 'true' }
          : { do: name, as, scope: 's', terms: { now: 1 } };
    const page = checkHtml(
      withFound(failed, () => ({ steps: [{ call: { client: 0, operation }, expected, actual }] })),
    );
    return wordsOf(page.split('What to do next')[0] ?? '');
  }
  const denied = { refused: 'denied', code: 'scope' } as const;
  const stale = { refused: 'conflict', code: 'stale-version' } as const;

  test('names granted scopes and spells the address out where they are the matter', () => {
    expect(top('inspect', denied, { ok: undefined })).toContain(
      'In call 1 acme/lin (granted scopes: "_" and "%") asked: inspect scope "__proto__" ' +
        '(not granted), key "true". sqlite answered: no record. ' +
        'It should have refused: scope - this identity was not granted that scope.',
    );
  });

  test.each([
    [
      { ok: 2 },
      stale,
      'sqlite refused: stale-version - the record has another version. It should have accepted (now version 2).',
    ],
    [
      stale,
      { threw: 'boom' },
      'sqlite threw an error that is no refusal: "boom". It should have refused: stale-version',
    ],
    [{ ok: undefined }, { threw: 'dead' }, 'no refusal: "dead". It should have answered.'],
  ] as const)('tells of a write that should have been %o and was %o', (expected, actual, told) => {
    expect(top('remember', expected, actual)).toContain(told);
  });

  test('names the field where both answers read the same', () => {
    const fact = { scope: 's', key: 'k', value: 'v', version: 1 };
    const [ours, theirs] = [
      { ok: [{ ...fact, sourceRef: 'a' }] },
      { ok: [{ ...fact, sourceRef: 'b' }] },
    ];
    expect(top('search', ours, theirs)).toContain(
      'sqlite answered: s/k = "v" (version 1), but not as it must be: [0].sourceRef: expected "a", got "b".',
    );
  });

  test('is one of several where several promises are broken, and the rest is counted', () => {
    const { counterexample } = failingOf(failed);
    const properties = failed.properties
      .slice(0, 5)
      .map((each) => ({ ...each, verdict: 'fails' as const, counterexample }));
    const page = checkHtml({ ...failed, properties } as CheckReport);
    const words = wordsOf(page.split('What to do next')[0] ?? '');
    expect(words.split('In call 3 ')).toHaveLength(4);
    expect(words).toContain('2 more broken promises below.');
  });
});

describe('records side by side', () => {
  const record = (more: object): MemoryRecord => {
    const { state } = failingOf(failed).counterexample?.steps[0] ?? {};
    const [known] = state?.model ?? [];
    if (known === undefined) throw new Error('there is no record');
    return { ...known, ...more };
  };
  /** The words of the last step when both sides hold this. */
  function lastStep(model: readonly MemoryRecord[], store: unknown): string {
    const page = checkHtml(
      withFound(failed, ({ steps }) => ({
        steps: steps.map((step) => ({ ...step, state: { model, store } })),
      })),
    );
    return wordsOf(page.split('<details class="step').at(-1)?.split('How small it got')[0] ?? '');
  }

  test('a record that one side lacks is told, whichever it is', () => {
    expect(lastStep([record({})], [])).toContain('record ≠ differs "a", version 1 no record');
    expect(lastStep([], [record({ deletedAt: 7 })])).toContain(
      'record ≠ differs no record "a", version 1, forgotten at 7',
    );
  });

  test('two long texts that differ at their end alone are told from there on', () => {
    const long = 'x'.repeat(300);
    const words = lastStep([record({ value: `${long}1` })], [record({ value: `${long}2` })]);
    expect(words).toContain('from code point 301 on: "1" from code point 301 on: "2"');
  });

  test('a list is compared entry by entry, however long', () => {
    const facts = Array.from({ length: 5 }, (_, at) => record({ value: `v${at}` }));
    const page = checkHtml(
      withFound(failed, ({ steps }) => ({
        steps: steps.map((step) => ({
          ...step,
          call: { client: 0, operation: { do: 'records' } },
          expected: { ok: facts },
          actual: { ok: facts.slice(0, 4) },
        })),
      })),
    );
    const words = wordsOf(page);
    expect(words).toContain('answer ≠ differs 5 entries 4 entries');
    expect(words).toContain(
      'entry 5 ≠ differs acme/lin profile/display_name = "v4" (version 1) nothing',
    );
    expect(words).not.toContain('entry 4 ≠');
  });

  test('what the check scribbles over arguments and answers is explained where a store shows it', () => {
    const page = checkHtml(
      withFound(failed, ({ steps }) => ({
        steps: steps.map((step) => ({ ...step, actual: { threw: scribbled } })),
      })),
    );
    expect(wordsOf(page)).toContain(`the check writes “${scribbled}” into what it passed`);
    expect(wordsOf(failedPage())).not.toContain(scribbled);
  });

  test('a record that did not change and is the same takes one row, with when it ends', () => {
    const ended = record({ expiresAt: 9 });
    expect(lastStep([ended], [ended])).toContain(
      'acme/lin profile/display_name "a", version 1, expires at 9 "a", version 1, expires at 9',
    );
  });

  test('the fields a promise is about, and every time where records differ, are never folded', () => {
    const folded = (property: string, store: object): string => {
      const found = withFound(failed, ({ steps }) => ({
        property,
        steps: steps.map((step) => ({
          ...step,
          actual: step.expected,
          state: { model: [record({})], store: [record(store)] },
        })),
      }));
      return wordsOf(checkHtml(found)).split('the same on both sides')[0] ?? '';
    };
    expect(folded('expiry', {})).not.toContain('observed at 100 100');
    expect(folded('observation-order', {})).toContain('observed at 100 100');
    expect(folded('observation-order', {})).not.toContain('written at');
    for (const told of ['observed at 100 100', 'written at 101 101', 'expires at never never'])
      expect(folded('expiry', { confidence: 0.5 })).toContain(told);
  });

  test('the address of a chosen call is spelled out', () => {
    expect(lastStep([], [])).toContain('Asked for: scope "profile", key "display_name"');
  });

  test('a store without a raw view is said to have none', () => {
    const words = lastStep([record({})], undefined);
    expect(words).toContain('The store could not be looked into: only its answers are known.');
    expect(words).toContain('"a", version 1 not seen');
    expect(lastStep([], undefined)).toContain('records none not seen');
  });

  test('only the answer is said to be wrong where both sides hold the same', () => {
    expect(lastStep([record({})], [record({})])).toContain('only the answer is wrong');
    expect(lastStep([record({})], [record({ actor: 'x' })])).toContain('actor ≠ differs "lin" "x"');
  });

  test.each([
    ['no list', 7],
    ['a list of what is no record', ['x', null, { value: 1n }]],
    ['two records at one address', [{ tenant: 'acme' }, { tenant: 'acme' }]],
    ['fields missing', [{}]],
  ])('a raw view that gives %s breaks nothing', (_title, store) => {
    expect(lastStep([record({})], store)).toContain('differs');
  });
});

describe('the file', () => {
  test.each(['failing', 'passing'])(
    '%s: every link has its target, and every id is there once',
    (kind) => {
      const page = kind === 'failing' ? failedPage() : checkHtml(held);
      const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      expect(ids).toEqual([...new Set(ids)]);
      for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
      expect([...page.matchAll(/href="(?!#)/g)]).toEqual([]);
    },
  );

  test('refers to nothing outside, and its policy allows its own style and script alone', () => {
    const page = failedPage();
    expect(page).not.toMatch(/https?:|\bsrc=|url\(|@import|<link|\son\w+=|\sstyle=/);
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page) ?? [];
    const [, script = ''] = /<script>(.*?)<\/script>/s.exec(page) ?? [];
    const hash = (text: string): string =>
      `&#39;sha256-${createHash('sha256').update(text).digest('base64')}&#39;`;
    expect(page).toContain(
      `content="default-src &#39;none&#39;; style-src ${hash(style)}; script-src ${hash(script)}; ` +
        'base-uri &#39;none&#39;; form-action &#39;none&#39;"',
    );
  });

  test('the same report always gives the same page', () => {
    expect(failedPage()).toBe(failedPage());
  });

  test('a text never becomes markup, whatever it holds', () => {
    const text = fc.string({ unit: 'binary', maxLength: 40 });
    fc.assert(
      fc.property(fc.oneof(text, fc.constantFrom('</script>', '<!--', '" onx="')), (given) => {
        const made = markup`<p title="${given}">${given}</p>`.markup;
        expect(made).toMatch(/^<p title="[^<>"]*">[^<>"]*<\/p>$/);
        expect(made.isWellFormed()).toBe(true);
        expect(made).not.toMatch(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\0]/);
      }),
      { seed: 1, endOnFailure: true },
    );
  });

  test.each([
    ['CAS', 'cas'],
    ['<b> "x"', 'b-x'],
    ['\u{1f600}', 'unnamed'],
  ])('%s is linked to as %s', (name, id) => {
    expect(slug(name)).toBe(id);
  });
});

const phone = { viewport: { width: 360, height: 740 } };

describe('in a browser', () => {
  test('it loads nothing but itself, says nothing, and starts at the call where both part', async () => {
    const { page, requests, said } = await show(failedPage());
    expect(await openSteps(page)).toEqual([stepId(3)]);
    expect(await page.locator('[aria-current=step]').count()).toBe(1);
    await page.locator('summary').first().click();
    expect(requests).toEqual([page.url().split('#')[0]]);
    expect(said).toEqual([]);
  });

  test('a call is chosen by click, and the address names it', async () => {
    const { page } = await show(failedPage());
    await page.locator('details.step > summary').nth(0).click();
    expect(await openSteps(page)).toEqual([stepId(1)]);
    expect(page.url()).toMatch(/#property-tombstones-step-1$/);
    expect(await page.locator('[open] > summary[aria-current=step]').count()).toBe(1);
    expect(await page.locator('[aria-current=step]').count()).toBe(1);
    expect(await page.locator(`#${stepId(1)}`).isVisible()).toBe(true);
    expect(await page.locator(`#${stepId(3)}`).isVisible()).toBe(false);
  });

  test('a call is chosen by arrow keys, Home and End, with the focus going along', async () => {
    const { page } = await show(failedPage());
    await page.locator('details.step[open] > summary').focus();
    for (const [key, number] of [
      ['ArrowUp', 2],
      ['ArrowLeft', 1],
      ['ArrowUp', 1],
      ['ArrowDown', 2],
      ['End', 3],
      ['ArrowRight', 3],
      ['Home', 1],
    ] as const) {
      await page.keyboard.press(key);
      expect(await openSteps(page)).toEqual([stepId(number)]);
      const focused = page.locator('details.step[open] > summary:focus[aria-current=step]');
      expect(await focused.count()).toBe(1);
    }
  });

  test('a call is reached by Tab and opened by Enter', async () => {
    const { page } = await show(failedPage());
    await page.locator('details.step > summary').nth(1).focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    expect(await openSteps(page)).toEqual([stepId(1)]);
  });

  test('a link leads to a call or a property, at the start and later', async () => {
    const { page } = await show(failedPage(), `#${stepId(2)}`);
    expect(await openSteps(page)).toEqual([stepId(2)]);
    await page.evaluate(`location.hash = '${stepId(1)}'`);
    await expect.poll(() => openSteps(page)).toEqual([stepId(1)]);
    await page.locator('nav a').first().click();
    expect(page.url()).toMatch(/#property-tombstones$/);
    const { page: other } = await show(failedPage(), '#%E0%A4%A');
    expect(await openSteps(other)).toEqual([stepId(3)]);
  });

  test('every text can be read, in the light scheme and in the dark one', async () => {
    const partial: CheckReport = {
      ...held,
      verdict: 'partial',
      situations: held.situations.map((each) => ({ ...each, enough: false })),
      properties: held.properties.map((each) => ({
        ...each,
        verdict: 'inconclusive',
        reason: 'x',
      })),
    };
    for (const report of [failed, held, partial]) {
      const { page } = await show(checkHtml(report));
      await openAll(page);
      for (const [colorScheme, ground] of [
        ['light', 'rgb(255, 255, 255)'],
        ['dark', 'rgb(19, 20, 22)'],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(ground);
        const { ratio, where } = await lowestContrast(page);
        expect(ratio, where).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  test('it fits a phone without scrolling sideways', async () => {
    for (const report of [failed, held]) {
      const { page } = await show(checkHtml(report), '', phone);
      expect(await fits(page)).toBe(true);
      await openAll(page);
      expect(await fits(page)).toBe(true);
    }
  });

  test('no word of a label is broken on a phone, not even where every field differs', async () => {
    const differing = withFound(failed, ({ steps }) => ({
      steps: steps.map((step) => ({
        ...step,
        state: {
          model: step.state?.model ?? [],
          store: step.state?.model.map((each) => ({
            ...each,
            expiresAt: 7,
            updatedAt: 7,
            observedAt: 7,
            confidence: 0.5,
            evidence: 'task_verified',
            provenance: 'user-stated',
            sourceRef: 'other',
          })),
        },
      })),
    }));
    const { page } = await show(checkHtml(differing), '', phone);
    await openAll(page);
    const labels = page.locator('.sides th.whole');
    expect(await labels.allTextContents()).toEqual(
      expect.arrayContaining(['forgotten at', 'confidence ≠ differs', 'provenance ≠ differs']),
    );
    const broken = await labels.evaluateAll((found) =>
      found.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent),
    );
    expect(broken).toEqual([]);
  });

  test('without a script every call is there, opens by click, and a link opens it', async () => {
    const { page, said } = await show(failedPage(), `#${stepId(2)}`, { javaScriptEnabled: false });
    const shown = page.locator(`#${stepId(1)}`);
    expect(await page.locator(`#${stepId(2)}`).isVisible()).toBe(true);
    expect(await shown.isVisible()).toBe(false);
    await page.locator('details.step > summary').nth(0).click();
    expect(await shown.isVisible()).toBe(true);
    expect(await shown.textContent()).toContain('how it must be');
    expect(said).toEqual([]);
  });

  test('headings never skip a level, and every table and picture can be read out', async () => {
    for (const report of [failed, held]) {
      const { page } = await show(checkHtml(report));
      const levels = await page
        .locator('h1, h2, h3, h4, h5, h6')
        .evaluateAll((found) => found.map(({ tagName }) => Number(tagName.slice(1))));
      expect(levels.filter((level) => level === 1)).toEqual([1]);
      expect(levels.every((level, at) => level <= (levels[at - 1] ?? 0) + 1)).toBe(true);
      expect(await page.locator('table:not(:has(caption))').count()).toBe(0);
      expect(await page.locator('svg:not([aria-hidden=true])').count()).toBe(0);
      expect(await page.locator('figure:not(:has(figcaption))').count()).toBe(0);
      expect(await page.locator('html[lang=en] > head > title').count()).toBe(1);
    }
  });
});

/** What a store may answer to harm who reads it. */
const hostile = [
  '</script><script>window.harmed = 1</script>',
  '<img src=x onerror="window.harmed = 2">',
  '"><svg onload=window.harmed=3>',
  "' onclick='window.harmed=4",
  '\u202e\u2066drawkcab\u2069\u202c',
  'x'.repeat(20_000),
  '\u{1f47e}\u{10ffff}',
  '\ud800 lone \udfff',
  '--><!--<![CDATA[',
  '</style><style>*{display:none}</style>',
  '&lt;b&gt; &#0;\0',
  'javascript:alert(1)',
];

/** Every text of a value in turn becomes a hostile one; names the harness made stay. */
function spoil(value: unknown, at = { next: 0 }, field = ''): unknown {
  if (typeof value === 'string') {
    if (['do', 'refused', 'code', 'verdict', 'property'].includes(field)) return value;
    at.next += 1;
    return hostile[at.next % hostile.length];
  }
  if (Array.isArray(value)) return value.map((item) => spoil(item, at, field));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, spoil(item, at, name)]),
  );
}

describe('hostile values', () => {
  const spoilt = (report: CheckReport): CheckReport => {
    const copy = spoil({ ...report, error: 'e' }) as CheckReport;
    return {
      ...copy,
      properties: copy.properties.map((each, at) => ({ ...each, id: `${hostile[at % 5]}${at}` })),
    };
  };

  test.each(['failing', 'passing'])('do nothing and hide nothing on a %s page', async (kind) => {
    const html = checkHtml(spoilt(kind === 'failing' ? failed : held), {
      replays: { [`${hostile[0]}0`]: hostile[1] ?? '' },
      stopped: hostile[2] ?? '',
    });
    expect(html.isWellFormed()).toBe(true);
    expect(html).not.toMatch(/[\u202a-\u202e\u2066-\u2069\0]/);
    const { page, requests, said } = await show(html, '', phone);
    expect(await page.locator('script').count()).toBe(1);
    expect(await page.locator('style').count()).toBe(1);
    expect(await page.locator('img, [onclick], [onload], [onerror]').count()).toBe(0);
    for (const summary of await page.locator('details.step > summary').all()) await summary.click();
    expect(await page.evaluate(`'harmed' in window`)).toBe(false);
    expect(await page.locator('body').textContent()).toContain('<img src=x onerror=');
    expect(await page.locator('#open').isVisible()).toBe(true);
    expect(await fits(page)).toBe(true);
    expect(requests).toHaveLength(1);
    expect(said).toEqual([]);
  });
});

describe('touchstone check --html', () => {
  /** Runs the command in a folder of its own; returns what it printed. */
  async function touchstone(cwd: string, ...args: readonly string[]): Promise<[number, string]> {
    let printed = '';
    const print = (text: string): void => void (printed += text);
    const terminal: Terminal = {
      cwd,
      env: {},
      palette: plain,
      result: print,
      message: print,
      onInterrupt: () => () => undefined,
    };
    const code = await run(['check', 'model', '--runs', '2', ...args], terminal);
    return [code, printed];
  }
  const fresh = (): Promise<string> => mkdtemp(path.join(folder, 'cli-'));

  test('writes the page to the file that was named, and prints the report as always', async () => {
    const cwd = await fresh();
    const [code, printed] = await touchstone(cwd, '--properties', 'expiry', '--html', 'out.html');
    expect(code).toBe(3);
    expect(printed).toContain('Partial: ');
    expect(readFileSync(path.join(cwd, 'out.html'), 'utf8')).toMatch(
      /^<!doctype html>[^]*<\/html>\n$/,
    );
    expect(readdirSync(cwd).toSorted()).toEqual(['.touchstone', 'out.html']);
  });

  test('refuses a file it cannot write before anything is checked', async () => {
    const cwd = await fresh();
    mkdirSync(path.join(cwd, 'folder'));
    writeFileSync(path.join(cwd, 'plain'), '');
    execFileSync('mkfifo', [path.join(cwd, 'pipe')]);
    for (const [file, why] of [
      ['folder', 'it is a folder'],
      ['absent/out.html', 'its folder is not there'],
      ['plain/out.html', 'a part of its path is a file'],
      ['pipe', 'it is no plain file'],
      ['', 'it names no file'],
    ] as const) {
      const [code, printed] = await touchstone(cwd, '--html', file);
      expect(code).toBe(2);
      expect(printed).toBe(
        `--html ${JSON.stringify(file)} cannot be written (${why}): name a file in a folder you may write to.\n`,
      );
    }
    expect(readdirSync(cwd).toSorted()).toEqual(['.touchstone', 'folder', 'pipe', 'plain']);
  });

  test('an earlier file is replaced as a whole, behind a link too, and kept until then', async () => {
    const cwd = await fresh();
    const file = path.join(cwd, 'out.html');
    writeFileSync(file, 'earlier');
    symlinkSync(file, path.join(cwd, 'link.html'));
    const output = await openOutput(cwd, 'link.html', '--html');
    expect(readFileSync(file, 'utf8')).toBe('earlier');
    await output('later');
    expect(readFileSync(file, 'utf8')).toBe('later');
    expect(readdirSync(cwd).toSorted()).toEqual(['link.html', 'out.html']);
    const gone = await openOutput(cwd, 'other.html', '--html');
    await rm(cwd, { recursive: true });
    await expect(gone('x')).rejects.toThrow(Usage);
  });
});
