// What a fact must be to be written, proposed or reviewed: policy, then domain (contract section 5).
import type { CompleteFact, Fact } from '../contract/fact.js';
import { limits } from '../contract/limits.js';
import { refuse } from '../contract/refusals.js';
import { checkConfidence, checkExpiry, checkLength, checkTime } from './domains.js';
import {
  canonicalKey,
  findRule,
  fitsScope,
  isKnownKind,
  type PolicyIndex,
} from './policy-index.js';

/**
 * The checks of `remember` after shape, from the kind up to and including `expiresAt`, in the
 * order of contract section 5. Returns the fact as it is stored: defaults filled in, canonical
 * key, -0 as 0. With `'user_confirmed'` as evidence these are the checks of `propose`.
 */
export function checkCandidate(
  index: PolicyIndex,
  fact: Fact,
  evidence: unknown,
  now: number,
): CompleteFact {
  const { scope, kind } = fact;
  const key = canonicalKey(index, fact.key);
  if (!isKnownKind(index, kind)) refuse('unknown-kind', { field: 'kind' });
  const found = findRule(index, kind, key);
  if (found === undefined) return refuse('wrong-key', { field: 'key' });
  const { rule, values } = found;
  if (evidence !== rule.evidence) refuse('no-evidence', { needed: rule.evidence });
  if (!fitsScope(rule, scope)) refuse('wrong-scope', { field: 'scope' });

  checkLength(scope, limits.name, 'scope');
  checkLength(key, limits.name, 'key');
  const value = checkLength(fact.value, limits.text, 'value');
  const sourceRef = checkLength(fact.sourceRef, limits.text, 'sourceRef');
  if (values?.has(value) === false) refuse('bad-value', { field: 'value' });
  checkTime(now, 'now');
  const observedAt = checkTime(fact.observedAt, 'observedAt');
  if (observedAt > now) refuse('future-observation', { field: 'observedAt' });
  const confidence = checkConfidence(fact.confidence);
  const expiresAt = checkExpiry(fact.expiresAt, now);
  return { scope, kind, key, value, sourceRef, observedAt, confidence, expiresAt };
}
