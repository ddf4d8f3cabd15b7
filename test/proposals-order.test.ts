// The order of the checks of propose and confirm (contract section 8).
import { describe, expect, test } from 'vitest';
import type { Identity } from '../src/contract/identity.js';
import type { MemoryStore } from '../src/contract/port.js';
import type { Intent } from '../src/contract/proposal.js';
import { createProposals } from '../src/services/proposals.js';
import { breakEach, type Fault } from './check-order.js';
import { codeOf, ledgers, lin, note, odd, strangers } from './service-fixture.js';

interface ProposeParts {
  readonly caller: unknown;
  readonly extra: object;
  readonly kind: string;
  readonly key: string;
  readonly scope: string;
  readonly value: string;
  readonly now: number;
  readonly observedAt: number;
  readonly confidence: number;
  readonly expiresAt: number | null;
  readonly lifetime: number;
}

const proposeGood: ProposeParts = {
  caller: lin,
  extra: {},
  kind: 'note',
  key: 'plain',
  scope: 'profile',
  value: 'mine',
  now: 100,
  observedAt: 90,
  confidence: 1,
  expiresAt: null,
  lifetime: 10,
};

const proposeFaults: readonly Fault<ProposeParts>[] = [
  { code: 'malformed', breaks: { extra: { evidence: 'user_confirmed' } } },
  { code: 'unknown-kind', breaks: { kind: 'mood' } },
  { code: 'wrong-key', breaks: { key: 'language' } },
  { code: 'no-evidence', breaks: { key: 'verified' } },
  { code: 'wrong-scope', breaks: { scope: 'project' } },
  { code: 'bad-text', breaks: { value: '' } },
  { code: 'bad-time', breaks: { now: -1 } },
  { code: 'future-observation', breaks: { observedAt: 101 } },
  { code: 'bad-confidence', breaks: { confidence: Number.NaN } },
  { code: 'bad-expiry', breaks: { expiresAt: 100 } },
  { code: 'bad-lifetime', breaks: { lifetime: 2_592_001 } },
  { code: 'scope', breaks: { caller: { ...lin, scopes: [] } } },
];

function callPropose(store: MemoryStore, parts: ProposeParts): Promise<string> {
  const { caller, extra, now, lifetime, ...content } = parts;
  return codeOf(() =>
    createProposals(store).propose(
      odd(caller),
      { ...content, sourceRef: 'chat' },
      { now, provenance: 'user-stated', lifetime, ...extra },
    ),
  );
}

interface ConfirmParts {
  readonly caller: Identity;
  readonly extra: object;
  readonly now: number;
  readonly id: string | undefined;
  readonly confirmed: unknown;
  readonly digest: string | undefined;
  readonly intent: Intent;
  /** What happened to the record after the proposal. */
  readonly record: 'none' | 'written' | 'forgotten';
  readonly expiresAt: number | null;
  readonly observedAt: number;
}

const confirmGood: ConfirmParts = {
  caller: lin,
  extra: {},
  now: 150,
  id: undefined,
  confirmed: true,
  digest: undefined,
  intent: 'lasting',
  record: 'none',
  expiresAt: null,
  observedAt: 90,
};

const confirmFaults: readonly Fault<ConfirmParts>[] = [
  { code: 'malformed', breaks: { extra: { approved: true } } },
  { code: 'bad-time', breaks: { now: 2 ** 53 } },
  { code: 'unknown-proposal', breaks: { id: 'none' } },
  { code: 'unknown-proposal', breaks: { caller: strangers['another subject'] ?? lin } },
  { code: 'scope', breaks: { caller: { ...lin, scopes: ['project'] } } },
  { code: 'not-confirmed', breaks: { confirmed: 'true' } },
  { code: 'wrong-digest', breaks: { digest: '' } },
  { code: 'bad-time', breaks: { now: 99 } },
  { code: 'proposal-expired', breaks: { now: 200 } },
  { code: 'one-off', breaks: { intent: 'once' } },
  { code: 'stale-version', breaks: { record: 'written' } },
  { code: 'bad-expiry', breaks: { expiresAt: 150 } },
  { code: 'tombstoned', breaks: { record: 'forgotten' } },
  { code: 'older-observation', breaks: { observedAt: 80 } },
];

/** A record at version 1, a proposal on it, what happened since, and the confirmation. */
async function callConfirm(store: MemoryStore, parts: ConfirmParts): Promise<string> {
  const memory = store.as(lin);
  const evidence = 'user_confirmed';
  await memory.remember(note('old', { observedAt: 85 }), { evidence, expectedVersion: 0, now: 90 });
  if (parts.record === 'forgotten')
    await memory.forget?.('profile', 'plain', { expectedVersion: 1, now: 91, userConfirmed: true });
  const proposals = createProposals(store);
  const { observedAt, expiresAt, intent } = parts;
  const proposal = await proposals.propose(lin, note('mine', { observedAt, expiresAt }), {
    now: 100,
    lifetime: 100,
    intent,
    provenance: 'user-stated',
  });
  if (parts.record === 'written')
    await memory.remember(note('new'), { evidence, expectedVersion: 1, now: 105 });
  const { caller, extra, now, confirmed } = parts;
  const { id = proposal.id, digest = proposal.digest } = parts;
  return codeOf(() => proposals.confirm(caller, { id, digest, confirmed, now, ...extra }));
}

describe.each(ledgers)('the checks run in the order written on %s', (_, open) => {
  test('of propose', async () => {
    const store = open();
    const call = (parts: ProposeParts) => callPropose(store, parts);
    expect(await call(proposeGood)).toBe('accepted');
    const { right, wrong } = await breakEach(proposeGood, proposeFaults, call);
    expect(wrong).toEqual([]);
    expect(right).toBe(77);
  });

  test('of confirm', async () => {
    const call = (parts: ConfirmParts) => callConfirm(open(), parts);
    expect(await call(confirmGood)).toBe('accepted');
    const { right, wrong } = await breakEach(confirmGood, confirmFaults, call);
    expect(wrong).toEqual([]);
    expect(right).toBe(100);
  });
});
