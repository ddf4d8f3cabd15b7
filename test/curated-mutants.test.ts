// Each curated mutant breaks one promise, and the property of that promise is the one that fails.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createModelStore, modelUnderTest } from '../models/model-store.js';
import { properties } from '../properties/promises/index.js';
import { readPolicy } from '../src/contract/policy.js';
import type { Memory, MemoryStore, StoreUnderTest } from '../src/contract/port.js';
import { hunt } from '../src/engine/hunt.js';
import { withScripts } from '../src/engine/scripts.js';
import { openStage, type Stage } from '../src/engine/stage.js';
import { mutantSuite, services } from '../src/index.js';
import { curatedMutants } from '../src/mutants/curated/index.js';
import { decorate, eachMemory, whole } from '../src/mutants/decorate.js';
import type { CuratedMutant } from '../src/mutants/mutant.js';
import { sqliteUnderTest } from '../src/stores/sqlite/under-test.js';

/** The same store, but every answer takes a moment. */
const asynchronous = (store: MemoryStore): MemoryStore =>
  decorate(store, (identity, origin): Memory => {
    const memory = whole(store.as(identity, origin));
    const slow =
      <A extends readonly unknown[], R>(method: (...given: A) => R) =>
      async (...given: A): Promise<Awaited<R>> => {
        await Promise.resolve();
        return await method(...given);
      };
    return {
      remember: slow(memory.remember),
      search: slow(memory.search),
      forget: slow(memory.forget),
      restore: slow(memory.restore),
      inspect: slow(memory.inspect),
      context: slow(memory.context),
    };
  });

function asynchronousModel(): StoreUnderTest {
  const model = modelUnderTest();
  return {
    ...model,
    open: async (environment) => asynchronous(await model.open(environment)),
  };
}

/** Only a store of files can be closed and opened again; the model answers at once, or later. */
const stores = {
  sync: modelUnderTest,
  async: asynchronousModel,
  file: sqliteUnderTest,
};
type Kind = keyof typeof stores;

/** The same sequences for every mutant. */
const suite = withScripts(mutantSuite);

let root = '';
let stages: Readonly<Record<Kind, Stage>>;

const open = (kind: Kind, change: Partial<StoreUnderTest> = {}): Promise<Stage> =>
  openStage({ ...stores[kind](), ...change }, { services, root });

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'touchstone-mutants-'));
  stages = { sync: await open('sync'), async: await open('async'), file: await open('file') };
});
afterAll(async () => {
  for (const stage of Object.values(stages)) await stage.close();
  await rm(root, { recursive: true, force: true });
});

const needsFile = ({ needs }: CuratedMutant): boolean =>
  needs.includes('durable') || needs.includes('proposals');

test('mutant ids are unique and in kebab-case', () => {
  const ids = curatedMutants.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/u);
});

test('every misconception is one sentence', () => {
  for (const { misconception } of curatedMutants)
    expect(misconception).toMatch(/^[A-Z\u2018"](?:(?!\. ).)*\.$|^[A-Z].*[`"]\.$/u);
});

test('every mutant changes the store or a service, and names a property that exists', () => {
  const known = new Set(properties.map(({ id }) => id));
  for (const { property, wrap, services: changed } of curatedMutants) {
    expect(known).toContain(property);
    expect([wrap, changed].filter((each) => each !== undefined)).toHaveLength(1);
  }
});

test('every property has two mutants at least', () => {
  const count = (id: string): number =>
    curatedMutants.filter(({ property }) => property === id).length;
  expect(properties.map(({ id }) => id).filter((id) => count(id) < 2)).toEqual([]);
});

test.each(['sync', 'async', 'file'] as const)(
  'a decorated store that bends nothing keeps every promise (%s)',
  async (kind) => {
    const stage = await stages[kind].withMutant({ wrap: () => eachMemory(() => ({})) });
    const { sequences, blamed } = await hunt(stage, suite, { seed: 3, runs: 6 });
    expect({ sequences, blamed }).toEqual({ sequences: 6, blamed: undefined });
  },
);

test('a decorated store keeps its policy and tells that it is closed', () => {
  const policy = readPolicy([
    { kind: 'note', keys: ['plain'], evidence: 'user_confirmed', scope: { exactly: 'profile' } },
  ]);
  const store = createModelStore({ policy });
  const decorated = eachMemory(() => ({}))(store, 0);
  expect([decorated.policy, decorated.closed]).toEqual([policy, false]);
  void decorated.close();
  expect(decorated.closed).toBe(true);
  const as: MemoryStore['as'] = (identity, origin) => store.as(identity, origin);
  const silent = decorate({ as, close: () => store.close() }, as);
  expect('policy' in silent || 'closed' in silent).toBe(false);
});

/** Whether the first failure that was met fell to the mutant's own property. */
const firstBlames: boolean[] = [];

/** The property that is blamed within 60 sequences, be it after a failure that fell to another. */
async function blamedFor(stage: Stage, property: string, seed: number): Promise<unknown> {
  const first = await hunt(stage, suite, { seed, runs: 60 });
  firstBlames.push(first.blamed === property);
  if (first.blamed === property) return first.blamed;
  const { blamed } = await hunt(stage, suite, { seed, runs: 60, property });
  return blamed;
}

const all = curatedMutants.map((mutant) => [mutant.id, mutant.property, mutant] as const);

/** Of these seeds none may part elsewhere first: more than one in ten would. */
const seeds = [2, 5];

test.each(all)(
  '%s is caught by %s, and parts nowhere else first',
  async (_id, property, mutant) => {
    const stage = await stages[needsFile(mutant) ? 'file' : 'sync'].withMutant(mutant);
    const blamed: (string | undefined)[] = [];
    for (const seed of seeds) blamed.push((await hunt(stage, suite, { seed, runs: 60 })).blamed);
    firstBlames.push(...blamed.map((each) => each === property));
    expect(blamed).toEqual(seeds.map(() => property));
  },
);

test.each(all)(
  '%s is caught by %s on a store that claims no more than the mutant needs',
  async (_id, property, mutant) => {
    const kind = needsFile(mutant) ? 'file' : 'async';
    const narrow = await open(kind, { capabilities: mutant.needs });
    const stage = await narrow.withMutant(mutant);
    const blamed = await blamedFor(stage, property, 4);
    await narrow.close();
    expect(blamed).toBe(property);
  },
);

test('at least 98 of 100 first failures fall to the right property', () => {
  expect(firstBlames).toHaveLength((seeds.length + 1) * curatedMutants.length);
  const right = firstBlames.filter(Boolean).length;
  expect(right / firstBlames.length).toBeGreaterThanOrEqual(0.98);
});
