// Lock step: what was written is written once more next door, so that both hold equal content and versions.
import type { Fact } from '../src/contract/fact.js';
import type { Operation } from '../src/contract/operations.js';
import { canonicalKey } from '../models/candidate.js';
import { identityAt, type Situation } from './situation.js';
import { keysOf, scopesOf } from './world/world.js';

const other = (list: readonly string[], one: string): string | undefined =>
  list.find((each) => each !== one);

/** The same write for the neighbour that differs in one part of the address, if there is one. */
export function nextDoor(s: Situation, operation: Operation): Operation | undefined {
  const { world, state } = s;
  if (operation.do !== 'remember' && operation.do !== 'forget' && operation.do !== 'restore')
    return undefined;
  const { as } = operation;
  if (world.neighbourBy === 'tenant') {
    const tenant = other(world.tenants, as.tenant);
    return tenant === undefined
      ? undefined
      : { ...operation, as: identityAt(s, { ...as, tenant }) };
  }
  if (world.neighbourBy === 'subject') {
    const subject = other(world.subjects, as.subject);
    return subject === undefined
      ? undefined
      : { ...operation, as: identityAt(s, { ...as, subject }) };
  }
  const fact = operation.do === 'remember' ? (operation.fact as Fact) : undefined;
  const at = (fact ?? operation) as { scope: string; key: string };
  const key = canonicalKey(state.setup.policy, at.key);
  const rule = state.setup.policy.find((each) => keysOf(each).includes(key));
  if (rule === undefined) return undefined;
  const changed =
    world.neighbourBy === 'scope'
      ? { scope: other(scopesOf(world, rule), at.scope) }
      : { key: other(keysOf(rule), key) };
  if (Object.values(changed)[0] === undefined) return undefined;
  return fact === undefined
    ? ({ ...operation, ...changed } as Operation)
    : ({ ...operation, fact: { ...fact, ...changed } } as Operation);
}
