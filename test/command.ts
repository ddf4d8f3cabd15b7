// The command line for tests: as a child process, or in this process, which says the same sooner.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createCrew } from '../src/cli/crew.js';
import { run } from '../src/cli/program.js';
import type { Terminal } from '../src/cli/terminal.js';
import { plain } from '../src/report/palette.js';
import { root } from './sources.js';

/** The built command. */
export const main = path.join(root, 'dist/src/cli/main.js');

export interface Ran {
  /** Null where a signal ended the process. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs the built command in a process of its own; no colours but those a test asks for. `setting` is
 * a command of the shell that goes before it, such as `ulimit -f 0`.
 */
export async function touchstone(
  args: readonly string[],
  cwd: string,
  more: Readonly<Record<string, string>> = {},
  setting?: string,
): Promise<Ran> {
  if (!existsSync(main)) throw new Error('dist/ is missing: npm run build first');
  const { FORCE_COLOR: _force, NO_COLOR: _no, ...inherited } = process.env;
  const env = { ...inherited, ...more };
  const whole = [process.execPath, main, ...args];
  const [command = '', ...rest] =
    setting === undefined ? whole : ['bash', '-c', `${setting}; "$@"`, 'bash', ...whole];
  const child = spawn(command, rest, { cwd, env });
  child.stdin.end();
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, out, err };
}

/** Threads of this process's commands: they end with it. */
const crew = createCrew();

/**
 * Runs a command in this process: the same, but for what only a process has. The thread of the
 * store is a thread of its own here too, and runs what was built.
 */
export async function inProcess(
  args: readonly string[],
  cwd: string,
  env: Terminal['env'] = process.env,
): Promise<Ran> {
  let [out, err] = ['', ''];
  const terminal: Terminal = {
    cwd,
    env,
    palette: plain,
    result: (text) => (out += text),
    message: (text) => (err += text),
    crew,
    onInterrupt: () => () => undefined,
  };
  const code = await run(args, terminal);
  return { code, out, err };
}
