// What a person reads: operations, outcomes, counterexamples and verdicts as text, and the same as JSON.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Json, oddObjects, unescape } from '../src/contract/escape.js';
import { type Operation, operationNames, type Outcome } from '../src/contract/operations.js';
import { defaultPolicy, readPolicy } from '../src/contract/policy.js';
import type { CheckReport, Counterexample, PropertyResult } from '../src/engine/result.js';
import { emphasisOf, type ToldStep } from '../src/report/emphasis.js';
import { checkJson } from '../src/report/json.js';
import { differenceWords, outcomeWords } from '../src/report/outcome.js';
import { plain } from '../src/report/palette.js';
import { replayJson, replayText } from '../src/report/replayed.js';
import { stepLines } from '../src/report/steps.js';
import { checkText } from '../src/report/text.js';
import { nameWords, textWords, valueWords } from '../src/report/values.js';
import { displayWidth, padEnd, padStart } from '../src/report/width.js';
import { identityWords, operationWords } from '../src/report/words.js';

const lin = { tenant: 'acme', subject: 'lin', scopes: ['profile', 'task:one'] };
const fact = {
  scope: 'profile',
  kind: 'preference',
  key: 'response_style',
  value: 'a',
  sourceRef: 's',
  observedAt: 100,
};
const { scope: _scope, ...payload } = fact;
const terms = { evidence: 'user_confirmed', expectedVersion: 1, now: 100 };
const decision = { expectedVersion: 2, now: 100, userConfirmed: true };

/** An operation on one line, its columns apart. */
const line = (operation: Operation, client = 0): string => {
  const { who, what, how } = operationWords(operation, client);
  return [who, what, how].filter((part) => part !== '').join(' | ');
};

const remember = (more: object = {}, moreTerms: object = {}): Operation => ({
  do: 'remember',
  as: lin,
  fact: { ...fact, ...more },
  terms: { ...terms, ...moreTerms },
});
const search = (more: object = {}): Operation => ({
  do: 'search',
  as: lin,
  scope: 'profile',
  terms: { now: 100, ...more },
});
const step = (operation: Operation, expected: Outcome, actual = expected): ToldStep => ({
  call: { client: 0, operation },
  expected,
  actual,
});
const refused = { refused: 'conflict', code: 'stale-version' } as const;

const plainly: readonly (readonly [Operation, string])[] = [
  [remember(), 'acme/lin | remember profile/response_style = "a" | expecting 1'],
  [search({ text: 'b', limit: 3 }), 'acme/lin | search profile | text "b", limit 3'],
  [
    { do: 'forget', as: lin, scope: 'profile', key: 'display_name', terms: decision },
    'acme/lin | forget profile/display_name | expecting 2',
  ],
  [
    { do: 'restore', as: lin, scope: 'profile', key: 'display_name', terms: decision },
    'acme/lin | restore profile/display_name | expecting 2',
  ],
  [
    { do: 'inspect', as: lin, scope: 'profile', key: 'display_name' },
    'acme/lin | inspect profile/display_name',
  ],
  [{ do: 'context', as: lin, scope: 'profile', terms: { now: 100 } }, 'acme/lin | context profile'],
  [
    {
      do: 'prepare',
      as: lin,
      label: '#3',
      candidate: fact,
      terms: { evidence: 'user_confirmed', attemptedVersion: 1, now: 100, lifetime: 9 },
    },
    'acme/lin | prepare profile/response_style = "a" | as #3, attempted on 1, lifetime 9',
  ],
  [
    {
      do: 'resolve',
      as: lin,
      case: '#3',
      decision: { choice: 'use_candidate', approved: true, now: 100 },
    },
    'acme/lin | resolve #3 use_candidate',
  ],
  [
    {
      do: 'invoke',
      label: '#4',
      request: { scope: 'task:one', provenance: 'user-stated', now: 100 },
    },
    'runtime | invoke task:one by user-stated | as #4',
  ],
  [{ do: 'create', invocation: '#4', payload }, 'runtime | create response_style = "a" | with #4'],
  [
    { do: 'update', invocation: '#4', payload, terms: { expectedVersion: 3 } },
    'runtime | update response_style = "a" | expecting 3, with #4',
  ],
  [{ do: 'read', invocation: '#4', key: 'status' }, 'runtime | read status | with #4'],
  [
    {
      do: 'propose',
      as: lin,
      label: '#5',
      candidate: fact,
      terms: { provenance: 'model-inferred', now: 100 },
    },
    'acme/lin | propose profile/response_style = "a" | as #5, provenance model-inferred',
  ],
  [
    {
      do: 'confirm',
      as: lin,
      proposal: '#5',
      digest: { of: '#5' },
      decision: { confirmed: true, now: 100 },
    },
    'acme/lin | confirm #5',
  ],
  [{ do: 'records' }, 'host | read every record as it is stored'],
  [{ do: 'close' }, 'host | close the handle'],
  [{ do: 'reopen' }, 'host | close all handles and open again'],
];

