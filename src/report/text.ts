// The report of a check as text: each property, what was done, the counterexamples, the verdict last.
import type { CheckReport, PropertyResult } from '../engine/result.js';
import { counterexampleLines, foundWords } from './counterexample.js';
import { coverageLines, remarkLines, sensitivityLines } from './evidence.js';
import { type Palette, plain } from './palette.js';
import { countWords, nameWords } from './values.js';
import { padEnd } from './width.js';

/** How a report is written. */
export interface TextOptions {
  readonly palette?: Palette;
  /** The command that replays a property's counterexample, by the property's id. */
  readonly replays?: Readonly<Record<string, string>>;
  /** Why the check ended before its budget did, as a sentence. */
  readonly stopped?: string;
}

const verdictWords = {
  holds: 'holds',
  fails: 'FAILS',
  inconclusive: 'inconclusive',
  'not-claimed': 'not claimed',
  'not-selected': 'not selected',
} as const;

const verdictColour = {
  holds: 'good',
  fails: 'bad',
  inconclusive: 'unsure',
  'not-claimed': 'quiet',
  'not-selected': 'quiet',
} as const;

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
function verdictLines(report: CheckReport, { palette = plain, stopped }: TextOptions): string[] {
  const name = nameWords(report.store.name);
  const failing = report.properties.filter(({ verdict }) => verdict === 'fails');
  const early = stopped === undefined ? [] : [stopped];
  const say = (colour: (text: string) => string, verdict: string, next: string): string[] => [
    ...early,
    `${colour(verdict)} ${next}`,
  ];
  switch (report.verdict) {
    case 'conformant':
      return say(
        palette.good,
        `Conformant: every property that ${name} claims holds.`,
        'Search further with --runs and another --seed.',
      );
    case 'failed':
      return say(
        palette.bad,
        `Failed: ${name} breaks ${countWords(failing.length, 'promise')}: ` +
          `${failing.map(({ id }) => id).join(', ')}.`,
        'Mend the store, then run the replay again.',
      );
    case 'partial':
      return say(palette.unsure, partialWords(report), nextOfPartial(report, stopped));
    case 'error':
      return say(
        palette.bad,
        `Error: the harness broke, so nothing is said about ${name}.`,
        'Report what it threw, with the seed.',
      );
  }
}

function partialWords({ operations, store }: CheckReport): string {
  return operations === 0
    ? `Partial: nothing was called, so nothing is known about ${nameWords(store.name)}.`
    : `Partial: nothing failed, but not all that ${nameWords(store.name)} claims was seen to hold.`;
}

function nextOfPartial(report: CheckReport, stopped: string | undefined): string {
  const { operations, missing, properties } = report;
  if (stopped !== undefined) return 'Run it again to the end.';
  if (operations === 0) return 'Ask for at least one sequence with --runs.';
  if (missing.length > 0) return 'Add what is claimed and missing.';
  return properties.some(({ verdict, core }) => core && verdict === 'not-selected')
    ? 'Leave out --properties to check the rest.'
    : 'The lines above say why; more sequences (--runs) help where a promise was never at stake.';
}

/** The whole report, one line break at its end; without colours unless a palette is given. */
export function checkText(report: CheckReport, options: TextOptions = {}): string {
  const { palette = plain, replays = {} } = options;
  const { store, seed, contractRevision, properties } = report;
  const version = store.version === undefined ? '' : ` ${nameWords(store.version)}`;
  const title = `${palette.strong(`${nameWords(store.name)}${version}`)}`;
  const counterexamples = properties.flatMap(({ id, sentence, counterexample }) =>
    counterexample === undefined
      ? []
      : [...counterexampleLines(counterexample, sentence, replays[id], palette), ''],
  );
  return [
    `${title}   seed ${seed}   contract revision ${contractRevision}`,
    '',
    ...propertyLines(properties, palette),
    '',
    ...coverageLines(report),
    ...sensitivityLines(report),
    ...remarkLines(report),
    '',
    ...counterexamples,
    ...verdictLines(report, options),
    '',
  ].join('\n');
}
