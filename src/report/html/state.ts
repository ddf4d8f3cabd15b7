// What model and store hold after a call, side by side: a table in which every difference is marked.
import { isPlainList, isPlainObject } from '../../contract/shapes.js';
import type { StepState } from '../../engine/states.js';
import { anyName } from '../details.js';
import { absent, isDifferent } from '../difference.js';
import { countWords, textWords, valueWords } from '../values.js';
import { type Markup, markup, type Piece } from './markup.js';

type Fields = Readonly<Record<string, unknown>>;

/** Code points of a text in a cell before it is shortened. */
const shownAtMost = 160;

/** These fields say most; the others are shown where they differ, else on demand. */
const first = ['value', 'version', 'expiresAt', 'deletedAt'];

/** Fields of the address, which the heading of a record names. */
const inHeading = ['tenant', 'subject', 'scope', 'key'];

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

const isSame = (left: unknown, right: unknown): boolean =>
  !isDifferent({ ok: left }, { ok: right });

/** A row of the table; a difference is marked by a sign as well as by its colour. */
export function comparedRow(name: string, left: string, right: string, differs: boolean): Markup {
  const sign = differs
    ? markup` <span class="sign"><span aria-hidden="true">≠</span> differs</span>`
    : undefined;
  return markup`<tr${differs ? markup` class="differs"` : undefined}>
<th scope="row">${name}${sign}</th><td><code>${left}</code></td><td><code>${right}</code></td></tr>
`;
}

const isNone = (value: unknown): boolean => value === absent || value === null;

const noneWords = (name: string, value: unknown): string => {
  if (value === absent) return 'no such field';
  return name === 'expiresAt' || name === 'deletedAt' ? 'never' : 'none';
};

const fieldOf = (fields: Fields, name: string): unknown =>
  Object.hasOwn(fields, name) ? fields[name] : absent;

function fieldRow(name: string, left: Fields, right: Fields): Markup {
  const [ours, theirs] = [fieldOf(left, name), fieldOf(right, name)];
  const shown = bothWords(ours, theirs);
  return comparedRow(
    sayings[name] ?? name,
    isNone(ours) ? noneWords(name, ours) : shown[0],
    isNone(theirs) ? noneWords(name, theirs) : shown[1],
    !isSame(ours, theirs),
  );
}

const isShownFirst = (name: string, left: Fields, right: Fields): boolean => {
  const [ours, theirs] = [fieldOf(left, name), fieldOf(right, name)];
  return !isSame(ours, theirs) || (first.includes(name) && !(isNone(ours) && isNone(theirs)));
};

/** A record in a few words. */
const recordWords = (record: Fields): string => {
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
function recordRows(left: Fields | undefined, right: Fields | undefined): Piece {
  if (left === undefined || right === undefined) {
    const said = [left, right].map((record) => (record ? recordWords(record) : 'no record'));
    return comparedRow('record', said[0] ?? '', said[1] ?? '', true);
  }
  const names = [...new Set([...first, ...Object.keys(left), ...Object.keys(right)])].filter(
    (name) =>
      !inHeading.includes(name) && (Object.hasOwn(left, name) || Object.hasOwn(right, name)),
  );
  const shown = names.filter((name) => isShownFirst(name, left, right));
  const others = names.filter((name) => !shown.includes(name));
  return [shown.map((name) => fieldRow(name, left, right)), otherFields(left, others)];
}

/** Records by their address; what is no record, and a second one at one address, stand apart. */
function byAddress(records: unknown): ReadonlyMap<string, Fields> {
  const found = new Map<string, Fields>();
  for (const record of isPlainList(records) ? records : []) {
    const fields = isPlainObject(record) ? record : { value: record };
    const [tenant, subject, scope, key] = inHeading.map((name) => anyName(fields[name]));
    const address = isPlainObject(record)
      ? `${tenant}/${subject} ${scope}/${key}`
      : 'something that is no record';
    let name = address;
    for (let copy = 2; found.has(name); copy += 1) name = `${address} (number ${copy})`;
    found.set(name, fields);
  }
  return found;
}

/** What the call did to the model's record, since the step before. */
function changeWords(now: Fields | undefined, before: Fields | undefined): string {
  if (now === undefined) return '';
  if (before === undefined) return 'new';
  return isSame(now, before) ? '' : 'changed';
}

/** Whether both sides hold the same records; undefined where nothing can be seen of the store. */
export function holdSame({ model, store }: StepState): boolean | undefined {
  if (store === undefined) return undefined;
  const [ours, theirs] = [byAddress(model), byAddress(store)];
  return isSame(Object.fromEntries(ours), Object.fromEntries(theirs));
}

/** A record on both sides under its address; what did not change and is the same takes one row. */
function recordBody(
  address: string,
  [left, right]: readonly [Fields | undefined, Fields | undefined],
  before: Fields | undefined,
): Markup {
  const change = changeWords(left, before);
  if (left !== undefined && change === '' && isSame(left, right)) {
    const told = recordWords(left);
    return markup`<tbody><tr><th scope="row"><code>${address}</code></th>
<td><code>${told}</code></td><td><code>${told}</code></td></tr></tbody>
`;
  }
  const tag = change === '' ? undefined : markup` <span class="tag">${change}</span>`;
  return markup`<tbody><tr class="record"><th colspan="3" scope="rowgroup"><code>${address}</code>${tag}</th></tr>
${recordRows(left, right)}</tbody>
`;
}

/** The record of the model, where nothing can be seen of the store. */
const unseenRow = (address: string, told: string): Markup =>
  markup`<tbody><tr><th scope="row"><code>${address}</code></th>
<td><code>${told}</code></td><td>not seen</td></tr></tbody>
`;

/** The records of both sides; `before` is the state after the call before. */
export function stateBodies(state: StepState, before: StepState | undefined): readonly Markup[] {
  const { store } = state;
  const [model, earlier] = [byAddress(state.model), byAddress(before?.model)];
  const held = byAddress(store);
  const addresses = [...new Set([...model.keys(), ...held.keys()])];
  if (addresses.length === 0)
    return store === undefined
      ? [unseenRow('records', 'none')]
      : [markup`<tbody>${comparedRow('records', 'none', 'none', false)}</tbody>\n`];
  return [
    markup`<tbody><tr class="group"><th colspan="3" scope="rowgroup">Records held after the call</th></tr></tbody>
`,
    ...addresses.map((address) =>
      store === undefined
        ? unseenRow(address, recordWords(model.get(address) ?? {}))
        : recordBody(address, [model.get(address), held.get(address)], earlier.get(address)),
    ),
  ];
}
