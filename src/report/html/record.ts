// A record on both sides as rows of a table: what differs, what the call changed, what the promise is about.
import { absent, isDifferent } from '../difference.js';
import { countWords, textWords, valueWords } from '../values.js';
import { type Markup, markup, type Piece } from './markup.js';

/** The fields of a record. */
export type Fields = Readonly<Record<string, unknown>>;

/** Code points of a text in a cell before it is shortened. */
const shownAtMost = 160;

/** These fields say most; the others are shown where they differ, else on demand. */
const first = ['value', 'version', 'expiresAt', 'deletedAt'];

/** Shown wherever the two sides hold different records. */
const times = ['expiresAt', 'deletedAt', 'observedAt', 'updatedAt'];

/** Fields of the address, which the heading of a record names. */
export const inHeading = ['tenant', 'subject', 'scope', 'key'];

/** How a field is called, where its own name is none a newcomer would understand. */
const sayings: Readonly<Record<string, string>> = {
  expiresAt: 'expires at',
  deletedAt: 'forgotten at',
  updatedAt: 'written at',
  observedAt: 'observed at',
  sourceRef: 'source',
};

const words = (value: unknown): string =>
  typeof value === 'string' ? textWords(value, shownAtMost) : valueWords(value);

/** Where two long texts look the same once they are shortened: from the first difference on. */
function apart(left: string, right: string): readonly [string, string] {
  const [ours, theirs] = [[...left], [...right]];
  const at = ours.findIndex((point, index) => point !== theirs[index]);
  const from = at < 0 ? ours.length : at;
  const rest = (points: readonly string[]): string =>
    `from code point ${from + 1} on: ${textWords(points.slice(from).join(''), shownAtMost)}`;
  return [rest(ours), rest(theirs)];
}

function bothWords(left: unknown, right: unknown): readonly [string, string] {
  const shown = [words(left), words(right)] as const;
  const looksSame = shown[0] === shown[1] && left !== right;
  return looksSame && typeof left === 'string' && typeof right === 'string'
    ? apart(left, right)
    : shown;
}

/** Whether two values hold the same. */
export const isSame = (left: unknown, right: unknown): boolean =>
  !isDifferent({ ok: left }, { ok: right });

/** Code points of a word that fits the first column of a phone; a longer one may break. */
const unbrokenAtMost = 12;

const isWhole = (name: string): boolean =>
  name.split(' ').every((word) => [...word].length <= unbrokenAtMost);

/** A row of the table; a difference is marked by a sign as well as by its colour. */
export function comparedRow(name: string, left: string, right: string, differs: boolean): Markup {
  const sign = differs
    ? markup` <span class="sign"><span aria-hidden="true">≠</span> differs</span>`
    : undefined;
  return markup`<tr${differs ? markup` class="differs"` : undefined}>
<th scope="row"${isWhole(name) ? markup` class="whole"` : undefined}>${name}${sign}</th><td><code>${left}</code></td><td><code>${right}</code></td></tr>
`;
}

const isNone = (value: unknown): boolean => value === absent || value === null;

const noneWords = (name: string, value: unknown): string => {
  if (value === absent) return 'no such field';
  return name === 'expiresAt' || name === 'deletedAt' ? 'never' : 'none';
};

const fieldOf = (fields: Fields, name: string): unknown =>
  Object.hasOwn(fields, name) ? fields[name] : absent;

/** A record on one side after a call, and before it where that was seen. */
export interface Side {
  readonly now: Fields | undefined;
  readonly before: Fields | undefined;
}

const toldField = (name: string, value: unknown, shown = words(value)): string =>
  isNone(value) ? noneWords(name, value) : shown;

const isChangedOn = (name: string, { now, before }: Side): boolean =>
  now !== undefined && before !== undefined && !isSame(fieldOf(now, name), fieldOf(before, name));

/** Whether the call changed the record; false where the state before is not known. */
export const isChanged = ({ now, before }: Side): boolean =>
  now !== undefined && before !== undefined && !isSame(now, before);

/** `1 → 2` where the call changed the field, else what it holds. */
function cellWords(name: string, side: Side, after: string): string {
  if (side.before === undefined || !isChangedOn(name, side)) return after;
  const was = toldField(name, fieldOf(side.before, name));
  return was === after ? after : `${was} → ${after}`;
}

function fieldRow(name: string, left: Side, right: Side): Markup {
  const [ours, theirs] = [fieldOf(left.now ?? {}, name), fieldOf(right.now ?? {}, name)];
  const shown = bothWords(ours, theirs);
  return comparedRow(
    sayings[name] ?? name,
    cellWords(name, left, toldField(name, ours, shown[0])),
    cellWords(name, right, toldField(name, theirs, shown[1])),
    !isSame(ours, theirs),
  );
}

/** A record in a few words. */
export const recordWords = (record: Fields): string => {
  const time = (name: string, label: string): string => {
    const value = fieldOf(record, name);
    return isNone(value) ? '' : `, ${label} ${words(value)}`;
  };
  const ends = time('expiresAt', 'expires at') + time('deletedAt', 'forgotten at');
  return `${words(record['value'])}, version ${words(record['version'])}${ends}`;
};

/** The fields that are the same on both sides and say less, on demand. */
const otherFields = (record: Fields, names: readonly string[]): Markup | undefined =>
  names.length === 0
    ? undefined
    : markup`<tr class="more"><td colspan="3"><details>
<summary>${countWords(names.length, 'more field')}, the same on both sides</summary>
<dl>${names.map((name) => {
        const value = record[name];
        const shown = isNone(value) ? noneWords(name, value) : words(value);
        return markup`<div><dt>${sayings[name] ?? name}</dt><dd><code>${shown}</code></dd></div>`;
      })}</dl></details></td></tr>
`;

/** The fields of a record on both sides; a side that lacks it is compared with nothing. */
export function recordRows(left: Side, right: Side, about: ReadonlySet<string>): Piece {
  const [ours, theirs] = [left.now, right.now];
  if (ours === undefined || theirs === undefined) {
    const said = [ours, theirs].map((record) => (record ? recordWords(record) : 'no record'));
    return comparedRow('record', said[0] ?? '', said[1] ?? '', true);
  }
  const names = [...new Set([...first, ...Object.keys(ours), ...Object.keys(theirs)])].filter(
    (name) =>
      !inHeading.includes(name) && (Object.hasOwn(ours, name) || Object.hasOwn(theirs, name)),
  );
  const differs = !isSame(ours, theirs);
  const isShown = (name: string): boolean =>
    !isSame(fieldOf(ours, name), fieldOf(theirs, name)) ||
    about.has(name) ||
    isChangedOn(name, left) ||
    isChangedOn(name, right) ||
    (differs && times.includes(name)) ||
    (first.includes(name) && !isNone(fieldOf(ours, name)));
  const shown = names.filter(isShown);
  const others = names.filter((name) => !isShown(name));
  return [shown.map((name) => fieldRow(name, left, right)), otherFields(ours, others)];
}
