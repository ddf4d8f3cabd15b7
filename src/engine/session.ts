// One sequence on a real store: performs calls and reports outcomes, with labels in place of ids.
import type { MemoryRecord } from '../contract/fact.js';
import type { Identity } from '../contract/identity.js';
import type { Invocation } from '../contract/invocation.js';
import type {
  Call,
  Forgery,
  Label,
  Operation,
  OperationName,
  Outcome,
  Setup,
} from '../contract/operations.js';
import type { Awaitable, Memory, MemoryStore } from '../contract/port.js';
import type { Proposal } from '../contract/proposal.js';
import { isRefusal } from '../contract/refusals.js';
import type { Receipt, ReviewCase } from '../contract/review.js';
import type { Proposals, ReviewQueue, Runtime, Services } from '../contract/services.js';
import { isPlainObject } from '../contract/shapes.js';
import { inTime } from './deadline.js';
import { ofStore, ofStoreNow } from './fault.js';
import { createLabels, sortedRecords } from './labels.js';
import type { Place } from './place.js';
import { isPromise } from './promise.js';
import { scribble } from './same.js';

/** A place to play at, with what a mutant puts over it. */
export interface Access extends Omit<Place, 'empty'> {
  readonly services: Services;
  /** Services are made only where the store can carry them. */
  readonly operations: ReadonlySet<OperationName>;
}

export interface Session {
  perform(call: Call): Awaitable<Outcome>;
  /** Scribbles on the last result, as a careless caller might. */
  spoil(): void;
  /** Leaves the store; the files stay. */
  end(): Promise<void>;
}

/** An open handle and what lives on it. */
interface Handle {
  readonly store: MemoryStore;
  readonly memories: WeakMap<Identity, Memory>;
  readonly proposals: Proposals | undefined;
}

/** What lives on the first handle alone. */
interface First {
  readonly store: MemoryStore;
  readonly queue: ReviewQueue | undefined;
  readonly runtime: Runtime | undefined;
}

/** The same with every service made: a call to one that was not is a fault of the caller. */
type Made<T> = { readonly [Name in keyof T]: NonNullable<T[Name]> };

/** What was thrown, as an outcome: a refusal by its fields, anything else as what it says. */
export function describeThrown(thrown: unknown): Outcome {
  if (isRefusal(thrown)) return { refused: thrown.kind, code: thrown.code };
  try {
    const named = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
    return { threw: named };
  } catch {
    return { threw: 'something that cannot be described' };
  }
}

function memoryOf({ store, memories }: Handle, identity: Identity): Required<Memory> {
  let memory = memories.get(identity);
  if (memory === undefined) memories.set(identity, (memory = store.as(identity)));
  return memory as Required<Memory>;
}

