// The gate's command: `node dist/mutation/gate.js [report] [configuration]`, exit code 0 or 1.
import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { equivalents } from './equivalents.js';
import { judgeReport, type JudgeOptions, type Verdict } from './judge.js';
import { mustKillBy } from './must-kill.js';
import { filesOf } from './patterns.js';
import { proofs } from './proofs.js';
import { readReport } from './report.js';

/** Stand in the `mutate` list of every configuration. */
export const canaries = ['mutation/canary.ts', 'mutation/static-canary.ts'] as const;

const Configuration = z.object({
  mutate: z.array(z.string()),
  thresholds: z.object({ low: z.number().min(0).max(100) }),
  touchstone: z.object({ timeouts: z.enum(['review', 'count']).optional() }).optional(),
});

/** The figures apart from each other, after the complaints if there are any. */
export function textOf({ complaints, figures }: Verdict): string {
  const { score, killed, alive, timeouts, reviewed, ignored, mutants } = figures;
  const share = score === undefined ? 'no score' : `${(100 * score).toFixed(1)} % killed`;
  const line =
    `${share}: ${killed} killed, ${alive} alive, ${timeouts} timed out, ` +
    `${reviewed} reviewed as equivalent, ${ignored} ignored, ${mutants} in all.`;
  return [...complaints, line].join('\n');
}

/** The same as Markdown, for the summary of a job. */
export function markdownOf({ complaints, figures }: Verdict): string {
  const { score, killed, alive, timeouts, reviewed, ignored } = figures;
  const share = score === undefined ? '-' : `${(100 * score).toFixed(1)} %`;
  const shown = complaints.map((each) => `- ${each.replaceAll(/[\\`*_<>|[\]]/g, String.raw`\$&`)}`);
  return [
    `### Mutants: the gate is ${complaints.length === 0 ? 'passed' : 'not passed'}`,
    '',
    '| score | killed | alive | timed out | reviewed as equivalent | ignored |',
    '| ---: | ---: | ---: | ---: | ---: | ---: |',
    `| ${share} | ${killed} | ${alive} | ${timeouts} | ${reviewed} | ${ignored} |`,
    ...(shown.length === 0 ? [] : ['', ...shown]),
  ].join('\n');
}

/** What the command is asked; the register of guards knows which mutants may not live. */
export interface GateOptions extends Pick<JudgeOptions, 'isMustKill'> {
  readonly report?: string;
  /** A Stryker configuration; its `thresholds.low` is the score to reach, in percent. */
  readonly configuration?: string;
  /** True where only some of the files were mutated, as in a shard or for a change. */
  readonly part?: boolean;
}

/** A source as it is now, in the working directory. */
const textIn = (file: string): string | undefined =>
  existsSync(file) ? readFileSync(file, 'utf8') : undefined;

/** Judges a report file against the files of the working directory. */
export function judgeFile({
  report: path = 'reports/mutation/mutation.json',
  configuration = 'stryker.conf.json',
  part = false,
  isMustKill = mustKillBy(textIn),
}: GateOptions): Verdict {
  const report = readReport(readFileSync(path, 'utf8'));
  const { mutate, thresholds, touchstone } = Configuration.parse(
    JSON.parse(readFileSync(configuration, 'utf8')),
  );
  return judgeReport(report, {
    threshold: thresholds.low / 100,
    reviewed: equivalents,
    proofs,
    canaries,
    isMustKill,
    // Each configuration has files of its own; the reviewed list is one for all of them.
    mutated: (file) =>
      part ? Object.hasOwn(report.files, file) : filesOf(mutate, [file]).length > 0,
    timeouts: touchstone?.timeouts,
    sources: textIn,
  });
}

/** Prints the verdict; the exit code is 1 where there is a complaint. */
function main(given: readonly string[]): number {
  const [report, configuration] = given.filter((each) => !each.startsWith('--'));
  const verdict = judgeFile({
    ...(report === undefined ? {} : { report }),
    ...(configuration === undefined ? {} : { configuration }),
    part: given.includes('--part'),
  });
  const passed = verdict.complaints.length === 0;
  if (given.includes('--markdown')) process.stdout.write(`${markdownOf(verdict)}\n`);
  else (passed ? process.stdout : process.stderr).write(`${textOf(verdict)}\n`);
  return passed ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exitCode = main(process.argv.slice(2));
