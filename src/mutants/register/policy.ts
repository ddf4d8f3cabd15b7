// The guards of a candidate: what the policy lets in, and the domain of each of its fields.
import { type Guard, inCode } from './guard.js';

const candidate = inCode('src/guards/candidate.ts');
const index = inCode('src/guards/policy-index.ts');

export const policy: readonly Guard[] = [
  ...candidate('checkCandidate', [
    {
      id: 'kind-is-known',
      sentence: 'A kind that no rule names is not stored.',
      property: 'policy',
      contract: '3',
      text: '!isKnownKind(index, kind)',
    },
    {
      id: 'key-of-kind',
      sentence: 'A key that no rule of the kind names is not stored.',
      property: 'policy',
      contract: '3',
      text: 'found === undefined',
    },
    {
      id: 'evidence-of-rule',
      sentence: 'Nothing is stored without the evidence that its rule asks for.',
      property: 'evidence',
      contract: '3',
      text: 'evidence !== rule.evidence',
    },
    {
      id: 'scope-of-rule',
      sentence: 'A fact is stored only in a scope that its rule allows.',
      property: 'policy',
      contract: '3',
      text: '!fitsScope(rule, scope)',
    },
    {
      id: 'length-of-scope',
      sentence: 'The scope of a fact has 1 to 128 code points.',
      property: 'domains',
      contract: '2',
      text: "checkLength(scope, limits.name, 'scope')",
    },
    {
      id: 'length-of-key',
      sentence: 'The key of a fact has 1 to 128 code points.',
      property: 'domains',
      contract: '2',
      text: "checkLength(key, limits.name, 'key')",
    },
    {
      id: 'length-of-value',
      sentence: 'The value of a fact has 1 to 300 code points.',
      property: 'domains',
      contract: '2',
      text: "checkLength(fact.value, limits.text, 'value')",
    },
    {
      id: 'length-of-source',
      sentence: 'The source of a fact has 1 to 300 code points.',
      property: 'domains',
      contract: '2',
      text: "checkLength(fact.sourceRef, limits.text, 'sourceRef')",
    },
    {
      id: 'value-of-closed-set',
      sentence: 'Where the rule lists its values, no other one is stored.',
      property: 'policy',
      contract: '3',
      text: 'values?.has(value) === false',
    },
    {
      id: 'now-of-candidate',
      sentence: 'The now of a write is a time.',
      property: 'domains',
      contract: '2',
      text: "checkTime(now, 'now')",
    },
    {
      id: 'observation-is-a-time',
      sentence: 'The moment of the observation is a time.',
      property: 'domains',
      contract: '2',
      text: "checkTime(fact.observedAt, 'observedAt')",
    },
    {
      id: 'observed-by-now',
      sentence: 'Nothing was observed after now.',
      property: 'domains',
      contract: '2',
      text: 'observedAt > now',
    },
    {
      id: 'confidence-of-candidate',
      sentence: 'The confidence of a fact is judged before it is stored.',
      property: 'domains',
      contract: '2',
      text: 'checkConfidence(fact.confidence)',
    },
    {
      id: 'expiry-of-candidate',
      sentence: 'The expiry of a fact is judged before it is stored.',
      property: 'expiry',
      contract: '2',
      text: 'checkExpiry(fact.expiresAt, now)',
    },
  ]),
  ...index('canonicalKey', [
    {
      id: 'alias-names-its-key',
      sentence: 'An alias is replaced by its canonical key; any other key stays as it is.',
      property: 'policy',
      contract: '3',
      text: 'index.aliases.get(key) ?? key',
    },
  ]),
  ...index('isKnownKind', [
    {
      id: 'kinds-of-policy',
      sentence: 'The known kinds are those of the policy.',
      property: 'policy',
      contract: '3',
      text: 'index.kinds.has(kind)',
    },
  ]),
  ...index('findRule', [
    {
      id: 'rule-of-prefix',
      sentence: 'A rule for a prefix holds for the keys that start with it.',
      property: 'policy',
      contract: '3',
      text: 'key.startsWith(prefix)',
    },
  ]),
  ...index('fitsScope', [
    {
      id: 'exact-scope-of-rule',
      sentence: 'A rule for one scope allows that scope alone.',
      property: 'policy',
      contract: '3',
      text: 'scope === allowed.exactly',
    },
    {
      id: 'scope-prefix-of-rule',
      sentence: 'A rule for a prefix allows the scopes that start with it.',
      property: 'policy',
      contract: '3',
      text: 'scope.startsWith(allowed.startsWith)',
    },
  ]),
];
