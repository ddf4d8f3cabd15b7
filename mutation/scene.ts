// People, facts and stores that the stories of the mutation checks share.
import { strict as assert } from 'node:assert';
import type { Fact, MemoryRecord, RememberTerms } from '../src/contract/fact.js';
import type { Identity } from '../src/contract/identity.js';
import type { Call, Setup } from '../src/contract/operations.js';
import type { Policy } from '../src/contract/policy.js';
import {
  capabilities,
  type Capability,
  type Memory,
  type MemoryStore,
} from '../src/contract/port.js';
import { isRefusal, type RefusalData } from '../src/contract/refusals.js';

/** The services that sequences and stories work with. */
export { services } from '../src/services/index.js';

export const lin: Identity = { tenant: 'acme', subject: 'lin', scopes: ['profile', 'task:one'] };

/** Lin at work under this policy. */
export const setupUnder = (policy: Policy): Setup => ({
  policy,
  owner: lin,
  principal: { ...lin, actorId: 'agent', provenances: ['user-confirmed'] },
});

export const everyCapability = Object.keys(capabilities) as readonly Capability[];

/** The terms of a call that has some, as they are: bad ones are asked about on purpose. */
export const termsOf = ({ operation }: Call): Record<string, unknown> =>
  ('terms' in operation ? operation.terms : {}) as Record<string, unknown>;

/** A display name, observed at 90. */
export const nameIs = (value: string): Fact => ({
  scope: 'profile',
  kind: 'profile',
  key: 'display_name',
  value,
  sourceRef: 'chat:1',
  observedAt: 90,
});

/** Lin's name as a record at version 3, written at 100. */
export const recordOf = (change: Partial<MemoryRecord> = {}): MemoryRecord => ({
  ...nameIs('Lin'),
  tenant: 'acme',
  subject: 'lin',
  confidence: 1,
  expiresAt: null,
  evidence: 'user_confirmed',
  updatedAt: 100,
  version: 3,
  deletedAt: null,
  actor: 'lin',
  provenance: null,
  ...change,
});

/** Confirmed by the user at 100, on a version. */
export const on = (expectedVersion: number): RememberTerms => ({
  evidence: 'user_confirmed',
  expectedVersion,
  now: 100,
});

/** A user's decision at 100, on a version. */
export const decided = (expectedVersion: number) => ({
  expectedVersion,
  now: 100,
  userConfirmed: true,
});

/** Lin's memory of a store that has every method. */
export const memoryOf = (store: MemoryStore, who: Identity = lin): Required<Memory> => {
  const memory: Memory = store.as(who);
  return memory as Required<Memory>;
};

/** What Lin finds at 100. */
export async function namesIn(store: MemoryStore): Promise<readonly string[]> {
  const found = await memoryOf(store).search('profile', { now: 100 });
  return found.map(({ value }) => value);
}

/** An argument of any kind where a call asks for another: bad calls are calls too. */
export const odd = <T>(value: unknown): T => value as T;

/** The refusal a call comes to; an assertion fails where it is accepted or throws anything else. */
export async function refusalOf(call: () => unknown): Promise<RefusalData> {
  let answer: unknown;
  try {
    answer = await call();
  } catch (thrown) {
    if (isRefusal(thrown)) return thrown;
    throw thrown;
  }
  return assert.fail(`accepted with ${String(answer)}`);
}

/** The code of that refusal. */
export const codeOf = async (call: () => unknown): Promise<string> => (await refusalOf(call)).code;
