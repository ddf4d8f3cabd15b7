// Policies of generated worlds: the default one, or a wide one with many keys, aliases and closed values.
import { defaultPolicy, type Policy, type Rule } from '../../src/contract/policy.js';
import type { Dice } from '../dice.js';
import { families } from './names.js';

const keyNames = (dice: Dice, kind: number, count: number): readonly string[] => {
  const family = dice.pick(families);
  const orderSensitive = ['\u{1f600}', '\ufb01'];
  const base = [...new Set([family[0] ?? 'k', ...orderSensitive, ...family.slice(1)])];
  // A suffix keeps the keys of different kinds apart: a key belongs to one rule.
  const suffix = kind === 0 ? '' : `#${kind}`;
  return Array.from({ length: count }, (_, at) => {
    const round = Math.floor(at / base.length);
    return `${base[at % base.length]}${round === 0 ? '' : round}${suffix}`;
  });
};

function wideRule(dice: Dice, kind: number, scopes: readonly string[]): Rule {
  const keys = keyNames(dice, kind, kind === 0 ? 9 + dice.below(4) : 1 + dice.below(4));
  const [first = 'k'] = keys;
  const anywhere = { startsWith: '' };
  const scope = kind === 0 ? anywhere : dice.pick([anywhere, { exactly: scopes[0] ?? 's' }]);
  return {
    kind: `kind${kind}`,
    keys,
    evidence: kind % 2 === 0 ? 'user_confirmed' : 'task_verified',
    scope,
    ...(kind > 0 && !dice.oneIn(3) ? { values: ['\u4e2d\u6587', '\u82f1\u6587', 'a'] } : {}),
    ...(!dice.oneIn(4)
      ? { aliases: { [`alias ${kind}`]: first, [`\u522b\u540d${kind}`]: first } }
      : {}),
  };
}

/** One to four kinds; the first has enough keys in every scope to overrun the default limit. */
export function widePolicy(dice: Dice, scopes: readonly string[]): Policy {
  const rules = Array.from({ length: 1 + dice.below(4) }, (_, kind) =>
    wideRule(dice, kind, scopes),
  );
  if (!dice.oneIn(3)) return rules;
  const open: Rule = {
    kind: 'open',
    keys: { startsWith: 'open:' },
    evidence: 'user_confirmed',
    scope: { startsWith: '' },
  };
  return [...rules, open];
}

const otherEvidence = (rule: Rule): Rule['evidence'] =>
  rule.evidence === 'user_confirmed' ? 'task_verified' : 'user_confirmed';

/**
 * The same policy with a rule dropped, asking for other evidence, or handed to another kind, as a
 * host may do on reopening.
 */
export function revisedPolicy(dice: Dice, policy: Policy): Policy {
  const at = dice.below(policy.length);
  if (policy.length > 1 && dice.oneIn(3)) return policy.filter((_, index) => index !== at);
  const change = dice.pick<(rule: Rule) => Partial<Rule>>([
    (rule) => ({ evidence: otherEvidence(rule) }),
    (rule) => ({ kind: `${rule.kind} revised` }),
    (rule) => ({ kind: `${rule.kind} revised`, evidence: otherEvidence(rule) }),
  ]);
  return policy.map((rule, index) => (index === at ? { ...rule, ...change(rule) } : rule));
}

/** The same policy with other evidence for what a proposal proposes. */
export const demandingPolicy = (policy: Policy, kind: string): Policy =>
  policy.map((rule) => (rule.kind === kind ? { ...rule, evidence: otherEvidence(rule) } : rule));

/** The same policy with what one kind was for handed to another. */
export const handedOverPolicy = (policy: Policy, kind: string): Policy =>
  policy.map((rule) => (rule.kind === kind ? { ...rule, kind: `${kind} revised` } : rule));

export { defaultPolicy };
