// What the calls of a counterexample start from, as sentences: the policy, the reviewer, the runtime.
import type { Rule } from '../../contract/policy.js';
import type { Counterexample } from '../../engine/result.js';
import {
  keysNamed,
  reviewCalls,
  rulesAtMost,
  rulesAtWork,
  runtimeCalls,
  textsIn,
} from '../counterexample.js';
import { countWords, nameWords, namesWords, textWords } from '../values.js';
import { identityWords } from '../words.js';
import { grantedWords } from './asker.js';
import { markup, type Piece } from './markup.js';

const either = (names: readonly string[]): string =>
  names.map((name) => textWords(name)).join(' or ');

const scopeWords = ({ scope }: Rule): string => {
  if ('exactly' in scope) return `in the scope ${textWords(scope.exactly)}`;
  return scope.startsWith === ''
    ? 'in any scope'
    : `in a scope that starts with ${textWords(scope.startsWith)}`;
};

function keyWords({ keys, aliases = {} }: Rule, texts: ReadonlySet<string>): string {
  if ('startsWith' in keys) return `a key that starts with ${textWords(keys.startsWith)}`;
  const { shown, rest } = keysNamed(keys, aliases, texts);
  const others = rest > 0 ? ` or one of ${countWords(rest, 'other key')}` : '';
  return `the key ${either(shown)}${others}`;
}

/** A rule as a sentence: what a fact of its kind must be to be stored. */
function ruleSentence(rule: Rule, texts: ReadonlySet<string>): string {
  const { kind, values, aliases = {}, evidence } = rule;
  const meanings = Object.entries(aliases)
    .filter(([alias]) => texts.has(alias))
    .map(([alias, key]) => ` The key ${textWords(alias)} is another name of ${textWords(key)}.`);
  return (
    `A fact of the kind ${textWords(kind)} is stored under ${keyWords(rule, texts)}, ` +
    `${scopeWords(rule)}, with the evidence ${nameWords(evidence)}` +
    `${values === undefined ? '' : `, with the value ${either(values)}`}.${meanings.join('')}`
  );
}

function sentencesOf({ setup, steps }: Counterexample): readonly string[] {
  const { policy, owner, principal } = setup;
  const operations = steps.map(({ call }) => call.operation);
  const uses = (names: ReadonlySet<string>): boolean =>
    operations.some(({ do: name }) => names.has(name));
  const texts = textsIn(operations);
  const rules = rulesAtWork(policy, texts);
  const rest = rules.length - rulesAtMost;
  const { actorId, provenances } = principal;
  return [
    ...rules.slice(0, rulesAtMost).map((rule) => `Policy: ${ruleSentence(rule, texts)}`),
    ...(rest > 0 ? [`Policy: ${countWords(rest, 'other rule')} besides.`] : []),
    ...(uses(reviewCalls)
      ? [`The reviewer is ${identityWords(owner)}, ${grantedWords(owner.scopes)}.`]
      : []),
    ...(uses(runtimeCalls)
      ? [
          `The runtime: ${nameWords(actorId)} acts for ${identityWords(principal)}, ` +
            `${grantedWords(principal.scopes)}, as ${namesWords(provenances)}.`,
        ]
      : []),
  ];
}

/** What the calls start from, as far as they depend on it; nothing where they do not. */
export function startsFrom(found: Counterexample): Piece {
  const sentences = sentencesOf(found);
  if (sentences.length === 0) return undefined;
  return markup`<h4>What the calls start from</h4>
${sentences.map((sentence) => markup`<p class="reason">${sentence}</p>\n`)}`;
}
