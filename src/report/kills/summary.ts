// A hunt for mutants as Markdown, for the summary of a CI job.
import type { KillReport } from '../../engine/kills/result.js';
import { nameWords, numberWords } from '../values.js';
import { guardRows, kindNames, type OpenKill, openOf, scoresOf, shareWords } from './scores.js';
import { changeWords, nextWords, placeWords, statusWords, verdictOf } from './words.js';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '|': '&#124;',
  '`': '&#96;',
  '*': '&#42;',
  _: '&#95;',
  '[': '&#91;',
  ']': '&#93;',
  '\\': '&#92;',
  '~': '&#126;',
};

/** A text in which nothing is Markdown, on one line. */
const said = (text: string): string =>
  text.replace(/\s+/gu, ' ').replace(/[&<>|`*_[\]\\~]/gu, (found) => entities[found] ?? '');

const code = (text: string): string => `<code>${said(text)}</code>`;

/** Open mutants and guards that are listed before the rest is only counted. */
const [openAtMost, guardsAtMost] = [50, 10] as const;

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

function openLine(kill: OpenKill): string {
  const { mutation, status } = kill;
  const change = changeWords(mutation);
  const what = change === '' ? said(mutation.sentence) : code(change);
  return (
    `- **${statusWords[status]}** ${code(placeWords(mutation))} ` +
    `${kindNames[mutation.kind]} ${said(mutation.operator)}: ${what}. ${said(nextWords(kill))}`
  );
}

const rest = (count: number, atMost: number): readonly string[] =>
  count > atMost ? ['', `And ${numberWords(count - atMost)} more.`] : [];

/** The report as Markdown, one line break at its end. */
export function killsMarkdown(report: KillReport): string {
  const { verdict, next } = verdictOf(report);
  const title = `## Mutants of ${said(nameWords(report.store.name))}`;
  const sentence = `${said(verdict)} ${said(next)}`;
  if (report.baseline !== undefined) return `${title}\n\n${sentence}\n`;
  const [open, guards] = [openOf(report), guardRows(report)];
  const scores = scoresOf(report).map(({ name, score }) =>
    row([
      name,
      ...[score.killed, score.alive, score.timeouts, score.ignored].map(numberWords),
      shareWords(score),
    ]),
  );
  const slow = guards
    .slice(0, guardsAtMost)
    .map(({ guard, properties, mutants, median, max }) =>
      row([said(guard), said(properties.join(', ')), ...[mutants, median, max].map(numberWords)]),
    );
  return [
    title,
    '',
    sentence,
    '',
    '| mutants | killed | alive | timeouts | ignored | score |',
    '| - | -: | -: | -: | -: | -: |',
    ...scores,
    ...(open.length === 0 ? [] : ['', '### Alive', '', ...open.slice(0, openAtMost).map(openLine)]),
    ...rest(open.length, openAtMost),
    ...(guards.length === 0
      ? []
      : [
          '',
          '### Slowest guards',
          '',
          '| guard | killed by | mutants | median sequences | max |',
          '| - | - | -: | -: | -: |',
          ...slow,
        ]),
    ...rest(guards.length, guardsAtMost),
    ...(report.stale.length === 0
      ? []
      : [
          '',
          '### Stale entries of the reviewed list',
          '',
          ...report.stale.map((id) => `- ${code(id)}`),
        ]),
    '',
  ].join('\n');
}
