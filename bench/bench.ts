// What the harness and the store cost, each beside its limit, measured in one run as a ratio.
// Usage: npm run bench -- [--large 1000000] [--sequences 150]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import { emptyState } from '../models/state.js';
import { createSuite } from '../properties/suite.js';
import type { Fact } from '../src/contract/fact.js';
import type { Call, Setup } from '../src/contract/operations.js';
import type { Policy } from '../src/contract/policy.js';
import type { Memory } from '../src/contract/port.js';
import { drive } from '../src/engine/drive.js';
import { isPromise } from '../src/engine/promise.js';
import { openStage } from '../src/engine/stage.js';
import type { PlannedSequence } from '../src/engine/suite.js';
import { openSqliteStore, services } from '../src/index.js';
import * as sql from '../src/stores/sqlite/statements.js';
import { sqliteUnderTest } from '../src/stores/sqlite/under-test.js';
import { killedMutants } from './mutants.js';
import { median, table } from './table.js';

const { values: options } = parseArgs({
  options: {
    large: { type: 'string', default: '1000000' },
    sequences: { type: 'string', default: '150' },
  },
});
const root = await mkdtemp(join(tmpdir(), 'touchstone-bench-'));
const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** Microseconds for each of `count` calls, once. */
function once(count: number, call: (at: number) => unknown): number {
  const began = performance.now();
  for (let at = 0; at < count; at += 1) call(at);
  return ((performance.now() - began) * 1000) / count;
}

/** Both in turns, so that a busy moment of the machine meets both: medians of the rounds. */
function beside(
  count: number,
  ours: (at: number) => unknown,
  bare: (at: number) => unknown,
  rounds = 15,
): { ours: number; bare: number; ratio: number } {
  const pairs = Array.from({ length: rounds }, (_, round) => {
    const first = round % 2 === 0 ? once(count, ours) : undefined;
    const limit = once(count, bare);
    return { ours: first ?? once(count, ours), bare: limit };
  });
  return {
    ours: median(pairs.map((pair) => pair.ours)),
    bare: median(pairs.map((pair) => pair.bare)),
    ratio: median(pairs.map((pair) => pair.ours / pair.bare)),
  };
}

/** Sequences before the first measured one: both sides run warm. */
const warmUp = 50;

/** The checked call beside the same calls made without model, generator and comparison, in turns. */
async function checkedCalls(): Promise<void> {
  const suite = createSuite();
  const stage = await openStage(sqliteUnderTest(), { services, root });
  const wanted = Number(options.sequences);
  let [checked, alone, count, sequence] = [0, 0, 0, 0];

  async function check({ setup, play }: PlannedSequence): Promise<readonly Call[]> {
    const session = await stage.session(setup);
    const start = emptyState(setup, stage.durableProposals);
    const began = performance.now();
    const { log } = await drive(session, play(start), { ...stage, setup });
    checked += performance.now() - began;
    await session.end();
    return log.map(({ call }) => call);
  }
  async function callAlone(setup: Setup, calls: readonly Call[]): Promise<void> {
    const session = await stage.session(setup);
    const began = performance.now();
    for (const call of calls) {
      const outcome = session.perform(call);
      if (isPromise(outcome)) await outcome;
    }
    alone += performance.now() - began;
    await session.end();
  }
  for (const planned of suite.sequences(1, stage.offer)) {
    if (sequence === warmUp) [checked, alone, count] = [0, 0, 0];
    if (sequence >= warmUp + wanted) break;
    sequence += 1;
    const calls = await check(planned);
    await callAlone(planned.setup, calls);
    count += calls.length;
  }
  await stage.close();
  const [each, bare] = [(checked * 1000) / count, (alone * 1000) / count];
  print(`checked calls on files: ${count} in ${wanted} sequences`);
  print(
    `  ${each.toFixed(1)} µs a checked call, ${bare.toFixed(1)} µs the call alone, ` +
      `${(each - bare).toFixed(1)} µs for generator, model and comparison (aim: 8)\n`,
  );
}

const widePolicy = (keys: readonly string[]): Policy => [
  { kind: 'note', keys, evidence: 'user_confirmed', scope: { startsWith: '' } },
];
const noteKeys = Array.from({ length: 16 }, (_, at) => `key ${at}`);

const insertAll = (path: string, rows: Iterable<readonly unknown[]>): void => {
  const database = new Database(path);
  const insert = database.prepare(sql.insertRecord());
  database.transaction(() => {
    for (const row of rows) insert.run(...row);
  })();
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
};

const row = (tenant: string, key: string, change: Partial<Fact> & { updatedAt?: number } = {}) => [
  'note',
  change.value ?? 'a value of ordinary length, as facts have',
  'source',
  100,
  change.updatedAt ?? 100,
  change.confidence ?? 1,
  change.expiresAt ?? null,
  'user_confirmed',
  'lin',
  null,
  tenant,
  'lin',
  'notes',
  key,
];

interface Timed {
  readonly remember: { ours: number; bare: number; ratio: number };
  readonly search: { ours: number; bare: number; ratio: number };
}

