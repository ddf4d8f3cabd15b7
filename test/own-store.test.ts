// An own store that looks at a row before it writes: conformant, and its SQL is broken from outside.
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as Targets from '../src/cli/mutants-target.js';
import type { StoreUnderTest } from '../src/contract/port.js';
import type { Kill, KillReport, Mutation } from '../src/engine/kills/result.js';
import type * as Touchstone from '../src/index.js';
import { checkStore } from '../src/index.js';
import { root } from './sources.js';

const file = path.join(root, 'test/fixtures/own-store/store.mjs');

/** Node loads mutated modules, which it can do for compiled code alone: vite stays out of it. */
const require = createRequire(import.meta.url);
const built: typeof Touchstone = require('../dist/src/index.js');
const { resolveTarget }: typeof Targets = require('../dist/src/cli/mutants-target.js');

/** What is broken: by statement, operator and the text that goes. */
const guards = {
  search: ['predicate-removal', /^SELECT .* LIMIT/s, 'owner = @tenant'],
  address: ['predicate-removal', /^UPDATE notes SET kind/, 'id = @id'],
  index: ['unique-drop', /^CREATE UNIQUE INDEX/, 'UNIQUE'],
  tie: ['order-drop', /^SELECT .* LIMIT/s, ', name'],
  version: ['predicate-removal', /^UPDATE notes SET kind/, 'version = @version'],
  gone: ['predicate-removal', /^UPDATE notes SET kind/, 'NOT gone'],
  seen: ['predicate-removal', /^UPDATE notes SET kind/, 'seen_at <= @observedAt'],
  time: ['predicate-removal', /^UPDATE notes SET kind/, 'written_at <= @now'],
  ends: ['predicate-removal', /^UPDATE notes SET gone = 0/, '(ends_at IS NULL OR ends_at > @now)'],
} as const;
type Guard = keyof typeof guards;

const isOf = ({ operator, original, statement = '' }: Mutation, guard: Guard): boolean => {
  const [broken, within, text] = guards[guard];
  return operator === broken && original === text && within.test(statement);
};

let folder: string;
let report: KillReport;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'touchstone-own-store-'));
  const { target } = await resolveTarget(file, root, 10_000);
  report = await built.huntMutants(target, {
    root: folder,
    suite: built.mutantSuite,
    seed: 1,
    kinds: ['sql'],
    rounds: [
      { medium: 'memory', runs: 15 },
      { medium: 'file', runs: 2 },
    ],
    counterexamples: false,
    isWanted: (mutation) => (Object.keys(guards) as Guard[]).some((guard) => isOf(mutation, guard)),
  });
}, 600_000);
afterAll(() => rm(folder, { recursive: true }));

function killOf(guard: Guard): Kill {
  const [found, ...others] = report.kills.filter(({ mutation }) => isOf(mutation, guard));
  if (found === undefined || others.length > 0) throw new Error(`not one mutant of ${guard}`);
  return found;
}

test('a store that looks, refuses and only then writes is conformant', async () => {
  const loaded: { readonly default: StoreUnderTest } = await import(pathToFileURL(file).href);
  const checked = await checkStore(loaded.default, { runs: 12, root: folder, sensitivity: false });
  expect(checked.verdict).toBe('conformant');
}, 600_000);

test('the store passes without a mutant, and every guard was found in its SQL', () => {
  expect(report.baseline).toBeUndefined();
  expect(report.kills).toHaveLength(Object.keys(guards).length);
});

test('a guard that stands in the SQL alone is killed by its property', () => {
  expect(killOf('search')).toMatchObject({ status: 'killed', by: 'tenant-isolation' });
  expect(killOf('address')).toMatchObject({ status: 'killed' });
});

test('a unique index is killed by a raw row, and a tie where no index decides it', () => {
  expect(killOf('index')).toMatchObject({ status: 'killed', by: 'constraint' });
  expect(killOf('tie')).toMatchObject({ status: 'killed', by: 'order-and-limit' });
});

test.each([
  ['version', 'row.version !== version', 'cas'],
  ['gone', 'row.gone === 1', 'tombstones'],
  ['seen', 'record.observedAt < row.seen_at', 'observation-order'],
  ['time', 'now < row.written_at', 'clock-order'],
  ['ends', 'row.ends_at', 'expiry'],
] as const)('the guard %s of a write is repeated: `%s` hides it', (guard, hides, property) => {
  const { status, reason } = killOf(guard);
  expect({ status, reason }).toEqual({
    status: 'repeated',
    reason: expect.stringMatching(
      /^`.+` becomes `.+` in test\/fixtures\/own-store\/store\.mjs:\d+ hides it: /,
    ) as unknown,
  });
  expect(reason).toContain(hides);
  expect(reason).toContain(`with both broken, ${property} fails in sequence `);
});

test('no repeated guard passes for an equivalent mutant, and no mutant breaks the harness', () => {
  const statuses = new Set(report.kills.map(({ status }) => status));
  expect([...statuses].toSorted()).toEqual(['killed', 'repeated']);
});
