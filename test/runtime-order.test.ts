// The order of the checks of invoke, create, update and read (contract section 7).
import { describe, expect, test } from 'vitest';
import { provenances, type Provenance } from '../src/contract/identity.js';
import type { Invocation, Payload } from '../src/contract/invocation.js';
import type { MemoryStore } from '../src/contract/port.js';
import { createRuntime } from '../src/services/runtime.js';
import { breakEach, type Fault } from './check-order.js';
import { codeOf, lin, note, odd, openSync, stores } from './service-fixture.js';

interface InvokeParts {
  readonly extra: object;
  readonly scope: string;
  readonly provenance: string;
  readonly now: number;
}

test('the checks of invoke run in the order written', async () => {
  const runtime = createRuntime(openSync(), {
    ...lin,
    actorId: 'agent-7',
    provenances: ['user-stated'],
  });
  const good = { extra: {}, scope: 'profile', provenance: 'user-stated', now: 100 };
  const faults: readonly Fault<InvokeParts>[] = [
    { code: 'malformed', breaks: { extra: { evidence: 'user_confirmed' } } },
    { code: 'scope', breaks: { scope: 'team' } },
    { code: 'provenance', breaks: { provenance: 'user-confirmed' } },
    { code: 'bad-time', breaks: { now: 0.5 } },
  ];
  const invoke = ({ extra, ...request }: InvokeParts) =>
    codeOf(() => runtime.invoke({ ...request, ...extra }));
  expect(await invoke(good)).toBe('accepted');
  expect(await breakEach(good, faults, invoke)).toEqual({ right: 10, wrong: [] });
});

interface WriteParts {
  readonly forged: boolean;
  readonly extra: object;
  readonly provenance: Provenance;
  readonly kind: string;
  readonly key: string;
  readonly scope: string;
  readonly value: string;
  readonly observedAt: number;
  readonly confidence: number;
  readonly expiresAt: number | null;
  readonly expectedVersion: number;
  readonly state: 'none' | 'active' | 'forgotten' | 'later';
}

const writeGood: Omit<WriteParts, 'expectedVersion' | 'state'> = {
  forged: false,
  extra: {},
  provenance: 'user-confirmed',
  kind: 'note',
  key: 'plain',
  scope: 'profile',
  value: 'mine',
  observedAt: 90,
  confidence: 1,
  expiresAt: null,
};

/** What create and update share: from the invocation to the domain. */
const writeFaults: readonly Fault<WriteParts>[] = [
  { code: 'forged-invocation', breaks: { forged: true } },
  { code: 'malformed', breaks: { extra: { scope: 'profile' } } },
  { code: 'provenance', breaks: { provenance: 'user-stated' } },
  { code: 'unknown-kind', breaks: { kind: 'mood' } },
  { code: 'wrong-key', breaks: { key: 'verified?' } },
  { code: 'no-evidence', breaks: { provenance: 'tool-verified' } },
  { code: 'wrong-scope', breaks: { scope: 'project' } },
  { code: 'bad-text', breaks: { value: 'x'.repeat(301) } },
  { code: 'future-observation', breaks: { observedAt: 101 } },
  { code: 'bad-confidence', breaks: { confidence: -0.1 } },
  { code: 'bad-expiry', breaks: { expiresAt: 100 } },
];

/** A store with the record in the wanted state, and the call that breaks what `parts` break. */
async function write(
  open: () => MemoryStore,
  parts: WriteParts,
  operation: 'create' | 'update',
): Promise<string> {
  const store = open();
  const memory = store.as(lin);
  const evidence = 'user_confirmed';
  const now = parts.state === 'later' ? 200 : 90;
  if (parts.state !== 'none')
    await memory.remember(note('old', { observedAt: 85 }), { evidence, expectedVersion: 0, now });
  if (parts.state === 'forgotten')
    await memory.forget?.('profile', 'plain', { expectedVersion: 1, now: 91, userConfirmed: true });
  const runtime = createRuntime(store, { actorId: 'agent-7', ...lin, provenances });
  const { scope, provenance } = parts;
  const issued = runtime.invoke({ scope, provenance, now: 100 });
  const invocation: Invocation = parts.forged ? { ...issued } : issued;
  const { kind, key, value, observedAt, confidence, expiresAt } = parts;
  const payload: Payload = {
    kind,
    key,
    value,
    observedAt,
    confidence,
    expiresAt,
    sourceRef: 'chat',
    ...parts.extra,
  };
  const { expectedVersion } = parts;
  return codeOf(() =>
    operation === 'create'
      ? runtime.create(invocation, payload)
      : runtime.update(invocation, payload, { expectedVersion }),
  );
}

describe.each(stores)('the checks run in the order written on %s', (_, open) => {
  test('of create', async () => {
    const good: WriteParts = { ...writeGood, expectedVersion: 0, state: 'none' };
    const call = (parts: WriteParts) => write(open, parts, 'create');
    expect(await call(good)).toBe('accepted');
    const faults: readonly Fault<WriteParts>[] = [
      ...writeFaults,
      { code: 'exists', breaks: { state: 'forgotten' } },
    ];
    expect(await breakEach(good, faults, call)).toEqual({ right: 77, wrong: [] });
  });

  test('of update', async () => {
    const good: WriteParts = { ...writeGood, expectedVersion: 1, state: 'active' };
    const call = (parts: WriteParts) => write(open, parts, 'update');
    expect(await call(good)).toBe('accepted');
    const faults: readonly Fault<WriteParts>[] = [
      ...writeFaults,
      { code: 'bad-version', breaks: { expectedVersion: -1 } },
      { code: 'missing', breaks: { state: 'none' } },
      { code: 'stale-version', breaks: { expectedVersion: 0 } },
      { code: 'tombstoned', breaks: { state: 'forgotten', expectedVersion: 2 } },
      { code: 'older-observation', breaks: { observedAt: 84 } },
      { code: 'clock-backwards', breaks: { state: 'later' } },
    ];
    const { right, wrong } = await breakEach(good, faults, call);
    expect(wrong).toEqual([]);
    expect(right).toBe(145);
  });

  test('of read', async () => {
    const runtime = createRuntime(open(), { actorId: 'agent-7', ...lin, provenances });
    interface ReadParts {
      readonly forged: boolean;
      readonly key: unknown;
      readonly provenance: Provenance;
    }
    const good: ReadParts = { forged: false, key: 'plain', provenance: 'user-confirmed' };
    const faults: readonly Fault<ReadParts>[] = [
      { code: 'forged-invocation', breaks: { forged: true } },
      { code: 'malformed', breaks: { key: 7 } },
      { code: 'provenance', breaks: { provenance: 'model-inferred' } },
      { code: 'bad-text', breaks: { key: '' } },
    ];
    const read = ({ forged, key, provenance }: ReadParts) => {
      const issued = runtime.invoke({ scope: 'profile', provenance, now: 100 });
      return codeOf(() => runtime.read(forged ? { ...issued } : issued, odd(key)));
    };
    expect(await read(good)).toBe('accepted');
    expect(await breakEach(good, faults, read)).toEqual({ right: 9, wrong: [] });
  });
});
