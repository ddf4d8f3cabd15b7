// Divergences and the property each is blamed on: the blame table, judged case by case.
import { addressKey, emptyState, type State } from '../models/state.js';
import type { FoundFact, MemoryRecord } from '../src/contract/fact.js';
import type { Operation, Outcome, Setup } from '../src/contract/operations.js';
import { defaultPolicy } from '../src/contract/policy.js';
import { type RefusalCode, refusals } from '../src/contract/refusals.js';
import type { Divergence, Step } from '../src/engine/drive.js';
import { scribbled } from '../src/engine/same.js';

const lin = { tenant: 'acme', subject: 'lin', scopes: ['profile', 'task:one'] };
const setup: Setup = {
  policy: defaultPolicy,
  owner: lin,
  principal: { ...lin, actorId: 'agent', provenances: ['user-confirmed'] },
};

const record = (change: Partial<MemoryRecord> = {}): MemoryRecord => ({
  tenant: 'acme',
  subject: 'lin',
  scope: 'profile',
  kind: 'profile',
  key: 'display_name',
  value: 'Lin',
  sourceRef: 's',
  evidence: 'user_confirmed',
  observedAt: 100,
  updatedAt: 100,
  expiresAt: null,
  confidence: 1,
  version: 1,
  deletedAt: null,
  actor: 'lin',
  provenance: null,
  ...change,
});

const found = (change: Partial<MemoryRecord> = {}): FoundFact => {
  const {
    tenant: _t,
    subject: _s,
    deletedAt: _d,
    actor: _a,
    provenance: _p,
    ...fact
  } = record(change);
  return fact;
};

const holding = (...list: readonly MemoryRecord[]): State => ({
  ...emptyState(setup),
  records: new Map(
    list.map((each) => [addressKey(each.tenant, each.subject, each.scope, each.key), each]),
  ),
});

/** A call that writes. */
export const remembered: Operation = {
  do: 'remember',
  as: lin,
  fact: { scope: 'profile', key: 'display_name' },
  terms: {},
};
const search = (terms: object = { now: 105 }): Operation => ({
  do: 'search',
  as: lin,
  scope: 'profile',
  terms,
});
const inspect: Operation = { do: 'inspect', as: lin, scope: 'profile', key: 'display_name' };
/** The outcome of a refused call. */
export const no = (code: RefusalCode): Outcome => ({ refused: refusals[code].kind, code });
/** The outcome of an accepted call. */
export const yes = (ok: unknown): Outcome => ({ ok });

const done = (operation: Operation, expected: Outcome, client = 0): Step => ({
  call: { client, operation },
  expected,
  changed: 'ok' in expected,
});

/** Where model and store part at this call. */
export const parted = (
  operation: Operation,
  expected: Outcome,
  actual: Outcome,
  before: State = holding(record()),
  log: readonly Step[] = [done(remembered, yes(1))],
): Divergence => ({ call: { client: 0, operation }, expected, actual, before, log });

const confirm: Operation = {
  do: 'confirm',
  as: lin,
  proposal: '#1',
  digest: { of: '#1' },
  decision: {},
};
const resolve: Operation = { do: 'resolve', as: lin, case: '#1', decision: {} };
const reopen: Operation = { do: 'reopen' };

