// propose and confirm: a candidate that waits for the user's word (contract section 8).
import type { ModelProposal } from '../../models/state.js';
import type { Fact, MemoryRecord } from '../../src/contract/fact.js';
import { type Identity, provenances } from '../../src/contract/identity.js';
import type { Operation } from '../../src/contract/operations.js';
import type { ProposeTerms } from '../../src/contract/proposal.js';
import {
  active,
  at,
  factFor,
  identityAt,
  owned,
  ownersPlace,
  type Place,
  placeOf,
  recordThere,
  type Situation,
  withoutScope,
  wrongFact,
} from '../situation.js';
import { disguisesOf, undecided, values } from '../world/values.js';
import { keysOf, scopesOf, type Theme } from '../world/world.js';
import { type Command, spoiltFields } from './command.js';

type Propose = Operation & { do: 'propose'; candidate: Fact; terms: ProposeTerms };
type Confirm = Operation & { do: 'confirm'; decision: { confirmed: unknown; now: number } };

const weights = (mixed: number, proposals: number): Readonly<Record<Theme, number>> => ({
  mixed,
  proposals,
  crowd: 0,
  review: 0,
  lifecycle: 0,
  reading: 0,
  runtime: 0,
});

/** Only a rule that asks for the user's own word can be proposed to the user. */
function confirmablePlace(s: Situation): Place {
  const { dice } = s;
  const rules = s.state.setup.policy.filter((rule) => rule.evidence === 'user_confirmed');
  const said = owned(s).filter((record) => record.evidence === 'user_confirmed');
  const known = dice.oneIn(3) ? said : active(s, said);
  if (known.length > 0 && !dice.oneIn(4)) return placeOf(s, dice.pick(known));
  const fresh = ownersPlace(s);
  if (rules.length === 0 || dice.oneIn(8)) return fresh;
  const rule = dice.pick(rules);
  return {
    ...fresh,
    rule,
    scope: scopesOf(s.world, rule)[0] as string,
    key: dice.pick(keysOf(rule)),
  };
}

/** What the user said already, or nearly: only if all of it is equal does it come out unchanged. */
function alreadySaid({ dice, now }: Situation, old: MemoryRecord, good: Fact): Fact {
  const { value, confidence, expiresAt } = old;
  const same: Fact = { ...good, kind: old.kind, value, confidence, expiresAt };
  switch (dice.below(6)) {
    case 0:
      return { ...same, confidence: dice.pick([1, 0.9]) };
    case 1:
      return { ...good, value };
    case 2:
      return { ...same, value: good.value };
    case 3:
      return { ...same, kind: good.kind };
    case 4:
      return { ...same, expiresAt: expiresAt === null ? now + 40 : null };
    default:
      return same;
  }
}

/** What was proposed already: another proposal with the same content. */
const sameAgain = (s: Situation, { owner, candidate, provenance }: ModelProposal): Propose => ({
  do: 'propose',
  as: identityAt(s, owner),
  label: s.label,
  candidate,
  terms: { now: s.now, provenance },
});

function resolvePropose(s: Situation): Propose {
  const { dice } = s;
  const place = confirmablePlace(s);
  const old = recordThere(s, place);
  const good = factFor(s, place);
  const said = old !== undefined && !dice.oneIn(4) ? alreadySaid(s, old, good) : good;
  const as = identityAt(s, place);
  const last = [...s.state.proposals.values()].at(-1);
  if (last !== undefined && s.deviation === undefined && dice.oneIn(6)) return sameAgain(s, last);
  return {
    do: 'propose',
    as: s.deviation === 3 ? withoutScope(as, place.scope) : as,
    label: s.label,
    candidate: s.deviation === 5 ? wrongFact(s, said, place) : said,
    terms: {
      now: s.now,
      provenance: dice.pick(provenances),
      ...(dice.oneIn(2) ? { lifetime: dice.pick([1, 2, 5, 86_400]) } : {}),
      ...(dice.oneIn(2) ? { intent: dice.oneIn(2) ? 'once' : 'lasting' } : {}),
    },
  };
}

