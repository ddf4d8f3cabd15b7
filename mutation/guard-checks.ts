// What guards say of a refusal, and of what nothing refuses: sequences compare kind and code alone.
import { strict as assert } from 'node:assert';
import type { MemoryRecord } from '../src/contract/fact.js';
import { readPolicy } from '../src/contract/policy.js';
import { Refusal, type RefusalCode, type RefusalFacts } from '../src/contract/refusals.js';
import { checkCandidate } from '../src/guards/candidate.js';
import {
  explainConfirmation,
  explainConfirmedWrite,
  giveDecision,
} from '../src/guards/confirmation.js';
import {
  checkConfidence,
  checkExpiry,
  checkLength,
  checkLifetime,
  checkSearchTerms,
  checkTime,
  checkVersion,
} from '../src/guards/domains.js';
import { explainForget, explainRemember, explainRestore } from '../src/guards/explain.js';
import { indexPolicy } from '../src/guards/policy-index.js';
import { reviewRules } from '../src/guards/review.js';
import { checkScope } from '../src/guards/scope.js';
import { type Check, story } from './check.js';
import { lin, memoryOf, nameIs, odd, on, recordOf, refusalOf, services } from './scene.js';
import { withStore } from './service-checks.js';

type Refused = readonly [code: RefusalCode, facts: RefusalFacts];

/** A guard that returns its refusal. */
const assertExplained = (found: unknown, expected: Refused | undefined): void => {
  const told = found instanceof Refusal ? [found.code, found.facts] : found;
  assert.deepEqual(told, expected);
};

/** A guard that throws its refusal. */
async function assertRefused(call: () => unknown, [code, facts]: Refused): Promise<void> {
  const refusal = await refusalOf(call);
  assert.deepEqual([refusal.code, refusal.facts], [code, facts]);
}

const terms = { expectedVersion: 3, now: 100 };
const stale: Refused = ['stale-version', { expected: 2, actual: 3 }];
const early: Refused = ['clock-backwards', { now: 99, updatedAt: 100 }];

const explanations: readonly Check[] = [
  story(
    'explain-remember',
    'A write that changed nothing is explained, in order, with facts.',
    () => {
      const told = (record: MemoryRecord | undefined, change = {}, observedAt = 90): unknown =>
        explainRemember(record, observedAt, { ...terms, ...change });
      assertExplained(told(undefined), ['missing', {}]);
      assertExplained(told(undefined, { expectedVersion: 0 }), undefined);
      assertExplained(told(recordOf(), { expectedVersion: 2 }), stale);
      assertExplained(told(recordOf({ deletedAt: 100 }), {}, 1), ['tombstoned', {}]);
      assertExplained(told(recordOf(), {}, 89), ['older-observation', { observedAt: 90 }]);
      assertExplained(told(recordOf(), { now: 99 }), early);
      assertExplained(told(recordOf()), undefined);
    },
  ),
  story('explain-decisions', 'So is a decision to forget or to restore.', () => {
    const tombstone = recordOf({ deletedAt: 100 });
    const asked = { ...terms, expectedVersion: 2 };
    for (const explain of [explainForget, explainRestore]) {
      assertExplained(explain(undefined, terms), ['missing', {}]);
      assertExplained(explain(recordOf(), asked), stale);
      assertExplained(explain(tombstone, { ...terms, now: 99 }), early);
    }
    assertExplained(explainForget(tombstone, terms), ['tombstoned', {}]);
    assertExplained(explainForget(recordOf(), terms), undefined);
    assertExplained(explainRestore(recordOf(), terms), ['not-tombstoned', {}]);
    assertExplained(explainRestore(tombstone, terms), undefined);
    const until = (expiresAt: number): MemoryRecord => recordOf({ deletedAt: 100, expiresAt });
    assertExplained(explainRestore(until(100), terms), ['expired', { expiresAt: 100 }]);
    assertExplained(explainRestore(until(101), terms), undefined);
  }),
  story('explain-review', 'A queue explains why a record cannot be reviewed.', () => {
    const told = (change: Partial<MemoryRecord>, attempted = 2, now = 100): unknown =>
      reviewRules.explainCurrent(recordOf(change), attempted, now);
    assertExplained(told({}), undefined);
    assertExplained(told({}, 3), ['nothing-newer', { attempted: 3, actual: 3 }]);
    assertExplained(told({ deletedAt: 100 }), ['tombstoned', { version: 3 }]);
    assertExplained(told({ expiresAt: 100 }), ['expired', { version: 3 }]);
    assertExplained(told({}, 2, 99), ['ahead-of-clock', { version: 3 }]);
  }),
];

