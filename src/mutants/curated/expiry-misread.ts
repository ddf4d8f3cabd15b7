// Ends read as if the second named still belonged to what ends, or as if there were no end.
import { reviewRules } from '../../guards/review.js';
import { stateAt } from '../../guards/record-state.js';
import { andThen } from '../../services/awaitable.js';
import { proposalRules } from '../../services/proposal-rules.js';
import { refuse } from '../../contract/refusals.js';
import { eachMemory } from '../decorate.js';
import type { CuratedMutant } from '../mutant.js';
import { allFacts, bendContext, bendLists, withFacts } from '../reads.js';
import { withProposalRules, withReviewRules, withRuntimeRules } from '../rules.js';
import { decideAgain, rememberAgain } from '../writes.js';

const property = 'expiry';

/** Facts, cases and proposals that end too late, too early or not at all. */
export const expiryMisread: readonly CuratedMutant[] = [
  {
    id: 'fact-lives-through-its-last-second',
    property,
    misconception: 'Valid until ten o\u2019clock means that at ten it is still valid.',
    needs: ['expiry'],
    wrap: () =>
      eachMemory((memory) =>
        bendLists(memory, (facts, scope, { now, limit, ...terms }) => {
          if (now === 0) return facts;
          const before = allFacts(memory, scope, { ...terms, now: now - 1 });
          return andThen(before, (list) =>
            withFacts(
              facts,
              list.filter(({ expiresAt }) => expiresAt === now),
              limit,
            ),
          );
        }),
      ),
  },
  {
    id: 'fact-ends-a-second-early',
    property,
    misconception: 'A fact that ends within the second is not worth giving out any more.',
    needs: ['expiry'],
    wrap: () =>
      eachMemory((memory) =>
        bendLists(memory, (facts, _scope, { now }) =>
          facts.filter(({ expiresAt }) => expiresAt !== now + 1),
        ),
      ),
  },
  {
    id: 'context-ignores-expiry',
    property,
    misconception: 'A prompt is better off with an old fact than with none.',
    needs: ['expiry'],
    wrap: () => {
      const ends = new Set<number>();
      return eachMemory((memory) => ({
        remember: (fact, terms) =>
          andThen(memory.remember(fact, terms), (version) => {
            if (typeof fact.expiresAt === 'number') ends.add(fact.expiresAt);
            return version;
          }),
        ...bendContext(memory, (facts, scope, { now, limit }) => {
          const last = Math.max(...[...ends].filter((end) => end <= now));
          if (last < 1) return facts;
          return andThen(memory.search(scope, { now: last - 1, limit: 20 }), (list) =>
            withFacts(
              facts,
              list.filter(({ expiresAt }) => expiresAt === last),
              limit,
            ),
          );
        }),
      }));
    },
  },
  {
    id: 'expired-tombstone-restored',
    property,
    misconception: 'Restoring undoes a forget, so everything comes back as it was.',
    needs: ['expiry', 'tombstones', 'inspect'],
    wrap: decideAgain('restore', 'expired', (_, current) =>
      andThen(current(), ({ updatedAt, expiresAt }) => ({
        now: Math.max(updatedAt, (expiresAt ?? 1) - 1),
      })),
    ),
  },
  {
    id: 'expiry-now-accepted',
    property,
    misconception: 'A fact that ends right now was true for a moment, so it may be written.',
    needs: ['expiry'],
    wrap: rememberAgain('bad-expiry', ({ fact, terms: { now } }) =>
      fact.expiresAt === now ? { fact: { expiresAt: now + 1 } } : refuse('bad-expiry'),
    ),
  },
  {
    id: 'read-ignores-expiry',
    property,
    misconception: 'An agent that asks for one key by name wants it, old or not.',
    needs: ['expiry', 'provenance', 'inspect', 'versions'],
    services: withRuntimeRules({
      isReadable: (record, now) => stateAt({ ...record, expiresAt: null }, now) === 'active',
    }),
  },
  {
    id: 'case-open-at-its-end',
    property,
    misconception: 'A case that ends at ten can still be decided at ten.',
    needs: ['expiry', 'review', 'inspect', 'versions'],
    services: withReviewRules({ isExpired: (shown, now) => now > shown.expiresAt }),
  },
  {
    id: 'expired-record-reviewed',
    property,
    misconception: 'A reviewer can judge an old record as well as a new one.',
    needs: ['expiry', 'review', 'inspect', 'versions'],
    services: withReviewRules({
      explainCurrent: (current, attempted, now) =>
        reviewRules.explainCurrent({ ...current, expiresAt: null }, attempted, now),
    }),
  },
  {
    id: 'proposal-open-at-its-end',
    property,
    misconception: 'A proposal that ends at ten can still be confirmed at ten.',
    needs: ['expiry', 'evidence', 'inspect', 'versions'],
    services: withProposalRules({
      explainConfirmation: (kept, caller, confirmation) =>
        proposalRules.explainConfirmation(
          kept && {
            ...kept,
            proposal: { ...kept.proposal, expiresAt: kept.proposal.expiresAt + 1 },
          },
          caller,
          confirmation,
        ),
    }),
  },
];
