// Versions relative to what the model holds, so that a removed write re-bases later expectations.
import { recordAt } from '../../models/memory.js';
import type { State } from '../../models/state.js';
import type { Identity } from '../contract/identity.js';
import type { Call, Operation } from '../contract/operations.js';
import { escape, type Json, unescape } from '../contract/escape.js';
import { isPlainObject } from '../contract/shapes.js';

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

/** The terms with another version; odd objects keep their make. */
function withVersion(terms: Fields, field: string, version: number): unknown {
  if (isPlainObject(terms) && !Object.isFrozen(terms)) return { ...terms, [field]: version };
  const json = escape(terms) as { readonly fields?: Json };
  return unescape({ ...json, fields: { ...(json.fields as object), [field]: version } });
}

interface Named {
  readonly who: Identity;
  readonly scope: unknown;
  readonly key: unknown;
  readonly terms: Fields;
  readonly field: 'expectedVersion' | 'attemptedVersion';
}

/** The address and the version a call names, if it names one. */
function named(state: State, operation: Operation): Named | undefined {
  const field = operation.do === 'prepare' ? 'attemptedVersion' : 'expectedVersion';
  switch (operation.do) {
    case 'remember':
    case 'prepare': {
      const fact = fieldsOf(operation.do === 'remember' ? operation.fact : operation.candidate);
      const terms = fieldsOf(operation.terms);
      return { who: operation.as, scope: fact['scope'], key: fact['key'], terms, field };
    }
    case 'forget':
    case 'restore': {
      const { as: who, scope, key } = operation;
      return { who, scope, key, terms: fieldsOf(operation.terms), field };
    }
    case 'update': {
      const { invocation } = operation;
      const issued = typeof invocation === 'string' ? state.invocations.get(invocation) : undefined;
      const key = fieldsOf(operation.payload)['key'];
      const terms = fieldsOf(operation.terms);
      return { who: state.setup.principal, scope: issued?.scope, key, terms, field };
    }
    default:
      return undefined;
  }
}

function currentVersion(state: State, { who, scope, key }: Named): number | undefined {
  if (typeof scope !== 'string' || typeof key !== 'string') return undefined;
  return recordAt(state, who, scope, key)?.version ?? 0;
}

/** The call with its offset noted: how far its version stands from the current one. */
export function withOffset(state: State, call: Call): Call {
  const names = named(state, call.operation);
  if (names === undefined) return call;
  const current = currentVersion(state, names);
  const literal = names.terms[names.field];
  // A negative version is wrong as it stands: counted from another one it could become right.
  if (current === undefined || !Number.isSafeInteger(literal) || Number(literal) < 0) return call;
  return { ...call, versionOffset: Number(literal) - current };
}

/** The call with its version counted from the current one. */
export function rebased(state: State, call: Call): Call {
  if (call.versionOffset === undefined) return call;
  const names = named(state, call.operation);
  if (names === undefined) return call;
  const current = currentVersion(state, names);
  if (current === undefined) return call;
  const version = Math.max(0, current + call.versionOffset);
  const terms = withVersion(names.terms, names.field, version);
  return { ...call, operation: { ...call.operation, terms } as Operation };
}
