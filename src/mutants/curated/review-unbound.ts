// Reviews that are decided by others, too early, twice, or about what nobody was shown.
import type { Choice } from '../../contract/review.js';
import type { MemoryRecord } from '../../contract/fact.js';
import { reviewRules, type ReviewRules } from '../../guards/review.js';
import type { CuratedMutant } from '../mutant.js';
import { withReviewRules } from '../rules.js';

const without = (
  id: string,
  misconception: string,
  rules: Partial<ReviewRules>,
): CuratedMutant => ({
  id,
  property: 'review',
  misconception,
  needs: ['review', 'inspect', 'versions'],
  services: withReviewRules(rules),
});

/** One rule of the queue each. */
export const reviewUnbound: readonly CuratedMutant[] = [
  without(
    'snapshot-not-compared',
    'The case holds the record, so there is no reason to look at it again.',
    { isAsShown: (_shown, today) => today !== undefined },
  ),
  without('keep-not-compared', 'Keeping changes nothing, so nothing has to be compared.', {
    isAsShown: (shown: MemoryRecord, today: MemoryRecord | undefined, choice: Choice) =>
      choice === 'keep_current' || reviewRules.isAsShown(shown, today, choice),
  }),
  without('decided-once-more', 'Asked again, a queue decides again: the last word counts.', {
    repeat: () => undefined,
  }),
  without(
    'any-choice-repeats-the-receipt',
    'A decided case is decided, whichever way somebody asks about it now.',
    { repeat: (receipt) => receipt },
  ),
  without('anybody-resolves', 'Case ids are random: whoever knows one was given it.', {
    isOwner: () => true,
  }),
  without(
    'owner-compared-without-scopes',
    'Tenant and subject say who it is; the scopes are a detail of the session.',
    {
      isOwner: (owner, caller) =>
        owner.tenant === caller.tenant && owner.subject === caller.subject,
    },
  ),
  without('decided-before-prepared', 'Clocks differ a little, so an early decision is fine.', {
    isEarly: () => false,
  }),
  without(
    'nothing-newer-reviewed',
    'A review never hurts, even when nothing has changed since the attempt.',
    { explainCurrent: (current, _attempted, now) => reviewRules.explainState(current, now) },
  ),
  without('unknown-choice-keeps', 'A choice nobody knows means to leave things as they are.', {
    isChoice: (choice): choice is Choice => typeof choice === 'string',
  }),
  without(
    'refused-case-stays-open',
    'A refused decision decides nothing, so the case waits for the next one.',
    { consumes: () => false },
  ),
  without(
    'review-refreshes-observation',
    'The reviewer has just looked at it, so that is when it was observed.',
    { candidateToWrite: (shown, now) => ({ ...shown.candidate, observedAt: now }) },
  ),
];
