// The report of a check as text: each property, what was done, the counterexamples, the verdict last.
import type { Comparison } from '../engine/baseline.js';
import type { CheckReport, PropertyResult } from '../engine/result.js';
import { baselineLines, isAsKnown } from './baseline.js';
import { counterexampleLines, foundWords } from './counterexample.js';
import { coverageLines, remarkLines, sensitivityLines } from './evidence.js';
import { type Palette, plain } from './palette.js';
import { pastLines } from './past.js';
import { countWords, nameWords } from './values.js';
import { checkColour, saidOf, verdictColour, verdictWords } from './verdict.js';
import { padEnd } from './width.js';

/** How a report is written. */
export interface TextOptions {
  readonly palette?: Palette;
  /** The command that replays a property's counterexample, by the property's id. */
  readonly replays?: Readonly<Record<string, string>>;
  /** The program of a property's counterexample, by the property's id. */
  readonly programs?: Readonly<Record<string, string>>;
  /** What a baseline makes of the check, where one was given. */
  readonly comparison?: Comparison | undefined;
  /** Why the check ended before its budget did, as a sentence. */
  readonly stopped?: string;
}

function reasonOf(result: PropertyResult): string {
  const { verdict, observations, reason, counterexample } = result;
  if (counterexample !== undefined) return foundWords(counterexample);
  if (verdict === 'holds') return `at stake in ${countWords(observations, 'call')}`;
  return reason ?? '';
}

function propertyLines(results: readonly PropertyResult[], palette: Palette): readonly string[] {
  const idColumns = Math.max(0, ...results.map(({ id }) => id.length));
  const verdictColumns = Math.max(...Object.values(verdictWords).map((words) => words.length));
  return results.map((result) => {
    const words = padEnd(verdictWords[result.verdict], verdictColumns);
    const coloured = palette[verdictColour[result.verdict]](words);
    return `  ${padEnd(result.id, idColumns)}  ${coloured}  ${reasonOf(result)}`.trimEnd();
  });
}

/** What the check comes to, and what to do next; why it stopped early, if it did. */
function verdictLines(report: CheckReport, options: TextOptions): string[] {
  const { palette = plain, stopped, comparison } = options;
  const { verdict, next } = saidOf(report, stopped);
  const colour = palette[checkColour[report.verdict]];
  const against = comparison === undefined ? [] : baselineLines(comparison);
  const isKnown = comparison !== undefined && isAsKnown(comparison) && comparison.known.length > 0;
  const said = isKnown ? [] : [`${colour(verdict)} ${next}`];
  return [...(stopped === undefined ? [] : [stopped]), ...said, ...against];
}

/** The whole report, one line break at its end; without colours unless a palette is given. */
export function checkText(report: CheckReport, options: TextOptions = {}): string {
  const { palette = plain, replays = {}, programs = {} } = options;
  const { store, seed, contractRevision, properties } = report;
  const version = store.version === undefined ? '' : ` ${nameWords(store.version)}`;
  const title = `${palette.strong(`${nameWords(store.name)}${version}`)}`;
  const counterexamples = properties.flatMap(({ id, sentence, counterexample }) =>
    counterexample === undefined
      ? []
      : [
          ...counterexampleLines(
            counterexample,
            sentence,
            { replay: replays[id], program: programs[id] },
            palette,
          ),
          '',
        ],
  );
  return [
    `${title}   seed ${seed}   contract revision ${contractRevision}`,
    '',
    ...propertyLines(properties, palette),
    '',
    ...pastLines(report.past),
    ...coverageLines(report),
    ...sensitivityLines(report),
    ...remarkLines(report),
    '',
    ...counterexamples,
    ...verdictLines(report, options),
    '',
  ].join('\n');
}
