// The reference model: what every operation comes to, as one pure function.
import type { Call, Label, Operation } from '../src/contract/operations.js';
import type { MemoryRecord } from '../src/contract/fact.js';
import type { Identity } from '../src/contract/identity.js';
import { context, decide, inspect, remember, search } from './memory.js';
import { confirm, propose } from './proposals.js';
import { prepare, resolve } from './review.js';
import { invoke, read, writeAs } from './runtime.js';
import { accepted, refused, type State, type Step } from './state.js';
import { hasShape, identityFields, isName } from './values.js';

type Lifecycle = Operation & { readonly do: 'close' | 'reopen' };

/** Closing again is fine; a reopen ends what lived in the process and keeps what is durable. */
function lifecycle(state: State, operation: Lifecycle, client: number): Step {
  if (operation.do === 'close')
    return [{ ...state, closed: new Set([...state.closed, client]) }, accepted(undefined)];
  const policy = operation.policy ?? state.setup.policy;
  const reopened: State = {
    ...state,
    setup: { ...state.setup, policy },
    cases: new Map(),
    invocations: new Map(),
    proposals: state.durableProposals ? state.proposals : new Map<Label, never>(),
    closed: new Set(),
  };
  return [reopened, accepted(undefined)];
}

/** All records by address; the order is that of the addresses' JSON, on every side. */
const sortedRecords = (state: State): readonly MemoryRecord[] =>
  [...state.records].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, record]) => record);

/** Identities found sound before: a sequence asks in the name of few, again and again. */
const sound = new WeakSet<Identity>();

function identityFault(who: Identity): 'malformed' | 'bad-text' | undefined {
  if (sound.has(who)) return undefined;
  if (!hasShape(who, identityFields)) return 'malformed';
  if (![who.tenant, who.subject, ...who.scopes].every(isName)) return 'bad-text';
  sound.add(who);
  return undefined;
}

function perform(state: State, operation: Exclude<Operation, Lifecycle>): Step {
  if ('as' in operation) {
    const fault = identityFault(operation.as);
    if (fault !== undefined) return [state, refused(fault)];
  }
  switch (operation.do) {
    case 'remember': {
      const author = { ...operation.as, actor: operation.as.subject, provenance: null };
      return remember(state, author, operation.fact, operation.terms);
    }
    case 'forget':
    case 'restore':
      return decide(
        operation.do,
        state,
        operation.as,
        operation.scope,
        operation.key,
        operation.terms,
      );
    case 'search':
      return search(state, operation.as, operation.scope, operation.terms);
    case 'context':
      return context(state, operation.as, operation.scope, operation.terms);
    case 'inspect':
      return inspect(state, operation.as, operation.scope, operation.key);
    case 'prepare':
      return prepare(state, operation.as, operation.label, operation.candidate, operation.terms);
    case 'resolve':
      return resolve(state, operation.as, operation.case, operation.decision);
    case 'invoke':
      return invoke(state, operation.label, operation.request);
    case 'create':
      return writeAs('create', state, operation.invocation, operation.payload, {
        expectedVersion: 0,
      });
    case 'update':
      return writeAs('update', state, operation.invocation, operation.payload, operation.terms);
    case 'read':
      return read(state, operation.invocation, operation.key);
    case 'propose':
      return propose(state, operation.as, operation.label, operation.candidate, operation.terms);
    case 'confirm':
      return confirm(state, operation.as, operation.proposal, operation.digest, operation.decision);
    case 'records':
      return [state, accepted(sortedRecords(state))];
  }
}

/** The next state and the outcome of a call; nothing else in the world is read or changed. */
export function step(state: State, call: Call): Step {
  const { operation, client } = call;
  if (operation.do === 'close' || operation.do === 'reopen')
    return lifecycle(state, operation, client);
  if (state.closed.has(client)) return [state, refused('closed')];
  return perform(state, operation);
}