describe('an operation', () => {
  test.each(plainly)('reads as a sentence: %#', (operation, words) => {
    expect(line(operation)).toBe(words);
  });

  test('of every kind has its words', () => {
    expect(plainly.map(([operation]) => operation.do).toSorted()).toEqual(
      operationNames.toSorted(),
    );
  });

  test('through another handle names it', () => {
    expect(line(search(), 1)).toBe('acme/lin on handle 2 | search profile');
    expect(line({ do: 'close' }, 2)).toBe('host on handle 3 | close the handle');
  });

  const odd: readonly (readonly [string, Operation, string])[] = [
    ['a wrong number', remember({}, { expectedVersion: Number.NaN }), 'expecting NaN'],
    ['minus zero', remember({}, { expectedVersion: -0 }), 'expecting -0'],
    ['a bigint', remember({}, { now: 10n }), 'expecting 1, at 10n'],
    ['a wrong time', remember({ observedAt: -1 }), 'expecting 1, observed at -1'],
    ['an absent field', search({ now: undefined }), 'at undefined'],
    ['an expiry', remember({ expiresAt: 110 }), 'expecting 1, expires at 110'],
    ['a confidence', remember({ confidence: 0.5 }), 'expecting 1, confidence 0.5'],
    ['no evidence', remember({}, { evidence: 'approved' }), 'expecting 1, evidence approved'],
    ['a wrong kind', remember({ kind: '' }), 'expecting 1, kind ""'],
    ['a null', remember({ sourceRef: null }), 'expecting 1, sourceRef null'],
    ['an unknown field', remember({ extra: [1] }), 'expecting 1, extra [1]'],
    [
      'no confirmation',
      { do: 'forget', as: lin, scope: 's', key: 'k', terms: { ...decision, userConfirmed: 1 } },
      'expecting 2, userConfirmed 1',
    ],
    ['missing terms', { do: 'search', as: lin, scope: 'profile', terms: {} }, 'without now'],
    [
      'a missing field',
      {
        do: 'remember',
        as: lin,
        fact: { scope: 's', key: 'k', value: 'v', kind: 'x', observedAt: 1 },
        terms,
      },
      'expecting 1, without sourceRef',
    ],
    ['no terms at all', { do: 'search', as: lin, scope: 'profile', terms: null }, 'with null'],
    [
      'a clone',
      { do: 'create', invocation: { forged: 'clone', of: '#4' }, payload },
      'with a clone of #4',
    ],
    [
      'a hand-built invocation',
      { do: 'read', invocation: { forged: 'hand-built', of: '#4' }, key: 'k' },
      'with a hand-built copy of #4',
    ],
    [
      'another runtime',
      { do: 'read', invocation: { forged: 'other-runtime', of: '#4' }, key: 'k' },
      'with one like #4 of another runtime',
    ],
    [
      'a foreign digest',
      {
        do: 'confirm',
        as: lin,
        proposal: '#5',
        digest: { of: '#6' },
        decision: { confirmed: true, now: 1 },
      },
      'with the digest of #6',
    ],
    [
      'a made-up digest',
      {
        do: 'confirm',
        as: lin,
        proposal: '#5',
        digest: { text: 'x' },
        decision: { confirmed: true, now: 1 },
      },
      'with the digest "x"',
    ],
    ['another policy', { do: 'reopen', policy: defaultPolicy }, 'under another policy'],
  ];
  test.each(odd)('never hides %s', (_, operation, how) => {
    expect(operationWords(operation).how).toBe(how);
  });

  test.each(['frozen', 'null-prototype'] as const)('says that an object is %s', (made) => {
    const operation = { ...search(), terms: oddObjects[made]({ now: 100 }) };
    const words = made === 'frozen' ? 'in a frozen object' : 'in an object without prototype';
    expect(operationWords(operation).how).toBe(words);
  });

  test.each(['instance', 'inherited', 'getters', 'hidden', 'symbol-key'] as const)(
    'shows an object of make %s in the escaped form',
    (made) => {
      const whole = { ...remember(), fact: oddObjects[made](fact) };
      const asTerms = { ...search(), terms: oddObjects[made]({ now: 100 }) };
      expect(operationWords(whole).what).toMatch(
        new RegExp(`^remember \\{"\\$":"object","made":"${made}"`, 'u'),
      );
      expect(operationWords(asTerms).how).toBe(
        `with {"$":"object","made":"${made}","fields":{"now":100}}`,
      );
    },
  );

  test('shows scopes and keys that are no texts', () => {
    expect(line({ do: 'inspect', as: lin, scope: 3, key: undefined })).toBe(
      'acme/lin | inspect 3/undefined',
    );
  });
});

