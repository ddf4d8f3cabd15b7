// What the contract's own functions promise, written out: a model that shares them cannot judge them.
import { strict as assert } from 'node:assert';
import { escape, oddObjects, unescape } from '../src/contract/escape.js';
import { defaultPolicy, readPolicy } from '../src/contract/policy.js';
import { isRefusal, Refusal, refuse, refusals } from '../src/contract/refusals.js';
import {
  isPlainData,
  isPlainList,
  isPlainObject,
  isText,
  readText,
} from '../src/contract/shapes.js';
import { type Check, story } from './check.js';
import { odd, refusalOf } from './scene.js';

/** Contract section 4, by kind. */
const codes: Readonly<Record<string, string>> = {
  invalid:
    'malformed unknown-kind wrong-scope bad-text bad-value bad-time future-observation ' +
    'bad-confidence bad-expiry bad-version bad-limit bad-threshold bad-lifetime bad-choice ' +
    'before-prepared',
  denied:
    'wrong-key no-evidence scope not-confirmed not-approved other-identity forged-invocation ' +
    'provenance wrong-digest unknown-proposal one-off',
  conflict:
    'missing exists stale-version tombstoned not-tombstoned older-observation clock-backwards ' +
    'expired ahead-of-clock nothing-newer unknown-case case-expired snapshot-changed ' +
    'decided-otherwise proposal-expired',
  unavailable: 'busy timeout io closed',
};

const refusalStories: readonly Check[] = [
  story('refusal-codes', 'Each code has its kind, and only two leave a write open.', () => {
    const kinds = Object.entries(codes).flatMap(([kind, list]) =>
      list.split(' ').map((code) => [code, kind, code !== 'timeout' && code !== 'io'] as const),
    );
    const registered = Object.entries(refusals).map(([code, { kind, definite }]) => [
      code,
      kind,
      definite,
    ]);
    assert.deepEqual(registered, kinds);
    for (const { doc } of Object.values(refusals)) assert.match(doc, /^[A-Za-z].{20,}\.$/);
  }),
  story(
    'refusal-fields',
    'A refusal tells kind, code, definiteness and facts, without a stack.',
    () => {
      const limit = Error.stackTraceLimit;
      const busy = new Refusal('busy', { id: 'x' });
      assert.equal(Error.stackTraceLimit, limit);
      const { kind, code, definite, facts, name, message, stack = '' } = busy;
      assert.deepEqual(
        { kind, code, definite, facts, name },
        { kind: 'unavailable', code: 'busy', definite: true, facts: { id: 'x' }, name: 'Refusal' },
      );
      assert.equal(message, `unavailable: busy. ${refusals.busy.doc}`);
      assert.doesNotMatch(stack, /\n\s+at /);
      assert.deepEqual(new Refusal('io').definite, false);
      assert.deepEqual(new Refusal('io', {}, true).definite, true);
      assert.deepEqual(new Refusal('io').facts, {});
      assert.throws(() => refuse('scope', { a: 1 }), { code: 'scope', facts: { a: 1 } });
    },
  ),
  story('refusal-recognised', 'A refusal is told by its fields, and nothing else is one.', () => {
    assert.equal(isRefusal({ kind: 'denied', code: 'scope', definite: true }), true);
    assert.equal(isRefusal(new Refusal('closed')), true);
    const others = [
      undefined,
      null,
      'scope',
      () => 1,
      new Error('scope'),
      { kind: 'denied', code: 'scope' },
      { kind: 'denied', code: 'scope', definite: 'true' },
      { kind: 'invalid', code: 'scope', definite: true },
      { kind: undefined, code: 'toString', definite: true },
      { kind: 'denied', code: ['scope'], definite: true },
      { kind: 'denied', definite: true },
    ];
    for (const other of others) assert.equal(isRefusal(other), false);
  }),
];

class Odd extends Array<unknown> {}

