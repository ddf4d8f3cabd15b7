// A failure as plain sentences: who asked what, what the store did, and what it should have done.
import type { OperationName, Outcome } from '../../contract/operations.js';
import { refusals } from '../../contract/refusals.js';
import type { Counterexample, ReportedStep } from '../../engine/result.js';
import { isDifferent } from '../difference.js';
import { emphasisOf } from '../emphasis.js';
import { outcomeWords } from '../outcome.js';
import { partingWords } from '../steps.js';
import { spelledWords } from './asker.js';

/** Where the store answered otherwise than the model: the last such step, else the last. */
export function partingAt(steps: readonly ReportedStep[]): number {
  const at = steps.findLastIndex(({ expected, actual }) => isDifferent(expected, actual));
  return at < 0 ? steps.length - 1 : at;
}

/** What a refusal means, for a reader who does not know its code. */
export function refusalMeaning(outcome: Outcome): string | undefined {
  if (!('code' in outcome)) return undefined;
  return Object.hasOwn(refusals, outcome.code) ? refusals[outcome.code].doc : undefined;
}

/** `expired - the record has expired`: the code with what went wrong, without the advice. */
function refusedWords(outcome: Outcome & { readonly code: string }): string {
  const [fact = ''] = (refusalMeaning(outcome) ?? '').split(':');
  const told = fact.replace(/\.$/u, '');
  return told === ''
    ? outcome.code
    : `${outcome.code} - ${told.slice(0, 1).toLowerCase()}${told.slice(1)}`;
}

const writes: ReadonlySet<string> = new Set([
  'remember',
  'forget',
  'restore',
  'create',
  'update',
  'resolve',
  'confirm',
]);

/** What a side did, in the past: `refused: expired`, `accepted (now version 3)`, `answered: no facts`. */
function didWords(name: OperationName, outcome: Outcome): string {
  if ('code' in outcome) return `refused: ${refusedWords(outcome)}`;
  const words = outcomeWords(name, outcome);
  if ('threw' in outcome) return `threw ${words}`;
  if (!writes.has(name)) return `answered: ${words}`;
  return words.startsWith('version ') ? `accepted (now ${words})` : `accepted (${words})`;
}

function shouldWords(name: OperationName, { expected, actual }: ReportedStep): string {
  if ('threw' in actual && 'ok' in expected && expected.ok === undefined)
    return 'It should have answered.';
  return `It should have ${didWords(name, expected)}.`;
}

/** What the store did at the call where it answered otherwise, and what would have been right. */
export function partingSentence({ steps }: Counterexample, store: string): string | undefined {
  const at = partingAt(steps);
  const step = steps[at];
  if (step === undefined) return undefined;
  const { do: name } = step.call.operation;
  const { who, granted, what, how } = spelledWords(step, emphasisOf(steps));
  const caller = granted === '' ? who : `${who} (${granted})`;
  const asked = `In call ${at + 1} ${caller} asked: ${what}${how === '' ? '' : `, ${how}`}.`;
  const { wanted, got, differences } = partingWords(step);
  const did = `${store} ${didWords(name, step.actual)}`;
  if (!isDifferent(step.expected, step.actual)) return `${asked} ${did}.`;
  if (wanted !== got) return `${asked} ${did}. ${shouldWords(name, step)}`;
  const [first] = differences;
  return `${asked} ${did}, but not as it must be${first === undefined ? '' : `: ${first}`}.`;
}
