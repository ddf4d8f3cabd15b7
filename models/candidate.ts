// Is this fact acceptable at all? Remember's checks before any record is looked at (contract section 5).
import type { Evidence, Fact } from '../src/contract/fact.js';
import type { Policy, Rule } from '../src/contract/policy.js';
import type { RefusalCode } from '../src/contract/refusals.js';
import type { Candidate } from './state.js';
import { isCount, isName, isShare, isShortText, plus } from './values.js';

/** The key an alias stands for; a name no rule knows stays as it is. */
export function canonicalKey(policy: Policy, key: string): string {
  for (const rule of policy)
    if (rule.aliases && Object.hasOwn(rule.aliases, key)) return rule.aliases[key] ?? key;
  return key;
}

const names = (rule: Rule, key: string): boolean =>
  'startsWith' in rule.keys ? key.startsWith(rule.keys.startsWith) : rule.keys.includes(key);

const allows = (rule: Rule, scope: string): boolean =>
  'exactly' in rule.scope ? scope === rule.scope.exactly : scope.startsWith(rule.scope.startsWith);

/** The complete candidate, or the code of the first check that fails. */
export function judgeCandidate(
  policy: Policy,
  fact: Fact,
  evidence: unknown,
  now: number,
): Candidate | RefusalCode {
  const key = canonicalKey(policy, fact.key);
  const ofKind = policy.filter((rule) => rule.kind === fact.kind);
  if (ofKind.length === 0) return 'unknown-kind';
  const rule = ofKind.find((each) => names(each, key));
  if (rule === undefined) return 'wrong-key';
  if (rule.evidence !== evidence) return 'no-evidence';
  if (!allows(rule, fact.scope)) return 'wrong-scope';
  if (!isName(fact.scope) || !isName(key)) return 'bad-text';
  if (!isShortText(fact.value) || !isShortText(fact.sourceRef)) return 'bad-text';
  if (rule.values && !rule.values.includes(fact.value)) return 'bad-value';
  if (!isCount(now) || !isCount(fact.observedAt)) return 'bad-time';
  if (fact.observedAt > now) return 'future-observation';
  const confidence = fact.confidence ?? 1;
  if (!isShare(confidence)) return 'bad-confidence';
  const expiresAt = fact.expiresAt ?? null;
  if (expiresAt !== null && !(isCount(expiresAt) && expiresAt > now)) return 'bad-expiry';
  const { scope, kind, value, sourceRef } = fact;
  return {
    fact: {
      scope,
      kind,
      key,
      value,
      sourceRef,
      observedAt: plus(fact.observedAt),
      confidence: plus(confidence),
      expiresAt,
    },
    evidence: evidence as Evidence,
  };
}
