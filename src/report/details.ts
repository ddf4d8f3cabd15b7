// The arguments of a call as short phrases: what is as usual is left out, what is not is never hidden.
import { escape } from '../contract/escape.js';
import { type Evidence, evidences } from '../contract/fact.js';
import { limits } from '../contract/limits.js';
import { isPlainObject, isText } from '../contract/shapes.js';
import type { Emphasis } from './emphasis.js';
import { nameWords, valueWords } from './values.js';

type Fields = Readonly<Record<string, unknown>>;

/** A name, or the value that stands in its place. */
export const anyName = (value: unknown): string =>
  typeof value === 'string' ? nameWords(value) : valueWords(value);

const isUsualText = (value: unknown): boolean =>
  isText(value) && value !== '' && [...value].length <= limits.text.max;

const isEvidence = (value: unknown): boolean => evidences.includes(value as Evidence);
const isTrue = (value: unknown): boolean => value === true;
const isTime = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

/** Fields that are left out while their value is as usual. */
const usual: Readonly<Record<string, (value: unknown) => boolean>> = {
  kind: isUsualText,
  sourceRef: isUsualText,
  evidence: isEvidence,
  expiresAt: (value) => value === null,
  userConfirmed: isTrue,
  confirmed: isTrue,
  approved: isTrue,
};

/** How a field is called in a sentence, where its own name does not do. */
const sayings: Readonly<Record<string, string>> = {
  expectedVersion: 'expecting',
  attemptedVersion: 'attempted on',
  now: 'at',
  observedAt: 'observed at',
  expiresAt: 'expires at',
};

/** Fields that hold a name: bare where that is safe. */
const namesHeld: ReadonlySet<string> = new Set(['kind', 'evidence', 'provenance', 'intent']);

/** These fields come first, in this order. */
const first = Object.keys(sayings);

function isShown(field: string, value: unknown, emphasis: Emphasis): boolean {
  if (emphasis.everything || emphasis.fields.has(field)) return true;
  if (field === 'now') return emphasis.times || !isTime(value);
  if (field === 'observedAt') return !isTime(value);
  return usual[field]?.(value) !== true;
}

/** How an accepted object was made, where it is no plain literal. */
function makeOf(argument: Fields): string[] {
  const escaped = escape(argument);
  const made =
    typeof escaped === 'object' && escaped !== null && !Array.isArray(escaped) && escaped['made'];
  if (made === 'frozen') return ['in a frozen object'];
  return made === 'null-prototype' ? ['in an object without prototype'] : [];
}

export interface Told {
  /** Fields whose absence is told. */
  readonly required: readonly string[];
  /** Fields that stand in the sentence already. */
  readonly told?: readonly string[];
}

/**
 * An argument as phrases such as `expecting 1`, `at 100`; an argument that is no plain object is
 * one phrase in the escaped form, unless the sentence shows it already.
 */
export function details(
  argument: unknown,
  { required, told }: Told,
  emphasis: Emphasis,
): readonly string[] {
  if (!isPlainObject(argument)) return told === undefined ? [`with ${valueWords(argument)}`] : [];
  const rank = (field: string): number =>
    first.includes(field) ? first.indexOf(field) : first.length;
  const shown = Object.keys(argument)
    .filter((field) => !told?.includes(field) && isShown(field, argument[field], emphasis))
    .toSorted((a, b) => rank(a) - rank(b));
  return [
    ...shown.map((field) => {
      const words = namesHeld.has(field) ? anyName : valueWords;
      return `${sayings[field] ?? nameWords(field)} ${words(argument[field])}`;
    }),
    ...required
      .filter((field) => !Object.hasOwn(argument, field))
      .map((field) => `without ${field}`),
    ...makeOf(argument),
  ];
}

/** `profile/response_style = "a"`, or without the scope where an invocation supplies it. */
export function factWords(fact: unknown, scoped = true): string {
  if (!isPlainObject(fact)) return valueWords(fact);
  const scope = scoped ? `${anyName(fact['scope'])}/` : '';
  return `${scope}${anyName(fact['key'])} = ${valueWords(fact['value'])}`;
}

/** What `factWords` leaves out of a fact. */
export const factDetails = (fact: unknown, emphasis: Emphasis): readonly string[] =>
  details(
    fact,
    { required: ['kind', 'sourceRef', 'observedAt'], told: ['scope', 'key', 'value'] },
    emphasis,
  );
