// An outcome as a person reads it, and where two of them differ.
import type { OperationName, Outcome } from '../contract/operations.js';
import { isPlainList, isPlainObject } from '../contract/shapes.js';
import { anyName } from './details.js';
import { absent, differencesOf } from './difference.js';
import { countWords, textWords, valueWords } from './values.js';

type Fields = Readonly<Record<string, unknown>>;

/** Facts and records that are named before the rest is only counted. */
const namedAtMost = 3;

/** Code points of an error's message before it is shortened. */
const thrownAtMost = 200;

/** Differing fields that are named before the rest is only counted. */
const differencesAtMost = 4;

const versionWords = (value: unknown): string => `version ${valueWords(value)}`;

function recordWords(record: unknown): string {
  if (!isPlainObject(record) || !('value' in record)) return valueWords(record);
  const whose =
    'tenant' in record ? `${anyName(record['tenant'])}/${anyName(record['subject'])} ` : '';
  const where = `${anyName(record['scope'])}/${anyName(record['key'])}`;
  const gone = (record['deletedAt'] ?? null) === null ? '' : ', forgotten';
  return `${whose}${where} = ${valueWords(record['value'])} (${versionWords(record['version'])}${gone})`;
}

function listWords(list: unknown, noun: string): string {
  if (!isPlainList(list)) return valueWords(list);
  if (list.length === 0) return `no ${noun}s`;
  const named = list.slice(0, namedAtMost).map(recordWords).join(', ');
  const rest = list.length - namedAtMost;
  return rest > 0 ? `${named} and ${countWords(rest, `more ${noun}`)}` : named;
}

function contextWords(envelope: unknown): string {
  if (!isPlainObject(envelope)) return valueWords(envelope);
  const { type, actionAuthority, facts } = envelope;
  const marked = type === 'untrusted_memory_data' && actionAuthority === false;
  const how = marked
    ? 'untrusted data'
    : `data of type ${valueWords(type)} with authority ${valueWords(actionAuthority)}`;
  return `${how}: ${listWords(facts, 'fact')}`;
}

const caseWords = ({ id, current, expiresAt }: Fields): string =>
  `case ${anyName(id)} on ${recordWords(current)}, open until ${valueWords(expiresAt)}`;

const proposalWords = ({ id, baseVersion, expiresAt }: Fields): string =>
  `proposal ${anyName(id)} on ${versionWords(baseVersion)}, open until ${valueWords(expiresAt)}`;

const invocationWords = ({ scope, provenance, now }: Fields): string =>
  `an invocation for ${anyName(scope)} by ${anyName(provenance)} at ${valueWords(now)}`;

/** What is said of an accepted outcome that is an object, by operation. */
const objects: Partial<Record<OperationName, (fields: Fields) => string>> = {
  prepare: caseWords,
  propose: proposalWords,
  invoke: invocationWords,
  resolve: ({ outcome, version }) => `${anyName(outcome)}, ${versionWords(version)}`,
  confirm: ({ outcome, version }) => `${anyName(outcome)}, ${versionWords(version)}`,
  create: ({ version, actor, provenance }) =>
    `${versionWords(version)} by ${anyName(actor)}, ${anyName(provenance)}`,
  update: ({ version, actor, provenance }) =>
    `${versionWords(version)} by ${anyName(actor)}, ${anyName(provenance)}`,
};

function acceptedWords(name: OperationName, value: unknown): string {
  switch (name) {
    case 'remember':
    case 'forget':
    case 'restore':
      return typeof value === 'number' ? versionWords(value) : valueWords(value);
    case 'search':
      return listWords(value, 'fact');
    case 'records':
      return listWords(value, 'record');
    case 'context':
      return contextWords(value);
    case 'inspect':
    case 'read':
      return value === undefined ? 'no record' : recordWords(value);
    case 'close':
    case 'reopen':
      return value === undefined ? 'done' : valueWords(value);
    default: {
      const words = objects[name];
      return words !== undefined && isPlainObject(value) ? words(value) : valueWords(value);
    }
  }
}

/** What a call came to: `version 2`, `conflict (stale-version)`, or what was thrown instead. */
export function outcomeWords(name: OperationName, outcome: Outcome): string {
  if ('code' in outcome) return `${outcome.refused} (${outcome.code})`;
  if ('threw' in outcome)
    return `an error that is no refusal: ${textWords(outcome.threw, thrownAtMost)}`;
  return acceptedWords(name, outcome.ok);
}

const sideWords = (value: unknown): string => (value === absent ? 'nothing' : valueWords(value));

/**
 * The fields in which two accepted outcomes differ, one a line; empty
 * where the outcomes in words tell it all.
 */
export function differenceWords(expected: Outcome, actual: Outcome): readonly string[] {
  const differences = differencesOf(expected, actual).filter(({ path }) => path !== '');
  const named = differences
    .slice(0, differencesAtMost)
    .map(
      (each) => `${each.path}: expected ${sideWords(each.expected)}, got ${sideWords(each.actual)}`,
    );
  const rest = differences.length - differencesAtMost;
  return rest > 0 ? [...named, `and ${countWords(rest, 'other field')}`] : named;
}
