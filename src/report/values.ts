// Values as a person reads them: texts quoted and shortened, names bare where that is safe, bad inputs escaped.
import { escape } from '../contract/escape.js';

/** Code points of a text that are shown before it is shortened. */
const shownAtMost = 40;

/** Of a shortened text so many code points stay. */
const shownOfLong = 24;

/** What cannot be told by looking at it: marks, controls, invisible characters and odd spaces. */
const unseen = /[\p{M}\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t', '\r': '\\r' };

/** A text without quotes in which every character can be seen. */
const visible = (text: string): string =>
  text.replace(
    unseen,
    (found) => named[found] ?? `\\u{${(found.codePointAt(0) ?? 0).toString(16)}}`,
  );

/** What is shown of a text, and the count of its code points where something is left out. */
function shorten(text: string, atMost: number): readonly [shown: string, count: string] {
  const points = [...text];
  if (points.length <= atMost) return [text, ''];
  const kept = Math.min(atMost, shownOfLong);
  return [`${points.slice(0, kept).join('')}…`, ` (${points.length} code points)`];
}

/** A text in quotes, e.g. `"a"`; a long one shortened, with its count of code points. */
export function textWords(text: string, atMost = shownAtMost): string {
  const [shown, count] = shorten(text, atMost);
  return `"${visible(shown.replace(/["\\]/g, '\\$&'))}"${count}`;
}

/** A name of tenant, subject, scope, kind or key: bare where nothing in it could mislead. */
export const nameWords = (name: string): string =>
  /^[\p{L}\p{N}_.:#-]+$/u.test(name) && [...name].length <= shownAtMost ? name : textWords(name);

/** A list of names, or `none`. */
export const namesWords = (names: readonly string[]): string =>
  names.length === 0 ? 'none' : names.map(nameWords).join(', ');

/** Any value: numbers and texts as JavaScript writes them, odd objects in the escaped form. */
export function valueWords(value: unknown): string {
  if (typeof value === 'string') return textWords(value);
  if (Object.is(value, -0)) return '-0';
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'symbol' || typeof value === 'function') return `a ${typeof value}`;
  if (typeof value !== 'object' || value === null) return String(value);
  const json = JSON.stringify(escape(value));
  const points = [...json];
  return visible(points.length <= 160 ? json : `${points.slice(0, 120).join('')}…`);
}

/** A whole number with its thousands apart. */
export const numberWords = (count: number): string => count.toLocaleString('en-US');

/** A count with its noun: `1 call`, `3 calls`. */
export const countWords = (count: number, noun: string): string =>
  `${numberWords(count)} ${noun}${count === 1 ? '' : 's'}`;
