// What is gone, hidden or renumbered once the store was closed and opened again.
import type { FoundFact, MemoryRecord } from '../../contract/fact.js';
import type { Memory, MemoryStore } from '../../contract/port.js';
import { findRule } from '../../guards/policy-index.js';
import { addressOf, eachMemory, policyOf, type Seat, type WholeMemory } from '../decorate.js';
import type { CuratedMutant, Wrap } from '../mutant.js';
import { bendFacts, bendLists, bendRecords } from '../reads.js';
import { type Change, watchWrites } from '../writes.js';

const property = 'durability';

/** Calls `reopened` when the first handle is opened once more. */
function onReopening(wrap: Wrap, reopened: () => void): Wrap {
  let opened = false;
  return (store, handle) => {
    if (handle === 0 && opened) reopened();
    opened ||= handle === 0;
    return wrap(store, handle);
  };
}

/** Reads that do not see some addresses. */
const hiding = (
  memory: WholeMemory,
  isHidden: (scope: string, fact: FoundFact) => boolean,
): Partial<Memory> => ({
  ...bendLists(memory, (facts, scope) => facts.filter((fact) => !isHidden(scope, fact))),
  ...bendRecords(memory, (record, scope) => (isHidden(scope, record) ? undefined : record)),
});

/**
 * After a reopen the addresses `choose` names are hidden until they are written again; it is told
 * each accepted change with the handle it came through.
 */
function losing(choose: (told: readonly Told[]) => readonly string[]): Wrap {
  let told: readonly Told[] = [];
  let lost: ReadonlySet<string> = new Set();
  const bend = (memory: WholeMemory, seat: Seat): Partial<Memory> => ({
    ...hiding(memory, (scope, { key }) => lost.has(addressOf(seat.identity, scope, key))),
    ...watchWrites(memory, seat, (change) => {
      if (change.by === 'confirm') return;
      const address = addressOf(seat.identity, change.scope, change.key);
      lost = new Set([...lost].filter((other) => other !== address));
      told = [...told, { ...change, address, handle: seat.handle }];
    }),
  });
  return onReopening(eachMemory(bend), () => {
    lost = new Set([...lost, ...choose(told)]);
    told = [];
  });
}

type Told = Exclude<Change, { by: 'confirm' }> & {
  readonly address: string;
  readonly handle: number;
};

const isCreation = ({ by, version }: Told): boolean => by === 'remember' && version === 1;

/** The addresses whose last change was a forget. */
const forgottenIn = (told: readonly Told[]): readonly string[] =>
  [...new Map(told.map((change) => [change.address, change.by]))]
    .filter(([, by]) => by === 'forget')
    .map(([address]) => address);

const hasRule = (store: MemoryStore, { kind, key }: FoundFact): boolean =>
  findRule(policyOf(store), kind, key) !== undefined;

/** Versions counted from 1 again after a reopen, as far as a reader can see. */
function recounting(): Wrap {
  let reopenings = 0;
  const since = new Map<string, number>();
  const bend = (memory: WholeMemory, seat: Seat): Partial<Memory> => ({
    ...bendFacts(memory, (fact, scope) => {
      const known = since.get(addressOf(seat.identity, scope, fact.key)) ?? 0;
      return known < reopenings ? { ...fact, version: 1 } : fact;
    }),
    ...watchWrites(memory, seat, (change) => {
      if (change.by !== 'confirm')
        since.set(addressOf(seat.identity, change.scope, change.key), reopenings);
    }),
  });
  return onReopening(eachMemory(bend), () => {
    reopenings += 1;
  });
}

const needs = ['durable', 'inspect'] as const;

/** Five ways not to survive a restart. */
export const lostOnReopening: readonly CuratedMutant[] = [
  {
    id: 'reopen-loses-last-creation',
    property,
    misconception: 'The last write may wait in a buffer: the next one will flush it.',
    needs,
    wrap: () =>
      losing((told) => {
        const last = told.at(-1);
        return last !== undefined && isCreation(last) ? [last.address] : [];
      }),
  },
  {
    id: 'reopen-loses-second-handle',
    property,
    misconception: 'One process, one connection: what a second one wrote nobody has to keep.',
    needs: [...needs, 'multi-handle'],
    wrap: () =>
      losing((told) =>
        told.filter((each) => each.handle > 0 && isCreation(each)).map(({ address }) => address),
      ),
  },
  {
    id: 'reopen-drops-tombstones',
    property,
    misconception: 'What was forgotten takes up room, and start-up is the time to compact.',
    needs: [...needs, 'tombstones'],
    wrap: () => losing(forgottenIn),
  },
  {
    id: 'reopen-recounts-versions',
    property,
    misconception: 'A version only tells apart the writes of one run, so counting may start again.',
    needs: [...needs, 'versions'],
    wrap: recounting,
  },
  {
    id: 'revised-policy-hides-records',
    property,
    misconception: 'A kind that the policy no longer names is not to be read any more either.',
    needs: [...needs, 'evidence'],
    wrap: () =>
      eachMemory((memory, { store }) =>
        hiding(memory, (_scope, fact: FoundFact | MemoryRecord) => !hasRule(store, fact)),
      ),
  },
];
