// A learner's way through the course as one HTML file: it opens from disk and loads nothing.
import { type Markup, markup, type Piece } from '../report/html/markup.js';
import { shell } from '../report/html/shell.js';
import type { Lesson } from './lesson.js';
import { type LessonRecord, type Progress, recordOf } from './progress.js';
import { lessonAnchor, lessonPart } from './report/lesson.js';
import { style } from './report/style.js';
import { absent, cell, table, type TableCell } from './report/table.js';
import { isPassed, type PageVoice } from './report/told.js';
import type { Voice } from './show.js';
import { stepOf, stepsOf } from './steps.js';

const isBegun = (record: LessonRecord): boolean => Object.keys(record).length > 0;

/** The lessons of which anything is noted, in the order of the course. */
export const begunOf = (lessons: readonly Lesson[], progress: Progress): readonly Lesson[] =>
  lessons.filter(({ id }) => isBegun(recordOf(progress, id)));

type Row = readonly [head: Piece, cells: readonly TableCell[]];

function overviewRow(lesson: Lesson, record: LessonRecord, { language, words }: PageVoice): Row {
  const { report } = words;
  const { id, number, chaffs, predictions: right } = lesson;
  const { mutants, after, predictions, done } = record;
  const title = `${number} ${lesson.texts[language].title}`;
  if (!isBegun(record)) {
    const nothing = Array.from({ length: 4 }, () => absent(report.none));
    return [title, [cell(markup`<span class="quiet">${report.notBegun}</span>`), ...nothing]];
  }
  const step = stepOf(lesson, record);
  const steps = stepsOf(lesson);
  const amount = (some: number | undefined, all: number): TableCell =>
    some === undefined || all === 0
      ? absent(report.none)
      : cell(markup`<span class="amount">${report.of(some, all)}</span>`);
  const state =
    step === undefined
      ? markup`<span class="good"><span aria-hidden="true">✓</span> ${words.passed}</span>`
      : markup`<span class="unsure"><span aria-hidden="true">▸</span> ${words.underWay}: ${words.steps[step]}</span>`;
  const agreeing = predictions?.filter((letter, at) => letter === right[at]).length;
  return [
    markup`<a href="#${lessonAnchor(id)}">${title}</a>`,
    [
      cell(state),
      amount(step === undefined ? steps.length : steps.indexOf(step), steps.length),
      amount(done === true ? agreeing : undefined, right.length),
      amount(mutants?.killed, mutants?.of ?? 0),
      amount(after?.caught.length, chaffs.length),
    ],
  ];
}

function overview(lessons: readonly Lesson[], progress: Progress, voice: PageVoice): Markup {
  const { report } = voice.words;
  const known = new Set(lessons.map(({ id }) => id));
  const others = Object.keys(progress.lessons).filter((id) => !known.has(id));
  return markup`<section id="overview" aria-labelledby="overview-title">
<h2 id="overview-title">${report.overview}</h2>
${table({
  kind: 'overview',
  caption: report.overviewCaption,
  heads: [
    report.lesson,
    report.state,
    report.stepsDone,
    report.rightPredictions,
    report.mutantsKilled,
    report.storesRefused,
  ],
  rows: lessons.map((lesson) => {
    const [head, cells] = overviewRow(lesson, recordOf(progress, lesson.id), voice);
    return { head, cells };
  }),
})}${others.length === 0 ? undefined : markup`<p>${report.others(others)}</p>\n`}</section>
`;
}

/**
 * The page of what a learner has done, in one language and without a reference to anything outside.
 * Parts can be linked to: `#overview`, `#lesson-tenants`.
 */
export function courseHtml(
  lessons: readonly Lesson[],
  progress: Progress,
  { language, words, command }: PageVoice & Pick<Voice, 'command'>,
): string {
  const { report } = words;
  const voice: PageVoice = { language, words };
  const begun = begunOf(lessons, progress);
  const passed = begun.filter((lesson) =>
    isPassed({ lesson, record: recordOf(progress, lesson.id) }),
  ).length;
  const isAll = passed === lessons.length;
  const next = isAll ? report.again(command('list')) : report.goOn(command(''));
  return shell({
    language: report.language,
    title: `${report.title} (Touchstone)`,
    style,
    main: markup`<header class="verdict ${isAll ? 'good' : 'plain'}">
<p class="store">Touchstone</p>
<h1>${report.title}</h1>
<p class="reason">${report.passedOf(passed, lessons.length)}</p>
<p>${report.about}</p>
<p class="next"><span class="label">${report.nextLabel}</span> ${next}</p>
</header>
<nav aria-label="${report.contents}"><ul><li><a href="#overview">${report.overview}</a></li>${begun.map(
      ({ id, number, texts }) =>
        markup`<li><a href="#${lessonAnchor(id)}">${number} ${texts[language].title}</a></li>`,
    )}</ul></nav>
${overview(lessons, progress, voice)}${begun.map((lesson) =>
      lessonPart(lesson, recordOf(progress, lesson.id), voice),
    )}`,
    footer: report.footer,
  }).markup;
}
