// Older observations that replace newer ones, always or under a condition nobody agreed on.
import type { Fact, MemoryRecord } from '../../contract/fact.js';
import type { Capability } from '../../contract/port.js';
import { refuse } from '../../contract/refusals.js';
import { andThen } from '../../services/awaitable.js';
import type { CuratedMutant } from '../mutant.js';
import { rememberAgain, standing } from '../writes.js';

const acceptedIf = (
  id: string,
  misconception: string,
  counts: (fact: Fact, record: MemoryRecord) => boolean,
  needs: readonly Capability[] = [],
): CuratedMutant => ({
  id,
  property: 'observation-order',
  misconception,
  needs: ['versions', 'inspect', ...needs],
  wrap: rememberAgain('older-observation', ({ memory, fact }) =>
    andThen(standing(memory, fact), (record) =>
      counts(fact, record)
        ? { fact: { observedAt: record.observedAt } }
        : refuse('older-observation'),
    ),
  ),
});

/** Last write wins, nearly as new, and surer. */
export const olderObservationAccepted: readonly CuratedMutant[] = [
  acceptedIf('last-write-wins', 'Who writes last knows best, whenever it was seen.', () => true),
  acceptedIf(
    'observation-a-second-older-accepted',
    'Clocks differ by a second or so, which has to be allowed for.',
    (fact, record) => fact.observedAt === record.observedAt - 1,
  ),
  acceptedIf(
    'surer-observation-accepted',
    'A fact that is surer may replace one that is newer.',
    (fact, record) => (fact.confidence ?? 1) > record.confidence,
    ['confidence'],
  ),
];
