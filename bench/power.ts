// How soon each curated mutant is found, how small its counterexample is, and whom it is blamed on;
// then the same harness with each generator rule off, and plain `fc.commands`.
// Usage: npm run bench:power -- [--seeds 100] [--ablation-seeds 3] [--runs 100] [--mutant ID] [--every N] [--store sqlite|model] [--write FILE]
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir, type } from 'node:os';
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
import type { Suite } from '../src/engine/suite.js';
import { services } from '../src/index.js';
import { curatedMutants } from '../src/mutants/curated/index.js';
import type { CuratedMutant } from '../src/mutants/mutant.js';
import { sqliteUnderTest } from '../src/stores/sqlite/under-test.js';
import { huntPlain } from './plain.js';
import { halfWidth, markdown, mean, median, quantile } from './table.js';

const { values: options } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    'ablation-seeds': { type: 'string', default: '3' },
    runs: { type: 'string', default: '100' },
    mutant: { type: 'string' },
    every: { type: 'string', default: '1' },
    store: { type: 'string', default: 'sqlite' },
    write: { type: 'string' },
  },
});
const seeds = Number(options.seeds);
const ablationSeeds = Number(options['ablation-seeds']);
const runs = Number(options.runs);
const openStore = options.store === 'model' ? modelUnderTest : sqliteUnderTest;
// Mutants that only threads can tell from the store are measured by the race, not here.
const chosen = curatedMutants
  .filter(({ id }) => options.mutant === undefined || id === options.mutant)
  .filter((_, at) => at % Number(options.every) === 0);
if (chosen.length === 0) throw new Error(`No such mutant: ${options.mutant ?? ''}.`);

const lines: string[] = [];
const print = (...text: readonly string[]): void => {
  lines.push(...text);
  process.stdout.write(`${text.join('\n')}\n`);
};
const progress = (text: string): void => {
  if (process.stderr.isTTY) process.stderr.write(`\r${text}\u001b[K`);
};

interface Found {
  readonly sequences: number;
  readonly operations: number;
  readonly ms: number;
  /** The property the first divergence is blamed on; undefined where there was none. */
  readonly blamed: string | undefined;
}

interface Counterexample {
  readonly calls: number;
  readonly ms: number;
  readonly removable: boolean;
}