describe('a value', () => {
  test.each([
    ['a', '"a"'],
    ['say "hi"\\', '"say \\"hi\\"\\\\"'],
    ['两 列', '"两 列"'],
    ['e\u0301', '"e\\u{301}"'],
    ['\u001b[31m\n', '"\\u{1b}[31m\\n"'],
    ['\ud800', '"\\u{d800}"'],
    ['\u00a0\u200b\u202e', '"\\u{a0}\\u{200b}\\u{202e}"'],
    ['x'.repeat(40), `"${'x'.repeat(40)}"`],
    ['😀'.repeat(300), `"${'😀'.repeat(24)}…" (300 code points)`],
  ])('that is the text %j shows every character', (text, words) => {
    expect(textWords(text)).toBe(words);
  });

  test.each([
    ['task:one', 'task:one'],
    ['语言', '语言'],
    ['a/b', '"a/b"'],
    ['a ', '"a "'],
    ['', '""'],
    ['x'.repeat(128), `"${'x'.repeat(24)}…" (128 code points)`],
  ])('that is the name %j is bare only where nothing misleads', (name, words) => {
    expect(nameWords(name)).toBe(words);
  });

  test.each([
    [undefined, 'undefined'],
    [null, 'null'],
    [3.5, '3.5'],
    [Number.NaN, 'NaN'],
    [-0, '-0'],
    [10n, '10n'],
    [Symbol.iterator, 'a symbol'],
    [() => 1, 'a function'],
    [{ a: Number.NaN }, '{"a":{"$":"NaN"}}'],
    [['a'], '["a"]'],
    [{ a: '\u001b' }, '{"a":"\\u001b"}'],
    [{ a: '\u007f\u202e' }, '{"a":"\\u{7f}\\u{202e}"}'],
  ])('%o is told as it is', (value, words) => {
    expect(valueWords(value)).toBe(words);
  });

  test('never reaches the terminal with a control character', () => {
    const anything = fc.oneof(fc.string({ unit: 'binary' }), fc.anything());
    fc.assert(
      fc.property(anything, (value) => !/\p{Cc}/u.test(valueWords(value))),
      { seed: 1, endOnFailure: true },
    );
  });

  test('of an identity keeps its parts apart', () => {
    expect(identityWords(lin)).toBe('acme/lin');
    expect(identityWords({ tenant: 'a/b', subject: 'c', scopes: [] }, true)).toBe('"a/b"/c [none]');
    expect(identityWords(lin, true)).toBe('acme/lin [profile, task:one]');
  });
});

describe('the width of a text', () => {
  test.each([
    ['abc', 3],
    ['中文', 4],
    ['가나', 4],
    ['ａ', 2],
    ['😀', 2],
    ['👨‍👩‍👧', 2],
    ['🇨🇳', 2],
    ['❤️', 2],
    ['e\u0301', 1],
    ['…✗→', 3],
    ['\u200b', 0],
    ['𠀀', 2],
  ])('%j is %i columns', (text, columns) => {
    expect(displayWidth(text)).toBe(columns);
  });

  test('is what padding counts', () => {
    expect(padEnd('中文', 6)).toBe('中文  ');
    expect(padStart('中文', 6)).toBe('  中文');
    expect(padEnd('中文', 3)).toBe('中文');
  });
});

const found = {
  scope: 'profile',
  kind: 'preference',
  key: 'response_style',
  value: 'a',
  sourceRef: 's',
  observedAt: 100,
  confidence: 1,
  expiresAt: null,
  evidence: 'user_confirmed',
  updatedAt: 100,
  version: 1,
};
const record = { ...found, tenant: 'acme', subject: 'lin', deletedAt: null };

