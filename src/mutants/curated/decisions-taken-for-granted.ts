// Decisions counted that nobody made: whatever is not false will do.
import { proposalRules } from '../../services/proposal-rules.js';
import type { CuratedMutant } from '../mutant.js';
import { withProposalRules, withReviewRules } from '../rules.js';
import { decideAgain } from '../writes.js';

const property = 'exactly-true';
const needs = ['tombstones'] as const;

/** Counts some values of `userConfirmed` as the user's word. */
const confirmedIf = (operation: 'forget' | 'restore', counts: (given: unknown) => boolean) =>
  decideAgain(operation, 'not-confirmed', ({ userConfirmed }) =>
    counts(userConfirmed) ? { userConfirmed: true } : {},
  );

/** A confirmation, an approval and a missing answer, each taken for a yes. */
export const decisionsTakenForGranted: readonly CuratedMutant[] = [
  {
    id: 'forget-takes-truthy',
    property,
    misconception: 'JavaScript knows what is true enough: `if (userConfirmed)` asks just that.',
    needs,
    wrap: confirmedIf('forget', Boolean),
  },
  {
    id: 'restore-takes-text-true',
    property,
    misconception: 'A form sends "true" as text, so text has to count as well.',
    needs,
    wrap: confirmedIf('restore', (given) => given === 'true'),
  },
  {
    id: 'forget-confirmed-by-default',
    property,
    misconception: 'Whoever calls forget wants to forget: silence is consent.',
    needs,
    wrap: confirmedIf('forget', (given) => given === undefined),
  },
  {
    id: 'review-approved-by-truthy',
    property,
    misconception: 'A reviewer who sends anything but false has approved.',
    needs: [...needs, 'review', 'inspect', 'versions'],
    services: withReviewRules({ isApproved: Boolean }),
  },
  {
    id: 'proposal-confirmed-by-truthy',
    property,
    misconception: 'The user pressed a button, whatever the client made of that.',
    needs: [...needs, 'evidence', 'inspect', 'versions'],
    services: withProposalRules({
      explainConfirmation: (kept, caller, confirmation) =>
        proposalRules.explainConfirmation(
          kept,
          caller,
          confirmation.confirmed ? { ...confirmation, confirmed: true } : confirmation,
        ),
    }),
  },
];
