// What of an outcome is compared: fields that a store does not claim to keep are left out on both sides.
import type { Outcome } from '../contract/operations.js';
import type { Capability } from '../contract/port.js';

export type View = (outcome: Outcome) => Outcome;

/** Fields of records and facts, and the capability that keeps them. */
const keptBy: Readonly<Record<string, Capability>> = {
  version: 'versions',
  expiresAt: 'expiry',
  deletedAt: 'tombstones',
  evidence: 'evidence',
  confidence: 'confidence',
  actor: 'provenance',
  provenance: 'provenance',
};

/** Fields that a store with these capabilities does not claim to keep. */
export const hiddenFields = (capabilities: ReadonlySet<Capability>): ReadonlySet<string> =>
  new Set(
    Object.entries(keptBy).flatMap(([field, needed]) => (capabilities.has(needed) ? [] : [field])),
  );

/** The view of a store with these capabilities; with all of them nothing is left out. */
export function viewFor(capabilities: ReadonlySet<Capability>): View {
  const hidden = hiddenFields(capabilities);
  if (hidden.size === 0) return (outcome) => outcome;
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip);
    if (typeof value !== 'object' || value === null) return value;
    const shown = Object.entries(value).filter(([name]) => !hidden.has(name));
    return Object.fromEntries(shown.map(([name, field]) => [name, strip(field)]));
  };
  return (outcome) => {
    if (!('ok' in outcome)) return outcome;
    const isVersion = typeof outcome.ok === 'number' && hidden.has('version');
    return { ok: isVersion ? 'a version' : strip(outcome.ok) };
  };
}
