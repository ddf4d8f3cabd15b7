// The model's own view of shapes and domains (contract section 2), written apart from every guard.

type Test = (value: unknown) => boolean;

export const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.isWellFormed() && !value.includes('\u0000');
export const isNumber = (value: unknown): value is number => typeof value === 'number';
export const anything: Test = () => true;
export const optional =
  (test: Test): Test =>
  (value) =>
    value === undefined || test(value);
export const nullable =
  (test: Test): Test =>
  (value) =>
    value === null || test(value);
export const oneOf =
  (...allowed: readonly unknown[]): Test =>
  (value) =>
    allowed.includes(value);
export const listOf =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(test);

/** A plain object whose fields are known and of the right type. */
export function hasShape(value: unknown, fields: Readonly<Record<string, Test>>): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return false;
  for (const name of Reflect.ownKeys(value)) {
    const property = Object.getOwnPropertyDescriptor(value, name);
    if (property?.enumerable !== true || property.get || property.set) return false;
    // No field that is known has a symbol for a name.
    if (!Object.hasOwn(fields, name)) return false;
  }
  const own = value as Record<string, unknown>;
  for (const name in fields) if (!fields[name]?.(own[name])) return false;
  return true;
}

export const identityFields = { tenant: isText, subject: isText, scopes: listOf(isText) };
export const factFields = {
  scope: isText,
  kind: isText,
  key: isText,
  value: isText,
  sourceRef: isText,
  observedAt: isNumber,
  confidence: optional(isNumber),
  expiresAt: optional(nullable(isNumber)),
};

/** A length in code points. */
export function points(text: string): number {
  let count = 0;
  for (const _point of text) count += 1;
  return count;
}
export const isName = (text: string): boolean => text !== '' && points(text) <= 128;
export const isShortText = (text: string): boolean => text !== '' && points(text) <= 300;
/** A time or version: a safe integer from 0. */
export const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
export const isShare = (value: number): boolean => value >= 0 && value <= 1;
/** Minus zero is stored as zero. */
export const plus = (value: number): number => (value === 0 ? 0 : value);

/** Code point order. */
export function compareTexts(a: string, b: string): number {
  const left = Array.from(a, (point) => point.codePointAt(0) ?? 0);
  const right = Array.from(b, (point) => point.codePointAt(0) ?? 0);
  const at = left.findIndex((point, i) => point !== right[i]);
  if (at === -1 || at >= right.length) return left.length - right.length;
  return (left[at] ?? 0) - (right[at] ?? 0);
}