/** The store's operations beside the statements they run, on a file of so many records. */
function operations(records: number): Timed {
  const path = join(root, `store-${records}.sqlite`);
  const policy = widePolicy(noteKeys);
  openSqliteStore({ path, policy }).close();
  const tenants = Math.max(1, Math.floor(records / noteKeys.length));
  insertAll(
    path,
    (function* rows() {
      for (let tenant = 0; tenant < tenants; tenant += 1)
        for (const key of noteKeys) yield row(`tenant ${tenant}`, key);
    })(),
  );
  const store = openSqliteStore({ path, policy });
  const database = new Database(path);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = NORMAL');
  const [begin, commit] = [database.prepare('BEGIN IMMEDIATE'), database.prepare('COMMIT')];
  const update = database.prepare(sql.updateRecord());
  const search = database.prepare(sql.searchRecords(8));
  const memories = new Map<number, Memory>();
  const memoryOf = (tenant: number): Memory => {
    let memory = memories.get(tenant);
    if (memory === undefined)
      memories.set(
        tenant,
        (memory = store.as({ tenant: `tenant ${tenant}`, subject: 'lin', scopes: ['notes'] })),
      );
    return memory;
  };
  // Far apart, so that a large file is met where it is large; the same walk for both.
  const tenantAt = (at: number): number => (at * 7919) % tenants;
  const versions = new Map<number, number>();
  const next = (tenant: number): number => {
    const version = versions.get(tenant) ?? 1;
    versions.set(tenant, version + 1);
    return version;
  };
  const remember = beside(
    400,
    (at) => {
      const tenant = tenantAt(at);
      const expectedVersion = next(tenant);
      return memoryOf(tenant).remember(
        {
          scope: 'notes',
          kind: 'note',
          key: 'key 3',
          value: 'a value of ordinary length, as facts have',
          sourceRef: 'source',
          observedAt: 100,
          confidence: 1,
          expiresAt: null,
        },
        { evidence: 'user_confirmed', expectedVersion, now: 100 },
      );
    },
    (at) => {
      const tenant = tenantAt(at);
      begin.run();
      const parameters = row(`tenant ${tenant}`, 'key 3');
      const { changes } = update.run(...parameters, next(tenant), 100, 100);
      commit.run();
      if (changes !== 1) throw new Error('the bare update found no row');
    },
  );
  const found = beside(
    800,
    (at) => memoryOf(tenantAt(at)).search('notes', { now: 200, minConfidence: 0 }),
    (at) => search.all(`tenant ${tenantAt(at)}`, 'lin', 'notes', 200, 200, 0, ''),
  );
  database.close();
  void store.close();
  return { remember, search: found };
}

const cells = (name: string, { ours, bare, ratio }: Timed['remember'], aim: string): string[] => [
  name,
  ours.toFixed(1),
  bare.toFixed(1),
  ratio.toFixed(2),
  aim,
];

function storeOperations(): void {
  const small = operations(1000);
  const large = operations(Number(options.large));
  print('operations of the store beside the bare prepared statements they run (µs, file, WAL)');
  print(
    table(
      ['operation', 'store', 'bare', 'ratio', 'aim'],
      [
        cells('remember, 10^3 records', small.remember, '1.50'),
        cells('search, 10^3 records', small.search, '1.30'),
        cells(`remember, ${options.large} records`, large.remember, '1.50'),
        cells(`search, ${options.large} records`, large.search, '1.30'),
      ],
    ),
  );
  const growth = (of: keyof Timed): string => {
    const [ours, bare] = [large[of].ours / small[of].ours, large[of].bare / small[of].bare];
    return `  ${of}: store ${ours.toFixed(2)}x, bare ${bare.toFixed(2)}x, beside it ${(ours / bare).toFixed(2)} (aim: 1.15)`;
  };
  print(`growth from 10^3 to ${options.large} records over many tenants`);
  print(`${growth('remember')}\n${growth('search')}\n`);
}

/** One scope with 100,000 facts: the newest may be live, forgotten, expired or unsure. */
function largeScope(): void {
  const size = 100_000;
  const names = Array.from({ length: size + 20 }, (_, at) => `key ${at}`);
  const policy = widePolicy(names);
  const rows = [
    ['live', {}],
    ['tombstones', {}],
    ['expired', { expiresAt: 150 }],
    ['below confidence', { confidence: 0.5 }],
  ] as const;
  const lines = rows.map(([name, newest]) => {
    const path = join(root, `scope-${name.replace(' ', '-')}.sqlite`);
    openSqliteStore({ path, policy }).close();
    insertAll(
      path,
      (function* all() {
        for (const [at, key] of names.entries())
          yield row('acme', key, at < 20 ? { updatedAt: 100 } : { updatedAt: 101 + at, ...newest });
      })(),
    );
    const database = new Database(path);
    if (name === 'tombstones')
      database.exec('UPDATE memory SET deleted_at = updated_at WHERE updated_at > 100');
    const store = openSqliteStore({ path, policy });
    const memory = store.as({ tenant: 'acme', subject: 'lin', scopes: ['notes'] });
    const bare = database.prepare(sql.searchRecords(8));
    const now = 1_000_000;
    const result = beside(
      20,
      () => memory.search('notes', { now }),
      () => bare.all('acme', 'lin', 'notes', now, now, 0.8, ''),
      7,
    );
    database.close();
    void store.close();
    return cells(name, result, '');
  });
  print('recency search in one scope of 10^5 facts, by what the newest 99,980 are (µs)');
  print(table(['newest', 'store', 'bare', 'ratio', ''], lines));
}

await checkedCalls();
storeOperations();
largeScope();
print(
  '\na killed mutant beside its calls on the store without it (ms of processor time, in memory)',
);
print(await killedMutants(root));
await rm(root, { recursive: true, force: true });
