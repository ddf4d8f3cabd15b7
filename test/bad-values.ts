// Values of the wrong type, out of their domain, or odd: the building blocks of bad inputs.
import { oddObjects } from '../src/contract/escape.js';

export type Fields = Readonly<Record<string, unknown>>;
export type Named = readonly (readonly [name: string, value: unknown])[];

function nameOf(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'bigint') return `${value}n`;
  return Object.is(value, -0) ? '-0' : String(value);
}

/** Each of the values under its own name. */
export const named = (...values: readonly unknown[]): Named =>
  values.map((value) => [nameOf(value), value]);

/** So many code points, twice as many UTF-16 units. */
export const astral = (points: number): string => '😀'.repeat(points);

export const notTexts: Named = [
  ...named(null, undefined, 1, true, 1n),
  ['a symbol', Symbol.iterator],
  ['a function', () => 'profile'],
  ['an object', {}],
  ['a list', ['profile']],
  ['a lone high surrogate', 'k\ud800'],
  ['a lone low surrogate', '\udc00k'],
  ['surrogates in the wrong order', 'k\udc00\ud800'],
  ['U+0000', 'k\u0000'],
];

export const notNumbers: Named = [
  ...named(null, undefined, '3', true, 3n),
  ['a symbol', Symbol.iterator],
  ['a function', () => 3],
  ['an object', {}],
  ['a list', [3]],
];

/** Numbers, but neither times nor versions. */
export const notCounts: Named = named(NaN, Infinity, -Infinity, -1, 3.5, 2 ** 53);

/** Numbers, but not from 0 to 1. */
export const notShares: Named = named(NaN, Infinity, -Infinity, -0.1, 1.1);

/** Anything but `true`, and some that look like it. */
export const notTrue: Named = [
  ...named(undefined, null, false, 'true', 1, '\ud800'),
  ['an object', {}],
  ['a list', [true]],
];

/** The values without those that a field may have. */
export const except = (values: Named, ...allowed: readonly unknown[]): Named =>
  values.filter(([, value]) => !allowed.includes(value));

/** The fields with one of them replaced; `__proto__` stays a field. */
export const replace = (fields: Fields, name: string, value: unknown): unknown =>
  Object.fromEntries([...Object.entries(fields), [name, value]]);

/** What must not pass for an object with these fields. */
export const notPlain = (fields: Fields): Named => [
  ...named(undefined, null, 'text', 1),
  ['a list', []],
  ['a function', () => fields],
  ['a class instance', oddObjects.instance(fields)],
  ['inherited fields', oddObjects.inherited(fields)],
  ['getters', oddObjects.getters(fields)],
  ['hidden fields', oddObjects.hidden(fields)],
  ['a symbol key', oddObjects['symbol-key'](fields)],
  ['an unknown field', { ...fields, extra: 1 }],
  ['an unknown field that is undefined', { ...fields, extra: undefined }],
  ['a field named __proto__', replace(fields, '__proto__', {})],
  ['a field named constructor', { ...fields, constructor: Object }],
];

/** What looks odd, but is a plain object with these fields. */
export const plain = (fields: Fields): Named => [
  ['frozen', oddObjects.frozen(fields)],
  ['without a prototype', oddObjects['null-prototype'](fields)],
];
