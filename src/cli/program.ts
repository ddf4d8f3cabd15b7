// The commands and their options, as commander reads them; each action returns an exit code.
import { createRequire } from 'node:module';
import { Command, CommanderError } from 'commander';
import { exitCodes } from '../engine/result.js';
import type { CheckCommand } from './check.js';
import { courseExitCodes } from './course/exit-codes.js';
import type { GuardsCommand } from './guards.js';
import type { MutantsCommand } from './mutants.js';
import {
  readDeadline,
  readKinds,
  readProperties,
  readRuns,
  readSeconds,
  readSeed,
  readSeeds,
  readShard,
} from './options.js';
import type { ReplayCommand } from './replay.js';
import type { Terminal } from './terminal.js';
import { codeOf, pathTrouble, Usage } from './usage.js';

interface Manifest {
  readonly version: string;
}

/** The version of this package, from its manifest. */
function version(): string {
  const manifest: Manifest = createRequire(import.meta.url)('touchstone/package.json');
  return manifest.version;
}

const examples = (...lines: readonly (readonly [command: string, what: string])[]): string => {
  const columns = Math.max(...lines.map(([command]) => command.length));
  const rows = lines.map(([command, what]) => `  ${command.padEnd(columns)}   ${what}`);
  return `Examples:\n${rows.join('\n')}\n`;
};

const exitHelp = `
Exit codes: 0 conformant, 1 counterexample, 2 usage or the store does not load,
3 partial or inconclusive, 4 the harness broke.`;

const storeHelp = 'sqlite, model, or the path or package of a module that exports a store';

/** What commander says, as one sentence that says what to do. */
function sentenceOf({ message }: CommanderError, command: string): string {
  const [what = '', hint] = message
    .replace(/^error: /u, '')
    .replace(/\.$/u, '')
    .split('\n');
  const guess = /\((Did you mean .*)\?\)/u.exec(hint ?? '')?.[1];
  const aside = guess === undefined ? '' : ` (${guess.replace(/^D/u, 'd')})`;
  const sentence = `${what.charAt(0).toUpperCase()}${what.slice(1)}${aside}`;
  return `${sentence}: see ${command} --help.`;
}

/** The commands; `finish` is told the exit code of the one that ran. */
function commandsOf(terminal: Terminal, finish: (code: number) => void): Command {
  const program = new Command('touchstone')
    .description('Checks agent memory stores against a reference model.')
    .version(version(), '-V, --version', 'print the version')
    .addHelpText(
      'before',
      examples(
        ['touchstone check sqlite', 'check the SQLite store'],
        ['touchstone check ./my-store.mjs', 'check a store of your own'],
        ['touchstone demo correction', 'see a store at work'],
      ),
    );
  program
    .command('check')
    .description('Check a store: sequences of calls on store and model, compared call by call.')
    .argument('<store>', storeHelp)
    .option('--runs <n>', 'sequences to run', readRuns)
    .option('--seconds <s>', 'end after so many seconds', readSeconds)
    .option('--seed <n>', 'the same seed gives the same sequences, random a fresh one', readSeed)
    .option('--properties <ids>', 'check these properties only, e.g. cas,expiry', readProperties)
    .option('--deadline <s>', 'seconds a call may take, 10 by default', readDeadline)
    .option('--json', 'print the report as JSON')
    .option('--junit <file>', 'write the report as JUnit XML too, for CI')
    .option('--baseline <file>', 'fail only on what is not among these known failures')
    .option('--write-baseline <file>', 'write the failures of this check as a baseline')
    .option('--html <file>', 'write the report as a page too, to look at in a browser')
    .addHelpText(
      'before',
      examples(
        ['touchstone check sqlite', 'check the SQLite store'],
        ['touchstone check ./my-store.mjs --seconds 30', 'check your own for half a minute'],
        ['touchstone check sqlite --seed random --json', 'fresh sequences, a report for programs'],
        ['touchstone check sqlite --properties cas,expiry', 'two properties only'],
        ['touchstone check sqlite --html report.html', 'a page to look at and to pass on'],
        ['touchstone check ./my-store.mjs --junit junit.xml', 'a test case for each property'],
        ['touchstone check ./my-store.mjs --write-baseline known.json', 'note what fails now'],
        ['touchstone check ./my-store.mjs --baseline known.json', 'and fail on anything else'],
      ),
    )
    .addHelpText('after', exitHelp)
    .action(async (spec: string, options: CheckCommand) => {
      const { checkCommand } = await import('./check.js');
      finish(await checkCommand(spec, options, terminal));
    });
  program
    .command('replay')
    .description('Make the calls of a replay file again.')
    .argument('<file>', 'a file that a failing check has written')
    .option('--store <store>', `${storeHelp}; the one the file names by default`)
    .option('--deadline <s>', 'seconds a call may take, 10 by default', readDeadline)
    .option('--json', 'print the calls and outcomes as JSON')
    .addHelpText(
      'before',
      examples(
        ['touchstone replay .touchstone/cas-7f3a91c2.json', 'is the failure still there?'],
        ['touchstone replay cas.json --store ./my-store.mjs', 'and on this store?'],
      ),
    )
    .addHelpText('after', '\nExit codes: 0 the calls pass, 1 they fail, 2 usage, 4 harness broke.')
    .action(async (file: string, options: ReplayCommand) => {
      const { replayCommand } = await import('./replay.js');
      finish(await replayCommand(file, options, terminal));
    });
  program
    .command('mutants')
    .description('Break a store in many ways, one at a time, and say what nothing notices.')
    .argument('<store>', storeHelp)
    .option('--kind <kinds>', 'curated, sql, typescript; all by default', readKinds)
    .option('--guard <id>', 'mutants of one guard only; touchstone guards lists them')
    .option('--shard <k/n>', 'one part of n, so that machines can share the work', readShard)
    .option('--in-diff <file>', 'mutants in the changed lines of a git diff only')
    .option('--seed <n>', 'the same seed gives the same sequences, random a fresh one', readSeed)
    .option('--runs <n>', 'sequences on files for what 30 in memory do not kill, 300', readRuns)
    .option('--deadline <s>', 'seconds a call may take, 3 by default', readDeadline)
    .option('--equivalents <file>', 'reviewed mutants that nothing can tell apart, as JSON')
    .option('--json', 'print the report as JSON')
    .option('--verbose', 'tell of every mutant, with its counterexample')
    .option('--html <file>', 'write the report as a page to look at')
    .option('--schema <file>', 'write it in the schema of mutation testing reports')
    .option('--summary <file>', 'write a summary as Markdown, for CI')
    .addHelpText(
      'before',
      examples(
        ['touchstone mutants sqlite', 'every mutant of the SQLite store'],
        ['touchstone mutants ./my-store.mjs --kind sql', 'the SQL of your own store'],
        ['touchstone mutants sqlite --guard cas-on-update', 'the mutants of one guard'],
        ['touchstone mutants sqlite --in-diff change.diff', 'what a change touches'],
        ['touchstone mutants sqlite --shard 1/4 --html part.html', 'a quarter, and its page'],
      ),
    )
    .addHelpText(
      'after',
      `
Exit codes: 0 all are killed, 1 some are not, 2 usage or the store does not load,
3 some got no answer in time, 4 the store fails without a mutant.`,
    )
    .action(async (spec: string, options: MutantsCommand) => {
      const { mutantsCommand } = await import('./mutants.js');
      finish(await mutantsCommand(spec, options, terminal));
    });
  program
    .command('guards')
    .description('List the guards of the SQLite store and the services, and see each of them go.')
    .option('--list', 'only list them')
    .option('--seeds <n>', 'try each guard with so many seeds, 1 by default', readSeeds)
    .option('--seed <n>', 'the first seed', readSeed)
    .option('--deadline <s>', 'seconds a call may take, 3 by default', readDeadline)
    .option('--json', 'print them as JSON')
    .addHelpText(
      'before',
      examples(
        ['touchstone guards --list', 'what is guarded, and where'],
        ['touchstone guards', 'break each guard, and count the sequences that notice'],
        ['touchstone guards --seeds 10 --json', 'the same with ten seeds, for programs'],
      ),
    )
    .addHelpText(
      'after',
      `
Exit codes: 0 each guard is killed by its own property, 1 one is not, 2 usage,
4 the store fails without a mutant.`,
    )
    .action(async (options: GuardsCommand) => {
      const { guardsCommand } = await import('./guards.js');
      finish(await guardsCommand(options, terminal));
    });
  program
    .command('demo')
    .description('Watch a store at work, in a short story.')
    .argument('[name]', 'which story; without it they are listed')
    .addHelpText(
      'before',
      examples(['touchstone demo', 'list the stories'], ['touchstone demo correction', 'tell one']),
    )
    .action(async (name: string | undefined) => {
      const { demoCommand } = await import('./demo.js');
      finish(await demoCommand(name, terminal));
    });
  return program;
}

