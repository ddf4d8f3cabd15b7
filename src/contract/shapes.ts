// What "right shape" means before any domain is judged (contract section 2).
import { z } from 'zod';
import { type RefusalCode, Refusal } from './refusals.js';

/** Well-formed (no lone surrogate) and without U+0000. */
export const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.isWellFormed() && !value.includes('\u0000');

export const text = z.custom<string>(isText);

/** Any JavaScript number: NaN, 3.5 and 2^53 are judged at the domain step, not here. */
export const number = z.custom<number>((value) => typeof value === 'number');

/** Absent or undefined; null is malformed. */
export const optionalNumber = number.optional();

/** Exempt from shape: any value but the right one is denied at its own step. */
export const exempt = z.unknown().optional();

/** Only enumerable data fields with text names, as an object or array literal makes them. */
function hasOnlyDataFields(value: object, listed: number): boolean {
  const names = Reflect.ownKeys(value);
  let hidden = 0;
  for (const name of names) {
    const field = Reflect.getOwnPropertyDescriptor(value, name);
    if (typeof name !== 'string' || field === undefined || !('value' in field)) return false;
    if (field.enumerable !== true) hidden += 1;
  }
  return hidden === listed;
}

/** A plain object: prototype `Object.prototype` or null, no accessor, no symbol, nothing hidden. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === null || prototype === Object.prototype) && hasOnlyDataFields(value, 0);
}

/** A plain, dense list: what an array literal makes. */
export function isPlainList(value: unknown): value is readonly unknown[] {
  return (
    Array.isArray(value) &&
    Object.getPrototypeOf(value) === Array.prototype &&
    Reflect.ownKeys(value).length === value.length + 1 &&
    hasOnlyDataFields(value, 1)
  );
}

/** Plain all the way down: for data, such as a policy, in which no field is exempt. */
export function isPlainData(value: unknown): boolean {
  if (isPlainList(value)) return value.every(isPlainData);
  if (isPlainObject(value)) return Object.values(value).every(isPlainData);
  return typeof value !== 'object' && typeof value !== 'function';
}

/** The path of what a failed parse complains of first; empty for the whole, undefined unparsed. */
export function fieldOf(error: z.ZodError | undefined): string | undefined {
  const [issue] = error?.issues ?? [];
  return issue?.path.join('.');
}

/**
 * Reads an argument: a fresh plain copy with known fields of the right types, else
 * `invalid: malformed` (contract section 2). The schema alone would let class instances,
 * getters and inherited fields through; the copy keeps a later change of the argument out.
 */
export function readShape<T>(
  schema: z.ZodType<T>,
  argument: string,
  value: unknown,
  code: RefusalCode = 'malformed',
): T {
  let parsed: z.ZodSafeParseResult<T> | undefined;
  try {
    if (isPlainObject(value)) parsed = schema.safeParse(value);
  } catch {
    // A proxy's trap may throw anything; it is no plain object either way.
  }
  if (parsed?.success !== true) {
    const field = fieldOf(parsed?.error);
    throw new Refusal(code, field ? { argument, field } : { argument });
  }
  return parsed.data;
}

/** Reads a text argument, else `invalid: malformed`. */
export function readText(argument: string, value: unknown): string {
  if (!isText(value)) throw new Refusal('malformed', { argument });
  return value;
}