/** Whether any single call or pair can still go. */
async function isRemovable(
  stage: Stage,
  suite: Suite,
  failing: Run,
  { calls }: Shrunk,
): Promise<boolean> {
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

async function counterexampleOf(stage: Stage, suite: Suite, failing: Run): Promise<Counterexample> {
  const began = performance.now();
  const start = emptyState(failing.setup, stage.durableProposals);
  const shrunk = await shrink(stage, start, failing, suite.blame);
  const ms = performance.now() - began;
  const removable = await isRemovable(stage, suite, failing, shrunk);
  return { calls: shrunk.calls.length, ms, removable };
}

const root = await mkdtemp(join(tmpdir(), 'touchstone-power-'));
const good = await openStage(openStore(), { services, root });

interface Measured {
  readonly mutant: CuratedMutant;
  readonly all: readonly Found[];
  readonly counterexamples: readonly Counterexample[];
}

async function measure(mutant: CuratedMutant, suite: Suite): Promise<Measured> {
  const stage = await good.withMutant(mutant);
  const all: Found[] = [];
  const counterexamples: Counterexample[] = [];
  for (let seed = 1; seed <= seeds; seed += 1) {
    const began = performance.now();
    const { sequences, operations, failing, blamed } = await hunt(stage, suite, { seed, runs });
    all.push({ sequences, operations, ms: performance.now() - began, blamed });
    if (failing !== undefined) counterexamples.push(await counterexampleOf(stage, suite, failing));
  }
  return { mutant, all, counterexamples };
}

const columns = [
  'mutant',
  'found',
  'mean sequences',
  '± 95 %',
  'median',
  'most',
  'operations',
  'ms',
  'own property first',
  'calls left',
  'most',
];

function row({ mutant, all, counterexamples }: Measured): string[] {
  const found = all.filter((each) => each.blamed !== undefined);
  const own = found.filter((each) => each.blamed === mutant.property);
  const sequences = all.map((each) => each.sequences);
  const strangers = [...new Set(found.map((each) => each.blamed))].filter(
    (each) => each !== mutant.property,
  );
  const calls = counterexamples.map((each) => each.calls);
  return [
    mutant.id,
    `${found.length}/${all.length}`,
    mean(sequences).toFixed(1),
    halfWidth(sequences).toFixed(1),
    String(median(sequences)),
    String(Math.max(...sequences)),
    mean(all.map((each) => each.operations)).toFixed(0),
    mean(all.map((each) => each.ms)).toFixed(0),
    [`${own.length}/${found.length}`, ...strangers].join(' '),
    String(median(calls)),
    String(Math.max(0, ...calls)),
  ];
}

const share = (met: number, all: number): string =>
  `${met} of ${all} (${((100 * met) / Math.max(1, all)).toFixed(1)} %)`;

function summary(measured: readonly Measured[]): readonly string[] {
  const all = measured.flatMap((each) =>
    each.all.map((found) => ({ ...found, mutant: each.mutant })),
  );
  const found = all.filter((each) => each.blamed !== undefined);
  const own = found.filter((each) => each.blamed === each.mutant.property);
  const means = measured.map((each) => mean(each.all.map(({ sequences }) => sequences)));
  const shrunk = measured.flatMap((each) => each.counterexamples);
  const lengths = shrunk.map((each) => each.calls);
  const passes = shrunk.map((each) => each.ms);
  return [
    `- found: ${share(found.length, all.length)} within ${runs} sequences of at most 128 steps`,
    `- mean of means ${mean(means).toFixed(2)} ± ${halfWidth(means).toFixed(2)} sequences, worst mean ${Math.max(...means).toFixed(1)}`,
    `- first divergence on the mutant's own property: ${share(own.length, found.length)}`,
    `- failing runs with a removable call or pair: ${share(shrunk.filter((each) => each.removable).length, shrunk.length)}`,
    `- counterexamples: median ${median(lengths)}, longest ${Math.max(0, ...lengths)} calls`,
    `- shrinking: median ${median(passes).toFixed(1)} ms, 95 % below ${quantile(passes, 0.95).toFixed(0)} ms`,
  ];
}

interface Compared {
  readonly name: string;
  readonly sequences: readonly (readonly number[])[];
  readonly operations: number;
  readonly found: number;
}

type Hunter = (
  stage: Stage,
  seed: number,
) => Promise<Omit<Found, 'ms' | 'blamed'> & { found: boolean }>;

async function compare(name: string, hunter: Hunter): Promise<Compared> {
  const sequences: number[][] = [];
  let operations = 0;
  let found = 0;
  for (const [at, mutant] of chosen.entries()) {
    progress(`${name}: ${at + 1}/${chosen.length}`);
    const stage = await good.withMutant(mutant);
    const each: number[] = [];
    for (let seed = 1; seed <= ablationSeeds; seed += 1) {
      const result = await hunter(stage, seed);
      each.push(result.sequences);
      operations += result.operations;
      found += Number(result.found);
    }
    sequences.push(each);
  }
  return { name, sequences, operations, found };
}

const hunterWith =
  (rules: Partial<Rules>): Hunter =>
  async (stage, seed) => {
    const { sequences, operations, blamed } = await hunt(stage, createSuite({ rules }), {
      seed,
      runs,
    });
    return { sequences, operations, found: blamed !== undefined };
  };

function comparedRow({ name, sequences, operations, found }: Compared): string[] {
  const means = sequences.map(mean);
  const hunts = sequences.flat().length;
  return [
    name,
    `${found}/${hunts}`,
    mean(means).toFixed(2),
    halfWidth(means).toFixed(2),
    Math.max(...means).toFixed(1),
    (operations / hunts).toFixed(0),
  ];
}

const suite = createSuite();
const clean = await hunt(good, suite, { seed: 1, runs: 20 });
if (clean.failing !== undefined) throw new Error(`the unbroken store fails: ${clean.blamed}`);
if ((await huntPlain(good, 1, 40)).found)
  throw new Error('the unbroken store fails under plain commands');

const [processor] = cpus();
print(
  '# How soon a broken guard is found',
  '',
  `Measured on ${new Date().toISOString().slice(0, 10)}, ${processor?.model ?? 'unknown'}, ${cpus().length} cores, ${type()}, Node ${process.version}, store ${options.store}, by \`npm run bench:power\`.`,
  '',
  `## Every curated mutant, ${seeds} seeds`,
  '',
);
const measured: Measured[] = [];
for (const mutant of seeds > 0 ? chosen : []) {
  progress(`${measured.length + 1}/${chosen.length} ${mutant.id}`);
  measured.push(await measure(mutant, suite));
}
const rows = measured.map(row).toSorted((a, b) => Number(b[2]) - Number(a[2]));
print(...summary(measured), '', ...markdown(columns, rows));

if (ablationSeeds > 0) {
  const compared = [await compare('all rules', hunterWith({}))];
  for (const rule of Object.keys(allRules))
    compared.push(await compare(`without ${rule}`, hunterWith({ [rule]: false })));
  compared.push(await compare('plain fc.commands', (stage, seed) => huntPlain(stage, seed, runs)));
  print(
    '',
    `## Worth of each generator rule, ${chosen.length} mutants, ${ablationSeeds} seeds`,
    '',
    `A mutant that is not found counts with ${runs} sequences.`,
    '',
    ...markdown(
      ['generator', 'found', 'mean of means', '± 95 %', 'worst mean', 'operations a hunt'],
      compared.map(comparedRow),
    ),
  );
}
progress('');
await good.close();
await rm(root, { recursive: true, force: true });
if (options.write !== undefined) await writeFile(options.write, `${lines.join('\n')}\n`);