describe('an outcome', () => {
  test.each([
    ['remember', { ok: 2 }, 'version 2'],
    ['remember', { ok: undefined }, 'undefined'],
    ['remember', refused, 'conflict (stale-version)'],
    [
      'search',
      { threw: 'TypeError: no\nsuch thing' },
      'an error that is no refusal: "TypeError: no\\nsuch thing"',
    ],
    ['search', { ok: [] }, 'no facts'],
    ['search', { ok: [found] }, 'profile/response_style = "a" (version 1)'],
    [
      'search',
      { ok: [found, found, found, found, found] },
      `${'profile/response_style = "a" (version 1), '.repeat(3).slice(0, -2)} and 2 more facts`,
    ],
    ['search', { ok: 'nothing' }, '"nothing"'],
    ['inspect', { ok: undefined }, 'no record'],
    ['inspect', { ok: record }, 'acme/lin profile/response_style = "a" (version 1)'],
    [
      'inspect',
      { ok: { ...record, deletedAt: 101 } },
      'acme/lin profile/response_style = "a" (version 1, forgotten)',
    ],
    ['records', { ok: [] }, 'no records'],
    [
      'context',
      { ok: { type: 'untrusted_memory_data', actionAuthority: false, facts: [] } },
      'untrusted data: no facts',
    ],
    [
      'context',
      { ok: { type: 'memory', actionAuthority: true, facts: [] } },
      'data of type "memory" with authority true: no facts',
    ],
    [
      'context',
      { ok: { type: 'untrusted_memory_data', actionAuthority: true, facts: [] } },
      'data of type "untrusted_memory_data" with authority true: no facts',
    ],
    [
      'prepare',
      { ok: { id: '#3', current: record, expiresAt: 400 } },
      'case #3 on acme/lin profile/response_style = "a" (version 1), open until 400',
    ],
    ['resolve', { ok: { caseId: '#3', outcome: 'kept', version: 1 } }, 'kept, version 1'],
    [
      'invoke',
      { ok: { scope: 'task:one', provenance: 'user-stated', now: 100 } },
      'an invocation for task:one by user-stated at 100',
    ],
    [
      'create',
      { ok: { version: 1, actor: 'agent 7', provenance: 'user-confirmed' } },
      'version 1 by "agent 7", user-confirmed',
    ],
    [
      'propose',
      { ok: { id: '#5', baseVersion: 0, expiresAt: 200 } },
      'proposal #5 on version 0, open until 200',
    ],
    ['confirm', { ok: { outcome: 'unchanged', version: 1 } }, 'unchanged, version 1'],
    ['close', { ok: undefined }, 'done'],
  ] as const)('of %s: %o', (name, outcome, words) => {
    expect(outcomeWords(name, outcome)).toBe(words);
  });

  test('names the fields in which it differs from the expected one', () => {
    const other = { ...found, updatedAt: 101, sourceRef: 't', more: 1 };
    expect(differenceWords({ ok: [found] }, { ok: [other] })).toEqual([
      '[0].sourceRef: expected "s", got "t"',
      '[0].updatedAt: expected 100, got 101',
      '[0].more: expected nothing, got 1',
    ]);
    expect(differenceWords({ ok: 1 }, { ok: 2 })).toEqual([]);
    expect(differenceWords({ ok: found }, refused)).toEqual([]);
  });

  test('counts the fields it has no room for', () => {
    const [a, b] = [0, 1].map((value) =>
      Object.fromEntries('abcdef'.split('').map((n) => [n, value])),
    );
    expect(differenceWords({ ok: a }, { ok: b }).at(-1)).toBe('and 2 other fields');
  });
});