/** How a command is called, e.g. `touchstone course check`. */
const nameOf = (command: Command): string =>
  command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;

/** A command, and the commands it has itself. */
const withOwn = (command: Command): readonly Command[] => [
  command,
  ...command.commands.flatMap(withOwn),
];

/** The course brings commands of its own, which are loaded where it is asked for. */
async function courseOf(
  argv: readonly string[],
  terminal: Terminal,
  finish: (code: number) => void,
): Promise<Command> {
  const course = new Command('course').description(
    'Break the guards of a real store, lesson by lesson, and watch them die.',
  );
  if (argv[0] !== 'course') return course;
  const { addCourse } = await import('./course/command.js');
  return addCourse(course, terminal, finish);
}

/** Runs a command line, e.g. `['check', 'sqlite']`; returns the exit code. */
export async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  let code: number | undefined;
  const finish = (given: number): void => void (code = given);
  const program = commandsOf(terminal, finish);
  program.addCommand(await courseOf(argv, terminal, finish));
  const usage = argv[0] === 'course' ? courseExitCodes.usage : exitCodes.usage;
  let named = 'touchstone';
  for (const each of withOwn(program))
    each
      .exitOverride()
      .showSuggestionAfterError()
      .configureOutput({
        writeOut: (text) => terminal.result(text),
        writeErr: (text) => terminal.message(text),
        outputError: () => {
          named = nameOf(each);
        },
      });
  try {
    await program.parseAsync(argv, { from: 'user' });
  } catch (thrown) {
    if (thrown instanceof Usage) terminal.message(`${thrown.message}\n`);
    else if (!(thrown instanceof CommanderError)) {
      if (argv[0] !== 'course') throw thrown;
      terminal.message(`${troubleOf(thrown)}\n`);
      return courseExitCodes.internal;
    } else if (thrown.exitCode === 0) return exitCodes.conformant;
    else if (thrown.code !== 'commander.help') terminal.message(`${sentenceOf(thrown, named)}\n`);
    return usage;
  }
  return code ?? usage;
}

/** What broke in the course itself, for somebody who can only try again or report it. */
function troubleOf(thrown: unknown): string {
  if (codeOf(thrown) !== undefined)
    return `Nothing could be written or read (${pathTrouble(thrown)}). Your files are as they were: mend that and try again.`;
  const stack = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  return `The course itself broke. What you have written is kept; please report this.\n${stack}`;
}
