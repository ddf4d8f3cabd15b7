// What was graded in a lesson, on the learner's page: mutants, the kill matrix, promises of a backend.
import { type KillStatus, opening } from '../../engine/kills/result.js';
import { type Markup, markup, type Piece } from '../../report/html/markup.js';
import type { LessonRecord } from '../progress.js';
import type { Voice } from '../show.js';
import { type Cell, type Column, killMatrix } from './matrix.js';
import { phrase, prose } from './prose.js';
import { cell, table } from './table.js';
import { partOf, type Told } from './told.js';

/** Words in a colour, and a sign for whoever does not see it. */
const marked = (colour: string, sign: string, said: string): Markup =>
  markup`<span class="mark ${colour}"><span aria-hidden="true">${sign}</span> ${said}</span>`;

type MutantRow = NonNullable<LessonRecord['mutants']>['rows'][number];

/** What a row says of the end of a mutant: its status stands in place of who killed it. */
function endOf({ by }: MutantRow, { report }: Voice['words']): Markup {
  const alive: Readonly<Record<Exclude<KillStatus, 'killed'>, string>> = report.alive;
  if (Object.hasOwn(alive, by))
    return marked('unsure', '!', report.notKilled(alive[by as keyof typeof alive]));
  return marked('good', '✓', by === opening ? report.atOnce : by);
}

/** Each mutant of the lesson's guards, and what killed it. */
export function mutantsPart({ record: { mutants }, words }: Told): Piece {
  if (mutants === undefined) return undefined;
  const { report } = words;
  return markup`<h3>${report.mutants}</h3>
${table({
  kind: 'mutants-of-guards',
  caption: words.mutantsDone(mutants.killed, mutants.of),
  heads: [report.guard, report.change, report.killedBy, report.sequences],
  rows: mutants.rows.map((row) => ({
    head: row.guard === '' ? report.none : row.guard,
    cells: [
      cell(markup`<code>${row.change}</code>`),
      cell(endOf(row, words)),
      cell(markup`<span class="amount">${row.sequences}</span>`),
    ],
  })),
})}`;
}

const marks = {
  caught: { colour: 'good', sign: '✓' },
  through: { colour: 'bad', sign: '✗' },
  unknown: { colour: 'quiet', sign: '·' },
} as const;

function matrixCell({ verdict, isSurprise }: Cell, { report }: Voice['words']): Piece {
  const { colour, sign } = marks[verdict];
  const surprise = isSurprise ? markup` <small>${report.surprise}</small>` : undefined;
  return [marked(colour, sign, report[verdict]), surprise];
}

/** Which property refuses which broken store; what the learner did not foresee is marked. */
export function matrixPart(told: Told): Piece {
  const { lesson, record, words } = told;
  const { report } = words;
  const columns = killMatrix(lesson, record);
  if (columns.length === 0) return undefined;
  const nameOf = ({ kind, id }: Column): string =>
    kind === 'weaker' ? report.weaker(id) : report[kind];
  const unseen: Cell = { verdict: 'unknown', isSurprise: false };
  const remarks = columns
    .filter(({ refused }) => refused.length > 0)
    .map((column) => {
      const stores = column.refused.map((id) => words.stores[id] ?? id);
      return markup`<p class="caution">${report.refusesCorrect(nameOf(column), stores)}</p>\n`;
    });
  const seen = lesson.weakened.filter(({ id }) => record.weakened?.[id] !== undefined);
  return markup`<h3>${report.matrix}</h3>
${table({
  kind: 'kills',
  caption: report.matrixCaption,
  heads: [report.store, ...columns.map(nameOf)],
  rows: lesson.chaffs.map((id) => ({
    head: markup`${id}<small>${phrase(partOf(told, 'chaffs', id))}</small>`,
    cells: columns.map(({ cells }) => cell(matrixCell(cells.get(id) ?? unseen, words))),
  })),
})}${remarks}${
    seen.length === 0
      ? undefined
      : markup`<h4>${report.weakerIs}</h4>
<dl class="beliefs">${seen.map(
          ({ id }) =>
            markup`<div><dt>${id}</dt><dd>${prose(partOf(told, 'weaken', id))}</dd></div>\n`,
        )}</dl>
`
  }`;
}

/** Of a lesson that repairs a store: which promises it keeps, as far as the record says. */
export function promisesPart({ lesson, record, words }: Told): Piece {
  const { failing, repaired } = record;
  const { report } = words;
  if (lesson.backend === undefined || (failing === undefined && repaired !== true))
    return undefined;
  const others = (failing ?? []).filter((id) => !lesson.properties.includes(id));
  const stateOf = (id: string): Markup => {
    if (repaired === true) return marked('good', '✓', report.kept);
    if (failing?.includes(id) === true) return marked('bad', '✗', report.notKept);
    return marked('quiet', '·', report.noFailure);
  };
  return markup`<h3>${report.promises}</h3>
${table({
  kind: 'promises',
  caption: report.promises,
  heads: [report.promise, report.state],
  rows: [...lesson.properties, ...(repaired === true ? [] : others)].map((id) => ({
    head: markup`${id}<small>${words.promise(id)}</small>`,
    cells: [cell(stateOf(id))],
  })),
})}`;
}
