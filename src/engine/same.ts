// Comparing outcomes: plain data is the same when every part is, with NaN equal to NaN and -0 unlike 0.

/** Deep equality of plain data. A Date, a Map or an instance is the same only as itself. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) return sameLists(a, b);
  const names = Object.keys(a);
  if (!isPlain(a) || !isPlain(b) || names.length !== Object.keys(b).length) return false;
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  for (const name of names)
    if (!Object.hasOwn(right, name) || !same(left[name], right[name])) return false;
  return true;
}

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

function sameLists(a: object, b: object): boolean {
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
  return a.every((item, at) => same(item, b[at]));
}

/** Overwrites everything in a result or argument, so that a store that kept it betrays itself. */
export function scribble(value: unknown): void {
  // What is no object counts as frozen.
  if (Object.isFrozen(value)) return;
  const fields = value as Record<string, unknown>;
  for (const name of Object.keys(fields)) {
    const inner = fields[name];
    // First overwritten, then followed: a result may hold itself.
    Reflect.set(fields, name, scribbled);
    scribble(inner);
  }
}

/** What `scribble` leaves behind; seen in an answer, it proves aliasing. */
export const scribbled = 'scribbled over';

/** Frozen all the way down. */
export const isDeepFrozen = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (Object.isFrozen(value) && Object.values(value).every(isDeepFrozen));
