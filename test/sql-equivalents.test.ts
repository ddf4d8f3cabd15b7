// Each reviewed SQL mutant of the SQLite store has a proof that runs what its reason claims.
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { Driver, DriverSeam } from '../src/contract/port.js';
import { equivalents } from '../src/mutants/equivalents.js';
import { createProposals } from '../src/services/proposals.js';
import { decided, lin, memoryOf, nameIs, on, open, proposalOf, yes } from './sqlite-fixture.js';

/** A statement that was run, and what it was given. */
interface Sent {
  readonly text: string;
  readonly given: readonly unknown[];
}

/** A seam that notes what is run, in order. */
function listening(): { readonly seam: DriverSeam; readonly sent: Sent[] } {
  const sent: Sent[] = [];
  const noted =
    <T>(text: string, run: (...given: unknown[]) => T) =>
    (...given: unknown[]): T => {
      sent.push({ text: text.trim(), given });
      return run(...given);
    };
  const seam: DriverSeam = (driver): Driver => ({
    exec: (text) => driver.exec(text),
    prepare: (text) => {
      const statement = driver.prepare(text);
      return {
        run: noted(text, (...given) => statement.run(...given)),
        get: noted(text, (...given) => statement.get(...given)),
        all: noted(text, (...given) => statement.all(...given)),
      };
    },
  });
  return { seam, sent };
}

/** Calls whatever writes, accepted and refused, and gives what was sent. */
function everyWrite(): readonly Sent[] {
  const { seam, sent } = listening();
  const memory = memoryOf(open({ path: ':memory:', driver: seam }));
  const refused = (call: () => unknown): void => expect(call).toThrow(/./);
  memory.remember(nameIs('Lin'), on(0));
  refused(() => memory.remember(nameIs('Lin'), on(0)));
  memory.remember(nameIs('Bo'), on(1));
  refused(() => memory.remember(nameIs('Bo'), on(1)));
  for (const call of ['forget', 'restore'] as const) {
    refused(() => memory[call]('profile', 'display_name', decided(9)));
    memory[call]('profile', 'display_name', decided(call === 'forget' ? 2 : 3));
  }
  memory.proposals.add(proposalOf('Lin', { baseVersion: 4 }));
  for (const confirmed of ['true', 1, 2, {}, [], undefined, null, false])
    refused(() => memory.proposals.confirm({ ...yes('Lin'), confirmed }));
  memory.proposals.confirm(yes('Lin'));
  return sent;
}

/** Rows of one SELECT on a database without tables. */
function select(text: string, ...given: readonly unknown[]): unknown {
  const database = new Database(':memory:');
  try {
    return database
      .prepare<unknown[]>(text)
      .pluck()
      .get(...given);
  } finally {
    database.close();
  }
}

/** BEGIN DEFERRED takes the lock with the first write, so the first statement must be one. */
function firstStatementWrites(): void {
  const sent = everyWrite();
  const firsts = sent.filter((_, at) => sent[at - 1]?.text === 'BEGIN IMMEDIATE');
  const writes = firsts.map(({ text }) => text).filter((text) => /^(?:INSERT|UPDATE)\b/.test(text));
  // Opening looks once more how old the file is: the lock is taken one statement later.
  expect(firsts.length - writes.length).toBeLessThanOrEqual(1);
  expect(new Set(writes).size).toBe(6);
}

/** Only the id can collide, and no two proposals have one. */
function proposalsDoNotCollide(): void {
  const { seam, sent } = listening();
  let constraints: unknown;
  const looking: DriverSeam = (driver) => {
    constraints = () =>
      driver
        .prepare(
          `SELECT info.name FROM pragma_index_list('proposals') AS list, pragma_index_info(list.name) AS info
           WHERE list."unique"`,
        )
        .all();
    return seam(driver);
  };
  const store = open({ path: ':memory:', driver: looking });
  const proposals = createProposals(store);
  const terms = { now: 100, provenance: 'user-stated' } as const;
  for (let count = 0; count < 100; count += 1) void proposals.propose(lin, nameIs('Lin'), terms);
  const ids = sent
    .filter(({ text }) => text.startsWith('INSERT INTO proposals'))
    .map(({ given }) => given[0]);
  expect(new Set(ids).size).toBe(100);
  expect((constraints as () => unknown)()).toEqual([{ name: 'id' }]);
}

/** The parameter is 0 or 1, and of these `= 1` and `>= 1` say the same. */
function confirmedIsZeroOrOne(): void {
  const claims = everyWrite().filter(({ text }) => text.includes('SET decided_at'));
  expect(claims.map(({ given }) => given[5])).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1]);
  for (const value of [0, 1])
    expect(select('SELECT ? >= 1', value)).toBe(select('SELECT ? = 1', value));
}

/** The two columns that change places are given one value. */
function forgetGivesNowTwice(): void {
  const forgets = everyWrite().filter(({ text }) => text.includes('SET deleted_at = ?'));
  expect(forgets).toHaveLength(2);
  for (const { given } of forgets) expect(given[0]).toBe(given[1]);
}

const proofs: Readonly<Record<string, () => void>> = {
  'sql:transaction-1-689ac35b': firstStatementWrites,
  'sql:conflict-1-e07dba92': proposalsDoNotCollide,
  'sql:conflict-2-e07dba92': proposalsDoNotCollide,
  'sql:boundary-shift-7-56478ce1': confirmedIsZeroOrOne,
  'sql:swap-4-4e9f6788': forgetGivesNowTwice,
};

test('every reviewed SQL mutant of the SQLite store has a proof', () => {
  expect(equivalents['sqlite']?.map(({ mutant }) => mutant)).toEqual(Object.keys(proofs));
});

test.for(Object.entries(proofs))('what is claimed of %s holds', ([, proof]) => {
  expect(proof).not.toThrow();
});
