// A counterexample as text: the headline, the calls, what it started from, the promise, how to replay it.
import { defaultPolicy, type Policy, type Rule } from '../contract/policy.js';
import type { Operation, Setup } from '../contract/operations.js';
import type { Counterexample } from '../engine/result.js';
import type { Palette } from './palette.js';
import { stepLines } from './steps.js';
import { countWords, nameWords, namesWords, numberWords, valueWords } from './values.js';
import { padEnd } from './width.js';
import { identityWords } from './words.js';

/** Rules of a policy that are shown before the rest is only counted. */
export const rulesAtMost = 4;

/** `label     words`, as the lines under the steps are written. */
export const labelLine = (label: string, words: string, palette: Palette): string =>
  `  ${palette.quiet(padEnd(label, 8))}  ${words}`;

const scopeWords = ({ scope }: Rule): string => {
  if ('exactly' in scope) return `scope ${nameWords(scope.exactly)}`;
  return scope.startsWith === '' ? 'any scope' : `scopes from ${valueWords(scope.startsWith)}`;
};

/** The texts that stand anywhere in the operations. */
export function textsIn(operations: readonly Operation[]): ReadonlySet<string> {
  const texts = new Set<string>();
  JSON.stringify(operations, (_, value: unknown) => {
    if (typeof value === 'string') texts.add(value);
    return typeof value === 'bigint' ? value.toString() : value;
  });
  return texts;
}

/** The keys of a rule that the calls name, else its first; `rest` counts the others. */
export function keysNamed(
  keys: readonly string[],
  aliases: Readonly<Record<string, string>>,
  texts: ReadonlySet<string>,
): { readonly shown: readonly string[]; readonly rest: number } {
  const named = keys.filter(
    (key) => texts.has(key) || Object.keys(aliases).some((a) => texts.has(a) && aliases[a] === key),
  );
  const shown = named.length > 0 ? named : keys.slice(0, 3);
  return { shown, rest: keys.length - shown.length };
}

function keyWords({ keys, aliases = {} }: Rule, texts: ReadonlySet<string>): string {
  if ('startsWith' in keys) return `keys from ${valueWords(keys.startsWith)}`;
  const { shown, rest } = keysNamed(keys, aliases, texts);
  return `keys ${namesWords(shown)}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function ruleWords(rule: Rule, texts: ReadonlySet<string>): string {
  const keys = keyWords(rule, texts);
  const values = rule.values?.map((value) => valueWords(value)).join(', ');
  const aliases = Object.entries(rule.aliases ?? {})
    .filter(([alias]) => texts.has(alias))
    .map(([alias, key]) => `${nameWords(alias)} means ${nameWords(key)}`);
  return [
    `${nameWords(rule.kind)}: ${keys}`,
    `evidence ${rule.evidence}`,
    scopeWords(rule),
    ...(values === undefined ? [] : [`values ${values}`]),
    ...aliases,
  ].join('; ');
}

const isDefault = (policy: Policy): boolean =>
  JSON.stringify(policy) === JSON.stringify(defaultPolicy);

/** Whether a call names the rule's kind, one of its keys or an alias: else it explains nothing. */
function isAtWork({ kind, keys, aliases = {} }: Rule, texts: ReadonlySet<string>): boolean {
  const names = [...texts];
  const namesKey =
    'startsWith' in keys
      ? names.some((name) => name.startsWith(keys.startsWith))
      : keys.some((key) => texts.has(key));
  return namesKey || texts.has(kind) || Object.keys(aliases).some((alias) => texts.has(alias));
}

/** The rules that explain something of the calls; none where the policy is the usual one. */
export const rulesAtWork = (policy: Policy, texts: ReadonlySet<string>): readonly Rule[] =>
  isDefault(policy) ? [] : policy.filter((rule) => isAtWork(rule, texts));

/** Calls that are made through a runtime. */
export const runtimeCalls: ReadonlySet<string> = new Set(['invoke', 'create', 'update', 'read']);
/** Calls that are made on a review queue. */
export const reviewCalls: ReadonlySet<string> = new Set(['prepare', 'resolve']);

/** What the calls start from, as far as they depend on it: pairs of a label and words. */
export function setupWords(
  { policy, owner, principal }: Setup,
  operations: readonly Operation[],
): readonly (readonly [label: string, words: string])[] {
  const uses = (names: ReadonlySet<string>): boolean =>
    operations.some(({ do: name }) => names.has(name));
  const texts = textsIn(operations);
  const rules = rulesAtWork(policy, texts);
  const { actorId, provenances } = principal;
  const agent = `${nameWords(actorId)} acts for ${identityWords(principal, true)}`;
  return [
    ...rules
      .slice(0, rulesAtMost)
      .map((rule, at) => [at === 0 ? 'policy' : '', ruleWords(rule, texts)] as const),
    ...(rules.length > rulesAtMost
      ? [['', `and ${countWords(rules.length - rulesAtMost, 'other rule')}`] as const]
      : []),
    ...(uses(reviewCalls) ? [['reviewer', identityWords(owner, true)] as const] : []),
    ...(uses(runtimeCalls)
      ? [['runtime', `${agent}, as ${namesWords(provenances)}`] as const]
      : []),
  ];
}

/** The same as lines. */
export const setupLines = (
  setup: Setup,
  operations: readonly Operation[],
  palette: Palette,
): readonly string[] =>
  setupWords(setup, operations).map(([label, words]) => labelLine(label, words, palette));

/** Where it was found and how small it got: `in sequence 4; 37 calls shrunk to 3`. */
export function foundWords({ sequence, from, reproduced, steps }: Counterexample): string {
  const found = sequence === 0 ? 'in a past failure' : `in sequence ${numberWords(sequence)}`;
  const where = `${found}; ${countWords(from, 'call')}`;
  if (!reproduced) return `${where}, not seen to fail again`;
  return sequence === 0 && from === steps.length ? where : `${where} shrunk to ${steps.length}`;
}

/** What is said of a counterexample that did not fail again. */
export const unsteady =
  'The same calls passed when they were made again: the store does not always do the same.';

/** How a counterexample leaves the report. */
export interface Travels {
  /** The command that repeats it. */
  readonly replay?: string | undefined;
  /** The file that repeats it as a TypeScript program. */
  readonly program?: string | undefined;
}

/** What is said of a program beside its name. */
const programWords = (program: string, count: number): string =>
  `${program}     the same ${count === 1 ? 'call' : `${count} calls`} as a TypeScript file you can paste`;

/** A counterexample in full, with the ways to repeat it, as far as there are any. */
export function counterexampleLines(
  found: Counterexample,
  sentence: string,
  { replay, program }: Travels,
  palette: Palette,
): readonly string[] {
  const operations = found.steps.map(({ call }) => call.operation);
  return [
    `${palette.strong(found.property)}  ${palette.bad('FAILS')}  ${foundWords(found)}`,
    '',
    ...stepLines(found.steps, true, palette),
    '',
    ...setupLines(found.setup, operations, palette),
    labelLine('promise', sentence, palette),
    ...(found.reproduced ? [] : [labelLine('caution', unsteady, palette)]),
    ...(replay === undefined ? [] : [labelLine('replay', replay, palette)]),
    ...(program === undefined
      ? []
      : [labelLine('program', programWords(program, found.steps.length), palette)]),
  ];
}
