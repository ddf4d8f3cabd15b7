// Three ways to hunt the same TypeScript mutants, one after the other in one run: what each takes and says.
// Usage: npm run bench:runners -- [--files src/guards/scope.ts,src/guards/record-state.ts]
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readReport } from '../mutation/report.js';
import { table } from './table.js';

const { values: options } = parseArgs({
  options: {
    files: {
      type: 'string',
      default: 'src/guards/record-state.ts,src/guards/scope.ts,src/stores/sqlite/records.ts',
    },
  },
});
const files = options.files.split(',');
const root = new URL('../../', import.meta.url).pathname;
const folder = await mkdtemp(join(tmpdir(), 'touchstone-runners-'));

interface Took {
  readonly seconds: number;
  /** Status by place and replacement. */
  readonly verdicts: ReadonlyMap<string, string>;
}

/** Runs a program of node to its end, whatever its exit code says. */
async function run(args: readonly string[], cwd: string): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  await new Promise((resolve) => child.once('close', resolve));
  return (performance.now() - began) / 1000;
}

/** Killed by a failure or by not ending is killed. */
const verdictOf = (status: string): string => (status === 'Timeout' ? 'Killed' : status);

async function verdicts(path: string): Promise<ReadonlyMap<string, string>> {
  const report = readReport(await readFile(path, 'utf8'));
  return new Map(
    Object.entries(report.files).flatMap(([file, { mutants }]) =>
      mutants
        .filter(({ status }) => status !== 'Ignored')
        .map(({ location: { start, end }, replacement, status }) => [
          `${file}:${start.line}:${start.column}-${end.line}:${end.column} ${replacement}`,
          verdictOf(status),
        ]),
    ),
  );
}

async function byStryker(config: string, report: string): Promise<Took> {
  const stryker = join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  const rest = ['--mutate', files.join(','), '--concurrency', '1', '--force'];
  const seconds = await run([stryker, 'run', config, ...rest], root);
  return { seconds, verdicts: await verdicts(join(root, report)) };
}

/** A diff in which every line of these files is new. */
async function wholeFiles(): Promise<string> {
  const parts = await Promise.all(
    files.map(async (file) => {
      const lines = (await readFile(join(root, file), 'utf8')).trimEnd().split('\n');
      return [
        `diff --git a/${file} b/${file}`,
        '--- /dev/null',
        `+++ b/${file}`,
        `@@ -0,0 +1,${lines.length} @@`,
        ...lines.map((line) => `+${line}`),
        '',
      ].join('\n');
    }),
  );
  return parts.join('');
}

async function byTouchstone(): Promise<Took> {
  await writeFile(join(folder, 'whole.diff'), await wholeFiles());
  const rest = ['--kind', 'typescript', '--in-diff', 'whole.diff', '--schema', 'report.json'];
  const main = join(root, 'dist/src/cli/main.js');
  const seconds = await run([main, 'mutants', 'sqlite', ...rest], folder);
  return { seconds, verdicts: await verdicts(join(folder, 'report.json')) };
}

try {
  const runners = {
    'Stryker with vitest': await byStryker(
      'stryker.vitest.conf.json',
      'reports/mutation/vitest.json',
    ),
    'Stryker in process': await byStryker('stryker.conf.json', 'reports/mutation/mutation.json'),
    'touchstone mutants': await byTouchstone(),
  };
  const [slowest] = Object.values(runners);
  const count = (took: Took, verdict: string): number =>
    [...took.verdicts.values()].filter((each) => each === verdict).length;
  const rows = Object.entries(runners).map(([name, took]) => [
    name,
    String(took.verdicts.size),
    String(count(took, 'Killed')),
    took.seconds.toFixed(1),
    `${((slowest?.seconds ?? 0) / took.seconds).toFixed(1)}x`,
  ]);
  process.stdout.write(
    `${table(['runner', 'mutants', 'killed', 'seconds', 'times as fast'], rows)}\n`,
  );
  const all = new Set(Object.values(runners).flatMap((took) => [...took.verdicts.keys()]));
  for (const mutant of [...all].toSorted()) {
    const said = Object.entries(runners).map(
      ([name, took]) => `${name}: ${took.verdicts.get(mutant) ?? 'not made'}`,
    );
    const kinds = new Set(said.map((each) => each.replace(/^.*: /u, '')));
    if (kinds.size > 1)
      process.stdout.write(`${mutant.replaceAll('\n', ' ')}\n  ${said.join(', ')}\n`);
  }
} finally {
  await rm(folder, { recursive: true });
}