const shapeStories: readonly Check[] = [
  story('plain', 'Plain data is what a literal makes.', () => {
    const fields = { a: 1 };
    for (const fine of [
      {},
      fields,
      oddObjects.frozen(fields),
      oddObjects['null-prototype'](fields),
    ])
      assert.equal(isPlainObject(fine), true);
    const strange = (['instance', 'inherited', 'getters', 'hidden', 'symbol-key'] as const).map(
      (made) => oddObjects[made](fields),
    );
    for (const other of [undefined, null, 1, 'a', [], () => 1, ...strange])
      assert.equal(isPlainObject(other), false);
    const gap: unknown[] = [1];
    gap.length = 2;
    const hidden = Object.defineProperty([1], 0, { enumerable: false });
    const lists = [gap, hidden, Odd.from([1]), Object.assign([1], { a: 1 }), { length: 0 }, 'a'];
    for (const other of [...lists, undefined, null]) assert.equal(isPlainList(other), false);
    for (const fine of [[], [1], [undefined]]) assert.equal(isPlainList(fine), true);
    const hiding = { getOwnPropertyDescriptor: () => undefined };
    assert.equal(isPlainObject(new Proxy({ a: 1 }, hiding)), false);
    for (const fine of [1, 'a', undefined, [], {}, [[{ a: [1] }]], { a: { b: 1 } }])
      assert.equal(isPlainData(fine), true);
    const mixed = [[1, () => 1], { a: 1, b: () => 1 }];
    for (const other of [null, () => 1, ...mixed, { a: { b: strange[0] } }, { a: [gap] }])
      assert.equal(isPlainData(other), false);
  }),
  story('text', 'A text is well formed and free of U+0000.', async () => {
    for (const fine of ['', 'a', '😀']) assert.equal(readText('a', fine), fine);
    for (const other of ['\ud800', 'a\u0000', 1, undefined]) {
      assert.equal(isText(other), false);
      const { code, facts } = await refusalOf(() => readText('key', other));
      assert.deepEqual([code, facts], ['malformed', { argument: 'key' }]);
    }
  }),
];

const rule = {
  kind: 'note',
  keys: ['a'],
  evidence: 'user_confirmed',
  scope: { exactly: 'profile' },
};
const prefix = { ...rule, keys: { startsWith: 'k' } };

const clashes: readonly (readonly [string, readonly unknown[]])[] = [
  ['a key or alias stands twice', [rule, { ...rule, kind: 'other' }]],
  ['a key or alias stands twice', [{ ...rule, aliases: { a: 'a' } }]],
  ['a prefix of keys covers a name', [rule, { ...prefix, keys: { startsWith: 'a' } }]],
  ['a prefix of keys covers a name', [prefix, { ...rule, aliases: { k2: 'a' } }]],
  ['two prefixes of keys overlap', [prefix, { ...prefix, keys: { startsWith: 'k2' } }]],
  ['two prefixes of keys overlap', [{ ...prefix, keys: { startsWith: 'k2' } }, prefix]],
  ['an alias names a key of no or another rule', [{ ...rule, aliases: { b: 'c' } }]],
  ['an alias names a key of no or another rule', [{ ...prefix, aliases: { b: 'c' } }]],
];

const misshapen: readonly unknown[] = [
  undefined,
  {},
  [],
  [{ ...rule, extra: 1 }],
  [{ ...rule, kind: '' }],
  [{ ...rule, kind: '😀'.repeat(129) }],
  [{ ...rule, keys: [] }],
  [{ ...rule, keys: {} }],
  [{ ...rule, keys: { startsWith: 'k', extra: 1 } }],
  [{ ...rule, evidence: 'approved' }],
  [{ ...rule, scope: {} }],
  [{ ...rule, scope: { exactly: '' } }],
  [{ ...rule, scope: { exactly: 'a', extra: 1 } }],
  [{ ...rule, scope: { startsWith: 'a', extra: 1 } }],
  [{ ...rule, scope: { startsWith: 1 } }],
  [{ ...rule, values: [] }],
  [{ ...rule, values: [''] }],
  [{ ...rule, values: ['😀'.repeat(301)] }],
  [{ ...rule, values: undefined }],
  [{ ...rule, aliases: undefined }],
  [{ ...rule, aliases: null }],
  [{ ...rule, aliases: [] }],
  [{ ...rule, aliases: 'a' }],
  [{ ...rule, aliases: { b: 1 } }],
  [{ ...rule, aliases: { b: 'a', c: 1 } }],
  [{ ...rule, aliases: { '': 'a' } }],
  [oddObjects.instance(rule)],
];

