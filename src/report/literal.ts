// Values as TypeScript literals: what JSON lacks is written so that running it makes the same value.
import { escape, type Json, type OddObject, unescape } from '../contract/escape.js';

/** Columns of a line before a literal is broken into several. */
const columns = 100;

/** What cannot be told by looking at it: marks, controls, invisible characters and odd spaces. */
const unseen = /[\p{M}\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t', '\r': '\\r' };

const hex = (found: string): string => {
  const point = found.codePointAt(0) ?? 0;
  const digits = point.toString(16);
  return point <= 0xffff ? `\\u${digits.padStart(4, '0')}` : `\\u{${digits}}`;
};

/** A text in single quotes in which every character can be seen. */
export const textLiteral = (text: string): string =>
  `'${text.replace(/['\\]/g, '\\$&').replace(unseen, (found) => named[found] ?? hex(found))}'`;

/** The name of a field; `__proto__` is computed, since written plainly it would set the prototype. */
const nameLiteral = (name: string): string => {
  if (name === '__proto__') return "['__proto__']";
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : textLiteral(name);
};

/** Items between brackets, on one line where it fits after `indent` and what stands before. */
function bracketed(open: string, items: readonly string[], close: string, indent: string): string {
  if (items.length === 0) return `${open}${close}`;
  const pad = open === '{' ? ' ' : '';
  const inline = `${open}${pad}${items.join(', ')}${pad}${close}`;
  if (!inline.includes('\n') && indent.length + inline.length <= columns - 16) return inline;
  return `${open}\n${items.map((item) => `${indent}  ${item},\n`).join('')}${indent}${close}`;
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsLiteral(
  fields: Fields,
  indent: string,
  write = (name: string, value: string): string => `${name}: ${value}`,
  first: readonly string[] = [],
): string {
  const inner = `${indent}  `;
  const items = Object.entries(fields).map(([name, value]) =>
    write(nameLiteral(name), literal(value, inner)),
  );
  return bracketed('{', [...first, ...items], '}', indent);
}

/** An object that is no plain literal, made the way the harness made it. */
function oddLiteral(made: OddObject, fields: Fields, indent: string): string {
  const plainly = fieldsLiteral(fields, indent);
  switch (made) {
    case 'null-prototype':
      return `Object.setPrototypeOf(${plainly}, null)`;
    case 'frozen':
      return `Object.freeze(${plainly})`;
    case 'instance':
      return `Object.setPrototypeOf(${plainly}, (class Instance {}).prototype)`;
    case 'inherited':
      return `Object.create(${plainly})`;
    case 'getters':
      return fieldsLiteral(fields, indent, (name, value) => `get ${name}() { return ${value}; }`);
    case 'hidden': {
      const described = fieldsLiteral(
        fields,
        indent,
        (name, value) => `${name}: { value: ${value} }`,
      );
      return `Object.defineProperties({}, ${described})`;
    }
    case 'symbol-key':
      return fieldsLiteral(fields, indent, undefined, ['[Symbol.iterator]: 1']);
  }
}

/** How an object that is no plain literal was made, with the fields it shows. */
function oddityOf(value: object): { made: OddObject; fields: Fields } | undefined {
  if (Array.isArray(value)) return undefined;
  const json = escape(value);
  const escaped = json as { readonly made?: OddObject | 'plain'; readonly fields?: Json };
  const isEscaped = Object.hasOwn(escaped, '$') && escaped.made !== undefined;
  if (!isEscaped || escaped.made === undefined || escaped.made === 'plain') return undefined;
  return { made: escaped.made, fields: unescape(escaped.fields ?? {}) as Fields };
}

/** Whether a value is an object of a make that no argument of a typed call has. */
export const isOdd = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && oddityOf(value) !== undefined;

/** The value as an expression; lines after the first are indented by `indent`. */
export function literal(value: unknown, indent = ''): string {
  switch (typeof value) {
    case 'string':
      return textLiteral(value);
    case 'number':
      return Object.is(value, -0) ? '-0' : String(value);
    case 'bigint':
      return `${value}n`;
    case 'symbol':
      return 'Symbol.iterator';
    case 'function':
      return '() => undefined';
    case 'object':
      break;
    default:
      return String(value);
  }
  if (value === null) return 'null';
  if (Array.isArray(value)) {
    const items = value.map((item) => literal(item, `${indent}  `));
    return bracketed('[', items, ']', indent);
  }
  const odd = oddityOf(value);
  return odd === undefined
    ? fieldsLiteral(value as Fields, indent)
    : oddLiteral(odd.made, odd.fields, indent);
}

/** A field of an object literal: its name and its value. */
export const fieldLiteral = (name: string, value: unknown): string =>
  `${nameLiteral(name)}: ${literal(value)}`;