const stale: readonly ToldStep[] = [
  step(remember({}, { expectedVersion: 0 }), { ok: 1 }),
  step(remember({ value: 'b' }), { ok: 2 }),
  step(remember({ value: 'c' }), refused, { ok: 3 }),
];
const counterexample: Counterexample = {
  property: 'cas',
  sequence: 4,
  from: 37,
  reproduced: true,
  ladder: [37, 3],
  setup: {
    policy: defaultPolicy,
    owner: lin,
    principal: { ...lin, actorId: 'agent 7', provenances: ['user-stated'] },
  },
  durableProposals: true,
  steps: stale,
};
const sentence = 'A write that names an old version changes nothing.';
const result = (more: Partial<PropertyResult>): PropertyResult => ({
  id: 'cas',
  sentence,
  core: false,
  verdict: 'holds',
  observations: 1234,
  ...more,
});
const report = (more: Partial<CheckReport> = {}): CheckReport => ({
  contractRevision: 1,
  store: { name: 'sqlite' },
  seed: 1,
  verdict: 'conformant',
  sequences: 200,
  withSecondHandle: 194,
  withReopen: 1,
  operations: 137_066,
  partedElsewhere: 0,
  claimed: ['versions'],
  missing: [],
  unclaimed: [],
  properties: [result({})],
  coverage: { search: { ok: 2, scope: 1 }, remember: { 'stale-version': 1, ok: 3 } },
  situations: [],
  ...more,
});
const failing = report({
  verdict: 'failed',
  properties: [result({ verdict: 'fails', counterexample })],
});

const told = (steps: readonly ToldStep[]): readonly string[] => stepLines(steps, true, plain);

