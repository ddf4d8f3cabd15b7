// Which capability a refusal speaks for: a store that does not claim it is never put to that test.
import type { Outcome } from '../src/contract/operations.js';
import type { Capability } from '../src/contract/port.js';
import type { RefusalCode } from '../src/contract/refusals.js';

const spokenFor: Partial<Record<RefusalCode, Capability>> = {
  'stale-version': 'versions',
  missing: 'versions',
  exists: 'versions',
  'bad-version': 'versions',
  'older-observation': 'versions',
  'clock-backwards': 'versions',
  tombstoned: 'tombstones',
  'not-tombstoned': 'tombstones',
  expired: 'expiry',
  'bad-expiry': 'expiry',
  'unknown-kind': 'evidence',
  'wrong-key': 'evidence',
  'wrong-scope': 'evidence',
  'bad-value': 'evidence',
  'no-evidence': 'evidence',
  'bad-confidence': 'confidence',
  'bad-threshold': 'confidence',
};

/** Whether a store with these capabilities can be expected to give this outcome. */
export function isClaimed(outcome: Outcome, capabilities: ReadonlySet<Capability>): boolean {
  if (!('code' in outcome)) return true;
  const needed = spokenFor[outcome.code];
  return needed === undefined || capabilities.has(needed);
}
