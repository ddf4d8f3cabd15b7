// Which facts a memory accepts: policy as validated data (contract section 3).
import { z } from 'zod';
import { evidences } from './fact.js';
import { limits } from './limits.js';
import { Refusal } from './refusals.js';
import { fieldOf, isPlainData, isPlainObject, text } from './shapes.js';

const points = ({ min, max }: { readonly min: number; readonly max: number }) =>
  text.refine((value) => {
    const length = [...value].length;
    return length >= min && length <= max;
  });
const name = points(limits.name);

/** Alias to canonical key. Not `z.record`, which drops an alias named `__proto__` without a word. */
const Aliases = z.custom<Readonly<Record<string, string>>>(
  (value) =>
    isPlainObject(value) &&
    Object.entries(value).every(
      ([alias, key]) => z.tuple([name, name]).safeParse([alias, key]).success,
    ),
);

export const Rule = z.strictObject({
  kind: name,
  keys: z.union([z.array(name).min(1).readonly(), z.strictObject({ startsWith: text })]),
  evidence: z.enum(evidences),
  scope: z.union([z.strictObject({ exactly: name }), z.strictObject({ startsWith: text })]),
  values: z.array(points(limits.text)).min(1).readonly().exactOptional(),
  aliases: Aliases.exactOptional(),
});
export type Rule = Readonly<z.infer<typeof Rule>>;

export const Policy = z.array(Rule).min(1);
/** The rules in force; frozen once read. */
export type Policy = readonly Rule[];

const hasKey = (rule: Rule, key: string): boolean =>
  Array.isArray(rule.keys)
    ? rule.keys.includes(key)
    : key.startsWith((rule.keys as { startsWith: string }).startsWith);

/** Every key or alias belongs to exactly one rule, and an alias names a key of its own rule. */
function clash(policy: Policy): string | undefined {
  const names = policy.flatMap((rule) => [
    ...(Array.isArray(rule.keys) ? (rule.keys as readonly string[]) : []),
    ...Object.keys(rule.aliases ?? {}),
  ]);
  if (new Set(names).size !== names.length) return 'a key or alias stands twice';
  const prefixes = policy.flatMap((rule, at) =>
    Array.isArray(rule.keys)
      ? []
      : [{ at, prefix: (rule.keys as { startsWith: string }).startsWith }],
  );
  for (const { at, prefix } of prefixes) {
    if (names.some((other) => other.startsWith(prefix))) return 'a prefix of keys covers a name';
    if (prefixes.some((other) => other.at !== at && other.prefix.startsWith(prefix)))
      return 'two prefixes of keys overlap';
  }
  for (const rule of policy)
    for (const key of Object.values(rule.aliases ?? {}))
      if (!hasKey(rule, key)) return 'an alias names a key of no or another rule';
  return undefined;
}

/** Whatever is no object counts as frozen. */
function deepFreeze(value: unknown): void {
  if (Object.isFrozen(value)) return;
  Object.freeze(value);
  Object.values(value as object).forEach(deepFreeze);
}

/**
 * Reads a policy: a deep-frozen copy, else `invalid: malformed` with the reason as a fact.
 * A kind may have several rules; a key or alias belongs to exactly one rule of the whole policy.
 */
export function readPolicy(value: unknown): Policy {
  const parsed = isPlainData(value) ? Policy.safeParse(value) : undefined;
  if (parsed?.success !== true) {
    throw new Refusal('malformed', { argument: 'policy', field: fieldOf(parsed?.error) ?? '' });
  }
  const reason = clash(parsed.data);
  if (reason !== undefined) throw new Refusal('malformed', { argument: 'policy', reason });
  const policy = structuredClone(parsed.data);
  deepFreeze(policy);
  return policy;
}

/** The policy of a memory that was given no other. */
export const defaultPolicy: Policy = readPolicy([
  {
    kind: 'profile',
    keys: ['display_name'],
    evidence: 'user_confirmed',
    scope: { exactly: 'profile' },
  },
  {
    kind: 'preference',
    keys: ['response_style'],
    evidence: 'user_confirmed',
    scope: { exactly: 'profile' },
  },
  {
    kind: 'task_fact',
    keys: ['status'],
    evidence: 'task_verified',
    scope: { startsWith: 'task:' },
  },
]);
