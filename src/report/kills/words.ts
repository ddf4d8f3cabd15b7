// Mutants in words: where they stand, what they change, what became of them, and what to do next.
import type { Kill, KillReport, KillStatus, Mutation } from '../../engine/kills/result.js';
import { countWords, nameWords, numberWords } from '../values.js';
import { kindNames, type OpenStatus, openOf } from './scores.js';

/** The status of a mutant as it is printed. */
export const statusWords: Readonly<Record<KillStatus, string>> = {
  killed: 'killed',
  survived: 'survived',
  'not-covered': 'not covered',
  repeated: 'repeated',
  equivalent: 'equivalent',
  timeout: 'timeout',
  'compile-error': 'does not compile',
  error: 'error',
};

/** The colour of a status, as a palette names it. */
export const statusColour = {
  killed: 'good',
  survived: 'bad',
  'not-covered': 'bad',
  repeated: 'unsure',
  timeout: 'unsure',
  error: 'bad',
  equivalent: 'quiet',
  'compile-error': 'quiet',
} as const satisfies Readonly<Record<KillStatus, string>>;

/** What cannot be told by looking at it. */
const unseen = /(?! )[\p{C}\p{Z}]/gu;

/** Code points of a text of a program that are shown. */
const shownAtMost = 100;

/** A sentence on one line, in which every character can be seen. */
export const sentenceWords = (text: string): string =>
  text
    .replace(/[ \t\r\n]+/gu, ' ')
    .trim()
    .replace(unseen, (found) => `\\u{${(found.codePointAt(0) ?? 0).toString(16)}}`);

/** A text of a program on one line, shortened where it is long. */
export function codeWords(text: string): string {
  const line = text.replace(/[ \t\r\n]+/gu, ' ').trim();
  const points = [...line];
  const shown = points.length > shownAtMost ? `${points.slice(0, 80).join('')}…` : line;
  return sentenceWords(shown);
}

/** `file:line`; without a place, the first words of the statement, else the kind. */
export function placeWords({ place, statement, kind }: Mutation): string {
  if (place !== undefined) return `${codeWords(place.file)}:${place.start.line}`;
  if (statement === undefined) return `${kindNames[kind]} mutant`;
  const words = codeWords(statement).split(' ');
  return words.length > 4 ? `${words.slice(0, 4).join(' ')} …` : words.join(' ');
}

/** `original -> replacement`; empty where the mutant is no change of a text. */
export function changeWords({ original, replacement }: Mutation): string {
  if (original === '' && replacement === '') return '';
  const [from, to] = [codeWords(original), codeWords(replacement)];
  return `${from === '' ? '(nothing)' : from} -> ${to === '' ? '(nothing)' : to}`;
}

const withReason = (words: string, reason: string | undefined): string =>
  reason === undefined || reason === ''
    ? `${words}.`
    : `${words}: ${sentenceWords(reason).replace(/\.$/u, '')}.`;

/** What an open mutant means and what to do about it, in sentences. */
export function nextWords({ status, reason }: Kill & { readonly status: OpenStatus }): string {
  switch (status) {
    case 'survived':
      return 'The properties do not notice it: strengthen one, or list it as equivalent with a reason.';
    case 'not-covered':
      return 'No sequence comes by: let the generators reach it, or remove the code.';
    case 'repeated':
      return `${withReason('It survives because another guard decides the same', reason)} Remove one of them, or list it with that reason.`;
    case 'timeout':
      return 'No answer came in time, which is no kill: see what it waits for, or allow more time.';
    case 'error':
      return `${withReason('The harness broke with it', reason)} Report it with its id.`;
  }
}

/** `killed by cas in sequence 4, seed 1`, or what else became of it. */
export function becameWords({ status, by, sequences, seed, reason }: Kill): string {
  if (status === 'killed') {
    const at = seed === undefined ? '' : `, seed ${seed}`;
    return by === 'opening'
      ? `killed on opening: the store cannot be opened, emptied or closed with it${at}`
      : `killed by ${nameWords(by ?? 'nobody')} in sequence ${numberWords(sequences)}${at}`;
  }
  const words = `${statusWords[status]} after ${countWords(sequences, 'sequence')}`;
  return reason === undefined ? words : `${words}: ${codeWords(reason)}`;
}

/** What the hunt comes to in one sentence, and what to do next in another. */
export function verdictOf(report: KillReport): {
  readonly colour: 'good' | 'bad' | 'unsure';
  readonly verdict: string;
  readonly next: string;
} {
  const { store, kills, stale, baseline } = report;
  const name = nameWords(store.name);
  const open = openOf(report);
  const alive = open.filter(({ status }) => status !== 'timeout').length;
  const timeouts = open.length - alive;
  if (baseline !== undefined)
    return {
      colour: 'bad',
      verdict: `Nothing was hunted: ${name} fails without a mutant (${codeWords(baseline).replace(/\.$/u, '')}).`,
      next: 'Mend the store, or run touchstone check on it to see what fails.',
    };
  if (alive > 0)
    return {
      colour: 'bad',
      verdict: `${countWords(alive, 'mutant')} of ${name} ${alive === 1 ? 'is' : 'are'} alive.`,
      next: 'Each one says what to do.',
    };
  if (stale.length > 0)
    return {
      colour: 'bad',
      verdict: `No mutant is alive, but the reviewed list is stale in ${countWords(stale.length, 'place')}.`,
      next: 'Remove what is stale from the list.',
    };
  if (timeouts > 0)
    return {
      colour: 'unsure',
      verdict: `No mutant is alive, but ${countWords(timeouts, 'mutant')} gave no answer in time.`,
      next: 'A timeout is no kill: allow more time, or see what it waits for.',
    };
  if (kills.every(({ status }) => status !== 'killed'))
    return {
      colour: 'unsure',
      verdict: `No mutant of ${name} counts, so nothing is shown.`,
      next: 'Name sources or statements of which mutants can be made.',
    };
  return {
    colour: 'good',
    verdict: `Every mutant of ${name} that counts was killed.`,
    next: 'Search for weak guards in the table: many sequences mean that a check rarely comes by.',
  };
}
