// What model and store hold after a call, side by side: a table in which every difference is marked.
import { isPlainList, isPlainObject } from '../../contract/shapes.js';
import type { StepState } from '../../engine/states.js';
import { anyName } from '../details.js';
import { type Markup, markup } from './markup.js';
import {
  comparedRow,
  type Fields,
  inHeading,
  isChanged,
  isSame,
  recordRows,
  recordWords,
  type Side,
} from './record.js';

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

/** What the call did to the record, since the step before. */
function changeWords(model: Side, store: Side): string {
  if (model.now !== undefined && model.before === undefined) return 'new';
  if (isChanged(model)) return 'changed';
  return isChanged(store) ? 'changed in the store only' : '';
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
  [model, store]: readonly [Side, Side],
  about: ReadonlySet<string>,
): Markup {
  const change = changeWords(model, store);
  if (model.now !== undefined && change === '' && isSame(model.now, store.now)) {
    const told = recordWords(model.now);
    return markup`<tbody><tr><th scope="row"><code>${address}</code></th>
<td><code>${told}</code></td><td><code>${told}</code></td></tr></tbody>
`;
  }
  const tag = change === '' ? undefined : markup` <span class="tag">${change}</span>`;
  return markup`<tbody><tr class="record"><th colspan="3" scope="rowgroup"><code>${address}</code>${tag}</th></tr>
${recordRows(model, store, about)}</tbody>
`;
}

/** The record of the model, where nothing can be seen of the store. */
const unseenRow = (address: string, told: string): Markup =>
  markup`<tbody><tr><th scope="row"><code>${address}</code></th>
<td><code>${told}</code></td><td>not seen</td></tr></tbody>
`;

/**
 * The records of both sides; `before` is the state after the call before, `about` names the
 * fields that are never folded away.
 */
export function stateBodies(
  state: StepState,
  before: StepState | undefined,
  about: ReadonlySet<string>,
): readonly Markup[] {
  const { store } = state;
  const [model, modelBefore] = [byAddress(state.model), byAddress(before?.model)];
  const [held, heldBefore] = [byAddress(store), byAddress(before?.store)];
  const addresses = [...new Set([...model.keys(), ...held.keys()])];
  if (addresses.length === 0)
    return store === undefined
      ? [unseenRow('records', 'none')]
      : [markup`<tbody>${comparedRow('records', 'none', 'none', false)}</tbody>\n`];
  const sides = (address: string): readonly [Side, Side] => [
    { now: model.get(address), before: modelBefore.get(address) },
    { now: held.get(address), before: heldBefore.get(address) },
  ];
  const isAnyChanged = store !== undefined && addresses.flatMap(sides).some(isChanged);
  return [
    markup`<tbody><tr class="group"><th colspan="3" scope="rowgroup">Records held after the call${
      isAnyChanged ? '; “before → after” where it changed a field' : undefined
    }</th></tr></tbody>
`,
    ...addresses.map((address) =>
      store === undefined
        ? unseenRow(address, recordWords(model.get(address) ?? {}))
        : recordBody(address, sides(address), about),
    ),
  ];
}