const proposeMisses = (s: Situation, operation: Propose): readonly Operation[] => {
  const { terms, candidate } = operation;
  const withTerms = (change: object): Propose => ({
    ...operation,
    terms: { ...terms, ...change },
  });
  return [
    ...[0, 2_592_001, 1.5].map((lifetime) => withTerms({ lifetime })),
    {
      ...operation,
      candidate: { ...candidate, expiresAt: null },
      terms: { ...terms, now: Number.MAX_SAFE_INTEGER },
    },
    // Wrong in two respects: who asks is looked at first.
    { ...withTerms({ lifetime: 0 }), as: { ...operation.as, tenant: '' } },
    withTerms({ provenance: 'approved' }),
    withTerms({ intent: 'always' }),
    { ...operation, as: withoutScope(operation.as, candidate.scope) },
    ...spoiltFields(terms, ['provenance'], ['now', 'lifetime']).map((bad): Operation => ({
      ...operation,
      terms: bad,
    })),
    ...spoiltFields(candidate, ['value'], ['observedAt', 'confidence', 'expiresAt']).map(
      (bad): Operation => ({ ...operation, candidate: bad }),
    ),
    { ...operation, candidate: s.dice.pick(disguisesOf(candidate)) },
    { ...operation, terms: s.dice.pick(disguisesOf(terms)) },
  ];
};

const open = (s: Situation): readonly ModelProposal[] =>
  [...s.state.proposals.values()].filter((each) => each.decided === undefined);

const ownerOf = (s: Situation, proposal: ModelProposal | undefined): Identity =>
  proposal === undefined ? s.world.setup.owner : identityAt(s, proposal.owner);

/** Everybody else: other tenants, other subjects, the owner without the scope. */
const others = (s: Situation, proposal: ModelProposal | undefined): readonly Identity[] => {
  const owner = ownerOf(s, proposal);
  const people = s.world.tenants.flatMap((tenant) =>
    s.world.subjects.map((subject) => identityAt(s, { tenant, subject })),
  );
  const scope = proposal?.candidate.scope ?? (s.world.scopes[0] as string);
  return [...people.filter((each) => each !== owner), withoutScope(owner, scope)];
};

/** When a proposal ends, and when what it proposes does. */
const endsOf = ({ expiresAt, candidate }: ModelProposal): readonly number[] =>
  candidate.expiresAt === null ? [expiresAt] : [expiresAt, candidate.expiresAt];

function resolveConfirm(s: Situation): Confirm {
  const { dice } = s;
  const waiting = open(s);
  const all = [...s.state.proposals.values()];
  const list = waiting.length > 0 && !dice.oneIn(4) ? waiting : all;
  const proposal = list.length === 0 ? undefined : dice.oneIn(2) ? list.at(-1) : dice.pick(list);
  const label = proposal?.id ?? 'no such proposal';
  const boundary = proposal !== undefined && proposal.decided === undefined && dice.oneIn(4);
  const now = boundary ? at(s, dice.pick(endsOf(proposal)) - dice.below(2)) : s.now;
  const early = s.deviation === 7 && proposal !== undefined;
  const digestOf = s.deviation === 2 && all.length > 0 ? dice.pick(all).id : label;
  return {
    do: 'confirm',
    as: s.deviation === 3 ? dice.pick(others(s, proposal)) : ownerOf(s, proposal),
    proposal: label,
    digest: { of: digestOf },
    decision: {
      confirmed: s.deviation === 6 ? dice.pick(undecided) : true,
      now: early ? Math.max(0, proposal.proposedAt - 1) : now,
    },
  };
}

