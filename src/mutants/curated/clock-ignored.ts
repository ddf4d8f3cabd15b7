// Writes that go back in time, and reads that see what is not there yet.
import type { MemoryRecord } from '../../contract/fact.js';
import type { Awaitable } from '../../contract/port.js';
import { reviewRules } from '../../guards/review.js';
import { andThen } from '../../services/awaitable.js';
import { eachMemory } from '../decorate.js';
import type { CuratedMutant } from '../mutant.js';
import { allFacts, bendLists, withFacts } from '../reads.js';
import { withReviewRules } from '../rules.js';
import { decideAgain, rememberAgain, standing } from '../writes.js';

const property = 'clock-order';

const atItsClock = (record: Awaitable<MemoryRecord>) =>
  andThen(record, ({ updatedAt }) => ({ now: updatedAt }));

/** Five clocks that do not count. */
export const clockIgnored: readonly CuratedMutant[] = [
  {
    id: 'remember-back-in-time',
    property,
    misconception: 'Clocks of different hosts differ, so a small step back is normal.',
    needs: ['inspect', 'versions'],
    wrap: rememberAgain('clock-backwards', ({ memory, fact }) =>
      andThen(atItsClock(standing(memory, fact)), (terms) => ({
        fact: { expiresAt: null },
        terms,
      })),
    ),
  },
  {
    id: 'forget-back-in-time',
    property,
    misconception: 'A forget must never fail for something as small as a clock.',
    needs: ['inspect', 'versions', 'tombstones'],
    wrap: decideAgain('forget', 'clock-backwards', (_, current) => atItsClock(current())),
  },
  {
    id: 'restore-back-in-time',
    property,
    misconception: 'The version is right, so the order of the changes is known without a clock.',
    needs: ['inspect', 'versions', 'tombstones'],
    wrap: decideAgain('restore', 'clock-backwards', (_, current) => atItsClock(current())),
  },
  {
    id: 'search-sees-the-future',
    property,
    misconception: 'What is in the table has happened, whatever time a caller thinks it is.',
    needs: [],
    wrap: () => {
      let latest = 0;
      return eachMemory((memory) => ({
        remember: (fact, terms) =>
          andThen(memory.remember(fact, terms), (version) => {
            latest = Math.max(latest, terms.now);
            return version;
          }),
        ...bendLists(memory, (facts, scope, { now, limit, ...terms }) =>
          now >= latest
            ? facts
            : andThen(allFacts(memory, scope, { ...terms, now: latest }), (list) =>
                withFacts(facts, list, limit),
              ),
        ),
      }));
    },
  },
  {
    id: 'future-record-reviewed',
    property,
    misconception: 'A record is there or it is not: a reviewer may see it before its time.',
    needs: ['review', 'inspect', 'versions'],
    services: withReviewRules({
      explainCurrent: (current, attempted, now) =>
        reviewRules.explainCurrent(current, attempted, Math.max(now, current.updatedAt)),
    }),
  },
];