/** Starts a sequence: handle 0 is opened, with queue, runtime and proposals on it. */
export async function startSession(access: Access, initial: Setup): Promise<Session> {
  const { services } = access;
  const has = (operation: OperationName): boolean => access.operations.has(operation);
  const labels = createLabels();
  let setup = initial;
  let handles = new Map<number, Handle>();

  async function openHandle(index: number): Promise<Handle> {
    const store = await access.open(index, setup);
    const proposals = has('propose')
      ? ofStoreNow(() => services.createProposals(store))
      : undefined;
    const handle: Handle = { store, memories: new WeakMap(), proposals };
    handles.set(index, handle);
    return handle;
  }
  async function openFirst(): Promise<First> {
    const { store } = await openHandle(0);
    return ofStoreNow(() => ({
      store,
      queue: has('prepare') ? services.createReviewQueue(store, setup.owner) : undefined,
      runtime: has('invoke') ? services.createRuntime(store, setup.principal) : undefined,
    }));
  }
  async function closeAll(): Promise<void> {
    const open = [...handles.values()];
    handles = new Map();
    try {
      for (const { store } of open) await ofStore(() => inTime(store.close(), access.deadline));
    } finally {
      await access.closeAll();
    }
  }
  let first = await openFirst();

  async function reopen(operation: Operation & { do: 'reopen' }): Promise<void> {
    await closeAll();
    setup = { ...setup, policy: operation.policy ?? setup.policy };
    first = await openFirst();
  }
  async function allRecords(): Promise<readonly MemoryRecord[]> {
    const list: MemoryRecord[] = [];
    for await (const record of access.records?.() ?? []) list.push(record);
    return sortedRecords(list);
  }
  function forge({ forged, of }: Forgery): Invocation {
    const original = labels.issued(of);
    if (original === undefined) return { scope: 'profile', provenance: 'user-confirmed', now: 100 };
    const { scope, provenance, now } = original;
    if (forged === 'clone') return structuredClone(original);
    if (forged === 'hand-built') return { scope, provenance, now };
    return services.createRuntime(first.store, setup.principal).invoke({ scope, provenance, now });
  }
  const invocationFor = (named: Label | Forgery): Invocation =>
    typeof named === 'string' ? (labels.issued(named) ?? ({} as Invocation)) : forge(named);

  /** Starts the operation. Arguments are `never` to the compiler: bad ones are sent on purpose. */
  function start(handle: Handle, call: Call, lent: unknown[]): Awaitable<unknown> {
    const { operation } = call;
    const { queue, runtime } = first as Made<First>;
    const { proposals } = handle as Made<Handle>;
    // A copy of an argument may be scribbled on afterwards; odd objects are handed over as they are.
    const arg = (argument: unknown): never => {
      if (!isPlainObject(argument) || Object.isFrozen(argument)) return argument as never;
      const copy = { ...argument };
      lent.push(copy);
      return copy as never;
    };
    const as = (argument: unknown): never => argument as never;
    switch (operation.do) {
      case 'remember':
        return memoryOf(handle, operation.as).remember(arg(operation.fact), arg(operation.terms));
      case 'search':
      case 'context':
        return memoryOf(handle, operation.as)[operation.do](
          as(operation.scope),
          as(operation.terms),
        );
      case 'inspect':
        return memoryOf(handle, operation.as).inspect(as(operation.scope), as(operation.key));
      case 'forget':
      case 'restore':
        return memoryOf(handle, operation.as)[operation.do](
          as(operation.scope),
          as(operation.key),
          arg(operation.terms),
        );
      case 'prepare':
        return queue.prepare(operation.as, arg(operation.candidate), arg(operation.terms));
      case 'resolve':
        return queue.resolve(operation.as, labels.caseId(operation.case), arg(operation.decision));
      case 'invoke':
        return runtime.invoke(arg(operation.request));
      case 'create':
        return runtime.create(invocationFor(operation.invocation), arg(operation.payload));
      case 'update':
        return runtime.update(
          invocationFor(operation.invocation),
          arg(operation.payload),
          arg(operation.terms),
        );
      case 'read':
        return runtime.read(invocationFor(operation.invocation), as(operation.key));
      case 'propose':
        return proposals.propose(operation.as, arg(operation.candidate), arg(operation.terms));
      case 'confirm':
        return proposals.confirm(operation.as, as(confirmation(operation)));
      case 'close':
        access.closing(call.client);
        return handle.store.close();
      case 'records':
        return allRecords();
      case 'reopen':
        return reopen(operation);
    }
  }
  function confirmation({ proposal, digest, decision }: Operation & { do: 'confirm' }): unknown {
    if (!isPlainObject(decision)) return decision;
    return { id: labels.proposalId(proposal), digest: labels.digest(digest), ...decision };
  }
  /** What is compared with the model's answer. */
  function comparable(operation: Operation, result: unknown): unknown {
    switch (operation.do) {
      case 'prepare':
        return labels.case(operation.label, result as ReviewCase);
      case 'resolve':
        return labels.receipt(operation.case, result as Receipt);
      case 'propose':
        return labels.proposal(operation.label, result as Proposal);
      case 'invoke':
        return labels.invocation(operation.label, result as Invocation);
      case 'close':
      case 'reopen':
        return undefined;
      default:
        return result;
    }
  }
  let last: unknown;
  function finish(operation: Operation, result: unknown, lent: readonly unknown[]): Outcome {
    try {
      const ok = comparable(operation, result);
      lent.forEach(scribble);
      last = result;
      return { ok };
    } catch (thrown) {
      return { threw: `an answer of the wrong shape (${String(thrown)})` };
    }
  }
  function perform(handle: Handle, call: Call): Awaitable<Outcome> {
    const lent: unknown[] = [];
    last = undefined;
    try {
      const result = start(handle, call, lent);
      if (!isPromise(result)) return finish(call.operation, result, lent);
      return result.then((value) => finish(call.operation, value, lent), describeThrown);
    } catch (thrown) {
      return describeThrown(thrown);
    }
  }
  return {
    perform(call) {
      const handle = handles.get(call.client);
      if (handle !== undefined) return perform(handle, call);
      return openHandle(call.client).then((opened) => perform(opened, call), describeThrown);
    },
    spoil: () => scribble(last),
    end: async () => (access.keepsHandles ? undefined : closeAll()),
  };
}
