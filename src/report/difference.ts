// Where two accepted outcomes differ: the fields, with what was expected and what came.
import type { Outcome } from '../contract/operations.js';
import { isPlainObject } from '../contract/shapes.js';

export interface Difference {
  /** Where it stands, e.g. `[0].sourceRef`; empty for the whole answer. */
  readonly path: string;
  /** The last name of the path. */
  readonly field: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

/** In place of a value where there is no such field. */
export const absent = Symbol('absent');
const fieldOf = (of: Fields, name: string): unknown =>
  Object.hasOwn(of, name) ? of[name] : absent;

function compare(path: string, field: string, expected: unknown, actual: unknown): Difference[] {
  if (Object.is(expected, actual)) return [];
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length === actual.length)
    return expected.flatMap((item, at) => compare(`${path}[${at}]`, field, item, actual[at]));
  if (isPlainObject(expected) && isPlainObject(actual)) {
    const names = new Set([...Object.keys(expected), ...Object.keys(actual)]);
    return [...names].flatMap((name) =>
      compare(
        path === '' ? name : `${path}.${name}`,
        name,
        fieldOf(expected, name),
        fieldOf(actual, name),
      ),
    );
  }
  return [{ path, field, expected, actual }];
}

/** Every field in which two accepted outcomes differ; none where one of them was not accepted. */
export const differencesOf = (expected: Outcome, actual: Outcome): readonly Difference[] =>
  'ok' in expected && 'ok' in actual ? compare('', '', expected.ok, actual.ok) : [];

/** Whether two outcomes are of different kinds, have different codes, or differ in a field. */
export function isDifferent(expected: Outcome, actual: Outcome): boolean {
  if ('ok' in expected && 'ok' in actual) return differencesOf(expected, actual).length > 0;
  if ('code' in expected && 'code' in actual) return expected.code !== actual.code;
  return !('threw' in expected && 'threw' in actual && expected.threw === actual.threw);
}
