// A replay as text and as JSON: the calls as they went this time, and whether the failure is still there.
import type { Setup } from '../contract/operations.js';
import type { Json } from '../contract/escape.js';
import { setupLines, labelLine } from './counterexample.js';
import type { ToldStep } from './emphasis.js';
import { stepsJson } from './json.js';
import { type Palette, plain } from './palette.js';
import { stepLines } from './steps.js';
import { countWords, nameWords } from './values.js';

/** What a replay came to. */
export interface ReplayReport {
  readonly store: string;
  /** The property the file was written for, and its promise where it is known. */
  readonly recorded: string;
  readonly sentence?: string;
  /** The property on which model and store part this time; absent where they do not. */
  readonly property?: string;
  /** Calls in the file; fewer are told where model and store part earlier. */
  readonly calls: number;
  readonly setup: Setup;
  readonly steps: readonly ToldStep[];
}

function sentences({ store, recorded, property, calls, steps }: ReplayReport): [string, string] {
  const name = nameWords(store);
  if (property === undefined)
    return [
      `Passed: ${name} answers ${countWords(calls, 'call')} as the model does.`,
      'Run the check again to see whether it holds elsewhere.',
    ];
  const where = `in call ${steps.length} of ${calls}`;
  if (property === recorded)
    return [
      `Failed: ${name} still breaks ${nameWords(recorded)}, ${where}.`,
      'Mend the store and replay again.',
    ];
  return [
    `Failed: ${name} parts from the model ${where}, but on ${nameWords(property)}, ` +
      `not on ${nameWords(recorded)}.`,
    `Mend ${nameWords(property)} first, then replay again.`,
  ];
}

/** The calls, what they start from, and the verdict with what to do next. */
export function replayText(report: ReplayReport, palette: Palette = plain): string {
  const { recorded, property, setup, steps, sentence } = report;
  const parts = property !== undefined;
  const [verdict, next] = sentences(report);
  const headline = parts ? palette.bad('FAILS') : palette.good('holds');
  return [
    `${palette.strong(nameWords(property ?? recorded))}  ${headline}  in this replay`,
    '',
    ...stepLines(steps, parts, palette),
    '',
    ...setupLines(
      setup,
      steps.map(({ call }) => call.operation),
      palette,
    ),
    ...(sentence === undefined ? [] : [labelLine('promise', sentence, palette)]),
    '',
    `${parts ? palette.bad(verdict) : palette.good(verdict)} ${next}`,
    '',
  ].join('\n');
}

/**
 * `format` "touchstone-replayed", `formatVersion` 1, `store`, `recorded` (the file's property),
 * `property` (null where the calls pass), `calls`, and the `steps` in the escaped form.
 */
export const replayJson = (report: ReplayReport): Json => ({
  format: 'touchstone-replayed',
  formatVersion: 1,
  store: report.store,
  recorded: report.recorded,
  property: report.property ?? null,
  calls: report.calls,
  steps: stepsJson(report.steps),
});
