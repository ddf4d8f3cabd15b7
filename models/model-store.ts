// The reference model behind the port: an in-memory store, and the mock of other tests.
import type { Identity, Origin } from '../src/contract/identity.js';
import type { Outcome, Setup } from '../src/contract/operations.js';
import { defaultPolicy, type Policy, readPolicy } from '../src/contract/policy.js';
import type { Memory, MemoryStore, StoreUnderTest } from '../src/contract/port.js';
import { Refusal } from '../src/contract/refusals.js';
import { context, decide, inspect, remember, search } from './memory.js';
import { type Author, emptyState, refused, type State, type Step } from './state.js';
import { hasShape, identityFields, isName } from './values.js';

const nobody: Identity = { tenant: 'nobody', subject: 'nobody', scopes: [] };

const setupOf = (policy: Policy): Setup => ({
  policy,
  owner: nobody,
  principal: { ...nobody, actorId: 'nobody', provenances: [] },
});

/** What handles of one in-memory store have in common. */
interface Shared {
  state: State;
}

/** The value of an accepted step as a copy of its own; a refused one is thrown. */
function settle(shared: Shared, [after, outcome]: Step): never {
  if ('threw' in outcome) throw new Error(outcome.threw);
  if ('code' in outcome) throw new Refusal(outcome.code);
  shared.state = after;
  const copy: unknown = structuredClone(outcome.ok);
  return copy as never;
}

function author(identity: Identity, origin: Origin | undefined): Author {
  const { tenant, subject, scopes } = identity;
  return {
    tenant,
    subject,
    scopes: [...scopes],
    actor: origin?.actor ?? subject,
    provenance: origin?.provenance ?? null,
  };
}

const identityFault = (identity: Identity): Outcome | undefined => {
  if (!hasShape(identity, identityFields)) return refused('malformed');
  const names = [identity.tenant, identity.subject, ...identity.scopes];
  return names.every(isName) ? undefined : refused('bad-text');
};

function openHandle(shared: Shared): MemoryStore {
  let closed = false;
  const run = (perform: (state: State) => Step): never =>
    settle(shared, closed ? [shared.state, refused('closed')] : perform(shared.state));
  return {
    get policy() {
      return shared.state.setup.policy;
    },
    get closed() {
      return closed;
    },
    close() {
      closed = true;
    },
    as(identity, origin): Memory {
      const fault = identityFault(identity);
      if (fault !== undefined) settle(shared, [shared.state, fault]);
      const who = author(identity, origin);
      return {
        remember: (fact, terms) => run((state) => remember(state, who, fact, terms)),
        search: (scope, terms) => run((state) => search(state, who, scope, terms)),
        forget: (scope, key, terms) =>
          run((state) => decide('forget', state, who, scope, key, terms)),
        restore: (scope, key, terms) =>
          run((state) => decide('restore', state, who, scope, key, terms)),
        inspect: (scope, key) => run((state) => inspect(state, who, scope, key)),
        context: (scope, terms) => run((state) => context(state, who, scope, terms)),
      };
    },
  };
}

/** The model as a store; nothing of it outlives the process. */
export const createModelStore = ({
  policy = defaultPolicy,
}: { policy?: Policy } = {}): MemoryStore =>
  openHandle({ state: emptyState(setupOf(readPolicy(policy))) });

/** The model under test: what a check finds here is wrong with the harness or the services. */
export function modelUnderTest(): StoreUnderTest {
  const shared: Shared = { state: emptyState(setupOf(defaultPolicy)) };
  return {
    name: 'model',
    capabilities: [
      'versions',
      'expiry',
      'tombstones',
      'evidence',
      'confidence',
      'text-search',
      'inspect',
      'multi-handle',
      'review',
      'provenance',
    ],
    open: () => openHandle(shared),
    reset(policy) {
      shared.state = emptyState(setupOf(policy));
    },
    records: () => [...shared.state.records.values()].map((record) => structuredClone(record)),
  };
}
