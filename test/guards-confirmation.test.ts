// Confirming a proposal: what stands in the way, in the order of the contract.
import { describe, expect, test } from 'vitest';
import type { MemoryRecord } from '../src/contract/fact.js';
import type { Proposal } from '../src/contract/proposal.js';
import { Refusal } from '../src/contract/refusals.js';
import {
  type Decided,
  explainConfirmation,
  explainConfirmedWrite,
  giveDecision,
  isUnchanged,
  type KeptProposal,
} from '../src/guards/confirmation.js';
import { breakEach, type Fault } from './check-order.js';
import { codeOf } from './service-fixture.js';

const proposal: Proposal = {
  id: 'p1',
  digest: 'd1',
  owner: { tenant: 'acme', subject: 'lin' },
  candidate: {
    scope: 'profile',
    kind: 'profile',
    key: 'display_name',
    value: 'Lin',
    sourceRef: 'chat:1',
    observedAt: 90,
    confidence: 0.9,
    expiresAt: 900,
  },
  provenance: 'user-stated',
  intent: 'lasting',
  baseVersion: 2,
  proposedAt: 100,
  expiresAt: 200,
};
const lin = { tenant: 'acme', subject: 'lin', scopes: ['profile'] };
const record: MemoryRecord = {
  ...proposal.candidate,
  ...lin,
  evidence: 'user_confirmed',
  updatedAt: 95,
  version: 2,
  deletedAt: null,
  actor: 'lin',
  provenance: null,
};

interface Parts {
  readonly kept: KeptProposal | undefined;
  readonly intent: Proposal['intent'];
  readonly decided: Decided | null;
  readonly tenant: string;
  readonly subject: string;
  readonly scopes: readonly string[];
  readonly confirmed: unknown;
  readonly digest: string;
  readonly now: number;
}
const good: Parts = {
  kept: { proposal, decided: null },
  intent: 'lasting',
  decided: null,
  ...lin,
  confirmed: true,
  digest: 'd1',
  now: 150,
};

function explain({ kept, intent, decided, tenant, subject, scopes, ...given }: Parts) {
  const found = kept && { proposal: { ...kept.proposal, intent }, decided };
  return explainConfirmation(found, { tenant, subject, scopes }, { id: 'p1', ...given });
}

describe('a confirmation', () => {
  test('has nothing in its way at first', () => {
    expect(explain(good)).toBe(undefined);
    expect(explain({ ...good, now: 100 })).toBe(undefined);
    expect(explain({ ...good, now: 199 })).toBe(undefined);
  });

  const faults: readonly Fault<Parts>[] = [
    { code: 'unknown-proposal', breaks: { kept: undefined } },
    { code: 'unknown-proposal', breaks: { tenant: 'other' } },
    { code: 'unknown-proposal', breaks: { subject: 'mei' } },
    { code: 'scope', breaks: { scopes: [] } },
    ...[undefined, false, 'true', 1].map(
      (confirmed) => ({ code: 'not-confirmed', breaks: { confirmed } }) as const,
    ),
    { code: 'wrong-digest', breaks: { digest: 'd2' } },
    { code: 'bad-time', breaks: { now: 99 } },
    { code: 'proposal-expired', breaks: { now: 200 } },
    { code: 'one-off', breaks: { intent: 'once' } },
  ];

  test('is refused for the first obstacle in the order of the contract', async () => {
    const { wrong } = await breakEach(good, faults, (parts) => codeOf(() => explain(parts)));
    expect(wrong).toEqual([]);
  });

  test.each<Decided>([
    { outcome: 'written', version: 3 },
    { refused: 'stale-version', facts: { expected: 2, actual: 3 } },
  ])('of a decided proposal gives %o again, before its times and intent', async (decided) => {
    expect(explain({ ...good, decided })).toEqual(decided);
    for (const { code, breaks } of faults) {
      const early = ['bad-time', 'proposal-expired', 'one-off'].includes(code);
      expect(await codeOf(() => explain({ ...good, decided, ...breaks }))).toBe(
        early ? 'accepted' : code,
      );
    }
  });

  test.each<[Partial<Parts>, object]>([
    [{ now: 99 }, { field: 'now', proposedAt: 100 }],
    [{ now: 200 }, { expiresAt: 200 }],
    [{ digest: 'd2' }, {}],
    [{ subject: 'mei' }, {}],
  ])('with %o is refused with %o and no value', (breaks, facts) => {
    expect(() => explain({ ...good, ...breaks })).toThrow(expect.objectContaining({ facts }));
  });

  test('gives a stored answer back and throws a stored refusal', () => {
    expect(giveDecision({ outcome: 'unchanged', version: 3 })).toEqual({
      outcome: 'unchanged',
      version: 3,
    });
    const facts = { expected: 1, actual: 2 };
    expect(() => giveDecision({ refused: 'stale-version', facts })).toThrow(
      expect.objectContaining({ kind: 'conflict', code: 'stale-version', facts }),
    );
  });
});

describe('a candidate', () => {
  test('changes nothing where an active record says the same', () => {
    expect(isUnchanged(record, proposal.candidate, 150)).toBe(true);
    const otherwise = { ...record, sourceRef: 'chat:9', observedAt: 1, version: 7 };
    expect(isUnchanged(otherwise, proposal.candidate, 150)).toBe(true);
  });

  test.each([
    ['no record', undefined],
    ['another kind', { ...record, kind: 'note' }],
    ['another value', { ...record, value: 'lin' }],
    ['another confidence', { ...record, confidence: 0.8 }],
    ['another expiry', { ...record, expiresAt: null }],
    ['a tombstone', { ...record, deletedAt: 95 }],
    ['an expired record', { ...record, expiresAt: 150 }],
    ['a record ahead', { ...record, updatedAt: 151 }],
  ])('changes something where there is %s', (_, found) => {
    const candidate = { ...proposal.candidate, expiresAt: found?.expiresAt ?? 900 };
    expect(isUnchanged(found, candidate, 150)).toBe(false);
  });

  test('was not written for the first of version, policy and state', () => {
    const refusal = new Refusal('bad-expiry');
    const code = (found: MemoryRecord | undefined, checked?: Refusal, now = 150, base = 2) =>
      explainConfirmedWrite(found, { ...proposal, baseVersion: base }, checked, now)?.code;
    expect(code({ ...record, version: 3, deletedAt: 95 }, refusal)).toBe('stale-version');
    expect(explainConfirmedWrite(undefined, proposal, undefined, 150)?.facts).toEqual({
      expected: 2,
      actual: 0,
    });
    expect(code(undefined, refusal)).toBe('stale-version');
    expect(code(record, refusal, 150, 0)).toBe('stale-version');
    expect(code({ ...record, deletedAt: 95 }, refusal)).toBe('bad-expiry');
    expect(code(undefined, refusal, 150, 0)).toBe('bad-expiry');
    expect(code({ ...record, deletedAt: 95 })).toBe('tombstoned');
    expect(code({ ...record, observedAt: 91 })).toBe('older-observation');
    expect(code({ ...record, updatedAt: 151 })).toBe('clock-backwards');
    expect(code(record)).toBe(undefined);
    expect(code(undefined, undefined, 150, 0)).toBe(undefined);
  });
});
