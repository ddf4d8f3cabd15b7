// What a killed mutant costs, beside the calls it took, made on the same store without a mutant.
import type { Field, FieldOptions } from '../src/engine/kills/field.js';
import { createPlayer, type Player, type Round } from '../src/engine/kills/player.js';
import { withScripts } from '../src/engine/scripts.js';
import { openSqlField } from '../src/engine/kills/sql.js';
import type { Code, Troupe } from '../src/engine/kills/target.js';
import { openCodeField } from '../src/engine/kills/typescript.js';
import type { Pulse } from '../src/engine/pulse.js';
import { mutantSuite, services } from '../src/index.js';
import { sqliteUnderTest } from '../src/stores/sqlite/under-test.js';
import { mean, median, table } from './table.js';

const round: Round = { medium: 'memory', runs: 30 };
const seed = 1;

/** Milliseconds of processor time: a busy machine lengthens these less than the clock's. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Counts the calls to a store. */
function countCalls(): { readonly pulse: Pulse; readonly take: () => number } {
  let calls = 0;
  return {
    pulse: { beat: () => void (calls += 1), enter: () => undefined, stopAsked: false },
    take() {
      const taken = calls;
      calls = 0;
      return taken;
    },
  };
}

interface Timed {
  readonly milliseconds: number;
  readonly calls: number;
}

async function timed(take: () => number, body: () => Promise<unknown>): Promise<Timed> {
  take();
  const began = processorTime();
  await body();
  return { milliseconds: processorTime() - began, calls: take() };
}

const sum = (list: readonly Timed[], of: keyof Timed): number =>
  list.reduce((all, each) => all + each[of], 0);

/** Judges every so-manieth mutant; between them the unbroken store plays a sequence or two. */
async function hunted(
  name: string,
  field: Field,
  unbroken: Player,
  every: number,
  take: () => number,
): Promise<readonly string[]> {
  const kills: Timed[] = [];
  const alone: Timed[] = [];
  const play = (runs: number): Promise<unknown> => unbroken.play({ ...round, runs }, seed);
  await play(round.runs);
  for (const mutation of field.mutations.filter((_, at) => at % every === 0)) {
    let isKilled = false;
    const judged = await timed(take, async () => {
      isKilled = (await field.judge(mutation, seed)).status === 'killed';
    });
    alone.push(await timed(take, () => play(2)));
    // What a raw row kills is not called at all.
    if (isKilled && judged.calls > 0) kills.push(judged);
  }
  const times = kills.map(({ milliseconds }) => milliseconds);
  const each = sum(alone, 'milliseconds') / sum(alone, 'calls');
  const limits = kills.map(({ calls }) => calls * each);
  const ratio = median(kills.map(({ milliseconds }, at) => milliseconds / (limits[at] ?? 1)));
  return [
    name,
    String(kills.length),
    ...[median(times), median(limits), ratio].map((figure) => figure.toFixed(2)),
    ...[mean(times), mean(limits), mean(times) / mean(limits)].map((figure) => figure.toFixed(2)),
  ];
}

/** Closes what was opened, also where the hunt throws. */
async function withField<F extends Field>(
  opened: F | { readonly fault: string },
  body: (field: F) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  if ('fault' in opened) throw new Error(opened.fault);
  try {
    return await body(opened);
  } finally {
    await opened.close();
  }
}

/** Mutants of three small files and of every eighth place in the SQL, in memory. */
export async function killedMutants(root: string): Promise<string> {
  const { pulse, take } = countCalls();
  const options: FieldOptions = {
    root,
    suite: mutantSuite,
    seed,
    rounds: [round],
    counterexamples: false,
    pulse,
  };
  const unbrokenOf = (troupe: Troupe): Player =>
    createPlayer(troupe, { ...options, suite: withScripts(mutantSuite) });
  const files = ['guards/record-state', 'guards/scope', 'stores/sqlite/records'];
  const code: Code = {
    entry: new URL('../src/cli/own-sqlite.js', import.meta.url).href,
    root: new URL('../../', import.meta.url).pathname,
    mutate: (file) => files.some((each) => file.endsWith(`src/${each}.ts`)),
    take: (module) => module as Troupe,
  };
  const ofCode = await withField(await openCodeField(code, options), async (field) => {
    const unbroken = unbrokenOf(field.troupe);
    const row = await hunted('TypeScript', field, unbroken, 1, take);
    await unbroken.close();
    return row;
  });
  const troupe = { open: sqliteUnderTest, services };
  const ofSql = await withField(await openSqlField(troupe, options), async (field) => {
    const unbroken = unbrokenOf(troupe);
    const row = await hunted('SQL', field, unbroken, 8, take);
    await unbroken.close();
    return row;
  });
  return table(
    ['mutants', 'killed', 'median', 'limit', 'ratio', 'mean', 'limit', 'ratio'],
    [ofCode, ofSql],
  );
}
