// remember: write a fact on the version it was based on (contract section 5).
import type { Fact, RememberTerms } from '../../src/contract/fact.js';
import type { Operation } from '../../src/contract/operations.js';
import {
  evidenceFor,
  factFor,
  forgotten,
  freshPlace,
  identityAt,
  live,
  neighbourOf,
  type Place,
  placeAmong,
  placeOf,
  recordThere,
  records,
  type Situation,
  versionFor,
  withoutScope,
  wrongFact,
} from '../situation.js';
import { disguisesOf, noEvidence } from '../world/values.js';
import { keysOf } from '../world/world.js';
import { type Command, otherVersions, spoiltFields } from './command.js';

type Remember = Operation & { do: 'remember'; fact: Fact; terms: RememberTerms };

/** Records whose review or proposal is open: a write there is what these must notice. */
const underDecision = (s: Situation): readonly Place[] => {
  const cases = [...s.state.cases.values()]
    .filter((each) => each.decided === undefined)
    .map((each) => placeOf(s, each.current));
  const proposed = [...s.state.proposals.values()]
    .filter((each) => each.decided === undefined)
    .flatMap(({ owner, candidate }) =>
      records(s)
        .filter((r) => r.tenant === owner.tenant && r.subject === owner.subject)
        .filter((r) => r.scope === candidate.scope && r.key === candidate.key)
        .map((record) => placeOf(s, record)),
    );
  return [...cases, ...proposed];
};

function choosePlace(s: Situation): Place {
  const { dice, theme } = s;
  const open = underDecision(s);
  if (open.length > 0 && dice.oneIn(theme === 'review' || theme === 'proposals' ? 2 : 6))
    return dice.pick(open);
  const draw = dice.below(10);
  if (draw < (theme === 'crowd' ? 8 : 3)) return freshPlace(s);
  if (draw < 7) return placeAmong(s, live(s));
  if (draw < 8) return placeAmong(s, forgotten(s));
  const known = records(s);
  return known.length > 0 ? neighbourOf(s, dice.pick(known)) : freshPlace(s);
}

function resolve(s: Situation): Remember {
  const place = choosePlace(s);
  const old = recordThere(s, place);
  const as = identityAt(s, place);
  const good = factFor(s, place);
  const fact = s.deviation === 5 || s.deviation === 6 ? wrongFact(s, good, place) : good;
  const backwards = s.deviation === 7 && old !== undefined && old.updatedAt > 0;
  const now = backwards ? old.updatedAt - 1 : s.now;
  return {
    do: 'remember',
    as: s.deviation === 8 ? withoutScope(as, place.scope) : as,
    fact,
    terms: { evidence: evidenceFor(s, place), expectedVersion: versionFor(s, old), now },
  };
}

/** Facts that a revised policy would now take under another kind or with other evidence. */
export function rewritesOf(s: Situation): readonly Operation[] {
  return live(s).flatMap((record) => {
    const place = placeOf(s, record);
    const { kind, evidence } = place.rule;
    if (kind === record.kind && evidence === record.evidence) return [];
    const { version: expectedVersion } = record;
    const terms = { evidence, expectedVersion, now: s.now };
    return [{ do: 'remember', as: identityAt(s, place), fact: factFor(s, place), terms }];
  });
}

function nearMisses(s: Situation, operation: Remember): readonly Operation[] {
  const { fact, terms, as } = operation;
  const withFact = (change: object): Remember => ({ ...operation, fact: { ...fact, ...change } });
  const withTerms = (change: object): Operation => ({
    ...operation,
    terms: { ...terms, ...change },
  });
  const { policy } = s.state.setup;
  const old = records(s).find(
    (r) =>
      r.tenant === as.tenant &&
      r.subject === as.subject &&
      r.scope === fact.scope &&
      r.key === fact.key,
  );
  const spoilFact = s.dice.oneIn(2);
  const spoilt = spoilFact
    ? spoiltFields(
        fact,
        [s.dice.pick(['scope', 'kind', 'key', 'value', 'sourceRef'])],
        [s.dice.pick(['observedAt', 'confidence', 'expiresAt'])],
      ).map((bad): Operation => ({ ...operation, fact: bad }))
    : spoiltFields(terms, [], ['expectedVersion', 'now']).map((bad): Operation => ({
        ...operation,
        terms: bad,
      }));
  const disguise = s.dice.pick(disguisesOf(spoilFact ? fact : terms));
  return [
    ...otherVersions(terms.expectedVersion).map((v) => withTerms({ expectedVersion: v })),
    ...noEvidence.map((evidence) => withTerms({ evidence })),
    withFact({ observedAt: terms.now + 1 }),
    withFact({ expiresAt: terms.now }),
    withFact({ expiresAt: terms.now - 1 }),
    ...(old === undefined
      ? []
      : [
          withFact({ observedAt: old.observedAt - 1 }),
          {
            ...operation,
            fact: { ...fact, observedAt: old.observedAt, expiresAt: null },
            terms: { ...terms, now: old.updatedAt - 1 },
          },
        ]),
    ...['authorization', '', '__proto__', ...policy.map((rule) => rule.kind)].map((kind) =>
      withFact({ kind }),
    ),
    ...policy.map((rule) => withFact({ key: keysOf(rule)[0] })),
    ...policy.flatMap(({ keys, kind, evidence }) =>
      'startsWith' in keys
        ? [
            {
              ...withFact({ kind, key: `${keys.startsWith}${'x'.repeat(128)}`, value: 'a' }),
              terms: { ...terms, evidence },
            },
          ]
        : [],
    ),
    ...['nowhere', '', `${fact.scope} `, `${fact.scope}x`, ...s.world.scopes].map((scope) =>
      withFact({ scope }),
    ),
    withFact({ value: 'in no closed set' }),
    withFact({ value: '\u{1f600}'.repeat(301) }),
    withFact({ sourceRef: 'x'.repeat(301) }),
    withFact({ confidence: 1.0001 }),
    withFact({ confidence: -0.1 }),
    { ...operation, as: withoutScope(as, fact.scope) },
    ...spoilt,
    spoilFact ? { ...operation, fact: disguise } : { ...operation, terms: disguise },
  ];
}

export const remember: Command<Remember> = {
  name: 'remember',
  weights: {
    mixed: 6,
    crowd: 16,
    review: 3,
    lifecycle: 4,
    reading: 4,
    runtime: 2,
    proposals: 3,
  },
  resolve,
  nearMisses,
};
