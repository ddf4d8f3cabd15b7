// The domains of contract section 2: what a text, a time, a version or a number may be.
import type { SearchTerms } from '../contract/fact.js';
import { limits } from '../contract/limits.js';
import { refuse } from '../contract/refusals.js';

interface Bounds {
  readonly min: number;
  readonly max: number;
}

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

const within = (value: number, { min, max }: Bounds): boolean => value >= min && value <= max;

/** The number itself, with -0 as 0. */
export const withoutNegativeZero = (value: number): number => value + 0;

/** A code point has at most two UTF-16 units: a text too long for that is not counted through. */
function hasLength(value: string, { min, max }: Bounds): boolean {
  if (value.length > 2 * max) return false;
  let points = 0;
  for (const _ of value) points += 1;
  return points >= min && points <= max;
}

/** The text, if its code points lie within the bounds, else `invalid: bad-text`. */
export function checkLength(value: string, bounds: Bounds, field: string): string {
  if (!hasLength(value, bounds)) refuse('bad-text', { field });
  return value;
}

/** UTC seconds as a safe integer from 0, else `invalid: bad-time`. */
export function checkTime(value: number, field: string): number {
  if (!isCount(value)) refuse('bad-time', { field });
  return withoutNegativeZero(value);
}

/** A version as a safe integer from 0, else `invalid: bad-version`. */
export function checkVersion(value: number, field = 'expectedVersion'): number {
  if (!isCount(value)) refuse('bad-version', { field });
  return withoutNegativeZero(value);
}

/** Confidence from 0 to 1, 1 where absent, else `invalid: bad-confidence`. */
export function checkConfidence(value: number | undefined): number {
  const confidence = value ?? limits.confidence.default;
  if (!within(confidence, limits.confidence)) refuse('bad-confidence', { field: 'confidence' });
  return withoutNegativeZero(confidence);
}

/** Null, also where absent, or UTC seconds later than now, else `invalid: bad-expiry`. */
export function checkExpiry(value: number | null | undefined, now: number): number | null {
  const expiresAt = value ?? null;
  if (expiresAt !== null && !(isCount(expiresAt) && expiresAt > now))
    refuse('bad-expiry', { field: 'expiresAt' });
  return expiresAt;
}

/**
 * Seconds within the bounds, their default where absent; from now on they must end at a safe
 * integer, else `invalid: bad-lifetime`.
 */
export function checkLifetime(
  value: number | undefined,
  bounds: Bounds & { readonly default: number },
  now: number,
): number {
  const lifetime = value ?? bounds.default;
  if (!(isCount(lifetime) && within(lifetime, bounds) && Number.isSafeInteger(now + lifetime)))
    refuse('bad-lifetime', { field: 'lifetime' });
  return lifetime;
}

/** The terms of a search, complete and in order: now, limit, minConfidence, text. */
export function checkSearchTerms(terms: SearchTerms): CompleteTerms {
  const now = checkTime(terms.now, 'now');
  const limit = terms.limit ?? limits.limit.default;
  if (!(Number.isInteger(limit) && within(limit, limits.limit)))
    refuse('bad-limit', { field: 'limit' });
  const minConfidence = terms.minConfidence ?? limits.minConfidence.default;
  if (!within(minConfidence, limits.minConfidence))
    refuse('bad-threshold', { field: 'minConfidence' });
  const text = checkLength(terms.text ?? '', limits.searchText, 'text');
  return { now, text, minConfidence: withoutNegativeZero(minConfidence), limit };
}

/** Search terms with their defaults filled in. */
export interface CompleteTerms {
  readonly now: number;
  readonly text: string;
  readonly minConfidence: number;
  readonly limit: number;
}