describe('a counterexample', () => {
  test('reads as in the design', () => {
    const replays = { cas: 'touchstone replay .touchstone/cas-7f3a.json' };
    expect(checkText(failing, { replays })).toContain(
      `cas  FAILS  in sequence 4; 37 calls shrunk to 3

    1  acme/lin   remember profile/response_style = "a"   expecting 0   → version 1
    2  acme/lin   remember profile/response_style = "b"   expecting 1   → version 2
  ✗ 3  acme/lin   remember profile/response_style = "c"   expecting 1   expected conflict (stale-version), got version 3

  promise   A write that names an old version changes nothing.
  replay    touchstone replay .touchstone/cas-7f3a.json
`,
    );
  });

  test('gives expected and got lines of their own where the line is full', () => {
    const long = { ok: [found, { ...found, value: 'x'.repeat(40) }] };
    expect(told([step(search(), long, { ok: [] })])).toEqual([
      '  ✗ 1  acme/lin   search profile',
      '       expected  profile/response_style = "a" (version 1), ' +
        `profile/response_style = "${'x'.repeat(40)}" (version 1)`,
      '       got       no facts',
    ]);
  });

  test('names the differing fields where the words are the same', () => {
    const other = { ok: { ...record, sourceRef: 't' } };
    const inspect: Operation = { do: 'inspect', as: lin, scope: 'profile', key: 'display_name' };
    expect(told([step(remember(), { ok: 1 }), step(inspect, { ok: record }, other)])).toEqual([
      '    1  acme/lin   remember profile/response_style = "a"   expecting 1, sourceRef "s"   → version 1',
      '  ✗ 2  acme/lin   inspect profile/display_name                                         ' +
        '→ acme/lin profile/response_style = "a" (version 1), but not as expected',
      '       sourceRef: expected "s", got "t"',
    ]);
  });

  test('repeats no field that the words have told', () => {
    const kept = { caseId: '#1', outcome: 'kept' };
    const resolve: Operation = { do: 'resolve', as: lin, case: '#1', decision: null };
    const parted = step(resolve, { ok: { ...kept, version: 1 } }, { ok: { ...kept, version: 2 } });
    expect(told([parted])).toEqual([
      '  ✗ 1  acme/lin   resolve #1 null   expected kept, version 1, got kept, version 2',
    ]);
  });

  test('marks where it parts, also where nothing differs that words could tell', () => {
    const [line] = told([step(search(), { ok: [] })]);
    expect(line).toBe('  ✗ 1  acme/lin   search profile   → no facts, but not as expected');
  });

  test('marks every writer of a race that was not answered as promised', () => {
    const busy = { refused: 'unavailable', code: 'busy' } as const;
    const racers = [
      step(remember(), { ok: 2 }),
      step(remember(), refused, busy),
      step(remember(), refused),
      step(remember(), refused, { ok: 2 }),
    ];
    expect(told(racers).map((each) => each.slice(0, 5))).toEqual([
      '    1',
      '  ✗ 2',
      '    3',
      '  ✗ 4',
    ]);
  });

  test('aligns its steps by columns, whatever the script', () => {
    const lines = told([
      step(remember({ value: '中文' }), { ok: 1 }),
      step(remember({ value: '😀b' }), { ok: 2 }),
      step(remember({ value: 'abc' }), refused, { ok: 3 }),
    ]);
    const columns = lines.map((each) => displayWidth(each.slice(0, each.indexOf('expecting'))));
    expect(new Set(columns).size).toBe(1);
  });

  test('shows the clock only where times differ', () => {
    expect(told([step(search(), { ok: [] }, refused)])[0]).not.toContain('at 100');
    const steps = [step(search(), { ok: [] }), step(search({ now: 101 }), { ok: [] }, refused)];
    expect(told(steps).map((each) => /at \d+/.exec(each)?.[0])).toEqual(['at 100', 'at 101']);
    const expiring = [step(remember({ expiresAt: 101 }), { ok: 1 }, refused)];
    expect(told(expiring)[0]).toContain('expecting 1, at 100, expires at 101');
    const backwards = { refused: 'conflict', code: 'clock-backwards' } as const;
    expect(told([step(remember(), { ok: 1 }, backwards)])[0]).toContain('expecting 1, at 100');
  });

  test('shows what the refusals are about, in every step', () => {
    const older = { refused: 'conflict', code: 'older-observation' } as const;
    const steps = [
      step(remember(), { ok: 1 }),
      step(remember({ observedAt: 99 }), older, { ok: 2 }),
    ];
    expect(told(steps).flatMap((each) => /observed at \d+/.exec(each)?.[0] ?? [])).toEqual([
      'observed at 100',
      'observed at 99',
    ]);
    const scope = { refused: 'denied', code: 'scope' } as const;
    expect(told([step(search(), scope, { ok: [] })])[0]).toContain('acme/lin [profile, task:one]');
    const malformed = { refused: 'invalid', code: 'malformed' } as const;
    expect(told([step(remember(), { ok: 1 }, malformed)])[0]).toContain(
      'expecting 1, at 100, evidence user_confirmed, observed at 100, kind preference, sourceRef "s"',
    );
    expect(emphasisOf([step(remember(), malformed)]).everything).toBe(false);
  });

  test('shows the rules its calls name where the policy is not the default one', () => {
    const policy = readPolicy([
      {
        kind: 'preference',
        keys: ['language', 'tone'],
        evidence: 'user_confirmed',
        scope: { exactly: 'profile' },
        values: ['中文', '英文'],
        aliases: { 语言: 'language' },
      },
      {
        kind: 'note',
        keys: { startsWith: 'n:' },
        evidence: 'user_confirmed',
        scope: { startsWith: '' },
      },
      { kind: 'other', keys: ['z'], evidence: 'task_verified', scope: { startsWith: 'task:' } },
    ]);
    const steps = [
      step(remember({ key: '语言' }), { ok: 1 }),
      step(remember({ key: 'n:1', kind: 'note' }), { ok: 1 }, refused),
    ];
    const setup = { ...counterexample.setup, policy };
    const properties = [
      result({ verdict: 'fails', counterexample: { ...counterexample, steps, setup } }),
    ];
    const text = checkText(report({ verdict: 'failed', properties }));
    expect(text).toContain(`
  policy    preference: keys language and 1 more; evidence user_confirmed; scope profile; values "中文", "英文"; 语言 means language
            note: keys from "n:"; evidence user_confirmed; any scope
  promise `);
    expect(text).not.toContain('other:');
  });

  test('says so where it was not seen again', () => {
    const unsteady = { ...counterexample, reproduced: false };
    const properties = [result({ verdict: 'fails', counterexample: unsteady })];
    const text = checkText(report({ verdict: 'failed', properties }));
    expect(text).toContain('cas  FAILS  in sequence 4; 37 calls, not seen to fail again\n');
    expect(text).toContain('  caution   The same calls passed when they were made again:');
    expect(checkText(failing)).not.toContain('caution');
  });

  test('names reviewer and runtime where they take part', () => {
    const steps = [
      step({ do: 'read', invocation: '#1', key: 'status' }, { ok: undefined }),
      step({ do: 'resolve', as: lin, case: '#1', decision: null }, refused, { ok: 1 }),
    ];
    const properties = [result({ verdict: 'fails', counterexample: { ...counterexample, steps } })];
    const text = checkText(report({ verdict: 'failed', properties }));
    expect(text).toContain(`
  reviewer  acme/lin [profile, task:one]
  runtime   "agent 7" acts for acme/lin [profile, task:one], as user-stated
`);
  });
});

