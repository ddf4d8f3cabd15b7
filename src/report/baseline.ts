// What a baseline makes of a check, in sentences.
import type { Comparison, KnownFailure } from '../engine/baseline.js';
import { countWords, nameWords, numberWords } from './values.js';

const listed = (list: readonly KnownFailure[]): readonly string[] =>
  list.map(({ property, reason }) => `  ${nameWords(property)}: ${reason}`);

const entries = (count: number): string =>
  count === 1 ? '1 entry' : `${numberWords(count)} entries`;

/** True where nothing but what the baseline says happened: no new failure, no entry that is gone. */
export const isAsKnown = ({ fresh, gone }: Comparison): boolean =>
  fresh.length === 0 && gone.length === 0;

/** `2 known failures, as the baseline says.`, or what is new and what is gone. */
export function baselineLines(comparison: Comparison): readonly string[] {
  const { known, fresh, gone, unchecked } = comparison;
  const silent =
    unchecked.length === 0
      ? []
      : [
          `This check says nothing of ${entries(unchecked.length)} of the baseline:`,
          ...listed(unchecked),
        ];
  if (isAsKnown(comparison))
    return [
      ...silent,
      known.length === 0
        ? 'No known failure is left in the baseline.'
        : `${countWords(known.length, 'known failure')}, as the baseline says: ` +
          `${known.map(({ property }) => nameWords(property)).join(', ')}. Nothing else failed.`,
    ];
  return [
    ...silent,
    ...(known.length === 0
      ? []
      : [`${countWords(known.length, 'known failure')}, as the baseline says.`]),
    ...(fresh.length === 0
      ? []
      : [`${countWords(fresh.length, 'failure')} not in the baseline:`, ...listed(fresh)]),
    ...(gone.length === 0
      ? []
      : [
          `${entries(gone.length)} of the baseline ${gone.length === 1 ? 'does' : 'do'} not fail any more: remove ` +
            `${gone.length === 1 ? 'it' : 'them'}, or write the baseline anew with --write-baseline.`,
          ...listed(gone),
        ]),
  ];
}
