// Inputs of a memory's operations and what each comes to, as data: most are bad, some only look it.
import type { Identity } from '../src/contract/identity.js';
import type { Operation, Outcome } from '../src/contract/operations.js';
import { readPolicy } from '../src/contract/policy.js';
import { type RefusalCode, refusals } from '../src/contract/refusals.js';
import {
  astral,
  except,
  type Fields,
  type Named,
  named,
  notCounts,
  notNumbers,
  notPlain,
  notShares,
  notTexts,
  notTrue,
  plain,
  replace,
} from './bad-values.js';

/** A call on an empty store under `badInputPolicy`, after the calls of `before`. */
export interface BadInput {
  readonly title: string;
  readonly operation: Operation;
  readonly expected: Outcome;
  readonly before?: readonly Operation[];
}

/** Takes any scope and many keys, so that odd ones reach the store. */
export const badInputPolicy = readPolicy([
  {
    kind: 'note',
    keys: { startsWith: 'k' },
    evidence: 'user_confirmed',
    scope: { startsWith: '' },
  },
  { kind: 'odd', keys: ['__proto__'], evidence: 'user_confirmed', scope: { startsWith: '' } },
  { kind: 'task', keys: ['status'], evidence: 'task_verified', scope: { startsWith: 'task:' } },
  {
    kind: 'choice',
    keys: ['language'],
    evidence: 'user_confirmed',
    scope: { exactly: 'profile' },
    values: ['中文', '英文'],
    aliases: { 语言: 'language' },
  },
]);

const lin = {
  tenant: 'acme',
  subject: 'lin',
  scopes: ['profile', 'task:one', '__proto__', astral(128)],
} satisfies Identity;

const good = {
  fact: {
    scope: 'profile',
    kind: 'note',
    key: 'k',
    value: 'plain',
    sourceRef: 'chat:1',
    observedAt: 90,
    confidence: 0.9,
    expiresAt: 900,
  },
  rememberTerms: { evidence: 'user_confirmed', expectedVersion: 0, now: 100 },
  searchTerms: { now: 100, text: '', minConfidence: 0.8, limit: 8 },
  decisionTerms: { expectedVersion: 0, now: 100, userConfirmed: true },
  contextTerms: { now: 100 },
} satisfies Record<string, Fields>;

/** The good call of each operation; it comes to this on an empty store. */
const calls = {
  remember: { do: 'remember', as: lin, fact: good.fact, terms: good.rememberTerms },
  search: { do: 'search', as: lin, scope: 'profile', terms: good.searchTerms },
  context: { do: 'context', as: lin, scope: 'profile', terms: good.contextTerms },
  forget: { do: 'forget', as: lin, scope: 'profile', key: 'k', terms: good.decisionTerms },
  restore: { do: 'restore', as: lin, scope: 'profile', key: 'k', terms: good.decisionTerms },
  inspect: { do: 'inspect', as: lin, scope: 'profile', key: 'k' },
} satisfies Record<string, Operation>;
type Name = keyof typeof calls;

const refused = (code: RefusalCode): Outcome => ({ refused: refusals[code].kind, code });

/** What a good call comes to on an empty store. */
const fine: Readonly<Record<Name, Outcome>> = {
  remember: { ok: 1 },
  search: { ok: [] },
  context: { ok: { type: 'untrusted_memory_data', actionAuthority: false, facts: [] } },
  forget: refused('missing'),
  restore: refused('missing'),
  inspect: { ok: undefined },
};

/** The call of this name with one argument replaced. */
function call(name: Name, argument: string, value: unknown): Operation {
  const changed: unknown = { ...calls[name], [argument]: value };
  return changed as Operation;
}

/** Rows that replace one argument, or one field of it, by each of the values. */
function rows(
  name: Name,
  place: string,
  values: Named,
  outcome: RefusalCode | 'fine',
): readonly BadInput[] {
  const [argument = '', field] = place.split('.');
  const whole: Fields = calls[name];
  return values.map(([title, value]) => ({
    title: `${name}: ${place}: ${title}`,
    operation: call(
      name,
      argument,
      field === undefined ? value : replace(whole[argument] as Fields, field, value),
    ),
    expected: outcome === 'fine' ? fine[name] : refused(outcome),
  }));
}

/** Rows for an argument that is an object. */
const objects = (name: Name, argument: string, fields: Fields): readonly BadInput[] => [
  ...rows(name, argument, notPlain(fields), 'malformed'),
  ...rows(name, argument, plain(fields), 'fine'),
];

const names: readonly Name[] = ['remember', 'search', 'context', 'forget', 'restore', 'inspect'];
const decisions: readonly Name[] = ['forget', 'restore'];