describe('the report', () => {
  test('gives every property a line with its verdict and why', () => {
    const properties = [
      result({ id: 'cas' }),
      result({ id: 'expiry', observations: 1 }),
      result({ id: 'tombstones', verdict: 'fails', counterexample }),
      result({ id: 'context', verdict: 'inconclusive', reason: 'no call put it to the test' }),
      result({ id: 'durability', verdict: 'not-claimed', reason: 'needs durable' }),
      result({ id: 'closed', verdict: 'not-selected' }),
    ];
    expect(
      checkText(report({ verdict: 'failed', properties }))
        .split('\n')
        .slice(0, 8),
    ).toEqual([
      'sqlite   seed 1   contract revision 1',
      '',
      '  cas         holds         at stake in 1,234 calls',
      '  expiry      holds         at stake in 1 call',
      '  tombstones  FAILS         in sequence 4; 37 calls shrunk to 3',
      '  context     inconclusive  no call put it to the test',
      '  durability  not claimed   needs durable',
      '  closed      not selected',
    ]);
  });

  test('says what was done and what was not', () => {
    const text = checkText(
      report({ missing: ['tombstones'], unclaimed: ['inspect'], partedElsewhere: 2 }),
    );
    expect(text).toContain(
      '137,066 calls in 200 sequences (194 with a second handle, 1 with a reopening).\n' +
        '2 of 17 operations, 2 kinds of refusal. Never called: forget, restore,',
    );
    expect(text).toMatch(/ Never refused with: malformed, .* and \d+ more\.$/mu);
    expect(text).not.toMatch(/Never refused with: .*(?:busy|timeout|io)\b/u);
    expect(text).toContain(
      'Claimed, but the method is not there: tombstones (forget and restore). ' +
        'Add it, or drop the claim.\n' +
        'There, but not claimed: inspect (the raw record of an address can be read). ' +
        'Claim it to have it checked.\n' +
        '2 sequences parted first on a property that was not selected.',
    );
  });

  test('says how many broken stores it would have caught, and which it missed', () => {
    const mutant = { property: 'cas', misconception: 'm', sequences: 1, operations: 2 };
    const sensitivity = {
      tried: [
        { ...mutant, id: 'version-ignored', isCaught: true },
        { ...mutant, id: 'version-guessed', isCaught: false },
      ],
      notTried: ['a', 'b'],
      notApplicable: ['c'],
    };
    expect(checkText(report({ sensitivity }))).toContain(
      'Of 2 mutants of sqlite, each with one promise broken on purpose, ' +
        '1 was caught by that promise (2 not tried, 1 not applicable).\n' +
        'Not caught: version-guessed (breaks cas).\n',
    );
    const all = { tried: sensitivity.tried.slice(0, 1), notTried: [], notApplicable: [] };
    const text = checkText(report({ sensitivity: all }));
    expect(text).toContain(
      'Of 1 mutant of sqlite, each with one promise broken on purpose, 1 was caught by that promise.\n',
    );
    expect(text).not.toContain('Not caught');
    expect(checkJson(report({ sensitivity }))['sensitivity']).toEqual(sensitivity);
    expect(checkText(report())).not.toContain('mutant');
  });

  test('names the situations that came up too rarely', () => {
    const situation = { id: 'x', properties: ['cas'], sequences: 3, minimumShare: 0.3 };
    const situations = [
      { ...situation, sentence: 'A call at the boundary.', enough: false },
      { ...situation, sentence: 'A call elsewhere.', enough: true },
    ];
    const text = checkText(report({ situations }));
    expect(text).toContain(
      '\nToo rare: A call at the boundary (3 of 200 sequences, 30 % needed).\n',
    );
    expect(text).not.toContain('elsewhere');
    expect(checkJson(report({ situations }))['situations']).toEqual(situations);
  });

  const nothing = { verdict: 'partial', operations: 0, coverage: {} } as const;
  const unselected = [result({}), result({ core: true, verdict: 'not-selected' })];
  test.each([
    [report(), 'Conformant: every property that sqlite claims holds. Search further'],
    [failing, 'Failed: sqlite breaks 1 promise: cas. Mend the store'],
    [report(nothing), 'Partial: nothing was called, so nothing is known about sqlite. Ask for'],
    [report({ verdict: 'partial', missing: ['inspect'] }), 'seen to hold. Add what is claimed'],
    [
      report({ verdict: 'partial', properties: unselected }),
      'seen to hold. Leave out --properties',
    ],
    [report({ verdict: 'partial' }), 'seen to hold. Each open property says why'],
    [report({ verdict: 'error' }), 'Error: the harness broke, so nothing is said about sqlite.'],
  ])('ends with the verdict and what to do next: %#', (given, words) => {
    expect(checkText(given).trimEnd().split('\n').at(-1)).toContain(words);
  });

  test('says why it stopped early', () => {
    const text = checkText(report({ verdict: 'partial' }), { stopped: 'Stopped by hand.' });
    expect(text.trimEnd().split('\n').slice(-2)).toEqual([
      'Stopped by hand.',
      'Partial: nothing failed, but not all that sqlite claims was seen to hold. ' +
        'Run it again to the end.',
    ]);
  });

  test('is the same text without the colours of its palette', () => {
    const mark = (text: string): string => `<${text}>`;
    const palette = { good: mark, bad: mark, unsure: mark, strong: mark, quiet: mark };
    const coloured = checkText(failing, { palette });
    expect(coloured).toContain('<FAILS>');
    expect(coloured.replace(/[<>]/g, '')).toBe(checkText(failing));
  });
});

