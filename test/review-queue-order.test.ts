// The order of the checks of prepare and resolve (contract section 6).
import { describe, expect, test } from 'vitest';
import type { Fact } from '../src/contract/fact.js';
import type { Identity } from '../src/contract/identity.js';
import type { MemoryStore } from '../src/contract/port.js';
import { createReviewQueue } from '../src/services/review-queue.js';
import { breakEach, type Fault } from './check-order.js';
import { evidence, keep, scene, terms } from './review-scene.js';
import { codeOf, lin, note, stores, strangers } from './service-fixture.js';

interface PrepareParts {
  readonly caller: unknown;
  readonly scope: string;
  readonly kind: string;
  readonly key: string;
  readonly value: string;
  readonly observedAt: number;
  readonly confidence: number;
  readonly expiresAt: number | null;
  readonly evidence: unknown;
  readonly attemptedVersion: unknown;
  readonly now: number;
  readonly lifetime: unknown;
  readonly extra: object;
  readonly ungranted: boolean;
  readonly state: 'current' | 'missing' | 'tombstoned' | 'ahead' | 'expired';
}

const prepareGood: PrepareParts = {
  caller: lin,
  ...note('mine'),
  scope: 'profile',
  confidence: 1,
  expiresAt: null,
  evidence,
  attemptedVersion: 1,
  now: 100,
  lifetime: 300,
  extra: {},
  ungranted: false,
  state: 'current',
};

const prepareFaults: readonly Fault<PrepareParts>[] = [
  { code: 'malformed', breaks: { extra: { tenant: 'acme' } } },
  { code: 'other-identity', breaks: { caller: strangers['another tenant'] } },
  { code: 'bad-time', breaks: { now: -1 } },
  { code: 'bad-version', breaks: { attemptedVersion: 1.5 } },
  { code: 'bad-lifetime', breaks: { lifetime: 0 } },
  { code: 'unknown-kind', breaks: { kind: 'mood' } },
  { code: 'wrong-key', breaks: { key: 'verified?' } },
  { code: 'no-evidence', breaks: { evidence: true } },
  { code: 'wrong-scope', breaks: { scope: 'project' } },
  { code: 'bad-text', breaks: { value: '' } },
  { code: 'future-observation', breaks: { observedAt: 101 } },
  { code: 'bad-confidence', breaks: { confidence: 1.1 } },
  { code: 'bad-expiry', breaks: { expiresAt: 100 } },
  { code: 'scope', breaks: { ungranted: true } },
  { code: 'missing', breaks: { state: 'missing' } },
  { code: 'tombstoned', breaks: { state: 'tombstoned' } },
  { code: 'ahead-of-clock', breaks: { state: 'ahead' } },
  { code: 'expired', breaks: { state: 'expired' } },
  { code: 'nothing-newer', breaks: { attemptedVersion: 9 } },
];

async function callPrepare(open: () => MemoryStore, parts: PrepareParts): Promise<string> {
  const store = open();
  const memory = store.as(lin);
  const given = (expectedVersion: number, now: number) => ({ evidence, expectedVersion, now });
  if (parts.state !== 'missing') {
    await memory.remember(note('one'), given(0, 90));
    const expiresAt = parts.state === 'expired' ? 99 : null;
    await memory.remember(note('two', { expiresAt }), given(1, parts.state === 'ahead' ? 101 : 95));
  }
  if (parts.state === 'tombstoned')
    await memory.forget?.('profile', 'plain', {
      expectedVersion: 2,
      now: 96,
      userConfirmed: true,
    });
  const narrow = { ...lin, scopes: ['project'] };
  const queue = createReviewQueue(store, parts.ungranted ? narrow : lin);
  const { scope, kind, key, value, observedAt, confidence, expiresAt } = parts;
  const candidate = {
    scope,
    kind,
    key,
    value,
    observedAt,
    confidence,
    expiresAt,
    sourceRef: 'chat',
    ...parts.extra,
  };
  const { attemptedVersion, now, lifetime } = parts;
  const caller = parts.ungranted && parts.caller === lin ? narrow : parts.caller;
  return codeOf(() =>
    queue.prepare(caller as Identity, candidate, {
      evidence: parts.evidence,
      attemptedVersion: attemptedVersion as number,
      now,
      lifetime: lifetime as number,
    }),
  );
}

interface ResolveParts {
  readonly caller: Identity;
  readonly extra: object;
  readonly now: number;
  readonly approved: unknown;
  readonly choice: string;
  readonly history: 'open' | 'kept' | 'unknown';
  readonly changed: boolean;
  readonly current: Partial<Fact>;
  readonly candidateExpiry: number | null;
  readonly observedAt: number;
}

const resolveGood: ResolveParts = {
  caller: lin,
  extra: {},
  now: 150,
  approved: true,
  choice: 'use_candidate',
  history: 'open',
  changed: false,
  current: {},
  candidateExpiry: null,
  observedAt: 90,
};

const resolveFaults: readonly Fault<ResolveParts>[] = [
  { code: 'malformed', breaks: { extra: { reason: 'x' } } },
  { code: 'other-identity', breaks: { caller: { ...lin, scopes: [] } } },
  { code: 'bad-time', breaks: { now: 1.5 } },
  { code: 'not-approved', breaks: { approved: 'yes' } },
  { code: 'bad-choice', breaks: { choice: 'merge' } },
  { code: 'decided-otherwise', breaks: { history: 'kept' } },
  { code: 'unknown-case', breaks: { history: 'unknown' } },
  { code: 'before-prepared', breaks: { now: 99 } },
  { code: 'case-expired', breaks: { now: 400 } },
  { code: 'snapshot-changed', breaks: { changed: true } },
  { code: 'expired', breaks: { current: { expiresAt: 140 } } },
  { code: 'bad-expiry', breaks: { candidateExpiry: 145 } },
  { code: 'older-observation', breaks: { observedAt: 80 } },
];

async function callResolve(open: () => MemoryStore, parts: ResolveParts): Promise<string> {
  const { queue, write } = await scene(open(), parts.current);
  const { observedAt, candidateExpiry: expiresAt } = parts;
  const shown = await queue.prepare(lin, note('mine', { observedAt, expiresAt }), terms());
  if (parts.history === 'kept') await queue.resolve(lin, shown.id, keep(110));
  if (parts.changed) await write('two', 120, parts.current);
  const { choice, approved, now, extra } = parts;
  const id = parts.history === 'unknown' ? `${shown.id}0` : shown.id;
  return codeOf(() => queue.resolve(parts.caller, id, { choice, approved, now, ...extra }));
}

describe.each(stores)('the checks run in the order written on %s', (_, open) => {
  test('of prepare', async () => {
    expect(await callPrepare(open, prepareGood)).toBe('accepted');
    const { right, wrong } = await breakEach(prepareGood, prepareFaults, (parts) =>
      callPrepare(open, parts),
    );
    expect(wrong).toEqual([]);
    expect(right).toBe(183);
  });

  test('of resolve', async () => {
    expect(await callResolve(open, resolveGood)).toBe('accepted');
    const { right, wrong } = await breakEach(resolveGood, resolveFaults, (parts) =>
      callResolve(open, parts),
    );
    expect(wrong).toEqual([]);
    expect(right).toBe(87);
  });
});
