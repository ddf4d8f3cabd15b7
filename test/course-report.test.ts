// A learner's way as a page: what stands on it in each language, and how it behaves in a real browser.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { run } from '../src/cli/program.js';
import type { Terminal } from '../src/cli/terminal.js';
import { type Lesson, readLessons } from '../src/course/lesson.js';
import type { LessonRecord, Progress } from '../src/course/progress.js';
import { courseHtml } from '../src/course/report.js';
import { prose } from '../src/course/report/prose.js';
import type { Language } from '../src/course/text.js';
import { wordsIn } from '../src/course/words/index.js';
import { markup } from '../src/report/html/markup.js';
import { plain } from '../src/report/palette.js';
import { fits, lowestContrast, openBrowser, visit, type Watched } from './browser.js';
import { root } from './sources.js';

let folder = '';
let browser: Browser;
let lessons: readonly Lesson[];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'touchstone-way-'));
  lessons = await readLessons(path.join(root, 'lessons'));
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true });
});

const lessonOf = (id: string): Lesson => {
  const found = lessons.find((each) => each.id === id);
  if (found === undefined) throw new Error(`there is no lesson ${id}`);
  return found;
};

const story = [
  '  1  lin of acme remembers tone = "brief" in profile   → version 1',
  '✗ 2  lin of globex searches profile',
  '     expected  no facts',
  '     got       tone = "brief"',
];

/** Everything there is to do in the lesson on tenants, but for its last weaker property. */
function tenants(): LessonRecord {
  const { chaffs, weakened, predictions } = lessonOf('tenants');
  const [one = '', two = '', three = ''] = chaffs;
  return {
    read: true,
    predictions: ['a', ...predictions.slice(1)],
    broken: { property: 'tenant-isolation', sequence: 7, calls: 2, story },
    mutants: {
      of: 3,
      killed: 2,
      rows: [
        { guard: 'tenant-on-read', change: '"="  →  "<="', by: 'tenant-isolation', sequences: 7 },
        { guard: 'tenant-on-search', change: 'AND  →  OR', by: 'opening', sequences: 1 },
        { guard: 'subject-on-search', change: 'TRUE  →  FALSE', by: 'survived', sequences: 40 },
      ],
    },
    repaired: true,
    before: { refused: [], caught: [], missed: [...chaffs] },
    after: { refused: [], caught: [...chaffs], missed: [] },
    weakened: { [weakened[0]?.id ?? '']: { named: [one, three], lived: [one, two] } },
    exercises: { inputs: 'two brands, one name\nequal baskets' },
  };
}

/** The same, done to its end. */
function passed(): LessonRecord {
  const record = tenants();
  const { weakened } = lessonOf('tenants');
  const rest = Object.fromEntries(weakened.map(({ id }) => [id, { named: [], lived: [] }]));
  return { ...record, weakened: { ...rest, ...record.weakened }, done: true };
}

const withTenants = (record: LessonRecord): Progress => ({
  format: 1,
  current: 'tenants',
  lessons: { tenants: record },
});

const pageOf = (progress: Progress, language: Language = 'en'): string =>
  courseHtml(lessons, progress, {
    language,
    words: wordsIn(language),
    command: (rest) => `touchstone course ${rest}`.trimEnd(),
  });

let pages = 0;
/** Writes the page and opens it from disk, until the test ends. */
async function show(page: string, options = {}): Promise<Watched> {
  pages += 1;
  const file = path.join(folder, `way-${pages}.html`);
  writeFileSync(file, page);
  const watched = await visit(browser, pathToFileURL(file).href, options);
  onTestFinished(() => watched.page.context().close());
  return watched;
}

const phone = { viewport: { width: 360, height: 740 } };

/** What can be read of the page, or of a part of it, with folded spaces. */
const textOf = async (page: Page, part = 'body'): Promise<string> =>
  (await page.locator(part).allTextContents()).join(' ').replace(/\s+/gu, ' ');

/** Each row of a table as the texts of its cells, without the names of columns. */
const rowsOf = (page: Page, table: string): Promise<readonly (readonly string[])[]> =>
  page.locator(`${table} tbody tr`).evaluateAll((rows) =>
    rows.map((row) =>
      [...row.querySelectorAll('td')].map((each) =>
        [...each.querySelectorAll('.column ~ span')]
          .map(({ textContent }) => textContent)
          .join(' ')
          .replace(/\s+/gu, ' ')
          .trim(),
      ),
    ),
  );