describe('the report as JSON', () => {
  test('has a stable order of keys', () => {
    const { coverage, ...rest } = checkJson(failing, { cas: '.touchstone/cas-7f3a.json' });
    expect(Object.keys({ ...rest, coverage })).toEqual(
      'format formatVersion contractRevision store seed verdict sequences withSecondHandle withReopen operations partedElsewhere claimed missing unclaimed properties situations coverage'.split(
        ' ',
      ),
    );
    expect(JSON.stringify(coverage)).toBe(
      '{"remember":{"ok":3,"stale-version":1},"search":{"ok":2,"scope":1}}',
    );
    expect(rest['properties']).toEqual([
      {
        id: 'cas',
        sentence,
        core: false,
        verdict: 'fails',
        observations: 1234,
        counterexample: expect.objectContaining({ sequence: 4, from: 37 }),
        replay: '.touchstone/cas-7f3a.json',
      },
    ]);
  });

  test('keeps bad arguments, so that they can be read back', () => {
    const operation = remember({ observedAt: Number.NaN, expiresAt: 10n, extra: undefined });
    const steps = [step(operation, { ok: undefined }, { threw: 'x' })];
    const properties = [result({ verdict: 'fails', counterexample: { ...counterexample, steps } })];
    const given: unknown = JSON.parse(JSON.stringify(checkJson(report({ properties }))));
    const kept = given as {
      properties: [{ counterexample: { steps: [{ operation: Json; expected: Json }] } }];
    };
    const [kinds] = kept.properties[0].counterexample.steps;
    expect(unescape(kinds.operation)).toStrictEqual(operation);
    expect(unescape(kinds.expected)).toStrictEqual({ ok: undefined });
  });

  test('holds what broke only where something did', () => {
    expect(checkJson(report())).not.toHaveProperty('error');
    expect(checkJson(report({ error: 'Error: x' }))['error']).toBe('Error: x');
  });
});

describe('a replay', () => {
  const replayed = {
    store: 'sqlite',
    recorded: 'cas',
    sentence,
    calls: 3,
    setup: counterexample.setup,
    steps: stale,
  };

  test('says that the failure is still there', () => {
    const text = replayText({ ...replayed, property: 'cas' });
    expect(text).toMatch(/^cas {2}FAILS {2}in this replay\n/);
    expect(text).toContain('  ✗ 3  acme/lin');
    expect(text).toContain('Failed: sqlite still breaks cas, in call 3 of 3.');
  });

  test('says that it failed for another reason', () => {
    expect(replayText({ ...replayed, property: 'expiry' })).toContain(
      'Failed: sqlite parts from the model in call 3 of 3, but on expiry, not on cas.',
    );
  });

  test('says that the calls pass', () => {
    const steps = stale.slice(0, 2);
    const text = replayText({ ...replayed, steps, calls: 2 });
    expect(text).not.toContain('✗');
    expect(text).toContain('Passed: sqlite answers 2 calls as the model does.');
  });

  test('is the same as JSON', () => {
    expect(replayJson({ ...replayed, property: 'cas' })).toMatchObject({
      format: 'touchstone-replayed',
      recorded: 'cas',
      property: 'cas',
      calls: 3,
      steps: [{ client: 0 }, { client: 0 }, { expected: refused, actual: { ok: 3 } }],
    });
    expect(replayJson(replayed)).toMatchObject({ property: null });
  });
});
