// The generator: same plan same calls, every operation and refusal reached, each rule has an effect.
import { expect, test } from 'vitest';
import { emptyState } from '../models/state.js';
import { step } from '../models/step.js';
import { plansOf } from '../properties/plan.js';
import { allRules, type Rules } from '../properties/rules.js';
import { createSuite } from '../properties/suite.js';
import { escape } from '../src/contract/escape.js';
import type { Call, Outcome } from '../src/contract/operations.js';
import { everything as offer } from './everything.js';
import { notReached } from './reach-table.js';

interface Played {
  readonly call: Call;
  readonly outcome: Outcome;
}

/** The calls of some sequences, with the model alone in place of a store. */
function play(count: number, seed: number, rules: Partial<Rules> = {}): Played[][] {
  const all: Played[][] = [];
  for (const { setup, play: start } of createSuite({ rules }).sequences(seed, offer)) {
    if (all.length >= count) break;
    let state = emptyState(setup);
    const source = start(state);
    const played: Played[] = [];
    for (let next = source.next(state); next.done !== true; next = source.next(state)) {
      const [after, outcome] = step(state, next.value.call);
      played.push({ call: next.value.call, outcome });
      state = after;
    }
    all.push(played);
  }
  return all;
}

const codeOf = (outcome: Outcome): string => ('code' in outcome ? outcome.code : 'ok');

test('the same seed always gives the same calls', () => {
  const text = (): string =>
    JSON.stringify(
      escape(
        play(6, 7)
          .flat()
          .map(({ call }) => call),
      ),
    );
  expect(text()).toBe(text());
});

test('a plan does not depend on how many were asked for before', () => {
  const first = [...Array(40).keys()];
  const plans = plansOf(3);
  const long = first.map(() => plans.next().value);
  const again = plansOf(3);
  expect(first.map(() => again.next().value)).toEqual(long);
});

test('sequences reach every operation and every refusal a working store can give', () => {
  const calls = play(90, 1)
    .flat()
    .map(({ call, outcome }) => [call.operation.do, codeOf(outcome)] as const);
  expect(notReached(calls)).toEqual([]);
});

test('lengths run from nothing to the longest, and long ones are not rare', () => {
  const plans = plansOf(5);
  const lengths = Array.from({ length: 200 }, () => plans.next().value?.steps.length ?? 0);
  expect(Math.min(...lengths)).toBeLessThan(4);
  expect(Math.max(...lengths)).toBeGreaterThan(120);
  expect(lengths.filter((length) => length > 64).length).toBeGreaterThan(60);
});

const textOf = (rules: Partial<Rules>): string => JSON.stringify(escape(play(4, 2, rules)));
const allCalls = textOf({});

test.each(Object.keys(allRules) as (keyof Rules)[])('without %s other calls are made', (rule) => {
  expect(textOf({ [rule]: false })).not.toBe(allCalls);
});

test('near misses and reads never change what the model holds', () => {
  const shares = [...take(createSuite().sequences(4, offer), 15)].map(({ setup, play: start }) => {
    let state = emptyState(setup);
    const source = start(state);
    let changes = 0;
    let calls = 0;
    for (let next = source.next(state); next.done !== true; next = source.next(state)) {
      const [after] = step(state, next.value.call);
      calls += 1;
      if (after !== state) changes += 1;
      state = after;
    }
    return { changes, calls };
  });
  // One step makes at most two changes: its own call and the one next door.
  expect(Math.max(...shares.map(({ changes }) => changes))).toBeLessThanOrEqual(2 * 128);
  const long = shares.filter(({ calls }) => calls > 200);
  expect(long.length).toBeGreaterThan(5);
  expect(Math.max(...long.map(({ changes, calls }) => changes / calls))).toBeLessThan(0.3);
});

function* take<T>(items: Iterable<T>, count: number): Generator<T> {
  let left = count;
  for (const item of items) {
    if (left <= 0) return;
    left -= 1;
    yield item;
  }
}