const plainText = (text: string): string => text.replace(/[`*]/gu, '');

describe('what stands on the page', () => {
  test.each(['en', 'zh'] as const)('is told in the language %s, all of it', async (language) => {
    const lesson = lessonOf('tenants');
    const { title, questions, exercises } = lesson.texts[language];
    const { report, ...words } = wordsIn(language);
    const { page } = await show(pageOf(withTenants(passed()), language));
    expect(await page.locator('html').getAttribute('lang')).toBe(report.language);
    const text = await textOf(page, '#lesson-tenants');
    const asked = questions.flatMap(({ question, options, because }, at) => [
      ...question,
      options.get(at === 0 ? 'a' : (lesson.predictions[at] ?? '')) ?? '?',
      options.get(lesson.predictions[at] ?? '') ?? '?',
      ...because,
    ]);
    for (const each of [
      title,
      ...asked.map(plainText),
      words.asPredicted,
      words.otherwise,
      report.noticed('tenant-isolation', 7, 2),
      words.promise('tenant-isolation'),
      words.mutantsDone(2, 3),
      report.atOnce,
      report.notKilled(report.alive.survived),
      report.caught,
      report.through,
      ...lesson.chaffs,
      words.exerciseForms.inputs,
      'two brands, one name equal baskets',
      ...(exercises.get('inputs')?.criteria ?? ['?']).map(plainText),
    ])
      expect(text).toContain(each);
    expect(await page.locator('pre.story').textContent()).toBe(story.join('\n'));
    expect(await textOf(page, 'header')).toContain(report.passedOf(1, lessons.length));
  });

  test('is English and Chinese to the last label: neither language stands on the page of the other', async () => {
    const progress = withTenants({ ...passed(), broken: undefined });
    expect(pageOf(progress, 'en')).not.toMatch(/\p{Script=Han}/u);
    const chinese = await show(pageOf(progress, 'zh'));
    const labels = 'h1, h2, h3, h4, thead, caption, dt:not(.beliefs dt), .label, .way, footer';
    const own = new Set(['touchstone', ...lessonOf('tenants').weakened.map(({ id }) => id)]);
    const words = (await textOf(chinese.page, labels)).toLowerCase().match(/[a-z][a-z-]+/gu) ?? [];
    const titles = lessons.map(({ texts }) => texts.zh.title.toLowerCase()).join(' ');
    expect(words.filter((each) => !own.has(each) && !titles.includes(each))).toEqual([]);
  });

  test('an overview names every lesson, and links to those that were begun', async () => {
    const { page } = await show(pageOf(withTenants(tenants())));
    const rows = await rowsOf(page, '.overview');
    expect(rows).toHaveLength(lessons.length);
    const nothing = ['not begun', '–', '–', '–', '–'];
    lessons.forEach(({ id, chaffs: { length } }, at) => {
      const own = ['▸ under way: Weaken', '6 of 8', '–', '2 of 3', `${length} of ${length}`];
      expect(rows[at]).toEqual(id === 'tenants' ? own : nothing);
    });
    const links = page.locator('#overview a, nav a');
    expect(await links.evaluateAll((all) => all.map((each) => each.getAttribute('href')))).toEqual([
      '#overview',
      '#lesson-tenants',
      '#lesson-tenants',
    ]);
    const whole = await show(pageOf(withTenants(passed())));
    expect((await rowsOf(whole.page, '.overview'))[1]?.slice(0, 3)).toEqual([
      '✓ passed',
      '8 of 8',
      `${lessonOf('tenants').predictions.length - 1} of ${lessonOf('tenants').predictions.length}`,
    ]);
  });

  test('steps are done, at hand or to come', async () => {
    const { page } = await show(pageOf(withTenants(tenants())));
    const steps = (await page.locator('.way li').allTextContents()).map((each) => each.trim());
    expect(steps).toEqual([
      ...['Read', 'Predict', 'Break', 'Mutants', 'Repair', 'Property'].map((s) => `✓ ${s} (done)`),
      '▸ Weaken (at hand)',
      '· Explain (to come)',
    ]);
  });

  test('what is, and why, is told only after the lesson was passed', async () => {
    const [first] = lessonOf('tenants').texts.en.questions;
    const why = first?.because.join(' ') ?? '?';
    const { page } = await show(pageOf(withTenants(tenants())));
    const text = await textOf(page, '#lesson-tenants');
    expect(text).toContain(first?.options.get('a'));
    expect(text).not.toContain(why);
    expect(text).not.toContain('it is');
    expect(text).toContain('once the lesson is passed');
    // A property that no longer catches all takes nothing back that was seen.
    const back = { ...passed(), after: { refused: [], caught: [], missed: ['x'] } };
    expect(await textOf((await show(pageOf(withTenants(back)))).page)).toContain(why);
  });

  test('each mutant has its guard, change, end and sequences', async () => {
    const { page } = await show(pageOf(withTenants(tenants())));
    expect(await rowsOf(page, '.mutants-of-guards')).toEqual([
      ['"=" → "<="', '✓ tenant-isolation', '7'],
      ['AND → OR', '✓ at once: the store does not even open', '1'],
      ['TRUE → FALSE', '! not killed: survived', '40'],
    ]);
  });

  test('a lesson that repairs a store shows its promises, and nothing that it does not have', async () => {
    const { properties, predictions } = lessonOf('capstone');
    const failing = [properties[1] ?? '', 'durability'];
    const begun: LessonRecord = { read: true, predictions: [...predictions], failing };
    const page = async (record: LessonRecord): Promise<Page> =>
      (await show(pageOf({ format: 1, lessons: { capstone: record } }))).page;
    const under = await page({ ...begun, repaired: false });
    const rows = properties.map((_, at) =>
      at === 1 ? '✗ not kept' : '· no failure seen, not yet kept by all sequences',
    );
    expect((await rowsOf(under, '.promises')).flat()).toEqual([...rows, '✗ not kept']);
    expect(await under.locator('.kills, .mutants-of-guards, .story').count()).toBe(0);
    expect(await under.locator('.way li').count()).toBe(4);
    const whole = await page({ ...begun, failing: [], repaired: true, done: true });
    expect((await rowsOf(whole, '.promises')).flat()).toEqual(properties.map(() => '✓ kept'));
    expect(await textOf(whole, '.overview')).toContain('✓ passed');
    expect(await (await page({ read: true })).locator('.promises').count()).toBe(0);
  });

  test('lessons of the record that the course does not have are named', () => {
    const progress = { ...withTenants(passed()), lessons: { tenants: passed(), 'my-own': {} } };
    expect(pageOf(progress)).toContain('not part of this course: my-own.');
    expect(pageOf(withTenants(passed()))).not.toContain('not part of this course');
  });
});

describe('the kill matrix', () => {
  const cells = async (record: LessonRecord): Promise<readonly (readonly string[])[]> =>
    rowsOf((await show(pageOf(withTenants(record)))).page, '.kills');

  test('shows who refuses what, first, last and weakened, and what was not foreseen', async () => {
    const { chaffs, weakened } = lessonOf('tenants');
    const later = weakened.slice(1).map(() => '· not seen');
    const of = (weaker: string): readonly string[] => ['✗ gets through', '✓ caught', weaker];
    expect(await cells(tenants())).toEqual([
      [...of('✗ gets through'), ...later],
      [...of('✗ gets through you said otherwise'), ...later],
      [...of('✓ caught you said otherwise'), ...later],
      ...chaffs.slice(3).map(() => [...of('✓ caught'), ...later]),
    ]);
  });

  test('is in colour as well, and its heads name the properties', async () => {
    const { page } = await show(pageOf(withTenants(tenants())));
    const first = page.locator('.kills tbody tr').first().locator('.mark');
    const classes = await first.evaluateAll((all) => all.map(({ className }) => className));
    expect(classes.slice(0, 4)).toEqual(['mark bad', 'mark good', 'mark bad', 'mark quiet']);
    expect(await page.locator('.kills thead th').allTextContents()).toEqual([
      'broken store',
      'yours, first',
      'yours, last',
      ...lessonOf('tenants').weakened.map(({ id }) => `weaker: ${id}`),
    ]);
  });

  test('judges nothing by a property that refuses a correct store, and says which', async () => {
    const { chaffs } = lessonOf('tenants');
    const refusing = { refused: ['model'], caught: [], missed: [] };
    const record: LessonRecord = { read: true, before: refusing, after: refusing };
    const rows = await cells(record);
    expect(rows.map(([one, two]) => [one, two])).toEqual(
      chaffs.map(() => ['· not seen', '· not seen']),
    );
    expect(pageOf(withTenants(record))).toContain('“yours, last”: the property refused a correct');
    expect(pageOf(withTenants(record))).toContain('(the reference model)');
  });

  test('is left out until a property was graded', async () => {
    expect(await cells({ read: true, predictions: ['a'] })).toEqual([]);
  });
});

describe('the page in a browser', () => {
  test.each(['en', 'zh'] as const)('asks for nothing and says nothing (%s)', async (language) => {
    const html = pageOf(withTenants(passed()), language);
    const { page, requests, said } = await show(html);
    for (const link of await page.locator('a').all()) await link.click();
    expect(requests).toHaveLength(1);
    expect(said).toEqual([]);
    expect(await page.locator('script, link, img, iframe').count()).toBe(0);
    expect(html).toContain('default-src &#39;none&#39;');
  });

  test.each(['en', 'zh'] as const)(
    'fits a phone, every cell under its name (%s)',
    async (language) => {
      const all = { format: 1 as const, lessons: { tenants: passed(), capstone: { read: true } } };
      const { page } = await show(pageOf(all, language), phone);
      expect(await fits(page)).toBe(true);
      const wide = await page
        .locator('.scroll')
        .evaluateAll((boxes) =>
          boxes
            .filter((box) => box.scrollWidth > box.clientWidth)
            .map(({ textContent }) => textContent),
        );
      expect(wide).toEqual([]);
      expect(await page.locator('.kills .column').first().isVisible()).toBe(true);
      const desk = await show(pageOf(all, language));
      expect(await desk.page.locator('.kills .column').first().isVisible()).toBe(false);
      expect(await fits(desk.page)).toBe(true);
    },
  );

  test.each(['light', 'dark'] as const)('can be read in the %s scheme', async (colorScheme) => {
    const { page } = await show(pageOf(withTenants(passed())), { colorScheme });
    const { ratio, where } = await lowestContrast(page);
    expect(ratio, where).toBeGreaterThanOrEqual(4.5);
    const ground = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    expect(ground).toBe(colorScheme === 'dark' ? 'rgb(19, 20, 22)' : 'rgb(255, 255, 255)');
  });

  test('headings never skip a level, and every table can be read out', async () => {
    const { page } = await show(pageOf(withTenants(passed())));
    const levels = await page
      .locator('h1, h2, h3, h4, h5, h6')
      .evaluateAll((found) => found.map(({ tagName }) => Number(tagName.slice(1))));
    expect(levels.filter((level) => level === 1)).toEqual([1]);
    expect(levels.every((level, at) => level <= (levels[at - 1] ?? 0) + 1)).toBe(true);
    expect(await page.locator('table:not(:has(caption))').count()).toBe(0);
    expect(await page.locator('th:not([scope])').count()).toBe(0);
    // A sign is never alone: the words stand beside it.
    const signs = page.locator('[aria-hidden=true]');
    expect(await signs.count()).toBeGreaterThan(20);
    const alone = await signs.evaluateAll((all) =>
      all.filter((each) => each.parentElement?.textContent?.trim() === each.textContent?.trim()),
    );
    expect(alone).toEqual([]);
  });
});

test('values of a learner do nothing and hide nothing', async () => {
  const hostile = [
    '</dd></dl><script>window.harmed = 1</script>',
    '<img src=x onerror="window.harmed = 2">',
    '</style><style>*{display:none}</style>',
    '"><svg onload=window.harmed=3>',
    `\u202e${'x'.repeat(3000)}`,
    '\ud800 lone',
  ];
  const [script = '', image = '', style = '', svg = '', long = '', lone = ''] = hostile;
  const record: LessonRecord = {
    ...passed(),
    predictions: [script, image, svg],
    broken: { property: image, sequence: 1, calls: 1, story: [script, `✗ ${style}`, long, lone] },
    mutants: {
      of: 2,
      killed: 2,
      rows: [
        { guard: svg, change: long, by: script, sequences: 1 },
        { guard: long, change: style, by: 'toString', sequences: 1 },
      ],
    },
    after: { refused: [image], caught: [], missed: [] },
    exercises: { inputs: script, [image]: hostile.join('\n'), constructor: svg },
  };
  const progress = { ...withTenants(record), lessons: { tenants: record, [script]: {} } };
  const html = pageOf(progress);
  expect(html.isWellFormed()).toBe(true);
  expect(html).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/u);
  const { page, requests, said } = await show(html, phone);
  expect(await page.locator('script, img, svg, [onerror], [onload]').count()).toBe(0);
  expect(await page.locator('style').count()).toBe(1);
  expect(await page.evaluate(`'harmed' in window`)).toBe(false);
  expect(await page.locator('.given').first().textContent()).toBe(script);
  expect(await textOf(page, '.story')).toContain(style);
  expect(await page.locator('.exercise').last().isVisible()).toBe(true);
  expect(await fits(page)).toBe(true);
  expect(requests).toHaveLength(1);
  expect(said).toEqual([]);
});

describe('the Markdown of lessons', () => {
  const written = (...lines: readonly string[]): string => markup`${prose(lines)}`.markup;

  test('becomes paragraphs, lists and code, and tags stay texts', () => {
    expect(written('one `<b>`', 'two **three**', '', '- a', '  b', '- c')).toBe(
      '<p>one <code>&lt;b&gt;</code> two <strong>three</strong></p>\n<ul><li>a b</li><li>c</li></ul>\n',
    );
    expect(written('```ts', 'a  b', '', '- c', '```', 'd', '    e')).toBe(
      '<pre tabindex="0">a  b\n\n- c</pre>\n<p>d</p>\n<pre tabindex="0">    e</pre>\n',
    );
    expect(written()).toBe('');
  });

  test('joins lines of Chinese without a blank, and others with one', () => {
    expect(written('事实，', '版本')).toBe('<p>事实，版本</p>\n');
    expect(written('事实', 'fact', '版本')).toBe('<p>事实 fact 版本</p>\n');
  });
});

describe('touchstone course report', () => {
  /** A folder in which something may have been done, and the command in it. */
  async function learner(progress?: Progress) {
    const cwd = await mkdtemp(path.join(folder, 'learner-'));
    if (progress !== undefined) {
      mkdirSync(path.join(cwd, 'work'));
      writeFileSync(path.join(cwd, 'work/course.json'), JSON.stringify(progress));
    }
    const report = async (...args: readonly string[]) => {
      let [out, err] = ['', ''];
      const terminal: Terminal = {
        cwd,
        env: {},
        palette: plain,
        result: (text) => void (out += text),
        message: (text) => void (err += text),
        onInterrupt: () => () => undefined,
      };
      const code = await run(['course', 'report', ...args], terminal);
      return { code, out, err };
    };
    return { at: (file: string) => path.join(cwd, file), report };
  }
  const english = (): Progress => ({ ...withTenants(passed()), language: 'en' });

  test('writes report.html where the learner works, and says so', async () => {
    const { at, report } = await learner(english());
    expect(await report()).toEqual({ code: 0, out: 'open      work/report.html\n', err: '' });
    expect(readFileSync(at('work/report.html'), 'utf8')).toMatch(
      /^<!doctype html>[^]*Whose fact is it\?[^]*<\/html>\n$/u,
    );
  });

  test('writes the file that was named, in the language of the learner', async () => {
    const { at, report } = await learner({ ...english(), language: 'zh' });
    expect(await report('--html', 'way.html')).toMatchObject({ code: 0, err: '' });
    expect(readFileSync(at('way.html'), 'utf8')).toContain('你走过的路');
    expect(existsSync(at('work/report.html'))).toBe(false);
  });

  test('says in a sentence that nothing is done yet, and writes nothing', async () => {
    const { at, report } = await learner({ format: 1, language: 'en', lessons: {} });
    const { code, out } = await report('--html', 'way.html');
    expect(code).toBe(1);
    expect(out).toMatch(/^Nothing is done yet.*: touchstone course\n$/u);
    expect(existsSync(at('way.html'))).toBe(false);
  });

  test('refuses a file it cannot write', async () => {
    const { at, report } = await learner(english());
    mkdirSync(at('folder'));
    const { code, err } = await report('--html', 'folder');
    expect(code).toBe(64);
    expect(err).toContain('--html "folder" cannot be written (it is a folder)');
  });
});