const shapes: readonly BadInput[] = [
  ...objects('remember', 'fact', good.fact),
  ...objects('remember', 'terms', good.rememberTerms),
  ...objects('search', 'terms', good.searchTerms),
  ...objects('context', 'terms', good.contextTerms),
  ...decisions.flatMap((name) => objects(name, 'terms', good.decisionTerms)),

  ...['scope', 'kind', 'key', 'value', 'sourceRef'].flatMap((field) =>
    rows('remember', `fact.${field}`, notTexts, 'malformed'),
  ),
  ...rows('remember', 'fact.observedAt', notNumbers, 'malformed'),
  ...rows('remember', 'fact.confidence', except(notNumbers, undefined), 'malformed'),
  ...rows('remember', 'fact.expiresAt', except(notNumbers, undefined, null), 'malformed'),
  ...rows('remember', 'terms.now', notNumbers, 'malformed'),
  ...rows('remember', 'terms.expectedVersion', notNumbers, 'malformed'),
  ...rows('remember', 'fact.confidence', named(undefined), 'fine'),
  ...rows('remember', 'fact.expiresAt', named(undefined, null), 'fine'),

  ...names.slice(1).flatMap((name) => rows(name, 'scope', notTexts, 'malformed')),
  ...[...decisions, 'inspect' as const].flatMap((name) => rows(name, 'key', notTexts, 'malformed')),
  ...names.slice(1, 5).flatMap((name) => rows(name, 'terms.now', notNumbers, 'malformed')),
  ...decisions.flatMap((name) => rows(name, 'terms.expectedVersion', notNumbers, 'malformed')),
  ...rows('search', 'terms.text', except(notTexts, undefined), 'malformed'),
  ...rows('search', 'terms.minConfidence', except(notNumbers, undefined), 'malformed'),
  ...rows('search', 'terms.limit', except(notNumbers, undefined), 'malformed'),
  ...['text', 'minConfidence', 'limit'].flatMap((field) =>
    rows('search', `terms.${field}`, named(undefined), 'fine'),
  ),
];

const identities: readonly BadInput[] = names.flatMap((name) => [
  ...rows(name, 'as', notPlain(lin), 'malformed'),
  ...rows(name, 'as', plain(lin), 'fine'),
  ...rows(name, 'as.tenant', notTexts, 'malformed'),
  ...rows(name, 'as.subject', notTexts, 'malformed'),
  ...rows(name, 'as.scopes', notLists(lin.scopes), 'malformed'),
  ...rows(
    name,
    'as.tenant',
    [
      ['empty', ''],
      ['129 code points', astral(129)],
    ],
    'bad-text',
  ),
  ...rows(
    name,
    'as.subject',
    [
      ['empty', ''],
      ['129 code points', astral(129)],
    ],
    'bad-text',
  ),
  ...rows(name, 'as.scopes', [['one empty', ['profile', '']]], 'bad-text'),
  ...rows(name, 'as.tenant', [['128 code points', astral(128)], ...named('__proto__')], 'fine'),
  ...rows(name, 'as.subject', [['128 code points', astral(128)], ...named('__proto__')], 'fine'),
  ...rows(name, 'as.scopes', [['named twice', [...lin.scopes, 'profile']]], 'fine'),
]);

/** What is no list of texts as a literal makes it. */
function notLists(list: readonly string[]): Named {
  class Odd extends Array<string> {}
  const sparse = [...list];
  sparse.length += 1;
  return [
    ...except(notTexts, 'k\ud800', '\udc00k', 'k\udc00\ud800', 'k\u0000').filter(
      ([name]) => name !== 'a list',
    ),
    ['a list of an own class', Odd.from(list)],
    ['a list with a gap', sparse],
    ['a list with a field', Object.assign([...list], { extra: 1 })],
    ['a set', new Set(list)],
    ...notTexts.map(([name, value]) => [`a list with ${name}`, [...list, value]] as const),
  ];
}

const tooLong: Named = [
  ['301 code points', astral(301)],
  ['301 letters', 'a'.repeat(301)],
];
const longest: Named = [
  ['300 code points', astral(300)],
  ['300 letters', 'a'.repeat(300)],
];