const domains: readonly Check[] = [
  story(
    'domains',
    'A value outside its domain is refused with the name of its field.',
    async () => {
      const long = 'a'.repeat(301);
      const calls: readonly (readonly [() => unknown, Refused])[] = [
        [() => checkLength('', { min: 1, max: 2 }, 'key'), ['bad-text', { field: 'key' }]],
        [() => checkLength('abc', { min: 1, max: 2 }, 'key'), ['bad-text', { field: 'key' }]],
        [() => checkTime(-1, 'now'), ['bad-time', { field: 'now' }]],
        [() => checkVersion(0.5), ['bad-version', { field: 'expectedVersion' }]],
        [() => checkVersion(-1, 'attempted'), ['bad-version', { field: 'attempted' }]],
        [() => checkConfidence(2), ['bad-confidence', { field: 'confidence' }]],
        [() => checkExpiry(100, 100), ['bad-expiry', { field: 'expiresAt' }]],
        [() => checkSearchTerms({ now: 1, limit: 0 }), ['bad-limit', { field: 'limit' }]],
        [
          () => checkSearchTerms({ now: 1, minConfidence: 2 }),
          ['bad-threshold', { field: 'minConfidence' }],
        ],
        [() => checkSearchTerms({ now: 1, text: long }), ['bad-text', { field: 'text' }]],
        [() => checkScope(lin, 'secret'), ['scope', {}]],
      ];
      for (const [call, refused] of calls) await assertRefused(call, refused);
      const bounds = { min: 10, max: 20, default: 15 };
      for (const [given, now] of [
        [9, 1],
        [21, 1],
        [10.5, 1],
      ] as const)
        await assertRefused(
          () => checkLifetime(given, odd(bounds), now),
          ['bad-lifetime', { field: 'lifetime' }],
        );
      assert.deepEqual(
        [10, 20, undefined].map((given) => checkLifetime(given, odd(bounds), 1)),
        [10, 20, 15],
      );
    },
  ),
  story(
    'candidate',
    'A candidate that a rule refuses is told which field, or which evidence.',
    async () => {
      const index = indexPolicy(
        readPolicy([
          {
            kind: 'profile',
            keys: ['display_name'],
            evidence: 'user_confirmed',
            scope: { exactly: 'profile' },
            values: ['Lin'],
          },
        ]),
      );
      const told =
        (change: object, evidence = 'user_confirmed', now = 100) =>
        (): unknown =>
          checkCandidate(index, { ...nameIs('Lin'), ...change }, odd(evidence), now);
      await assertRefused(told({ kind: 'x' }), ['unknown-kind', { field: 'kind' }]);
      await assertRefused(told({ key: 'x' }), ['wrong-key', { field: 'key' }]);
      await assertRefused(told({}, 'x'), ['no-evidence', { needed: 'user_confirmed' }]);
      await assertRefused(told({ scope: 'x' }), ['wrong-scope', { field: 'scope' }]);
      await assertRefused(told({ value: 'x' }), ['bad-value', { field: 'value' }]);
      await assertRefused(told({ value: '' }), ['bad-text', { field: 'value' }]);
      await assertRefused(told({ sourceRef: '' }), ['bad-text', { field: 'sourceRef' }]);
      await assertRefused(told({}, 'user_confirmed', -1), ['bad-time', { field: 'now' }]);
      await assertRefused(told({ observedAt: -1 }), ['bad-time', { field: 'observedAt' }]);
      await assertRefused(told({ observedAt: 101 }), [
        'future-observation',
        { field: 'observedAt' },
      ]);
    },
  ),
];

