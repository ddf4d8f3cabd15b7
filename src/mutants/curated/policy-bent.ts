// What the policy does not name is not refused but filed somewhere near.
import type { Fact } from '../../contract/fact.js';
import type { Rule } from '../../contract/policy.js';
import { refuse, type RefusalCode } from '../../contract/refusals.js';
import { canonicalKey } from '../../guards/policy-index.js';
import { andThen } from '../../services/awaitable.js';
import { policyOf } from '../decorate.js';
import type { CuratedMutant } from '../mutant.js';
import { rememberAgain } from '../writes.js';

type Rules = readonly Rule[];

/** Where the policy refuses, writes what is nearest to it, if there is such a thing. */
const filing = (
  id: string,
  code: RefusalCode,
  misconception: string,
  nearest: (fact: Fact, key: string, rules: Rules) => Partial<Fact> | undefined,
): CuratedMutant => ({
  id,
  property: 'policy',
  misconception,
  needs: ['evidence', 'inspect'],
  wrap: rememberAgain(code, ({ fact, memory, store }) => {
    const index = policyOf(store);
    const other = nearest(fact, canonicalKey(index, fact.key), index.policy);
    if (other === undefined) return refuse(code);
    const { scope, key } = { ...fact, ...other };
    // Another record has another version.
    return andThen(memory.inspect(scope, key), (record) => ({
      fact: other,
      terms: { expectedVersion: record?.version ?? 0 },
    }));
  }),
});

const keysOf = ({ keys }: Rule): readonly string[] => ('startsWith' in keys ? [] : keys);

const rulesOf = (rules: Rules, kind: string): Rules => rules.filter((rule) => rule.kind === kind);

/** The rule that names this key, whatever its kind. */
const ruleOf = (rules: Rules, key: string): Rule | undefined =>
  rules.find(({ keys }) =>
    'startsWith' in keys ? key.startsWith(keys.startsWith) : keys.includes(key),
  );

const valuesOf = (rules: Rules, kind: string, key: string): readonly string[] =>
  rulesOf(rules, kind).flatMap((rule) =>
    rule.values !== undefined && ruleOf([rule], key) === rule ? rule.values : [],
  );

/** Kind, key, scope and value, each taken less seriously than the policy does. */
export const policyBent: readonly CuratedMutant[] = [
  filing(
    'unknown-kind-guessed',
    'unknown-kind',
    'The kind is decoration: the key alone says which rule applies.',
    (_fact, key, rules) => ruleOf(rules, key) && { kind: ruleOf(rules, key)?.kind ?? '' },
  ),
  filing(
    'unknown-key-filed-under-first',
    'wrong-key',
    'A key the rule does not name is a slip of the pen: file it under the first one of its kind.',
    (fact, _key, rules) => {
      const [key] = rulesOf(rules, fact.kind).flatMap(keysOf);
      return key === undefined ? undefined : { key };
    },
  ),
  filing(
    'wrong-scope-redirected',
    'wrong-scope',
    'A fact in the wrong scope is better kept in the right one than refused.',
    (fact, key, rules) => {
      const [rule] = rulesOf(rules, fact.kind).filter((each) => ruleOf([each], key) === each);
      if (rule === undefined) return undefined;
      return {
        scope: 'exactly' in rule.scope ? rule.scope.exactly : `${rule.scope.startsWith}one`,
      };
    },
  ),
  filing(
    'unknown-value-replaced',
    'bad-value',
    'A value outside the set means the default, which is the first one listed.',
    (fact, key, rules) => {
      const [value] = valuesOf(rules, fact.kind, key);
      return value === undefined ? undefined : { value };
    },
  ),
];
