// Plain calls at a place, as the policy wants them: what tours arrange their situations with.
import type { Operation } from '../src/contract/operations.js';
import { identityAt, type Place, recordThere, type Situation } from './situation.js';
import { values } from './world/values.js';

interface Wanted {
  /** The version it is based on; what stands there by default. */
  readonly expectedVersion?: number;
  /** UTC seconds; a fact that stays by default. */
  readonly expiresAt?: number;
}

const versionThere = (s: Situation, place: Place): number => recordThere(s, place)?.version ?? 0;

export const rememberAt = (
  s: Situation,
  place: Place,
  { expectedVersion = versionThere(s, place), ...lasting }: Wanted = {},
): Operation => ({
  do: 'remember',
  as: identityAt(s, place),
  fact: {
    scope: place.scope,
    kind: place.rule.kind,
    key: place.key,
    value: (place.rule.values ?? values)[0] as string,
    sourceRef: 'tour',
    observedAt: s.now,
    ...lasting,
  },
  terms: { evidence: place.rule.evidence, expectedVersion, now: s.now },
});

export const decideAt = (
  s: Situation,
  place: Place,
  what: 'forget' | 'restore',
  expectedVersion = versionThere(s, place),
): Operation => ({
  do: what,
  as: identityAt(s, place),
  scope: place.scope,
  key: place.key,
  terms: { expectedVersion, now: s.now, userConfirmed: true },
});