/** What happened, the property it falls to, and how it looks. */
export const blamedCases = (): readonly (readonly [string, string, Divergence])[] => [
  ['a TypeError', 'only-refusals', parted(search(), no('malformed'), { threw: 'TypeError' })],
  ['busy without a rival', 'only-refusals', parted(remembered, yes(2), no('busy'))],
  ['an answer from a closed store', 'closed', parted(search(), no('closed'), yes([]))],
  ['a scribble seen again', 'no-aliasing', parted(inspect, yes(record()), yes({ key: scribbled }))],
  ['a case that is not frozen', 'no-aliasing', parted(resolve, yes({}), yes({ frozen: false }))],
  [
    "another tenant's record",
    'tenant-isolation',
    parted(
      inspect,
      yes(undefined),
      yes(record({ tenant: 'acme' })),
      holding(record({ tenant: 'x' })),
    ),
  ],
  [
    "another subject's fact",
    'subject-isolation',
    parted(search(), yes([]), yes([found()]), holding(record({ subject: 'bo' }))),
  ],
  [
    'another scope in the answer',
    'scope-isolation',
    parted(search(), yes([]), yes([found({ scope: 'p' })])),
  ],
  ['a scope that was not granted', 'scope-isolation', parted(search(), no('scope'), yes([]))],
  ['a stale write accepted', 'cas', parted(remembered, no('stale-version'), yes(3))],
  ['a good write refused as stale', 'cas', parted(remembered, yes(2), no('stale-version'))],
  ['a wrong version returned', 'cas', parted(remembered, yes(2), yes(3))],
  [
    'an expired fact found',
    'expiry',
    parted(
      search(),
      yes([]),
      yes([found({ expiresAt: 105 })]),
      holding(record({ expiresAt: 105 })),
    ),
  ],
  ['a case decided too late', 'expiry', parted(resolve, no('case-expired'), yes({}))],
  [
    'a fact lost in its last second',
    'expiry',
    parted(search({ now: 104 }), yes([found({ expiresAt: 105 })]), yes([])),
  ],
  [
    'a forgotten fact found',
    'tombstones',
    parted(search(), yes([]), yes([found()]), holding(record({ deletedAt: 101 }))),
  ],
  ['a fact from the future', 'clock-order', parted(search({ now: 90 }), yes([]), yes([found()]))],
  [
    'an unsure fact found',
    'confidence',
    parted(
      search(),
      yes([]),
      yes([found({ confidence: 0.5 })]),
      holding(record({ confidence: 0.5 })),
    ),
  ],
  [
    'a fact at the threshold lost',
    'confidence',
    parted(search(), yes([found({ confidence: 0.8 })]), yes([])),
  ],
  [
    'a text taken as a pattern',
    'literal-text',
    parted(search({ now: 105, text: '%' }), yes([]), yes([found()])),
  ],
  [
    'two facts in the wrong order',
    'order-and-limit',
    parted(search(), yes([found(), found({ key: 'b' })]), yes([found({ key: 'b' }), found()])),
  ],
  ['a snapshot that changed, accepted', 'review', parted(resolve, no('snapshot-changed'), yes({}))],
  ['a stale candidate accepted', 'review', parted(resolve, no('stale-version'), yes({}))],
  ['a stale confirmation accepted', 'confirmation', parted(confirm, no('stale-version'), yes({}))],
  ['a truthy confirmation accepted', 'exactly-true', parted(confirm, no('not-confirmed'), yes({}))],
  [
    'a write that was refused and stayed',
    'refused-changes-nothing',
    parted(inspect, yes(record()), yes(record({ value: 'x' })), holding(record()), [
      done(remembered, yes(1)),
      done(remembered, no('older-observation')),
    ]),
  ],
  [
    'an old version shown by a handle',
    'read-paths-agree',
    parted(inspect, yes(record({ version: 2 })), yes(record())),
  ],
  [
    'a record lost on reopening',
    'durability',
    parted(inspect, yes(record()), yes(undefined), holding(record()), [
      done(remembered, yes(1)),
      done(reopen, yes(undefined)),
    ]),
  ],
  [
    'a value that came back trimmed',
    'round-trip',
    parted(inspect, yes(record({ value: ' Lin' })), yes(record())),
  ],
  [
    'an actor that is not the runtime’s',
    'provenance',
    parted(inspect, yes(record()), yes(record({ actor: 'x' }))),
  ],
  [
    'a context with authority',
    'context',
    parted(
      { do: 'context', as: lin, scope: 'profile', terms: { now: 105 } },
      yes({ type: 'untrusted_memory_data', actionAuthority: false, facts: [] }),
      yes({ type: 'untrusted_memory_data', actionAuthority: true, facts: [] }),
    ),
  ],
];
