// A suite with scripts plays the same sequences as the suite alone, however often and however far.
import { expect, test } from 'vitest';
import { modelUnderTest } from '../models/model-store.js';
import { emptyState } from '../models/state.js';
import { step } from '../models/step.js';
import { createSuite } from '../properties/suite.js';
import { escape } from '../src/contract/escape.js';
import { defaultPolicy } from '../src/contract/policy.js';
import type { Identity } from '../src/contract/identity.js';
import { withScripts } from '../src/engine/scripts.js';
import { type Offer, offerOf } from '../src/engine/offer.js';
import type { PlannedSequence, Suite } from '../src/engine/suite.js';

const alone = createSuite({ maxLength: 12 });

/** More than are kept. */
const count = 33;

async function offer(): Promise<Offer> {
  const sut = modelUnderTest();
  const store = await sut.open({ directory: '', handle: 0, policy: defaultPolicy });
  const offered = offerOf(sut, store);
  await store.close();
  return offered;
}

function first(
  suite: Suite,
  offered: Offer,
  { seed = 1, atMost = count } = {},
): readonly PlannedSequence[] {
  const planned: PlannedSequence[] = [];
  for (const each of suite.sequences(seed, offered)) {
    if (planned.length === atMost) break;
    planned.push(each);
  }
  return planned;
}

/** Odd arguments are no data that could be compared as it is. */
const written = (value: unknown): string => JSON.stringify(escape(value));

/** Plays at most so many calls as the engine does: what is called, expected and changed. */
function played({ setup, play }: PlannedSequence, atMost = Infinity): readonly string[] {
  const start = emptyState(setup);
  let state = start;
  const list = [written(setup)];
  const source = play(start);
  for (let next = source.next(state); next.done !== true; next = source.next(state)) {
    const { call, foreseen } = next.value;
    const [after, expected] = foreseen ?? step(state, call);
    list.push(written({ call, expected, changed: after !== state }));
    state = after;
    if (list.length > atMost) break;
  }
  return list;
}

test('a script is played from its beginning each time, and is written on where it ends', async () => {
  const offered = await offer();
  const suite = withScripts(alone);
  const expected = first(alone, offered).map((each) => played(each));
  for (const atMost of [3, 9, Infinity, Infinity])
    expect(first(suite, offered).map((each) => played(each, atMost))).toEqual(
      expected.map((list) => list.slice(0, atMost + 1)),
    );
});

test('another seed and another offer have scripts of their own', async () => {
  const whole = await offer();
  const capabilities = new Set([...whole.capabilities].filter((name) => name !== 'expiry'));
  const suite = withScripts(alone);
  for (const [seed, offered] of [
    [1, whole],
    [1, { ...whole, capabilities }],
    [2, whole],
    [1, whole],
  ] as const)
    expect(first(suite, offered, { seed, atMost: 4 }).map((each) => played(each))).toEqual(
      first(alone, offered, { seed, atMost: 4 }).map((each) => played(each)),
    );
});

test('a caller who wrote into what it was given changes nothing for the next one', async () => {
  const offered = await offer();
  const suite = withScripts(alone);
  const few = { atMost: 8 };
  const expected = first(alone, offered, few).map((each) => played(each));
  for (const { setup, play } of first(suite, offered, few)) {
    const { value } = play(emptyState(setup)).next(emptyState(setup));
    const people: (Identity | undefined)[] = [setup.owner];
    if (value !== undefined && 'as' in value.call.operation) people.push(value.call.operation.as);
    for (const person of people) if (person !== undefined) Object.assign(person, { tenant: 'x' });
  }
  expect(first(suite, offered, few).map((each) => played(each))).toEqual(expected);
});
