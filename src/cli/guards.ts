// `touchstone guards`: every guard of the SQLite store and the services, and what it takes to see it go.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escape, unescape } from '../contract/escape.js';
import type { GuardResult } from '../engine/kills/guards.js';
import { killExitCodes, type Kill, type Mutation } from '../engine/kills/result.js';
import { askToStop, newPulseCells } from '../engine/pulse.js';
import { guards } from '../mutants/register/index.js';
import { lineOf } from '../mutants/register/places.js';
import {
  guardsExitCode,
  guardsJson,
  type GuardsReport,
  guardsText,
} from '../report/kills/guards.js';
import type { Message } from './assignment.js';
import { ensureRoot, rootIn } from './files.js';
import type { GuardsTaskResult } from './guards-task.js';
import { defaultMutantDeadline } from './mutants.js';
import { ownRoot } from './mutants-target.js';
import { defaultSeed } from './options.js';
import type { Terminal } from './terminal.js';
import { inThread, Lost } from './watch.js';

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
function lostResult(id: string, mutation: Mutation, { loss }: Lost): GuardResult {
  const { property = '' } = guards.find((guard) => guard.id === id) ?? {};
  const kill: Kill = {
    mutation,
    guards: [id],
    sequences: 0,
    status: loss.how === 'blocked' || loss.how === 'memory' ? 'timeout' : 'error',
    reason: loss.what,
  };
  return { id, property, mutations: [mutation], kills: [kill], byOwnProperty: 0 };
}

interface Measured {
  readonly results: readonly GuardResult[];
  readonly fault?: string;
}

async function measure(
  { seed = defaultSeed, seeds = 1, deadline = defaultMutantDeadline }: GuardsCommand,
  terminal: Terminal,
): Promise<Measured> {
  const { cwd, live } = terminal;
  const cells = newPulseCells();
  const stopListening = terminal.onInterrupt(() => {
    askToStop(cells);
    live?.('');
    terminal.message('Stopping after this guard. Press Ctrl-C again to leave at once.\n');
  });
  const known: GuardResult[] = [];
  let current: { readonly guard: string; readonly mutation?: Mutation } | undefined;
  const onMessage = (message: Message): void => {
    if (message.tell === 'guard') {
      current = { guard: message.guard };
      live?.(`guard ${message.ordinal + 1} of ${message.of}   ${message.guard}`);
    } else if (message.tell === 'hunting' && current !== undefined)
      current = { ...current, mutation: message.mutation };
    else if (message.tell === 'measured') known.push(unescape(message.result) as GuardResult);
  };
  try {
    for (;;)
      try {
        const task = { task: 'guards', spec, cwd, seed, seeds, deadline } as const;
        const results = await inThread<GuardsTaskResult>(
          { ...task, known: known.map((result) => escape(result)) },
          { onMessage, onOutput: (text) => terminal.message(text), hurried: true },
          cells,
        );
        return 'fault' in results ? { results: [], fault: results.fault } : { results };
      } catch (thrown) {
        if (!(thrown instanceof Lost)) throw thrown;
        if (current?.mutation === undefined) return { results: [], fault: thrown.loss.what };
        known.push(lostResult(current.guard, current.mutation, thrown));
        current = undefined;
      }
  } finally {
    stopListening();
    live?.('');
  }
}

/** Lists the guards; returns the exit code. */
export async function guardsCommand(options: GuardsCommand, terminal: Terminal): Promise<number> {
  const { seed = defaultSeed, seeds = 1, list, json } = options;
  await ensureRoot(rootIn(terminal.cwd));
  const { results, fault }: Measured =
    list === true ? { results: [] } : await measure(options, terminal);
  if (fault !== undefined) {
    terminal.message(`Nothing was measured, the store fails without a mutant: ${fault}\n`);
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
