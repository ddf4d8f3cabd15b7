// Tombstones that do not hold: revived, found, read, reviewed, or set and lifted twice.
import { refuse } from '../../contract/refusals.js';
import { reviewRules } from '../../guards/review.js';
import { stateAt } from '../../guards/record-state.js';
import { andThen } from '../../services/awaitable.js';
import { addressOf, eachMemory, gather, onRefusal } from '../decorate.js';
import type { CuratedMutant } from '../mutant.js';
import { bendLists, foundIn, withFacts } from '../reads.js';
import { withReviewRules, withRuntimeRules } from '../rules.js';
import { watchWrites } from '../writes.js';

const property = 'tombstones';
const needs = ['tombstones', 'inspect'] as const;

/** Six ways around a tombstone. */
export const tombstonesIgnored: readonly CuratedMutant[] = [
  {
    id: 'remember-revives-tombstone',
    property,
    misconception: 'Whoever writes a fact again wants it back.',
    needs: [...needs, 'versions'],
    wrap: () =>
      eachMemory((memory) => ({
        remember: (fact, terms) =>
          onRefusal(
            'tombstoned',
            () => memory.remember(fact, terms),
            () =>
              andThen(memory.inspect(fact.scope, fact.key), (record) => {
                // What would be refused afterwards must not be revived either.
                if (record === undefined || fact.observedAt < record.observedAt)
                  return refuse('tombstoned');
                const { expectedVersion, now } = terms;
                const decision = { expectedVersion, now, userConfirmed: true };
                return andThen(memory.restore(fact.scope, fact.key, decision), (version) =>
                  memory.remember(fact, { ...terms, expectedVersion: version }),
                );
              }),
          ),
      })),
  },
  {
    id: 'tombstone-still-found',
    property,
    misconception: 'Forgetting hides a fact from the prompt; a search should still find it.',
    needs,
    wrap: () => {
      const forgotten = new Map<string, { readonly scope: string; readonly key: string }>();
      return eachMemory((memory, seat) => ({
        ...watchWrites(memory, seat, (change) => {
          if (change.by === 'confirm') return;
          const { scope, key } = change;
          const address = addressOf(seat.identity, scope, key);
          if (change.by === 'forget') forgotten.set(address, { scope, key });
          else forgotten.delete(address);
        }),
        ...bendLists(memory, (facts, scope, { now, text, minConfidence, limit }) => {
          const here = [...forgotten]
            .filter(([address, at]) => address === addressOf(seat.identity, scope, at.key))
            .map(([, { key }]) => key);
          return andThen(
            gather(here, (key) => memory.inspect(scope, key)),
            (records) => {
              const found = records
                .filter((record) => record !== undefined)
                .filter((record) => stateAt({ ...record, deletedAt: null }, now) === 'active')
                .filter(({ confidence }) => confidence >= minConfidence)
                .filter(({ value }) => value.includes(text));
              return withFacts(facts, found.map(foundIn), limit);
            },
          );
        }),
      }));
    },
  },
  {
    id: 'forget-twice-accepted',
    property,
    misconception: 'Forgetting is idempotent: what is forgotten already is forgotten.',
    needs,
    wrap: () =>
      eachMemory((memory) => ({
        forget: (scope, key, terms) =>
          onRefusal(
            'tombstoned',
            () => memory.forget(scope, key, terms),
            () => terms.expectedVersion,
          ),
      })),
  },
  {
    id: 'restore-of-live-accepted',
    property,
    misconception: 'Restoring what is there already does no harm, so there is nothing to refuse.',
    needs,
    wrap: () =>
      eachMemory((memory) => ({
        restore: (scope, key, terms) =>
          onRefusal(
            'not-tombstoned',
            () => memory.restore(scope, key, terms),
            () => terms.expectedVersion,
          ),
      })),
  },
  {
    id: 'tombstone-read',
    property,
    misconception:
      'An agent that knows the key may still read what was only forgotten, not erased.',
    needs: [...needs, 'provenance', 'versions'],
    services: withRuntimeRules({
      isReadable: (record, now) => stateAt({ ...record, deletedAt: null }, now) === 'active',
    }),
  },
  {
    id: 'tombstone-reviewed',
    property,
    misconception: 'A reviewer may bring back a forgotten record: that is a decision too.',
    needs: [...needs, 'review', 'versions'],
    services: withReviewRules({
      explainCurrent: (current, attempted, now) =>
        reviewRules.explainCurrent({ ...current, deletedAt: null }, attempted, now),
    }),
  },
];
