// Invariants that hold on a sound database: a seam or a rule that lies shows that they are asserted.
import { strict as assert } from 'node:assert';
import type { Identity } from '../src/contract/identity.js';
import type { MemoryStore } from '../src/contract/port.js';
import type { Confirmation, Proposal } from '../src/contract/proposal.js';
import { proposalRules } from '../src/services/proposal-rules.js';
import { proposalsWith } from '../src/services/proposals.js';
import { openSqliteStore } from '../src/stores/sqlite/open.js';
import { type Check, story } from './check.js';
import { intercepting } from './files.js';
import { codeOf, decided, lin, memoryOf, nameIs, on, services } from './scene.js';
import { withStore } from './service-checks.js';

const proposed = { now: 100, provenance: 'user-stated' as const };
const yesTo = ({ id, digest }: Proposal): Confirmation => ({
  id,
  digest,
  confirmed: true,
  now: 120,
});

/** What a database answers to a write that finds no row. */
const noRow = { changes: 0 };

/** Statements that begin like this are answered in the database's stead. */
type Lie = (beginning: string, answer: unknown) => void;

/** The body with a store in memory and a way to make its database lie. */
async function withLies(body: (store: MemoryStore, lie: Lie) => unknown): Promise<void> {
  const { seam, on: meet } = intercepting();
  const store = openSqliteStore({ path: ':memory:', driver: seam });
  try {
    await body(store, (beginning, answer) => {
      meet.statement = (sql, go) => (sql.trimStart().startsWith(beginning) ? answer : go());
    });
  } finally {
    meet.statement = undefined;
    await store.close();
  }
}

const unexplained = (operation: string): RegExp =>
  new RegExp(`^Error: Invariant broken: ${operation} changed no row, .*of its statement\\.$`);

export const invariantChecks: readonly Check[] = [
  story('unexplained-write', 'A write that changes no row and fails nowhere is a defect.', () =>
    withLies(async (store, lie) => {
      const memory = memoryOf(store);
      lie('INSERT INTO memory', noRow);
      assert.throws(() => memory.remember(nameIs('Lin'), on(0)), unexplained('remember'));
      lie('nothing', noRow);
      await memory.remember(nameIs('Lin'), on(0));
      lie('UPDATE memory', noRow);
      assert.throws(() => memory.remember(nameIs('Mei'), on(1)), unexplained('remember'));
      const forget = (): unknown => memory.forget('profile', 'display_name', decided(1));
      assert.throws(forget, unexplained('forget'));
    }),
  ),
  story('unexplained-confirmation', 'So is a confirmation that nothing stands against.', () =>
    withLies(async (store, lie) => {
      const proposals = services.createProposals(store);
      const made = await proposals.propose(lin, nameIs('Lin'), proposed);
      for (const [beginning, answer] of [
        ['UPDATE proposals', noRow],
        ['INSERT INTO memory', noRow],
      ] as const) {
        lie(beginning, answer);
        assert.throws(() => proposals.confirm(lin, yesTo(made)), unexplained('confirm'));
      }
      lie('nothing', noRow);
      assert.deepEqual(await proposals.confirm(lin, yesTo(made)), {
        outcome: 'written',
        version: 1,
      });
    }),
  ),
  story('claimed-and-gone', 'A proposal that was claimed and cannot be read is a defect.', () =>
    withLies(async (store, lie) => {
      const proposals = services.createProposals(store);
      const made = await proposals.propose(lin, nameIs('Lin'), proposed);
      lie('SELECT id', undefined);
      assert.throws(() => proposals.confirm(lin, yesTo(made)), unexplained('confirm'));
    }),
  ),
  story('defect-while-judging', 'A defect met in judging a candidate is thrown as it is.', () =>
    withLies(async (store, lie) => {
      const proposals = services.createProposals(store);
      const made = await proposals.propose(lin, nameIs('Lin'), proposed);
      const defect = new TypeError('a defect of the driver');
      const fail = (): never => {
        throw defect;
      };
      const value = new Proxy({}, { get: fail });
      lie('SELECT id', { ...made, ...made.candidate, value, openUntil: 200, decision: null });
      assert.throws(() => proposals.confirm(lin, yesTo(made)), defect);
    }),
  ),
  story('rules-that-know-nobody', 'A ledger does not decide about a proposal nobody made.', () =>
    withStore((store) => {
      const trusting = proposalsWith({ ...proposalRules, explainConfirmation: () => undefined });
      const confirm = (): unknown =>
        trusting(store).confirm(lin, { id: 'p', digest: 'd', confirmed: true, now: 1 });
      assert.throws(confirm, /^Error: invariant: a proposal nobody knows is refused$/);
    }),
  ),
  story('rules-of-ones-own', 'Rules of one’s own judge in memory, and it says so.', () =>
    withStore(async (store) => {
      const proposals = proposalsWith({ ...proposalRules, closes: () => false })(store);
      assert.equal(proposals.durable, false);
      const made = await proposals.propose(lin, nameIs('Lin'), proposed);
      const durable = services.createProposals(store);
      assert.equal(await codeOf(() => durable.confirm(lin, yesTo(made))), 'unknown-proposal');
    }),
  ),
  story('nobody-looks', 'Whoever only looks what a store offers is granted no scope.', () =>
    withStore((store) => {
      const asked: Identity[] = [];
      const as: MemoryStore['as'] = (identity, origin) => {
        asked.push(identity);
        return store.as(identity, origin);
      };
      services.createProposals({ ...store, as });
      assert.deepEqual(
        asked.map(({ scopes }) => scopes),
        [[]],
      );
    }),
  ),
];
