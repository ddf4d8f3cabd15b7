// Simpler forms of calls: fewer fields, plainer names, earlier clocks. The shrinker keeps what still fails.
import type { Call, Operation } from '../contract/operations.js';
import { isPlainObject } from '../contract/shapes.js';

type Fields = Readonly<Record<string, unknown>>;

/** Argument objects of an operation, by field name. */
const argumentNames = ['fact', 'candidate', 'payload', 'terms', 'decision', 'request'] as const;

function withArguments(call: Call, change: (argument: Fields) => Fields | undefined): Call[] {
  const operation = call.operation as unknown as Fields;
  return argumentNames.flatMap((name) => {
    const argument = operation[name];
    if (!isPlainObject(argument) || Object.isFrozen(argument)) return [];
    const changed = change(argument);
    if (changed === undefined) return [];
    return [{ ...call, operation: { ...operation, [name]: changed } as unknown as Operation }];
  });
}

const dropped =
  (field: string) =>
  (argument: Fields): Fields | undefined => {
    if (!Object.hasOwn(argument, field)) return undefined;
    return Object.fromEntries(Object.entries(argument).filter(([name]) => name !== field));
  };

const set =
  (field: string, value: (argument: Fields) => unknown) =>
  (argument: Fields): Fields | undefined => {
    if (!Object.hasOwn(argument, field)) return undefined;
    const simple = value(argument);
    return argument[field] === simple ? undefined : { ...argument, [field]: simple };
  };

const changes: readonly ((argument: Fields) => Fields | undefined)[] = [
  dropped('extra'),
  dropped('text'),
  dropped('limit'),
  set('limit', () => 1),
  dropped('minConfidence'),
  dropped('lifetime'),
  dropped('intent'),
  dropped('expiresAt'),
  dropped('confidence'),
  set('value', () => 'a'),
  set('value', ({ value }) => (value === 'a' ? value : 'b')),
  set('sourceRef', () => 's'),
  set('evidence', () => 'user_confirmed'),
];

/** Each simpler form of one call, one change at a time. */
export function simplerCalls(call: Call): readonly Call[] {
  const first = call.client === 0 ? [] : [{ ...call, client: 0 }];
  return [...first, ...changes.flatMap((change) => withArguments(call, change))];
}

/** Replaces texts and numbers everywhere in the calls, arguments included. */
function replaceEverywhere(
  calls: readonly Call[],
  inFields: ReadonlySet<string>,
  replace: (value: unknown) => unknown,
): readonly Call[] {
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (!isPlainObject(value) || Object.isFrozen(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => [
        name,
        inFields.has(name) ? replace(field) : visit(field),
      ]),
    );
  };
  return calls.map((call) => ({ ...call, operation: visit(call.operation) as Operation }));
}

function valuesOf(calls: readonly Call[], inFields: ReadonlySet<string>): readonly unknown[] {
  const found = new Set<unknown>();
  replaceEverywhere(calls, inFields, (value) => {
    found.add(value);
    return value;
  });
  return [...found];
}

const timeFields = new Set(['now', 'observedAt', 'expiresAt']);

/** Times as 100, 101, 102 … in their order; lifetimes keep their length. */
function compactTimes(calls: readonly Call[]): readonly Call[] {
  const times = valuesOf(calls, timeFields)
    .filter((time): time is number => Number.isSafeInteger(time) && Number(time) >= 0)
    .toSorted((a, b) => a - b);
  const rank = new Map<unknown, number>(times.map((time, at) => [time, 100 + at]));
  return replaceEverywhere(calls, timeFields, (time) => rank.get(time) ?? time);
}

const plainNames: readonly (readonly [string, readonly string[]])[] = [
  ['tenant', ['acme', 'globex', 'initech']],
  ['subject', ['lin', 'bo', 'kim']],
];

const renamed =
  (field: string, plain: readonly string[]) =>
  (calls: readonly Call[]): readonly Call[] => {
    const names = valuesOf(calls, new Set([field]));
    const plainName = new Map(names.map((name, at) => [name, plain[at] ?? name]));
    return replaceEverywhere(calls, new Set([field]), (name) => plainName.get(name) ?? name);
  };

/** Simpler forms of a whole sequence, to be tried one after the other on what the last one left. */
export const simplerSequences: readonly ((calls: readonly Call[]) => readonly Call[])[] = [
  ...plainNames.map(([field, plain]) => renamed(field, plain)),
  compactTimes,
];
