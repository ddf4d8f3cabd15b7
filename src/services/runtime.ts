// Who may write what: a runtime issues invocations and writes only through them (contract section 7).
import type { Evidence, MemoryRecord } from '../contract/fact.js';
import type { Identity, Principal, Provenance } from '../contract/identity.js';
import {
  InvocationRequest,
  Payload,
  UpdateTerms,
  type Invocation,
  type Written,
} from '../contract/invocation.js';
import type { Awaitable, MemoryStore } from '../contract/port.js';
import { refuse } from '../contract/refusals.js';
import type { Runtime } from '../contract/services.js';
import { readShape, readText } from '../contract/shapes.js';
import { checkTime } from '../guards/domains.js';
import { readPrincipal } from '../guards/identity.js';
import { andThen } from './awaitable.js';
import { runtimeRules, type RuntimeRules } from './runtime-rules.js';
import { needInspect, openGate, type InspectableMemory } from './store-access.js';

/** Makes runtimes: on a store, for a principal. */
export type CreateRuntime = (store: MemoryStore, principal: Principal) => Runtime;

/** What one runtime has at hand. */
interface Office {
  readonly rules: RuntimeRules;
  readonly principal: Principal;
  readonly issued: WeakSet<object>;
  /** The memory that writes as the principal's actor with this provenance. */
  readonly memoryOf: (provenance: Provenance) => InspectableMemory;
}

function invoke({ rules, principal, issued }: Office, request: unknown): Invocation {
  const { scope, provenance, now } = readShape(InvocationRequest, 'request', request);
  if (!rules.grantsScope(principal, scope)) refuse('scope');
  if (!rules.grantsProvenance(principal, provenance)) return refuse('provenance');
  const invocation = Object.freeze({ scope, provenance, now: checkTime(now, 'now') });
  issued.add(invocation);
  return invocation;
}

/** The first check of everything that is done through an invocation. */
function requireOwn({ rules, issued }: Office, invocation: unknown): Invocation {
  if (!rules.isIssued(issued, invocation)) return refuse('forged-invocation');
  return invocation;
}

/** The check after shape: a provenance that vouches for nothing may only propose. */
function requireEvidence({ rules }: Office, { provenance }: Invocation): Evidence {
  return rules.evidenceOf(provenance) ?? refuse('provenance');
}

const written = (
  { principal }: Office,
  { provenance }: Invocation,
  version: Awaitable<number>,
): Awaitable<Written> =>
  andThen(version, (value) =>
    Object.freeze({ version: value, actor: principal.actorId, provenance }),
  );

function create(office: Office, invocation: unknown, payload: unknown): Awaitable<Written> {
  const issued = requireOwn(office, invocation);
  const { scope, provenance, now } = issued;
  const fact = { ...readShape(Payload, 'payload', payload), scope };
  const evidence = requireEvidence(office, issued);
  const memory = office.memoryOf(provenance);
  return written(office, issued, office.rules.insert(memory, fact, { evidence, now }));
}

function update(
  office: Office,
  invocation: unknown,
  payload: unknown,
  terms: unknown,
): Awaitable<Written> {
  const issued = requireOwn(office, invocation);
  const { scope, provenance, now } = issued;
  const fact = { ...readShape(Payload, 'payload', payload), scope };
  const { expectedVersion } = readShape(UpdateTerms, 'terms', terms);
  const evidence = requireEvidence(office, issued);
  const memory = office.memoryOf(provenance);
  const version = office.rules.replace(memory, fact, { evidence, now, expectedVersion });
  return written(office, issued, version);
}

function read(
  office: Office,
  invocation: unknown,
  key: unknown,
): Awaitable<MemoryRecord | undefined> {
  const issued = requireOwn(office, invocation);
  const name = readText('key', key);
  requireEvidence(office, issued);
  const { scope, provenance, now } = issued;
  return andThen(office.memoryOf(provenance).inspect(scope, name), (record) =>
    record !== undefined && office.rules.isReadable(record, now) ? record : undefined,
  );
}

/** Opens memories as one identity and actor, one for each provenance that is used. */
function memoriesOf(store: MemoryStore, identity: Identity, actor: string): Office['memoryOf'] {
  const opened = new Map<Provenance, InspectableMemory>();
  return (provenance) => {
    const memory =
      opened.get(provenance) ?? needInspect(store.as(identity, { actor, provenance }), 'A runtime');
    opened.set(provenance, memory);
    return memory;
  };
}

/** Runtimes that decide by these rules; a mutant overrides one of `runtimeRules`. */
export const runtimeWith =
  (rules: RuntimeRules): CreateRuntime =>
  (store, principal) => {
    const holder = readPrincipal(principal);
    const { tenant, subject, scopes, actorId } = holder;
    const identity: Identity = { tenant, subject, scopes };
    needInspect(store.as(identity), 'A runtime');
    const gate = openGate(store);
    const office: Office = {
      rules,
      principal: holder,
      issued: new WeakSet(),
      memoryOf: memoriesOf(store, identity, actorId),
    };
    return {
      invoke(request) {
        gate.check();
        return invoke(office, request);
      },
      create: (invocation, payload) => gate.pass(() => create(office, invocation, payload)),
      update: (invocation, payload, terms) =>
        gate.pass(() => update(office, invocation, payload, terms)),
      read: (invocation, key) => gate.pass(() => read(office, invocation, key)),
    };
  };

/**
 * A runtime that acts for `principal` on any store that has inspect (contract section 7). The
 * principal is validated at once: `invalid: malformed`, then `bad-text`.
 *
 * `invoke` issues an invocation for one scope, one provenance and one now (UTC seconds), else
 * `denied: scope`, `denied: provenance`, `invalid: bad-time`. Only the very object is good: a
 * clone, a hand-built one or another runtime's is `denied: forged-invocation`. `create` writes
 * version 1 (`conflict: exists` where any record is), `update` never creates
 * (`conflict: missing`), both with the other refusals of `remember`; scope, evidence, actor and
 * provenance come from the invocation alone. `read` returns the active record whatever its
 * confidence, else undefined. A provenance that may only propose is `denied: provenance` in all
 * three.
 */
export const createRuntime: CreateRuntime = runtimeWith(runtimeRules);
