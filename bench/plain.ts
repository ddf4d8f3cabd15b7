// The baseline: plain `fc.commands`, whose arguments and names are drawn independently of each other.
import fc from 'fast-check';
import { emptyState, type State } from '../models/state.js';
import { step } from '../models/step.js';
import { evidences } from '../src/contract/fact.js';
import { provenances } from '../src/contract/identity.js';
import type { Call, Operation, Setup } from '../src/contract/operations.js';
import { defaultPolicy } from '../src/contract/policy.js';
import { choices } from '../src/contract/review.js';
import type { Hunt } from '../src/engine/hunt.js';
import { same } from '../src/engine/same.js';
import type { Session } from '../src/engine/session.js';
import type { Stage } from '../src/engine/stage.js';

const text = fc.string({ minLength: 1, maxLength: 4 });
const time = fc.nat(300);
const version = fc.nat(4);
const scope = fc.constantFrom('profile', 'task:one');
const label = fc.constantFrom('a', 'b', 'c');

const owner = { tenant: 'acme', subject: 'lin', scopes: ['profile', 'task:one'] };
const setup: Setup = {
  policy: defaultPolicy,
  owner,
  principal: { ...owner, actorId: 'agent', provenances: [...provenances] },
};

const as = fc.record({
  tenant: fc.oneof(fc.constant(owner.tenant), text),
  subject: fc.oneof(fc.constant(owner.subject), text),
  scopes: fc.subarray([...owner.scopes]),
});
const key = fc.constantFrom(
  ...defaultPolicy.flatMap((rule) => ('startsWith' in rule.keys ? [] : rule.keys)),
);
const optional = { requiredKeys: [] };
const content = {
  kind: fc.constantFrom(...defaultPolicy.map((rule) => rule.kind)),
  key,
  value: text,
  sourceRef: text,
  observedAt: time,
};
const more = fc.record(
  { confidence: fc.double({ min: 0, max: 1, noNaN: true }), expiresAt: fc.option(time) },
  optional,
);
const payload = fc.tuple(fc.record(content), more).map(([fact, extra]) => ({ ...fact, ...extra }));
const fact = fc.tuple(payload, scope).map(([each, where]) => ({ ...each, scope: where }));
const evidence = fc.constantFrom(...evidences);
const decision = fc.record({ expectedVersion: version, now: time, userConfirmed: fc.boolean() });
const lifetime = fc.record({ lifetime: fc.integer({ min: 1, max: 300 }) }, optional);
const search = fc
  .tuple(time, fc.record({ text, limit: fc.integer({ min: 1, max: 20 }) }, optional))
  .map(([now, terms]) => ({ now, ...terms }));

/** One arbitrary for each operation; `client` is drawn where a second handle may ask. */
const operations: Readonly<Record<string, fc.Arbitrary<object>>> = {
  remember: fc.record({
    as,
    fact,
    terms: fc.record({ evidence, expectedVersion: version, now: time }),
  }),
  search: fc.record({ as, scope, terms: search }),
  context: fc.record({ as, scope, terms: fc.record({ now: time }) }),
  inspect: fc.record({ as, scope, key }),
  forget: fc.record({ as, scope, key, terms: decision }),
  restore: fc.record({ as, scope, key, terms: decision }),
  prepare: fc.record({
    as,
    label,
    candidate: fact,
    terms: fc
      .tuple(fc.record({ evidence, attemptedVersion: version, now: time }), lifetime)
      .map(([terms, extra]) => ({ ...terms, ...extra })),
  }),
  resolve: fc.record({
    as,
    case: label,
    decision: fc.record({ choice: fc.constantFrom(...choices), approved: fc.boolean(), now: time }),
  }),
  invoke: fc.record({
    label,
    request: fc.record({ scope, provenance: fc.constantFrom(...provenances), now: time }),
  }),
  create: fc.record({ invocation: label, payload }),
  update: fc.record({ invocation: label, payload, terms: fc.record({ expectedVersion: version }) }),
  read: fc.record({ invocation: label, key }),
  propose: fc.record({
    as,
    label,
    candidate: fact,
    terms: fc
      .tuple(fc.record({ now: time, provenance: fc.constantFrom(...provenances) }), lifetime)
      .map(([terms, extra]) => ({ ...terms, ...extra })),
  }),
  confirm: fc.record({
    as,
    proposal: label,
    digest: fc.record({ of: label }),
    decision: fc.record({ confirmed: fc.boolean(), now: time }),
  }),
  records: fc.constant({}),
  close: fc.constant({}),
  reopen: fc.constant({}),
};

const eitherHandle = new Set([
  'remember',
  'search',
  'context',
  'inspect',
  'forget',
  'restore',
  'close',
]);

interface Model {
  state: State;
}
interface Real {
  readonly stage: Stage;
  readonly session: Session;
}
class Parted extends Error {}

class PlainCommand implements fc.AsyncCommand<Model, Real> {
  private readonly call: Call;
  private readonly count: () => void;
  constructor(call: Call, count: () => void) {
    this.call = call;
    this.count = count;
  }
  /** Labels are given once in a sequence, and a closed store has no records to show. */
  check({ state }: Readonly<Model>): boolean {
    const { operation } = this.call;
    if (operation.do === 'records') return !state.closed.has(0);
    if (!('label' in operation)) return true;
    const known = { prepare: state.cases, invoke: state.invocations, propose: state.proposals };
    return !known[operation.do].has(operation.label);
  }
  async run(model: Model, { stage, session }: Real): Promise<void> {
    this.count();
    const [after, expected] = step(model.state, this.call);
    const actual = await session.perform(this.call);
    if (!same(stage.view(expected), stage.view(actual))) throw new Parted();
    model.state = after;
  }
}

/** Plays plain command sequences of at most 128 steps until model and store part. */
export async function huntPlain(
  stage: Stage,
  seed: number,
  runs: number,
): Promise<Omit<Hunt, 'blamed' | 'failing'> & { found: boolean }> {
  let performed = 0;
  const count = (): void => {
    performed += 1;
  };
  const commands = Object.entries(operations)
    .filter(([name]) => stage.offer.operations.has(name as Operation['do']))
    .map(([name, fields]) =>
      fc.tuple(fields, fc.nat(eitherHandle.has(name) ? 1 : 0)).map(([rest, client]) => {
        const operation = { do: name, ...rest } as unknown as Operation;
        return new PlainCommand({ client, operation }, count);
      }),
    );
  const arbitrary = fc.commands(commands, { maxCommands: 128, size: 'max' });
  const batch = 8;
  for (let sequences = 0; sequences < runs; sequences += batch)
    for (const [at, list] of fc
      .sample(arbitrary, { seed: seed * 0x1_0000 + sequences, numRuns: batch })
      .entries()) {
      const session = await stage.session(setup);
      const model: Model = { state: emptyState(setup, stage.durableProposals) };
      try {
        await fc.asyncModelRun(() => ({ model, real: { stage, session } }), list);
      } catch (thrown) {
        if (!(thrown instanceof Parted)) throw thrown;
        return { sequences: sequences + at + 1, operations: performed, found: true };
      } finally {
        await session.end();
      }
    }
  return { sequences: runs, operations: performed, found: false };
}
