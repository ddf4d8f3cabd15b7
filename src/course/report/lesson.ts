// One lesson on the learner's page: steps, predictions, the break, what was graded, exercises.
import { type Markup, markup, type Piece, slug } from '../../report/html/markup.js';
import type { Lesson } from '../lesson.js';
import type { LessonRecord } from '../progress.js';
import { stepOf, stepsOf } from '../steps.js';
import { matrixPart, mutantsPart, promisesPart } from './graded.js';
import { phrase, prose } from './prose.js';
import type { PageVoice, Told } from './told.js';

/** The id of a lesson's part, for links. */
export const lessonAnchor = (id: string): string => `lesson-${slug(id)}`;

function stepsPart({ lesson, record, words }: Told): Markup {
  const { report } = words;
  const way = stepsOf(lesson);
  const at = stepOf(lesson, record);
  const behind = at === undefined ? way.length : way.indexOf(at);
  const item = (name: string, state: 'good' | 'now' | 'later', mark: string, said: string) =>
    markup`<li class="${state}"><span aria-hidden="true">${mark}</span> ${name}<span class="hidden"> (${said})</span></li>`;
  return markup`<h3>${report.steps}</h3>
<ol class="way">${way.map((step, index) => {
    const name = words.steps[step];
    if (index < behind) return item(name, 'good', '✓', report.stepDone);
    if (index === behind) return item(name, 'now', '▸', report.stepNow);
    return item(name, 'later', '·', report.stepLater);
  })}</ol>
`;
}

/** What is, and why, stays out until the lesson was passed: a prediction comes before it is seen. */
function predictionsPart({ lesson, record, text, words }: Told): Piece {
  const { predictions, done: isSeen = false } = record;
  const { report } = words;
  if (predictions === undefined) return undefined;
  const cards = text.questions.map(({ question, options, because }, at) => {
    const [mine = '', right = ''] = [predictions[at], lesson.predictions[at]];
    const option = (letter: string): Piece => [
      `${letter}) `,
      phrase([options.get(letter) ?? report.none]),
    ];
    const same = mine === right;
    const outcome = markup`<div><dt>${report.is}</dt><dd><p>${option(right)}</p>
<p class="${same ? 'good' : 'unsure'}"><span aria-hidden="true">${same ? '✓' : '≠'}</span> ${
      same ? words.asPredicted : words.otherwise
    }</p></dd></div>
<div><dt>${report.why}</dt><dd>${prose(because)}</dd></div>
`;
    return markup`<div class="card prediction"><div class="question">${prose(question)}</div>
<dl class="facts"><div><dt>${report.predicted}</dt><dd>${option(mine)}</dd></div>
${isSeen ? outcome : undefined}</dl></div>
`;
  });
  return markup`<h3>${report.predictions}</h3>
${isSeen ? undefined : markup`<p>${report.afterPassing}</p>\n`}${cards}`;
}

function brokenPart({ record: { broken }, words }: Told): Piece {
  if (broken === undefined) return undefined;
  const { property, sequence, calls, story } = broken;
  const { report } = words;
  const lines = story.map((line, at): Piece => {
    const shown = line.startsWith('✗') ? markup`<strong class="bad">${line}</strong>` : line;
    return at === 0 ? shown : ['\n', shown];
  });
  return markup`<h3>${report.broken}</h3>
<p>${report.noticed(property, sequence, calls)}</p>
<pre class="story" tabindex="0" role="region" aria-label="${report.storyLabel}">${lines}</pre>
<p><span class="label">${words.story.promiseIs}</span> ${words.promise(property)}</p>
`;
}

function exercisesPart({ record: { exercises = {} }, text, words }: Told): Piece {
  const answered = Object.entries(exercises);
  if (answered.length === 0) return undefined;
  const { report } = words;
  const names: Readonly<Record<string, string>> = words.exerciseForms;
  return markup`<h3>${report.exercises}</h3>
${answered.map(([form, answer]) => {
  const { task = [], criteria = [] } = text.exercises.get(form) ?? {};
  const name = Object.hasOwn(names, form) ? names[form] : form;
  return markup`<div class="card exercise"><h4>${name}</h4>
${prose(task)}<dl class="facts"><div><dt>${report.yourAnswer}</dt><dd class="given">${answer}</dd></div>
${
  criteria.length === 0
    ? undefined
    : markup`<div><dt>${report.goodAnswer}</dt><dd><ul>${criteria.map(
        (each) => markup`<li>${phrase([each])}</li>`,
      )}</ul></dd></div>\n`
}</dl></div>
`;
})}`;
}

/** What a learner has done in a lesson, part by part; what is not there yet is left out. */
export function lessonPart(
  lesson: Lesson,
  record: LessonRecord,
  { language, words }: PageVoice,
): Markup {
  const told: Told = { lesson, record, text: lesson.texts[language], words };
  const anchor = lessonAnchor(lesson.id);
  return markup`<section id="${anchor}" aria-labelledby="${anchor}-title">
<h2 id="${anchor}-title">${lesson.number} ${told.text.title}</h2>
${prose(told.text.objective)}${stepsPart(told)}${predictionsPart(told)}${brokenPart(told)}${mutantsPart(told)}${matrixPart(told)}${promisesPart(told)}${exercisesPart(told)}</section>
`;
}
