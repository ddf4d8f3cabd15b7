// The world of one sequence: its policy, its names, who owns the queue and what may be done there.
import type { Identity, Principal } from '../../src/contract/identity.js';
import { provenances } from '../../src/contract/identity.js';
import type { OperationName, Setup } from '../../src/contract/operations.js';
import { defaultPolicy, type Rule } from '../../src/contract/policy.js';
import type { Capability } from '../../src/contract/port.js';
import type { Offer } from '../../src/engine/offer.js';
import type { Dice } from '../dice.js';
import type { Rules } from '../rules.js';
import { families, joinable, richSubject, richTenant, twinsOf } from './names.js';
import { widePolicy } from './policies.js';

/** In which part of the address the lock-step neighbour differs. */
export type NeighbourBy = 'tenant' | 'subject' | 'scope' | 'key';

export interface World {
  readonly setup: Setup;
  readonly tenants: readonly string[];
  readonly subjects: readonly string[];
  readonly scopes: readonly string[];
  readonly neighbourBy: NeighbourBy | undefined;
  /** One theme for each stretch of steps. */
  readonly themes: readonly Theme[];
  /** Operations this store can perform at all. */
  readonly alphabet: ReadonlySet<OperationName>;
  readonly capabilities: ReadonlySet<Capability>;
  readonly handles: number;
  /** Where a confirmation may come through another handle than the proposal. */
  readonly durableProposals: boolean;
  /** Whether a reopen may bring another policy. */
  readonly mayRevise: boolean;
  readonly rules: Rules;
}

/** What a stretch of steps leans to. */
export type Theme =
  'mixed' | 'crowd' | 'review' | 'lifecycle' | 'reading' | 'runtime' | 'proposals';

export const stretch = 16;

const fits = (rule: Rule, scope: string): boolean =>
  'exactly' in rule.scope ? scope === rule.scope.exactly : scope.startsWith(rule.scope.startsWith);

/** The scopes of a world in which facts of a rule may live. */
export const scopesOf = (world: World, rule: Rule): readonly string[] => {
  const allowed = world.scopes.filter((scope) => fits(rule, scope));
  if (allowed.length > 0) return allowed;
  return ['exactly' in rule.scope ? rule.scope.exactly : `${rule.scope.startsWith}one`];
};

/** Keys of a rule that the world uses. */
export const keysOf = (rule: Rule): readonly string[] =>
  'startsWith' in rule.keys
    ? ['a', 'b', ''].map((end) => `${(rule.keys as { startsWith: string }).startsWith}${end}x`)
    : rule.keys;

const plainNames = { tenants: ['acme', 'globex'], subjects: ['lin', 'bo'] };

interface People {
  readonly tenants: readonly string[];
  readonly subjects: readonly string[];
}

function people(dice: Dice, rich: boolean): People {
  if (!rich) return plainNames;
  const kind = dice.below(4);
  if (kind === 0) {
    const [[t1, s1] = ['a/b', 'c'], [t2, s2] = ['a', 'b/c']] = dice.oneIn(2)
      ? joinable.slice(0, 2)
      : joinable.slice(2);
    return { tenants: [t1, t2], subjects: [s1, s2] };
  }
  if (kind === 1) {
    const family = dice.pick(families);
    return { tenants: family.slice(0, 3), subjects: family.slice(1, 4) };
  }
  const twins = { tenant: twinsOf(richTenant), subject: twinsOf(richSubject) };
  return {
    tenants: [richTenant, dice.pick(twins.tenant), dice.pick(twins.tenant)],
    subjects: [richSubject, dice.pick(twins.subject)],
  };
}

const distinct = <T>(list: readonly T[]): readonly T[] => [...new Set(list)];

function themesOf(dice: Dice, rules: Rules, offer: Offer): readonly Theme[] {
  if (!rules.themes) return ['mixed'];
  const themes: Theme[] = ['mixed', 'crowd', 'lifecycle', 'reading'];
  if (offer.capabilities.has('review')) themes.push('review');
  if (offer.capabilities.has('provenance')) themes.push('runtime');
  if (offer.operations.has('propose')) themes.push('proposals');
  return Array.from({ length: 8 }, () => dice.pick(themes));
}

/** Builds the world of a sequence from its seed. */
export function makeWorld(dice: Dice, offer: Offer, rules: Rules): World {
  const { tenants, subjects } = people(dice, rules.richNames);
  const wide = rules.widePolicies && offer.policy === undefined && !dice.oneIn(3);
  const scopes = wide
    ? dice.pick([
        ['s', 's1', 'S'],
        ['s/1', 's/1/2', 's'],
        ['\u00e9', 'e\u0301', 'e'],
        ['__proto__', '_', '%'],
      ])
    : ['profile', 'task:one', 'task:one/two', 'task:'];
  const policy = offer.policy ?? (wide ? widePolicy(dice, scopes) : defaultPolicy);
  const [tenant = 'acme'] = tenants;
  const [subject = 'lin'] = subjects;
  const owner: Identity = { tenant, subject, scopes };
  const principal: Principal = {
    actorId: dice.pick(['agent 7', subject, '__proto__']),
    tenant,
    subject,
    scopes: dice.oneIn(4) ? scopes.slice(1) : scopes,
    provenances: dice.oneIn(2) ? dice.some(provenances, 4) : provenances,
  };
  const neighbours: readonly NeighbourBy[] = ['tenant', 'subject', 'scope', 'key'];
  return {
    setup: { policy, owner, principal },
    tenants: distinct(tenants),
    subjects: distinct(subjects),
    scopes,
    neighbourBy: rules.lockStep && !dice.oneIn(4) ? dice.pick(neighbours) : undefined,
    themes: themesOf(dice, rules, offer),
    alphabet: offer.operations,
    capabilities: offer.capabilities,
    handles: offer.capabilities.has('multi-handle') ? 2 : 1,
    durableProposals: offer.capabilities.has('proposals'),
    mayRevise: offer.policy === undefined,
    rules,
  };
}
