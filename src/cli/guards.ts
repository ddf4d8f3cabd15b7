// `touchstone guards`: every guard of the SQLite store and the services, and what it takes to see it go.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escape, unescape } from '../contract/escape.js';
import type { GuardResult } from '../engine/kills/guards.js';
import { killExitCodes, type Mutation } from '../engine/kills/result.js';
import { guards } from '../mutants/register/index.js';
import { lineOf } from '../mutants/register/places.js';
import {
  guardsExitCode,
  guardsJson,
  type GuardsReport,
  guardsText,
} from '../report/kills/guards.js';
import { ensureRoot, rootIn } from './files.js';
import type { GuardsTaskResult } from './guards-task.js';
import { defaultMutantDeadline, type Hunting, huntInThreads, lostKill } from './hunting.js';
import { ownRoot } from './mutants-target.js';
import { defaultSeed } from './options.js';
import type { Terminal } from './terminal.js';
import type { Lost } from './watch.js';

export interface GuardsCommand {
  readonly seed?: number;
  readonly seeds?: number;
  readonly list?: true;
  readonly deadline?: number;
  readonly json?: true;
}

/** The store whose guards are registered. */
const spec = 'sqlite';

/** A guard whose mutant was not answered in time, or ended the thread. */
function lostResult(id: string, mutation: Mutation, lost: Lost): GuardResult {
  const { property = '' } = guards.find((guard) => guard.id === id) ?? {};
  const kills = [lostKill(mutation, lost, [id])];
  return { id, property, mutations: [mutation], kills, byOwnProperty: 0 };
}

/** Measures in threads, and notes which guard a thread was lost to. */
async function measure(
  { seed = defaultSeed, seeds = 1, deadline = defaultMutantDeadline }: GuardsCommand,
  terminal: Terminal,
): Promise<GuardsTaskResult> {
  const known: GuardResult[] = [];
  let current: { readonly guard: string; readonly mutation?: Mutation } | undefined;
  const hunting: Hunting<GuardsTaskResult> = {
    unit: 'guard',
    task: () => ({
      task: 'guards',
      spec,
      cwd: terminal.cwd,
      seed,
      seeds,
      deadline,
      known: known.map((result) => escape(result)),
    }),
    onMessage(message) {
      if (message.tell === 'guard') {
        current = { guard: message.guard };
        terminal.live?.(`guard ${message.ordinal + 1} of ${message.of}   ${message.guard}`);
      } else if (message.tell === 'hunting' && current !== undefined)
        current = { ...current, mutation: message.mutation };
      else if (message.tell === 'measured') known.push(unescape(message.result) as GuardResult);
    },
    onLost(lost) {
      if (current?.mutation === undefined) return { fault: lost.loss.what };
      known.push(lostResult(current.guard, current.mutation, lost));
      current = undefined;
      return undefined;
    },
  };
  return (await huntInThreads(hunting, terminal)).result;
}

/** Lists the guards; returns the exit code. */
export async function guardsCommand(options: GuardsCommand, terminal: Terminal): Promise<number> {
  const { seed = defaultSeed, seeds = 1, list, json } = options;
  await ensureRoot(rootIn(terminal.cwd));
  const results = list === true ? [] : await measure(options, terminal);
  if ('fault' in results) {
    terminal.message(`Nothing was measured, the store fails without a mutant: ${results.fault}\n`);
    return killExitCodes.baseline;
  }
  const sources = new Map<string, string>();
  const sourceOf = (file: string): string => {
    const text = sources.get(file) ?? readFileSync(join(ownRoot, file), 'utf8');
    sources.set(file, text);
    return text;
  };
  const report: GuardsReport = {
    store: spec,
    seed,
    seeds,
    guards: guards.map((guard) => {
      const result = results.find(({ id }) => id === guard.id);
      const line = lineOf(guard.place, sourceOf(guard.place.file));
      return { guard, line, ...(result === undefined ? {} : { result }) };
    }),
  };
  terminal.result(
    json === true
      ? `${JSON.stringify(guardsJson(report), null, 2)}\n`
      : guardsText(report, terminal.palette),
  );
  return guardsExitCode(report);
}
