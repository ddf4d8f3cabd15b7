// `touchstone mutants <store>`: breaks a store in many ways, one at a time, and says what nothing noticed.
import { resolve } from 'node:path';
import { escape, unescape } from '../contract/escape.js';
import type { Reviewed } from '../engine/kills/hunt-mutants.js';
import {
  type Kill,
  killExitCode,
  killExitCodes,
  type KillReport,
  type MutantKind,
  type Mutation,
} from '../engine/kills/result.js';
import { killsJson } from '../report/kills/json.js';
import { killsPage } from '../report/kills/page.js';
import { killsMarkdown } from '../report/kills/summary.js';
import { toMutationSchema } from '../report/kills/schema.js';
import { killsText } from '../report/kills/text.js';
import { countWords } from '../report/values.js';
import { type Diff, readDiff } from './diff.js';
import { readReviewed } from './equivalents.js';
import { viewerScript } from './viewer.js';
import { ensureRoot, readNamed, rootIn } from './files.js';
import {
  defaultMutantDeadline,
  type Hunted,
  type Hunting,
  huntInThreads,
  lostKill,
} from './hunting.js';
import type { MutantsResult } from './mutants-task.js';
import { defaultSeed, type Shard } from './options.js';
import { openOutput } from './output.js';
import type { Terminal } from './terminal.js';

export interface MutantsCommand {
  readonly kind?: readonly MutantKind[];
  readonly guard?: string;
  readonly shard?: Shard;
  readonly inDiff?: string;
  readonly seed?: number;
  readonly runs?: number;
  /** Milliseconds a call may take. */
  readonly deadline?: number;
  readonly equivalents?: string;
  readonly json?: true;
  readonly verbose?: true;
  readonly html?: string;
  readonly schema?: string;
  readonly summary?: string;
}

/** What is known when a thread is lost before any mutant is in force. */
const lostBaseline = (name: string, seed: number, what: string): KillReport => ({
  store: { name },
  seed,
  baseline: `the store was lost without a mutant: ${what}`,
  kills: [],
  stale: [],
});

/** Hunts in threads, and notes which mutant a thread was lost to. */
function huntMutants(
  spec: string,
  options: MutantsCommand & { readonly diff?: Diff; readonly reviewed: readonly Reviewed[] },
  terminal: Terminal,
): Promise<Hunted<MutantsResult>> {
  const { kind, guard, shard, diff, runs, reviewed } = options;
  const { seed = defaultSeed, deadline = defaultMutantDeadline } = options;
  const known: Kill[] = [];
  let current: Mutation | undefined;
  let last = Number.NEGATIVE_INFINITY;
  const hunting: Hunting<MutantsResult> = {
    unit: 'mutant',
    task: () => ({
      task: 'mutants',
      spec,
      cwd: terminal.cwd,
      seed,
      deadline,
      reviewed,
      known: known.map((kill) => escape(kill)),
      ...(kind === undefined ? {} : { kinds: kind }),
      ...(guard === undefined ? {} : { guard }),
      ...(shard === undefined ? {} : { shard }),
      ...(diff === undefined ? {} : { diff }),
      ...(runs === undefined ? {} : { runs }),
    }),
    onMessage(message) {
      if (message.tell === 'hunting') {
        current = message.mutation;
        const now = performance.now();
        if (now - last < 100) return;
        last = now;
        const alive = known.filter(({ status }) => status !== 'killed').length;
        terminal.live?.(
          `mutant ${message.ordinal + 1} of ${message.of}   ${alive} not killed   ${current.operator}`,
        );
      } else if (message.tell === 'kill') {
        known.push(unescape(message.kill) as Kill);
        current = undefined;
      }
    },
    onLost(lost) {
      if (current === undefined)
        return { report: lostBaseline(spec, seed, lost.loss.what), sources: [] };
      known.push(lostKill(current, lost));
      current = undefined;
      return undefined;
    },
  };
  return huntInThreads(hunting, terminal);
}

/** Runs the hunt; returns the exit code. */
export async function mutantsCommand(
  spec: string,
  options: MutantsCommand,
  terminal: Terminal,
): Promise<number> {
  const { cwd, palette } = terminal;
  const { html, schema, summary, inDiff, equivalents, json, verbose } = options;
  await ensureRoot(rootIn(cwd));
  const open = async (file: string | undefined, flag: string) =>
    file === undefined ? undefined : openOutput(cwd, file, flag);
  const page = await open(html, '--html');
  const document = await open(schema, '--schema');
  const markdown = await open(summary, '--summary');
  const diff =
    inDiff === undefined
      ? undefined
      : readDiff(await readNamed(resolve(cwd, inDiff), inDiff, 'name the output of git diff'));
  const reviewed = await readReviewed(equivalents, spec, cwd);
  const { result, interrupted } = await huntMutants(
    spec,
    { ...options, reviewed, ...(diff === undefined ? {} : { diff }) },
    terminal,
  );
  const { report } = result;
  terminal.result(
    json === true
      ? `${JSON.stringify(killsJson(report), null, 2)}\n`
      : killsText(report, { palette, verbose: verbose === true }),
  );
  await markdown?.(killsMarkdown(report));
  if (document !== undefined || page !== undefined) {
    const mutationReport = toMutationSchema(report, new Map(result.sources));
    await document?.(`${JSON.stringify(mutationReport, null, 2)}\n`);
    await page?.(killsPage(report, mutationReport, viewerScript()));
  }
  if (interrupted) {
    terminal.message(`Stopped by hand after ${countWords(report.kills.length, 'mutant')}.\n`);
    return Math.max(killExitCodes.alive, killExitCode(report));
  }
  if (report.baseline === undefined && report.kills.length === 0)
    terminal.message('There is no mutant to hunt: nothing was chosen, or nothing came by.\n');
  return killExitCode(report);
}
