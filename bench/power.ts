// How soon each curated mutant is found, how small its counterexample is, and whom it is blamed on.
// Usage: npm run bench:power -- [--seeds 30] [--runs 200] [--mutant ID] [--without RULE] [--store sqlite|model]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { modelUnderTest } from '../models/model-store.js';
import { emptyState } from '../models/state.js';
import { allRules, type Rules } from '../properties/rules.js';
import { createSuite } from '../properties/suite.js';
import type { Run } from '../src/engine/drive.js';
import { hunt } from '../src/engine/hunt.js';
import { replayCalls, shrink, type Shrunk } from '../src/engine/shrink.js';
import { openStage, type Stage } from '../src/engine/stage.js';
import { services } from '../src/index.js';
import { curatedMutants } from '../src/mutants/curated/index.js';
import type { CuratedMutant } from '../src/mutants/mutant.js';
import { sqliteUnderTest } from '../src/stores/sqlite/under-test.js';
import { mean, median, quantile, table } from './table.js';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '30' },
    runs: { type: 'string', default: '200' },
    mutant: { type: 'string' },
    without: { type: 'string' },
    store: { type: 'string', default: 'sqlite' },
  },
});
const seeds = Number(values.seeds);
const runs = Number(values.runs);
const isRule = (name: string): name is keyof Rules => Object.hasOwn(allRules, name);
const off = values.without === undefined ? {} : { [values.without]: false };
if (values.without !== undefined && !isRule(values.without))
  throw new Error(
    `No such rule: ${values.without}. Use one of ${Object.keys(allRules).join(', ')}.`,
  );
const suite = createSuite({ rules: off });
const openStore = values.store === 'model' ? modelUnderTest : sqliteUnderTest;

interface Found {
  readonly sequences: number;
  readonly operations: number;
  readonly ms: number;
  readonly blamed: string | undefined;
  readonly calls: number;
  readonly shrinkMs: number;
  readonly removable: boolean;
}

/** Whether any single call or pair can still go. */
async function isRemovable(stage: Stage, failing: Run, { calls }: Shrunk): Promise<boolean> {
  const { setup } = failing;
  const start = emptyState(setup, stage.durableProposals);
  const property = failing.divergence && suite.blame(failing.divergence);
  for (let first = 0; first < calls.length; first += 1)
    for (let second = first; second < calls.length; second += 1) {
      const rest = calls.filter((_, at) => at !== first && at !== second);
      const { divergence } = await replayCalls(stage, setup, start, rest);
      if (divergence !== undefined && suite.blame(divergence) === property) return true;
    }
  return false;
}

async function measure(stage: Stage, seed: number): Promise<Found> {
  const began = performance.now();
  const { sequences, operations, failing, blamed } = await hunt(stage, suite, { seed, runs });
  const ms = performance.now() - began;
  if (failing === undefined)
    return { sequences, operations, ms, blamed, calls: 0, shrinkMs: 0, removable: false };
  const then = performance.now();
  const start = emptyState(failing.setup, stage.durableProposals);
  const shrunk = await shrink(stage, start, failing, suite.blame);
  const shrinkMs = performance.now() - then;
  const removable = await isRemovable(stage, failing, shrunk);
  return { sequences, operations, ms, blamed, calls: shrunk.calls.length, shrinkMs, removable };
}

const root = await mkdtemp(join(tmpdir(), 'touchstone-power-'));
const good = await openStage(openStore(), { services, root });
const columns = [
  'mutant',
  'found',
  'mean',
  'median',
  'max',
  'calls',
  'ms',
  'own',
  'shrunk',
  'longest',
  'shrink ms',
];

async function row(mutant: CuratedMutant): Promise<{ cells: string[]; found: Found[] }> {
  const stage = await good.withMutant(mutant);
  const all: Found[] = [];
  for (let seed = 1; seed <= seeds; seed += 1) all.push(await measure(stage, seed));
  const found = all.filter((each) => each.blamed !== undefined);
  const own = found.filter((each) => each.blamed === mutant.property);
  const sequences = all.map((each) => each.sequences);
  const strangers = [...new Set(found.map((each) => each.blamed))].filter(
    (each) => each !== mutant.property,
  );
  const cells = [
    mutant.id,
    `${found.length}/${seeds}`,
    mean(sequences).toFixed(1),
    String(median(sequences)),
    String(Math.max(...sequences)),
    mean(all.map((each) => each.operations)).toFixed(0),
    mean(all.map((each) => each.ms)).toFixed(1),
    `${own.length}/${found.length}${strangers.length > 0 ? ` ${strangers.join(' ')}` : ''}`,
    String(median(found.map((each) => each.calls))),
    String(Math.max(0, ...found.map((each) => each.calls))),
    median(found.map((each) => each.shrinkMs)).toFixed(1),
  ];
  return { cells, found };
}

const clean = await hunt(good, suite, { seed: 1, runs: 20 });
if (clean.failing !== undefined) throw new Error(`the unbroken store fails: ${clean.blamed}`);

// Mutants that only threads can tell from the store are measured by the race, not here.
const chosen = curatedMutants.filter(
  ({ id, property }) =>
    property !== 'single-winner' && (values.mutant === undefined || id === values.mutant),
);
const rows: string[][] = [];
const everything: Found[] = [];
const means: number[] = [];
for (const mutant of chosen) {
  const { cells, found } = await row(mutant);
  rows.push(cells);
  everything.push(...found);
  means.push(Number(cells[2]));
  if (process.stderr.isTTY) process.stderr.write(`\r${rows.length}/${chosen.length} `);
}
await good.close();
await rm(root, { recursive: true, force: true });
rows.sort((a, b) => Number(b[2]) - Number(a[2]));
process.stdout.write(`${table(columns, rows)}\n\n`);
const share = (test: (each: Found) => boolean): string =>
  `${everything.filter(test).length} of ${everything.length}`;
process.stdout.write(
  [
    `mutants ${chosen.length}, seeds ${seeds}, at most ${runs} sequences each${values.without === undefined ? '' : `, without ${values.without}`}`,
    `mean of means ${mean(means).toFixed(2)} sequences, worst mean ${Math.max(...means).toFixed(1)}`,
    `failing runs with a removable call or pair: ${share((each) => each.removable)}`,
    `counterexamples: median ${median(everything.map((each) => each.calls))}, longest ${Math.max(...everything.map((each) => each.calls))} calls`,
    `post-pass: median ${median(everything.map((each) => each.shrinkMs)).toFixed(1)} ms, 95 % below ${quantile(
      everything.map((each) => each.shrinkMs),
      0.95,
    ).toFixed(1)} ms`,
    '',
  ].join('\n'),
);