const proposal = {
  id: 'p',
  digest: 'd',
  owner: { tenant: 'acme', subject: 'lin' },
  candidate: { ...nameIs('Lin'), confidence: 1, expiresAt: null },
  provenance: 'user-stated',
  intent: 'lasting',
  baseVersion: 2,
  proposedAt: 100,
  expiresAt: 200,
} as const;

const decisions: readonly Check[] = [
  story(
    'explain-confirmation',
    'A confirmation that decides nothing is told why, with times.',
    async () => {
      const yes = { id: 'p', digest: 'd', confirmed: true, now: 100 };
      const told =
        (change: object, kept: object = {}) =>
        (): unknown =>
          explainConfirmation(
            { proposal: { ...proposal, ...kept }, decided: null },
            lin,
            odd({ ...yes, ...change }),
          );
      await assertRefused(told({ now: 99 }), ['bad-time', { field: 'now', proposedAt: 100 }]);
      await assertRefused(told({ now: 200 }), ['proposal-expired', { expiresAt: 200 }]);
      await assertRefused(told({ digest: 'x' }), ['wrong-digest', {}]);
      await assertRefused(told({ confirmed: 1 }), ['not-confirmed', {}]);
      await assertRefused(told({}, { intent: 'once' }), ['one-off', {}]);
      assert.equal(told({})(), undefined);
      const outcome = { refused: 'exists', facts: { a: 1 } } as const;
      await assertRefused(() => giveDecision(outcome), ['exists', { a: 1 }]);
      const written = { outcome: 'written', version: 3 } as const;
      assert.equal(giveDecision(written), written);
    },
  ),
  story(
    'explain-confirmed-write',
    'A confirmed write that was refused is told of its base version.',
    () => {
      const refusal = new Refusal('stale-version', { expected: 2, actual: 3 });
      const told = explainConfirmedWrite(recordOf(), proposal, refusal, 100);
      assertExplained(told, stale);
    },
  ),
  story('case-facts', 'A case that cannot be decided is told why, with times and versions.', () =>
    withStore(async (store) => {
      const memory = memoryOf(store);
      await memory.remember(nameIs('Lin'), on(0));
      const queue = services.createReviewQueue(store, lin);
      const asked = { evidence: 'user_confirmed', attemptedVersion: 0, now: 100, lifetime: 600 };
      const shown = await queue.prepare(lin, nameIs('Mei'), asked);
      const decide =
        (change: object, id = shown.id) =>
        (): unknown =>
          queue.resolve(lin, id, { choice: 'use_candidate', approved: true, now: 101, ...change });
      await assertRefused(decide({}, 'x'), ['unknown-case', { caseId: 'x' }]);
      await assertRefused(decide({ now: 99 }), ['before-prepared', { preparedAt: 100 }]);
      await assertRefused(decide({ choice: 'x' }), ['bad-choice', { field: 'choice' }]);
      await assertRefused(decide({ approved: 1 }), ['not-approved', {}]);
      await assertRefused(decide({ now: shown.expiresAt }), ['case-expired', { expiresAt: 700 }]);
      const again = await queue.prepare(lin, nameIs('Mei'), asked);
      await memory.remember(nameIs('Bo'), on(1));
      const changed: Refused = ['snapshot-changed', { shown: 1, actual: 2 }];
      await assertRefused(decide({}, again.id), changed);
    }),
  ),
];

export const guardChecks: readonly Check[] = [...explanations, ...domains, ...decisions];
