// A counterexample told as a story: who did what, and where model and store part.
import type { Forgery, Label, Operation, Outcome } from '../contract/operations.js';
import { isPlainList, isPlainObject } from '../contract/shapes.js';
import type { Counterexample, ReportedStep } from '../engine/result.js';
import { anyName, details, factDetails } from '../report/details.js';
import { absent, differencesOf, isDifferent } from '../report/difference.js';
import { type Emphasis, emphasisOf } from '../report/emphasis.js';
import { textWords, valueWords } from '../report/values.js';
import type { Words } from './words/index.js';

/** Facts that are named before the rest is only counted. */
const namedAtMost = 3;

/** Differing fields that are named. */
const differencesAtMost = 3;

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields => (isPlainObject(value) ? value : {});

/** What is said of one step: the call, and what it came to. */
interface Teller {
  readonly call: (step: ReportedStep) => string;
  readonly outcome: (operation: Operation, outcome: Outcome) => string;
}

function tellerOf({ story }: Words, emphasis: Emphasis): Teller {
  const terms = (argument: unknown, required: readonly string[], told: readonly string[] = []) =>
    details(argument, { required, ...(isPlainObject(argument) ? { told } : {}) }, emphasis);
  const said = (...phrases: readonly string[]): string => story.terms(phrases.map(story.term));
  const fact = (given: unknown): string => {
    const { key, value } = fieldsOf(given);
    return isPlainObject(given) ? story.fact(anyName(key), valueWords(value)) : valueWords(given);
  };
  const placed = (given: unknown): string =>
    isPlainObject(given) ? story.inScope(fact(given), anyName(given['scope'])) : fact(given);
  const at = (scope: unknown, key: unknown): string => story.inScope(anyName(key), anyName(scope));
  const invocation = (given: Label | Forgery): string =>
    typeof given === 'string' ? given : `${story.forged[given.forged]} ${given.of}`;

  function whoOf(operation: Operation, client: number): string {
    const who =
      'as' in operation
        ? story.who(anyName(operation.as.tenant), anyName(operation.as.subject))
        : 'invocation' in operation || operation.do === 'invoke'
          ? story.runtime
          : story.host;
    return client === 0 ? who : story.onHandle(who, client + 1);
  }

  function callOf({ call: { operation, client } }: ReportedStep): string {
    const who = whoOf(operation, client);
    switch (operation.do) {
      case 'remember': {
        const given = terms(operation.terms, ['expectedVersion', 'now', 'evidence']);
        const more = [...given, ...factDetails(operation.fact, emphasis)];
        return story.remember(who, placed(operation.fact), said(...more));
      }
      case 'search':
      case 'context': {
        const given = said(...terms(operation.terms, ['now']));
        return story[operation.do](who, anyName(operation.scope), given);
      }
      case 'forget':
      case 'restore': {
        const required = ['expectedVersion', 'now', 'userConfirmed'];
        const given = said(...terms(operation.terms, required));
        return story[operation.do](who, at(operation.scope, operation.key), given);
      }
      case 'inspect':
        return story.inspect(who, at(operation.scope, operation.key));
      case 'prepare':
      case 'propose': {
        const { label, candidate } = operation;
        const own = operation.do === 'prepare' ? ['attemptedVersion', 'evidence'] : ['provenance'];
        const given = terms(operation.terms, ['now', ...own]);
        const more = said(...given, ...factDetails(candidate, emphasis));
        return story[operation.do](who, label, placed(candidate), more);
      }
      case 'resolve': {
        const { choice } = fieldsOf(operation.decision);
        const given = terms(operation.decision, ['now', 'approved'], ['choice']);
        return story.resolve(who, operation.case, said(anyName(choice), ...given));
      }
      case 'confirm': {
        const { digest, proposal } = operation;
        const other = 'text' in digest ? valueWords(digest.text) : digest.of;
        const bound = other === proposal ? [] : [`with ${other}`];
        const given = terms(operation.decision, ['now', 'confirmed']);
        return story.confirm(who, proposal, said(...bound, ...given));
      }
      case 'invoke': {
        const { scope, provenance } = fieldsOf(operation.request);
        const given = terms(operation.request, ['now'], ['scope', 'provenance']);
        const more = said(anyName(scope), anyName(provenance), ...given);
        return story.invoke(who, operation.label, more);
      }
      case 'create':
        return story.create(who, fact(operation.payload), invocation(operation.invocation));
      case 'update': {
        const given = said(...terms(operation.terms, ['expectedVersion']));
        const by = invocation(operation.invocation);
        return story.update(who, fact(operation.payload), by, given);
      }
      case 'read':
        return story.read(who, anyName(operation.key), invocation(operation.invocation));
      case 'records':
      case 'close':
      case 'reopen':
        return story[operation.do](who);
    }
  }

  function recordOf(record: unknown): string {
    if (!isPlainObject(record) || !('value' in record)) return valueWords(record);
    const { tenant, subject, version, deletedAt = null } = record;
    const whose = tenant === undefined ? '' : `${story.who(anyName(tenant), anyName(subject))}: `;
    const marks = [
      ...(version === undefined ? [] : [story.version(valueWords(version))]),
      ...(deletedAt === null ? [] : [story.forgotten]),
    ];
    return `${whose}${fact(record)}${marks.length === 0 ? '' : ` (${marks.join(', ')})`}`;
  }

  function listOf(values: readonly unknown[]): string {
    if (values.length === 0) return story.nothingFound;
    const rest = values.length - namedAtMost;
    const named = values.slice(0, namedAtMost).map(recordOf);
    return [...named, ...(rest > 0 ? [story.more(rest)] : [])].join('; ');
  }

  function outcomeOf({ do: name }: Operation, outcome: Outcome): string {
    if ('code' in outcome) return story.refused(outcome.refused, outcome.code);
    if ('threw' in outcome) return story.threw(textWords(outcome.threw, 120));
    const { ok } = outcome;
    if (isPlainList(ok)) return listOf(ok);
    if (typeof ok === 'number') return story.version(valueWords(ok));
    if (ok === undefined)
      return name === 'inspect' || name === 'read' ? story.noRecord : story.done;
    const { facts, value, outcome: decided, version } = fieldsOf(ok);
    if (isPlainList(facts)) return listOf(facts);
    if (value !== undefined) return recordOf(ok);
    if (version !== undefined)
      return [
        ...(decided === undefined ? [] : [anyName(decided)]),
        story.version(valueWords(version)),
      ].join(', ');
    return name === 'prepare' || name === 'propose' || name === 'invoke'
      ? story.done
      : valueWords(ok);
  }
  return { call: callOf, outcome: outcomeOf };
}

