// The policy as maps: which rule a kind and key fall under, and which key an alias names.
import type { Policy, Rule } from '../contract/policy.js';

/** A rule with what its lookup needs prepared. */
export interface IndexedRule {
  readonly rule: Rule;
  /** The closed set of values, or undefined where any text will do. */
  readonly values: ReadonlySet<string> | undefined;
}

interface KindRules {
  readonly byKey: Map<string, IndexedRule>;
  readonly byPrefix: { readonly prefix: string; readonly rule: IndexedRule }[];
}

/** A policy prepared for lookup; it never changes. */
export interface PolicyIndex {
  readonly policy: Policy;
  readonly kinds: ReadonlyMap<string, Readonly<KindRules>>;
  readonly aliases: ReadonlyMap<string, string>;
}

const indexed = new WeakMap<Policy, PolicyIndex>();

/** Prepares a policy as `readPolicy` returned it; the same policy object gives the same index. */
export function indexPolicy(policy: Policy): PolicyIndex {
  const known = indexed.get(policy);
  if (known !== undefined) return known;
  const kinds = new Map<string, KindRules>();
  const aliases = new Map<string, string>();
  for (const rule of policy) {
    const entry = { rule, values: rule.values && new Set(rule.values) };
    const ofKind: KindRules = kinds.get(rule.kind) ?? { byKey: new Map(), byPrefix: [] };
    kinds.set(rule.kind, ofKind);
    if ('startsWith' in rule.keys)
      ofKind.byPrefix.push({ prefix: rule.keys.startsWith, rule: entry });
    else for (const key of rule.keys) ofKind.byKey.set(key, entry);
    for (const [alias, key] of Object.entries(rule.aliases ?? {})) aliases.set(alias, key);
  }
  const index = { policy, kinds, aliases };
  indexed.set(policy, index);
  return index;
}

/** The key an alias names; a key that is no alias stays as it is (contract section 3). */
export function canonicalKey(index: PolicyIndex, key: string): string {
  return index.aliases.get(key) ?? key;
}

/** Whether any rule has this kind. */
export function isKnownKind(index: PolicyIndex, kind: string): boolean {
  return index.kinds.has(kind);
}

/** The rule of this kind that names this canonical key; there is at most one. */
export function findRule(index: PolicyIndex, kind: string, key: string): IndexedRule | undefined {
  const rules = index.kinds.get(kind);
  return (
    rules?.byKey.get(key) ?? rules?.byPrefix.find(({ prefix }) => key.startsWith(prefix))?.rule
  );
}

/** Whether a rule allows this scope. */
export function fitsScope({ scope: allowed }: Rule, scope: string): boolean {
  return 'exactly' in allowed ? scope === allowed.exactly : scope.startsWith(allowed.startsWith);
}
