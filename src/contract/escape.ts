// Values as JSON: an escaped form for what JSON lacks, so that bad inputs replay too.

/** JSON as `JSON.parse` returns it. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

type Fields = Readonly<Record<string, unknown>>;

class Instance {}

/** `fields` as own enumerable data of `target`, `__proto__` included. */
function withFields(target: object, fields: Fields): object {
  for (const [name, value] of Object.entries(fields))
    Object.defineProperty(target, name, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  return target;
}

/** The ways to make an object that are not a plain object literal; each takes the fields it shows. */
export const oddObjects = {
  'null-prototype': (fields: Fields): object => withFields(Object.create(null) as object, fields),
  frozen: (fields: Fields): object => Object.freeze(withFields({}, fields)),
  instance: (fields: Fields): object => withFields(new Instance(), fields),
  inherited: (fields: Fields): object => Object.create(withFields({}, fields)) as object,
  getters: (fields: Fields): object => {
    const target = {};
    for (const [name, value] of Object.entries(fields))
      Object.defineProperty(target, name, { get: () => value, enumerable: true });
    return target;
  },
  hidden: (fields: Fields): object => {
    const target = {};
    for (const [name, value] of Object.entries(fields))
      Object.defineProperty(target, name, { value, enumerable: false });
    return target;
  },
  'symbol-key': (fields: Fields): object => withFields({ [Symbol.iterator]: 1 }, fields),
} as const;
export type OddObject = keyof typeof oddObjects;

/** How an object was made, or undefined for a plain literal. */
function oddity(value: object): OddObject | undefined {
  const prototype: unknown = Object.getPrototypeOf(value);
  const fields = Object.values(Object.getOwnPropertyDescriptors(value));
  if (fields.some((field) => field.get !== undefined)) return 'getters';
  if (fields.some((field) => field.enumerable !== true)) return 'hidden';
  if (Object.getOwnPropertySymbols(value).length > 0) return 'symbol-key';
  if (prototype === null) return 'null-prototype';
  if (prototype !== Object.prototype)
    return Object.getPrototypeOf(prototype) === Object.prototype &&
      fields.length === 0 &&
      Object.keys(prototype as object).length > 0
      ? 'inherited'
      : 'instance';
  return Object.isFrozen(value) && fields.length > 0 ? 'frozen' : undefined;
}

const specialNumbers = ['NaN', 'Infinity', '-Infinity', '-0'] as const;

function escapeFields(
  value: object,
  names: readonly string[],
  depth: number,
): { [name: string]: Json } {
  const fields = value as Fields;
  return withFields(
    {},
    Object.fromEntries(names.map((name) => [name, escape(fields[name], depth + 1)])),
  ) as {
    [name: string]: Json;
  };
}

/** Nothing the contract knows lies as deep: a result of a broken store may hold itself. */
const deepest = 24;

/** The escaped form of a value; `unescape` makes an equal one from it. */
export function escape(value: unknown, depth = 0): Json {
  if (depth > deepest) return { $: 'too deep' };
  if (typeof value === 'number') {
    const special = specialNumbers.find((name) => Object.is(Number(name), value));
    return special === undefined ? value : { $: special };
  }
  if (typeof value === 'bigint') return { $: 'bigint', digits: value.toString() };
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (typeof value !== 'object') return { $: typeof value };
  if (Array.isArray(value)) return value.map((item) => escape(item, depth + 1));
  const made = oddity(value);
  if (made === undefined && !Object.hasOwn(value, '$'))
    return escapeFields(value, Object.keys(value), depth);
  const source: object = made === 'inherited' ? (Object.getPrototypeOf(value) as object) : value;
  return {
    $: 'object',
    made: made ?? 'plain',
    fields: escapeFields(source, Object.getOwnPropertyNames(source), depth),
  };
}

/** The value an escaped form stands for. */
export function unescape(json: Json): unknown {
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return json.map(unescape);
  const fields = (of: Json | undefined): Fields =>
    Object.fromEntries(Object.entries(of ?? {}).map(([name, field]) => [name, unescape(field)]));
  switch (json['$']) {
    case undefined:
      return withFields({}, fields(json));
    case 'undefined':
      return undefined;
    case 'bigint':
      return BigInt(json['digits'] as string);
    case 'symbol':
      return Symbol.iterator;
    case 'function':
      return () => undefined;
    case 'object': {
      const made = json['made'] as OddObject | 'plain';
      return made === 'plain'
        ? withFields({}, fields(json['fields']))
        : oddObjects[made](fields(json['fields']));
    }
    default:
      return Number(json['$']);
  }
}
