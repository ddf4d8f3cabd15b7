// Who asked and for which address, spelled out: granted scopes by name, scope and key in quotes.
import type { Operation } from '../../contract/operations.js';
import { isPlainObject } from '../../contract/shapes.js';
import type { ReportedStep } from '../../engine/result.js';
import { anyName } from '../details.js';
import type { Emphasis } from '../emphasis.js';
import { textWords, valueWords } from '../values.js';
import { type OperationWords, operationWords, scopesOf } from '../words.js';

const quoted = (value: unknown): string =>
  typeof value === 'string' ? textWords(value) : valueWords(value);

/** `"a"`, `"a" and "b"`, `"a", "b" and "c"`: always quoted, because a name may hold anything. */
function quotedList(names: readonly string[]): string {
  const all = names.map(quoted);
  const last = all.at(-1) ?? '';
  return all.length < 2 ? last : `${all.slice(0, -1).join(', ')} and ${last}`;
}

/** What an identity may open: `granted scopes: "a" and "b"`, or that it may open none. */
export const grantedWords = (scopes: readonly string[]): string =>
  scopes.length === 0 ? 'no scope granted' : `granted scopes: ${quotedList(scopes)}`;

interface Address {
  /** Undefined where an invocation supplies it. */
  readonly scope: { readonly value: unknown } | undefined;
  /** Undefined where the call is about a whole scope. */
  readonly key: { readonly value: unknown } | undefined;
}

const part = (of: unknown, name: string): { readonly value: unknown } | undefined =>
  isPlainObject(of) && Object.hasOwn(of, name) ? { value: of[name] } : undefined;

/** Where a call reads or writes; both parts are undefined where it names no address. */
function addressOf(operation: Operation): Address {
  switch (operation.do) {
    case 'remember':
      return { scope: part(operation.fact, 'scope'), key: part(operation.fact, 'key') };
    case 'prepare':
    case 'propose':
      return { scope: part(operation.candidate, 'scope'), key: part(operation.candidate, 'key') };
    case 'create':
    case 'update':
      return { scope: undefined, key: part(operation.payload, 'key') };
    case 'invoke':
      return { scope: part(operation.request, 'scope'), key: undefined };
    default:
      return { scope: part(operation, 'scope'), key: part(operation, 'key') };
  }
}

/** Whether the caller asks for a scope it was not granted. */
const isNotGranted = (operation: Operation): boolean => {
  const { scope } = addressOf(operation);
  return (
    'as' in operation &&
    scope !== undefined &&
    scopesOf(operation.as)?.includes(String(scope.value)) === false
  );
};

/** `scope "a", key "b"`, with what was not granted marked; undefined where no address is named. */
export function addressWords(operation: Operation): string | undefined {
  const { scope, key } = addressOf(operation);
  const words = [
    ...(scope === undefined
      ? []
      : [`scope ${quoted(scope.value)}${isNotGranted(operation) ? ' (not granted)' : ''}`]),
    ...(key === undefined ? [] : [`key ${quoted(key.value)}`]),
  ];
  return words.length === 0 ? undefined : words.join(', ');
}

/** The address spelled out in place of `scope/key`, where the words begin with it. */
function spelled(operation: Operation, what: string): string {
  const { scope, key } = addressOf(operation);
  if (scope === undefined) return what;
  const place = key === undefined ? '' : `/${anyName(key.value)}`;
  const start = `${operation.do} ${anyName(scope.value)}${place}`;
  return what.startsWith(start)
    ? `${operation.do} ${addressWords(operation)}${what.slice(start.length)}`
    : what;
}

/** A call in words, with what its caller may open where that is the matter, else empty. */
export interface SpelledWords extends OperationWords {
  readonly granted: string;
}

/** The words of a call; where granted scopes matter they are named and the address is spelled out. */
export function spelledWords({ call }: ReportedStep, emphasis: Emphasis): SpelledWords {
  const { operation, client } = call;
  const told = operationWords(operation, client, { ...emphasis, scopes: false });
  if (!emphasis.scopes) return { ...told, granted: '' };
  const scopes = 'as' in operation ? scopesOf(operation.as) : undefined;
  const granted = scopes === undefined ? '' : grantedWords(scopes);
  return { ...told, granted, what: spelled(operation, told.what) };
}
