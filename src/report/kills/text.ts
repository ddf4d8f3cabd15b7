// A hunt for mutants as text: the scores, what is alive first, then what it took by guard.
import type { Kill, KillReport } from '../../engine/kills/result.js';
import { type Palette, plain } from '../palette.js';
import { stepLines } from '../steps.js';
import { nameWords, numberWords } from '../values.js';
import { displayWidth, padEnd, padStart } from '../width.js';
import { guardRows, kindNames, type OpenKill, openOf, scoresOf, shareWords } from './scores.js';
import {
  becameWords,
  changeWords,
  nextWords,
  placeWords,
  sentenceWords,
  statusColour,
  statusWords,
  verdictOf,
} from './words.js';

/** How the report is written. */
export interface KillsTextOptions {
  readonly palette?: Palette;
  /** Every mutant with what became of it, and its counterexample. */
  readonly verbose?: boolean;
}

/** Cells as lines with aligned columns; those named are set to the right. */
function table(
  rows: readonly (readonly string[])[],
  right: ReadonlySet<number>,
): readonly string[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [at, cell] of row.entries())
      widths[at] = Math.max(widths[at] ?? 0, displayWidth(cell));
  return rows.map((row) =>
    row
      .map((cell, at) => (right.has(at) ? padStart : padEnd)(cell, widths[at] ?? 0))
      .join('   ')
      .trimEnd(),
  );
}

function scoreLines(report: KillReport): readonly string[] {
  const rows = scoresOf(report).map(({ name, score }) => [
    name,
    `${numberWords(score.killed)} killed`,
    `${numberWords(score.alive)} alive`,
    `${numberWords(score.timeouts)} timeouts`,
    `${numberWords(score.ignored)} ignored`,
    shareWords(score),
  ]);
  return table(rows, new Set([1, 2, 3, 4, 5])).map((line) => `  ${line}`);
}

function openLines(kill: OpenKill, palette: Palette): readonly string[] {
  const { mutation, guards, status } = kill;
  const { operator, kind, sentence, id } = mutation;
  const change = changeWords(mutation);
  const head = `${palette[statusColour[status]](statusWords[status])}  ${kindNames[kind]} ${nameWords(operator)}`;
  return [
    `  ${palette.strong(placeWords(mutation))}  ${head}`,
    `      ${sentenceWords(sentence)}`,
    ...(change === '' ? [] : [`      ${change}`]),
    ...(guards.length === 0
      ? []
      : [`      ${palette.quiet('guards')}  ${guards.map(nameWords).join(', ')}`]),
    `      ${nextWords(kill)}`,
    `      ${palette.quiet(`id      ${sentenceWords(id)}`)}`,
    '',
  ];
}

function guardLines(report: KillReport, palette: Palette): readonly string[] {
  const rows = guardRows(report);
  if (rows.length === 0) return [];
  const cells = rows.map(({ guard, properties, mutants, median, max }) => [
    nameWords(guard),
    properties.map(nameWords).join(', '),
    numberWords(mutants),
    numberWords(median),
    numberWords(max),
  ]);
  const [head = '', ...lines] = table(
    [['guard', 'killed by', 'mutants', 'median', 'max'], ...cells],
    new Set([2, 3, 4]),
  );
  return [
    palette.strong('Sequences to kill, by guard'),
    `  ${palette.quiet(head)}`,
    ...lines.map((line) => `  ${line}`),
    '',
  ];
}

function everyLines(kill: Kill, palette: Palette): readonly string[] {
  const { mutation, status, counterexample } = kill;
  const change = changeWords(mutation);
  return [
    `  ${palette.strong(placeWords(mutation))}  ${kindNames[mutation.kind]} ${nameWords(mutation.operator)}  ${palette[statusColour[status]](becameWords(kill))}`,
    `      ${change === '' ? sentenceWords(mutation.sentence) : change}`,
    ...(counterexample === undefined ? [] : stepLines(counterexample.steps, true, palette)),
  ];
}

/**
 * The whole report, one line break at its end; without colours unless a palette is given. Short by
 * default: scores, what is alive with what to do next, the table of guards, the verdict last.
 */
export function killsText(report: KillReport, options: KillsTextOptions = {}): string {
  const { palette = plain, verbose = false } = options;
  const { store, seed, stale, baseline, kills } = report;
  const version = store.version === undefined ? '' : ` ${nameWords(store.version)}`;
  const open = openOf(report);
  const { colour, verdict, next } = verdictOf(report);
  const found =
    baseline !== undefined
      ? []
      : [
          ...scoreLines(report),
          '',
          ...(open.length === 0 ? [] : [palette.strong('Alive')]),
          ...open.flatMap((kill) => openLines(kill, palette)),
          ...guardLines(report, palette),
          ...(verbose
            ? [
                palette.strong('Every mutant'),
                ...kills.flatMap((kill) => everyLines(kill, palette)),
                '',
              ]
            : []),
          ...(stale.length === 0
            ? []
            : [
                'Stale entries of the reviewed list: they name no mutant, or one that is killed.',
                ...stale.map((entry) => `  ${sentenceWords(entry)}`),
                '',
              ]),
        ];
  return [
    `${palette.strong(`${nameWords(store.name)}${version}`)}   seed ${seed}`,
    '',
    ...found,
    `${palette[colour](verdict)} ${next}`,
    '',
  ].join('\n');
}
