// What a verdict rests on: what was called, which situations came up, which broken stores were caught.
import { operationNames } from '../contract/operations.js';
import { capabilities } from '../contract/port.js';
import { type RefusalCode, refusals } from '../contract/refusals.js';
import type { CheckReport } from '../engine/result.js';
import { countWords, nameWords, numberWords } from './values.js';

/** Refusals that no sequence can bring about: nobody else writes, and the disk is there. */
const outOfReach: ReadonlySet<string> = new Set<RefusalCode>(['busy', 'timeout', 'io']);

/** As many names as fit a line or two. */
const atMost = 12;

/** Names in a sentence; of many only the first are told. */
function named(what: string, names: readonly string[]): string {
  if (names.length === 0) return '';
  const shown = names.slice(0, atMost).join(', ');
  const more = names.length > atMost ? ` and ${numberWords(names.length - atMost)} more` : '';
  return ` ${what}: ${shown}${more}.`;
}

/** What was done, and what was never done: a line or two. */
export function coverageLines(report: CheckReport): readonly string[] {
  const { operations, sequences, withSecondHandle, withReopen, coverage } = report;
  const done = operationNames.filter((name) => coverage[name] !== undefined);
  const never = operationNames.filter((name) => coverage[name] === undefined);
  const outcomes = new Set(Object.values(coverage).flatMap((counts) => Object.keys(counts)));
  const refused = [...outcomes].filter((name) => name !== 'ok' && name !== 'threw').length;
  const unmet = Object.keys(refusals).filter(
    (code) => !outcomes.has(code) && !outOfReach.has(code),
  );
  const parts = [
    `${numberWords(withSecondHandle)} with a second handle`,
    `${numberWords(withReopen)} with a reopening`,
  ];
  const all = `${done.length} of ${countWords(operationNames.length, 'operation')}`;
  const made = `${countWords(operations, 'call')} in ${countWords(sequences, 'sequence')}`;
  return [
    `${made} (${parts.join(', ')}).`,
    operations === 0
      ? 'No operation was called.'
      : `${all}, ${countWords(refused, 'kind')} of refusal.` +
        named('Never called', never) +
        named('Never refused with', unmet),
  ];
}

/** Claims and methods that do not fit, and what was left aside. */
export function remarkLines({
  missing,
  unclaimed,
  partedElsewhere,
}: CheckReport): readonly string[] {
  const claims = (names: readonly (keyof typeof capabilities)[]): string =>
    names.map((name) => `${name} (${capabilities[name]})`).join(', ');
  return [
    ...(missing.length === 0
      ? []
      : [`Claimed, but the method is not there: ${claims(missing)}. Add it, or drop the claim.`]),
    ...(unclaimed.length === 0
      ? []
      : [`There, but not claimed: ${claims(unclaimed)}. Claim it to have it checked.`]),
    ...(partedElsewhere === 0
      ? []
      : [
          `${countWords(partedElsewhere, 'sequence')} parted first on a property that was not ` +
            'selected. Check without --properties to see which.',
        ]),
  ];
}

/** Situations that came up too rarely. */
const situationLines = ({ situations, sequences }: CheckReport): readonly string[] =>
  situations
    .filter(({ enough }) => !enough)
    .map(
      (each) =>
        `Too rare: ${each.sentence.replace(/\.$/u, '')} ` +
        `(${numberWords(each.sequences)} of ${countWords(sequences, 'sequence')}, ` +
        `${Math.round(each.minimumShare * 100)} % needed).`,
    );

/** What came up too rarely, and whether the check can fail. */
export const sensitivityLines = (report: CheckReport): readonly string[] =>
  report.operations === 0 ? [] : [...situationLines(report), ...mutantLines(report)];

/** Whether the check can fail: broken stores it was shown, and whether it saw what is broken. */
export function mutantLines({ sensitivity, store }: CheckReport): readonly string[] {
  if (sensitivity === undefined || sensitivity.tried.length === 0) return [];
  const { tried, notTried, notApplicable } = sensitivity;
  const caught = tried.filter(({ isCaught }) => isCaught);
  const missed = tried
    .filter(({ isCaught }) => !isCaught)
    .map(({ id, property }) => `${id} (breaks ${property})`);
  const others = [
    ...(notTried.length === 0 ? [] : [`${numberWords(notTried.length)} not tried`]),
    ...(notApplicable.length === 0 ? [] : [`${numberWords(notApplicable.length)} not applicable`]),
  ];
  const aside = others.length === 0 ? '' : ` (${others.join(', ')})`;
  return [
    `Of ${countWords(tried.length, 'mutant')} of ${nameWords(store.name)}, each with one promise ` +
      `broken on purpose, ${numberWords(caught.length)} ${caught.length === 1 ? 'was' : 'were'} ` +
      `caught by that promise${aside}.`,
    ...(missed.length === 0 ? [] : [`Not caught: ${missed.join(', ')}.`]),
  ];
}
