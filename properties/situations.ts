// The situations that matter: without them a green run says little, so their share is counted.
import { stateAt } from '../models/memory.js';
import type { State } from '../models/state.js';
import type { Call, Outcome } from '../src/contract/operations.js';
import type { Situation } from '../src/engine/suite.js';

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

/** The moment a call speaks of, if any. */
function nowOf({ operation }: Call): number | undefined {
  const { terms, decision, request } = operation as unknown as Fields;
  const now = [terms, decision, request]
    .map((each) => fieldsOf(each)['now'])
    .find(Number.isSafeInteger);
  return typeof now === 'number' ? now : undefined;
}

const ends = ({ records, cases, proposals }: State): readonly number[] =>
  [...records.values(), ...cases.values(), ...proposals.values()].flatMap(({ expiresAt }) =>
    expiresAt === null ? [] : [expiresAt],
  );

/** The call stands exactly on the second at which something ends. */
const onBoundary = (call: Call, _expected: Outcome, before: State): boolean => {
  const now = nowOf(call);
  return now !== undefined && ends(before).includes(now);
};

const folded = new Map<string, string>();

/** What is left of a name when case, accents, separators and spaces are dropped. */
function fold(name: string): string {
  const known = folded.get(name);
  if (known !== undefined) return known;
  const rest = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  folded.set(name, rest);
  return rest;
}

/** The caller's names differ from those of a stored record, and fall together when folded. */
function confusable({ operation }: Call, _expected: Outcome, before: State): boolean {
  if (!('as' in operation)) return false;
  const { tenant, subject } = operation.as;
  if (typeof tenant !== 'string' || typeof subject !== 'string') return false;
  const own = fold(tenant + subject);
  return [...before.records.values()].some(
    (record) =>
      (record.tenant !== tenant || record.subject !== subject) &&
      fold(record.tenant + record.subject) === own,
  );
}

/** Two people hold the same content at the same version: only the address tells them apart. */
function equalTwins({ operation }: Call, _expected: Outcome, before: State): boolean {
  if (!('as' in operation)) return false;
  const { as } = operation;
  const all = [...before.records.values()];
  const mine = all.filter((each) => each.tenant === as.tenant && each.subject === as.subject);
  return mine.some((own) =>
    all.some(
      (other) =>
        (other.tenant !== own.tenant || other.subject !== own.subject) &&
        other.scope === own.scope &&
        other.key === own.key &&
        other.value === own.value &&
        other.version === own.version,
    ),
  );
}

const amongTombstones = ({ operation }: Call, _expected: Outcome, before: State): boolean =>
  ['remember', 'search', 'restore', 'forget', 'inspect'].includes(operation.do) &&
  [...before.records.values()].some((record) => stateAt(record, Infinity) === 'deleted');

const throughSecondHandle = ({ client }: Call): boolean => client > 0;

const afterReopening = ({ operation }: Call, _expected: Outcome, before: State): boolean =>
  operation.do === 'reopen' && before.records.size > 0;

/** Each with the properties that need it, and the share of sequences that must meet it. */
export const situations: readonly Situation[] = [
  {
    id: 'boundary-instant',
    sentence: 'A call on the very second at which something ends.',
    properties: ['expiry'],
    needs: ['expiry'],
    minimumShare: 0.3,
    seen: onBoundary,
  },
  {
    id: 'confusable-neighbour',
    sentence: 'A caller whose name a careless store takes for that of a stored record.',
    properties: ['tenant-isolation', 'subject-isolation'],
    needs: [],
    minimumShare: 0.3,
    seen: confusable,
  },
  {
    id: 'equal-content-and-version',
    sentence: 'Two people with equal content at equal versions under one key.',
    properties: ['tenant-isolation', 'subject-isolation'],
    needs: [],
    minimumShare: 0.1,
    seen: equalTwins,
  },
  {
    id: 'tombstone',
    sentence: 'A forgotten record is there while the store is asked or written.',
    properties: ['tombstones'],
    needs: ['tombstones'],
    minimumShare: 0.3,
    seen: amongTombstones,
  },
  {
    id: 'second-handle',
    sentence: 'A call through another handle than the first.',
    properties: ['read-paths-agree'],
    needs: ['multi-handle'],
    minimumShare: 0.5,
    seen: throughSecondHandle,
  },
  {
    id: 'reopened-file',
    sentence: 'The store is closed and opened again while it holds something.',
    properties: ['durability'],
    needs: ['durable'],
    minimumShare: 0.1,
    seen: afterReopening,
  },
];