const policyStories: readonly Check[] = [
  story('policy-read', 'A policy is read as a frozen copy.', () => {
    const given = [
      { ...rule, kind: '😀'.repeat(128), values: ['😀'.repeat(300)], aliases: { __proto__x: 'a' } },
      { ...prefix, scope: { startsWith: '' }, aliases: { b: 'k1' } },
      { ...rule, keys: ['c'], aliases: {} },
    ];
    const read = readPolicy(given);
    assert.deepEqual(read, given);
    assert.notEqual(read[0], given[0]);
    const frozen = [
      read,
      read[0],
      read[0]?.keys,
      read[0]?.scope,
      read[0]?.aliases,
      read[0]?.values,
    ];
    for (const each of frozen) assert.equal(Object.isFrozen(each), true);
  }),
  story('policy-refused', 'A policy that is misshapen or clashes is malformed.', async () => {
    for (const value of misshapen) {
      const { code, facts } = await refusalOf(() => readPolicy(value));
      assert.deepEqual([code, facts['argument']], ['malformed', 'policy']);
      assert.equal(typeof facts['field'], 'string');
    }
    const { facts: named } = await refusalOf(() => readPolicy([{ ...rule, keys: ['a', 1] }]));
    assert.equal(named['field'], '0.keys');
    for (const whole of [{}, [oddObjects.instance(rule)]]) {
      const { facts } = await refusalOf(() => readPolicy(whole));
      assert.equal(facts['field'], '');
    }
    for (const [reason, value] of clashes) {
      const { code, facts } = await refusalOf(() => readPolicy(value));
      assert.deepEqual([code, facts], ['malformed', { argument: 'policy', reason }]);
    }
  }),
  story('policy-default', 'The default policy is the one of section 3.', () => {
    const profile = { evidence: 'user_confirmed', scope: { exactly: 'profile' } };
    assert.deepEqual(defaultPolicy, [
      { kind: 'profile', keys: ['display_name'], ...profile },
      { kind: 'preference', keys: ['response_style'], ...profile },
      {
        kind: 'task_fact',
        keys: ['status'],
        evidence: 'task_verified',
        scope: { startsWith: 'task:' },
      },
    ]);
  }),
];

/** Made as classes were made before there were any: what they inherit is enumerable. */
const legacy = Object.create(Object.create({ a: 1 }) as object, {
  b: { value: 1, enumerable: true },
}) as object;

const escapeStories: readonly Check[] = [
  story(
    'escape-inheritance',
    'What has fields of its own, or no plain ancestor, is no heir.',
    () => {
      const both = Object.assign(oddObjects.inherited({ a: 1 }), { b: 2 });
      const instances: readonly (readonly [object, object])[] = [
        [oddObjects.instance({}), {}],
        [both, { b: 2 }],
        [Object.create(legacy) as object, {}],
      ];
      for (const [value, fields] of instances)
        assert.deepEqual(escape(value), { $: 'object', made: 'instance', fields });
    },
  ),
  story('unescaped-fields', 'Fields that come back are the same as those of a literal.', () => {
    const { getOwnPropertyDescriptors } = Object;
    const back = unescape({ a: 1 });
    assert.deepEqual(getOwnPropertyDescriptors(back), getOwnPropertyDescriptors({ a: 1 }));
  }),
  story('escape', 'The escaped form is fixed, and the value comes back.', () => {
    const fields = { a: 1, b: [null, 'x', false] };
    const pairs: readonly (readonly [unknown, unknown])[] = [
      [fields, fields],
      [NaN, { $: 'NaN' }],
      [-0, { $: '-0' }],
      [0, 0],
      [Infinity, { $: 'Infinity' }],
      [-Infinity, { $: '-Infinity' }],
      [3n, { $: 'bigint', digits: '3' }],
      [undefined, { $: 'undefined' }],
      [Symbol.iterator, { $: 'symbol' }],
      [{ $: 1 }, { $: 'object', made: 'plain', fields: { $: 1 } }],
      ...Object.entries(oddObjects).map(
        ([made, make]) => [make({ a: 1 }), { $: 'object', made, fields: { a: 1 } }] as const,
      ),
    ];
    for (const [value, json] of pairs) {
      assert.deepEqual(escape(value), json);
      assert.deepEqual(escape(unescape(odd(json))), json);
    }
    assert.equal(typeof unescape({ $: 'function' }), 'function');
    assert.deepEqual(
      escape(() => 1),
      { $: 'function' },
    );
    const proto: unknown = JSON.parse('{"__proto__":{"a":1}}');
    assert.equal(JSON.stringify(escape(proto)), '{"__proto__":{"a":1}}');
    assert.equal(Object.hasOwn(odd<object>(unescape(odd(proto))), '__proto__'), true);
    const loop: unknown[] = [];
    loop.push(loop);
    let deep: unknown = escape(loop);
    for (let depth = 0; depth <= 24; depth += 1) [deep] = odd<unknown[]>(deep);
    assert.deepEqual(deep, { $: 'too deep' });
    assert.deepEqual(escape(Object.freeze({})), {});
  }),
];

export const contractChecks: readonly Check[] = [
  ...refusalStories,
  ...shapeStories,
  ...policyStories,
  ...escapeStories,
];
