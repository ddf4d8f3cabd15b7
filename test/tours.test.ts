// What tours arrange at the end of a sequence comes about often, and hardly without them.
import { expect, test } from 'vitest';
import { emptyState, type State } from '../models/state.js';
import { stateAt } from '../models/memory.js';
import { step } from '../models/step.js';
import { createSuite } from '../properties/suite.js';
import type { Call, Outcome } from '../src/contract/operations.js';
import { everything as offer } from './everything.js';

type Met = (call: Call, outcome: Outcome, before: State) => boolean;

const given = (outcome: Outcome): Readonly<Record<string, unknown>> =>
  'ok' in outcome ? Object(outcome.ok) : {};

const refusedWith = (outcome: Outcome, code: string): boolean =>
  'code' in outcome && outcome.code === code;

/** One of two records that were forgotten at one version is restored. */
const twinRestored: Met = ({ operation }, outcome, before) => {
  if (operation.do !== 'restore' || !('ok' in outcome)) return false;
  const gone = [...before.records.values()].filter(({ deletedAt }) => deletedAt !== null);
  const own = gone.find(
    ({ tenant, subject, scope, key }) =>
      tenant === operation.as.tenant &&
      subject === operation.as.subject &&
      scope === operation.scope &&
      key === operation.key,
  );
  return own !== undefined && gone.some((each) => each !== own && each.version === own.version);
};

/** Three facts of one list have nothing but their keys to be put in order by. */
const tied: Met = ({ operation }, outcome) => {
  const facts = 'ok' in outcome && Array.isArray(outcome.ok) ? outcome.ok : [];
  const moments = facts.map(({ updatedAt, confidence }) => `${updatedAt} ${confidence}`);
  return (
    operation.do === 'search' &&
    moments.some((moment) => moments.filter((each) => each === moment).length >= 3)
  );
};

/** An invocation asks for a record that is in this state. */
const readThrough =
  (wanted: string): Met =>
  ({ operation }, _outcome, before) => {
    if (operation.do !== 'read' || typeof operation.invocation !== 'string') return false;
    const issued = before.invocations.get(operation.invocation);
    const { tenant, subject } = before.setup.principal;
    return [...before.records.values()].some(
      (record) =>
        record.tenant === tenant &&
        record.subject === subject &&
        record.scope === issued?.scope &&
        record.key === operation.key &&
        stateAt(record, issued.now) === wanted,
    );
  };

const resolved =
  (wanted: (outcome: Outcome) => boolean): Met =>
  ({ operation }, outcome) =>
    operation.do === 'resolve' && wanted(outcome);
const confirmed =
  (wanted: (outcome: Outcome) => boolean): Met =>
  ({ operation }, outcome) =>
    operation.do === 'confirm' && wanted(outcome);

const situations: Readonly<Record<string, Met>> = {
  'one of several forgotten twins is restored': twinRestored,
  'facts of one second and one confidence are listed': tied,
  'a case is decided at its end': resolved((outcome) => refusedWith(outcome, 'case-expired')),
  'a case is decided after its record changed': resolved((outcome) =>
    refusedWith(outcome, 'snapshot-changed'),
  ),
  'a candidate is applied': resolved((outcome) => given(outcome)['outcome'] === 'applied'),
  'a case is decided in another way once more': resolved((outcome) =>
    refusedWith(outcome, 'decided-otherwise'),
  ),
  'what is so already is confirmed': confirmed(
    (outcome) => given(outcome)['outcome'] === 'unchanged',
  ),
  'a forgotten record is read through an invocation': readThrough('deleted'),
  'an expired record is read through an invocation': readThrough('expired'),
};

/** In how many of the first sequences of hunts each situation comes about. */
function shares(count: number): Readonly<Record<string, number>> {
  const met: Record<string, number> = Object.fromEntries(
    Object.keys(situations).map((name) => [name, 0]),
  );
  let left = count;
  for (const { setup, play } of createSuite({ maxLength: 48 }).sequences(8, offer)) {
    if (left <= 0) break;
    left -= 1;
    const here = new Set<string>();
    let state = emptyState(setup, true);
    const source = play(state);
    for (let next = source.next(state); next.done !== true; next = source.next(state)) {
      const [after, outcome] = step(state, next.value.call);
      for (const [name, isMet] of Object.entries(situations))
        if (isMet(next.value.call, outcome, state)) here.add(name);
      state = after;
    }
    for (const name of here) met[name] = (met[name] ?? 0) + 1;
  }
  return met;
}

const played = 24;
const met = shares(played);

test.each(Object.keys(situations))('%s, in one of six short sequences at least', (name) => {
  expect(met[name]).toBeGreaterThanOrEqual(played / 6);
});