const confirmMisses = (s: Situation, operation: Confirm): readonly Operation[] => {
  const { decision } = operation;
  const proposal = s.state.proposals.get(operation.proposal);
  const every = [...s.state.proposals.keys()];
  return [
    ...undecided.map((confirmed): Operation => ({
      ...operation,
      decision: { ...decision, confirmed },
    })),
    ...others(s, proposal).map((as): Operation => ({ ...operation, as })),
    ...every.map((of): Operation => ({ ...operation, digest: { of } })),
    ...every.map((id): Operation => ({ ...operation, proposal: id, digest: { of: id } })),
    // Before and behind every real digest.
    ...['0', 'no digest'].map((text): Operation => ({ ...operation, digest: { text } })),
    // Wrong in two respects: who asks is looked at first.
    {
      ...operation,
      as: { ...operation.as, tenant: '' },
      decision: { ...decision, now: -1 },
    },
    // Before and behind every real id.
    ...['0', 'no such proposal'].map((id): Operation => ({ ...operation, proposal: id })),
    { ...operation, decision: { ...decision, now: (proposal?.proposedAt ?? 1) - 1 } },
    { ...operation, decision: { ...decision, now: proposal?.expiresAt ?? decision.now } },
    ...spoiltFields(decision, [], ['now']).map((bad): Operation => ({
      ...operation,
      decision: bad,
    })),
  ];
};

/** What a record says, proposed under the kind that a revised policy now has for its key. */
export function reproposalOf(s: Situation, record: MemoryRecord): Propose | undefined {
  const { rule } = placeOf(s, record);
  if (rule.kind === record.kind || rule.evidence !== 'user_confirmed') return undefined;
  const { scope, key, value, sourceRef, observedAt, confidence, expiresAt } = record;
  return {
    do: 'propose',
    as: identityAt(s, record),
    label: `${s.label} again`,
    candidate: { scope, kind: rule.kind, key, value, sourceRef, observedAt, confidence, expiresAt },
    terms: { now: s.now, provenance: s.dice.pick(provenances) },
  };
}

/** A field of what is said; provenance, source and observation make no other content. */
export type Field = 'value' | 'confidence' | 'expiresAt';

const other = (s: Situation, record: MemoryRecord, field: Field): string | number | null => {
  if (field === 'confidence') return record.confidence === 1 ? 0.9 : 1;
  if (field === 'expiresAt') return record.expiresAt === null ? s.now + 40 : null;
  const known = placeOf(s, record).rule.values ?? values;
  return known.find((value) => value !== record.value) ?? record.value;
};

/** What a record says, proposed with another value, confidence or end, or as it is. */
export function nearlySaid(s: Situation, record: MemoryRecord, field?: Field): Propose | undefined {
  const { rule } = placeOf(s, record);
  if (rule.kind !== record.kind || rule.evidence !== 'user_confirmed') return undefined;
  if (field === 'confidence' && !s.world.capabilities.has('confidence')) return undefined;
  if (field === 'expiresAt' && !s.world.capabilities.has('expiry')) return undefined;
  const { scope, kind, key, value, sourceRef, observedAt, confidence, expiresAt } = record;
  const same: Fact = { scope, kind, key, value, sourceRef, observedAt, confidence, expiresAt };
  return {
    do: 'propose',
    as: identityAt(s, record),
    label: `${s.label} nearly ${field ?? 'nothing'}`,
    candidate: field === undefined ? same : { ...same, [field]: other(s, record, field) },
    terms: { now: s.now, provenance: s.dice.pick(provenances) },
  };
}

/** A good proposal that waits for a day. */
export const lastingProposal = (s: Situation): Propose => ({
  ...resolvePropose({ ...s, deviation: undefined, label: `${s.label} left open` }),
  terms: { now: s.now, provenance: s.dice.pick(provenances) },
});

/** Proposals that nobody has answered. */
export const openProposals = open;

/** The owner's good word on a proposal. */
export const confirmOf = (s: Situation, proposal: ModelProposal): Confirm => ({
  do: 'confirm',
  as: ownerOf(s, proposal),
  proposal: proposal.id,
  digest: { of: proposal.id },
  decision: { confirmed: true, now: s.now },
});

export const propose: Command<Propose> = {
  name: 'propose',
  weights: weights(2, 5),
  repair: (s) => {
    if (open(s).length > 1) return 'confirm';
    return s.dice.oneIn(2) && active(s, owned(s)).length === 0 ? 'remember' : undefined;
  },
  resolve: resolvePropose,
  nearMisses: proposeMisses,
};

export const confirm: Command<Confirm> = {
  name: 'confirm',
  weights: weights(2, 6),
  repair: (s) => (open(s).length === 0 ? 'propose' : undefined),
  resolve: resolveConfirm,
  nearMisses: confirmMisses,
};