const domains: readonly BadInput[] = [
  ...rows('remember', 'fact.kind', named('unknown', '__proto__', '', 'NOTE'), 'unknown-kind'),
  ...rows('remember', 'fact.key', named('x', 'language', 'K', '', 'toString'), 'wrong-key'),
  ...rows(
    'remember',
    'terms.evidence',
    [...notTrue, ...named(true, 'USER_CONFIRMED', 'approved', 'task_verified')],
    'no-evidence',
  ),
  ...rows(
    'remember',
    'fact.scope',
    [
      ['empty', ''],
      ['129 code points', astral(129)],
    ],
    'bad-text',
  ),
  ...rows('remember', 'fact.key', [['129 code points', `k${astral(128)}`]], 'bad-text'),
  ...['value', 'sourceRef'].flatMap((field) => [
    ...rows('remember', `fact.${field}`, [['empty', ''], ...tooLong], 'bad-text'),
    ...rows('remember', `fact.${field}`, [...longest, ...named('__proto__', ' ', '%')], 'fine'),
  ]),
  ...rows('remember', 'terms.now', notCounts, 'bad-time'),
  ...rows('remember', 'fact.observedAt', notCounts, 'bad-time'),
  ...rows('remember', 'fact.observedAt', named(101, 2 ** 53 - 1), 'future-observation'),
  ...rows('remember', 'fact.observedAt', named(0, -0, 100), 'fine'),
  ...rows('remember', 'fact.confidence', notShares, 'bad-confidence'),
  ...rows('remember', 'fact.confidence', named(0, -0, 1, 0.5), 'fine'),
  ...rows('remember', 'fact.expiresAt', [...notCounts, ...named(0, -0, 99, 100)], 'bad-expiry'),
  ...rows('remember', 'fact.expiresAt', named(101, 2 ** 53 - 1), 'fine'),
  ...rows('remember', 'terms.expectedVersion', notCounts, 'bad-version'),
  ...rows('remember', 'terms.expectedVersion', named(-0), 'fine'),
  ...rows('remember', 'terms.expectedVersion', named(1, 2 ** 53 - 1), 'missing'),
  ...rows('remember', 'fact.scope', named('granted to nobody'), 'scope'),
  ...rows(
    'remember',
    'fact.scope',
    [...named('__proto__'), ['128 code points', astral(128)]],
    'fine',
  ),
  ...rows('remember', 'fact.key', [['128 code points', `k${astral(127)}`]], 'fine'),

  ...names
    .slice(1)
    .flatMap((name) =>
      rows(
        name,
        'scope',
        [...named('', 'granted to nobody', 'PROFILE'), ['300 code points', astral(300)]],
        'scope',
      ),
    ),
  ...names
    .slice(1)
    .flatMap((name) =>
      rows(name, 'scope', [...named('__proto__'), ['128 code points', astral(128)]], 'fine'),
    ),
  ...names.slice(1, 5).flatMap((name) => rows(name, 'terms.now', notCounts, 'bad-time')),
  ...names
    .slice(1, 5)
    .flatMap((name) => rows(name, 'terms.now', named(0, -0, 2 ** 53 - 1), 'fine')),
  ...rows('search', 'terms.limit', [...notCounts, ...named(0, -0, 21)], 'bad-limit'),
  ...rows('search', 'terms.limit', named(1, 20), 'fine'),
  ...rows('search', 'terms.minConfidence', notShares, 'bad-threshold'),
  ...rows('search', 'terms.minConfidence', named(0, -0, 1), 'fine'),
  ...rows('search', 'terms.text', tooLong, 'bad-text'),
  ...rows('search', 'terms.text', [...longest, ...named('', '%', '__proto__')], 'fine'),

  ...decisions.flatMap((name) => [
    ...rows(name, 'terms.userConfirmed', notTrue, 'not-confirmed'),
    ...rows(name, 'terms.expectedVersion', notCounts, 'bad-version'),
    ...rows(name, 'terms.expectedVersion', named(-0, 2 ** 53 - 1), 'fine'),
  ]),
  ...[...decisions, 'inspect' as const].flatMap((name) => [
    ...rows(
      name,
      'key',
      [
        ['empty', ''],
        ['129 code points', astral(129)],
      ],
      'bad-text',
    ),
    ...rows(
      name,
      'key',
      [['128 code points', astral(128)], ...named('__proto__', 'unknown')],
      'fine',
    ),
  ]),
];

const odd = {
  ...calls.remember,
  as: { ...lin, tenant: '__proto__', subject: 'constructor' },
  fact: { ...good.fact, scope: '__proto__', kind: 'odd', key: '__proto__' },
} satisfies Operation;
const choice = { ...good.fact, kind: 'choice', key: 'language' };
const secret = {
  ...calls.remember,
  as: { ...lin, scopes: ['secret'] },
  fact: { ...good.fact, scope: 'secret' },
} satisfies Operation;

const stories: readonly BadInput[] = [
  {
    title: 'remember: __proto__ as scope, key and tenant is ordinary text',
    operation: odd,
    expected: { ok: 1 },
  },
  {
    title: 'remember: __proto__ as scope, key and tenant names one record',
    before: [odd],
    operation: odd,
    expected: refused('stale-version'),
  },
  {
    title: 'inspect: __proto__ of another tenant is another record',
    before: [odd],
    operation: { ...calls.inspect, scope: '__proto__', key: '__proto__' },
    expected: { ok: undefined },
  },
  ...rows(
    'remember',
    'fact',
    [
      ['a value not listed', choice],
      ['a listed value in other letters', { ...choice, value: '英文 ' }],
    ],
    'bad-value',
  ),
  ...rows(
    'remember',
    'fact',
    [
      ['a listed value', { ...choice, value: '英文' }],
      ['an alias', { ...choice, key: '语言', value: '中文' }],
    ],
    'fine',
  ),
  ...rows(
    'remember',
    'fact',
    [['a scope of another rule', { ...choice, scope: 'task:one' }]],
    'wrong-scope',
  ),
  ...(['remember', 'search', 'context', 'forget', 'restore', 'inspect'] as const).map(
    (name): BadInput => ({
      title: `${name}: a scope that is not granted but holds a record`,
      before: [secret],
      operation:
        name === 'remember' ? call(name, 'fact', secret.fact) : call(name, 'scope', 'secret'),
      expected: refused('scope'),
    }),
  ),
];

/** Every row once; titles are unique. */
export const badInputs: readonly BadInput[] = [...shapes, ...identities, ...domains, ...stories];