/** The fields in which two answers differ that look alike in words. */
function differing({ story }: Words, { expected, actual }: ReportedStep): readonly string[] {
  const side = (value: unknown): string => (value === absent ? '–' : valueWords(value));
  const all = differencesOf(expected, actual).filter(({ path }) => path !== '');
  const named = all
    .slice(0, differencesAtMost)
    .map((each) => story.differs(each.path, side(each.expected), side(each.actual)));
  const rest = all.length - differencesAtMost;
  return rest > 0 ? [...named, story.fieldsMore(rest)] : named;
}

/** The lines of a counterexample: a line for each call, and what was expected and came at the end. */
export function storyLines(found: Counterexample, words: Words): readonly string[] {
  const { story } = words;
  const teller = tellerOf(words, emphasisOf(found.steps));
  const digits = String(found.steps.length).length;
  return found.steps.flatMap((step, at) => {
    const { operation } = step.call;
    const number = String(at + 1).padStart(digits);
    const parts = at === found.steps.length - 1 && isDifferent(step.expected, step.actual);
    const line = `${number}  ${teller.call(step)}`;
    if (!parts) return [`  ${line}   → ${teller.outcome(operation, step.actual)}`];
    const expected = teller.outcome(operation, step.expected);
    const got = teller.outcome(operation, step.actual);
    const indent = ' '.repeat(digits + 4);
    return [
      `✗ ${line}`,
      `${indent}${story.expected}  ${expected}`,
      `${indent}${story.got}  ${got}`,
      ...(expected === got ? differing(words, step).map((each) => `${indent}${each}`) : []),
    ];
  });
}
