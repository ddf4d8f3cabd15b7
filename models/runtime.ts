// Who may write what: invocations of one runtime (contract section 7).
import type { Provenance } from '../src/contract/identity.js';
import type { Invocation, InvocationRequest, UpdateTerms } from '../src/contract/invocation.js';
import type { Forgery, Label } from '../src/contract/operations.js';
import { inspect, type Mode, remember, stateAt } from './memory.js';
import { accepted, type Author, put, refused, type State, type Step } from './state.js';
import { factFields, hasShape, isCount, isNumber, isText, plus } from './values.js';
import type { MemoryRecord } from '../src/contract/fact.js';

export function invoke(state: State, label: Label, request: unknown): Step {
  if (!hasShape(request, { scope: isText, provenance: isText, now: isNumber }))
    return [state, refused('malformed')];
  const { scope, provenance, now } = request as InvocationRequest;
  const { scopes, provenances } = state.setup.principal;
  if (!scopes.includes(scope)) return [state, refused('scope')];
  if (!provenances.some((each) => each === provenance)) return [state, refused('provenance')];
  if (!isCount(now)) return [state, refused('bad-time')];
  const issued: Invocation = { scope, provenance: provenance as Provenance, now: plus(now) };
  return [{ ...state, invocations: put(state.invocations, label, issued) }, accepted(issued)];
}

/** Only what this runtime issued, as it was issued. */
const genuine = (state: State, invocation: Label | Forgery): Invocation | undefined =>
  typeof invocation === 'string' ? state.invocations.get(invocation) : undefined;

const evidenceOf = (provenance: Provenance): string | undefined =>
  ({ 'user-confirmed': 'user_confirmed', 'tool-verified': 'task_verified' })[provenance as string];

const authorOf = (state: State, { provenance }: Invocation): Author => {
  const { tenant, subject, scopes, actorId } = state.setup.principal;
  return { tenant, subject, scopes, actor: actorId, provenance };
};

/** Create and update; update alone has terms. */
export function writeAs(
  mode: Exclude<Mode, 'either'>,
  state: State,
  invocation: Label | Forgery,
  payload: unknown,
  terms: unknown,
): Step {
  const issued = genuine(state, invocation);
  if (issued === undefined) return [state, refused('forged-invocation')];
  const { scope: _scope, ...payloadFields } = factFields;
  if (!hasShape(payload, payloadFields) || !hasShape(terms, { expectedVersion: isNumber }))
    return [state, refused('malformed')];
  const evidence = evidenceOf(issued.provenance);
  if (evidence === undefined) return [state, refused('provenance')];
  const author = authorOf(state, issued);
  const { expectedVersion } = terms as UpdateTerms;
  const fact = { ...(payload as object), scope: issued.scope };
  const [after, outcome] = remember(
    state,
    author,
    fact,
    { evidence, expectedVersion, now: issued.now },
    mode,
  );
  if (!('ok' in outcome)) return [state, outcome];
  const { actor, provenance } = author;
  return [after, accepted({ version: outcome.ok, actor, provenance })];
}

export function read(state: State, invocation: Label | Forgery, key: unknown): Step {
  const issued = genuine(state, invocation);
  if (issued === undefined) return [state, refused('forged-invocation')];
  if (!isText(key)) return [state, refused('malformed')];
  if (evidenceOf(issued.provenance) === undefined) return [state, refused('provenance')];
  const [, outcome] = inspect(state, authorOf(state, issued), issued.scope, key);
  if (!('ok' in outcome)) return [state, outcome];
  const record = outcome.ok as MemoryRecord | undefined;
  const active = record !== undefined && stateAt(record, issued.now) === 'active';
  return [state, accepted(active ? record : undefined)];
}
