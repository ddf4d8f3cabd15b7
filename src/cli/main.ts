#!/usr/bin/env node
// The command `touchstone`: runs it and turns whatever happens into an exit code.
import { exitCodes } from '../engine/result.js';
import { run } from './program.js';
import { processTerminal } from './terminal.js';
import { codeOf } from './usage.js';

let finished = false;

function finish(code: number): void {
  finished = true;
  // What was printed is flushed first; a store that keeps the process alive is not waited for.
  process.stdout.write('', () => process.exit(code));
}

function broken(thrown: unknown): void {
  const stack = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  process.stderr.write(`The harness broke, so nothing is said about the store.\n${stack}\n`);
  finish(exitCodes.error);
}

// Somebody who closes the pipe early, as `head` does, has seen enough; the exit code stays.
process.stdout.on('error', (error) => {
  if (codeOf(error) !== 'EPIPE') broken(error);
});
process.on('uncaughtException', broken);
process.on('unhandledRejection', broken);
process.on('exit', () => {
  if (finished) return;
  process.stderr.write('A call never came to an end, so nothing is said about the store.\n');
  process.exitCode = exitCodes.error;
});

run(process.argv.slice(2), processTerminal()).then(finish, broken);
