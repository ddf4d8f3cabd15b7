// `touchstone demo [name]`: tells one of the stories, or lists them.
import { exitCodes } from '../engine/result.js';
import { padEnd } from '../report/width.js';
import { stories } from './demos/index.js';
import type { Terminal } from './terminal.js';
import { Usage } from './usage.js';

const columns = Math.max(...stories.map(({ name }) => name.length));

/** The list of stories, one a line, and how to see one. */
const list = (): string =>
  [
    ...stories.map(({ name, about }) => `  ${padEnd(name, columns)}  ${about}`),
    '',
    `See one with touchstone demo ${stories[0]?.name ?? ''}.`,
    '',
  ].join('\n');

/** Performs a story on a real store and prints what happens; returns the exit code. */
export async function demoCommand(name: string | undefined, terminal: Terminal): Promise<number> {
  if (name === undefined) {
    terminal.result(list());
    return exitCodes.conformant;
  }
  const story = stories.find((each) => each.name === name);
  if (story === undefined)
    throw new Usage(
      `There is no demo ${name}: choose from ${stories.map((each) => each.name).join(', ')}.`,
    );
  const { palette } = terminal;
  terminal.result(`${palette.strong(story.name)}  ${story.about}\n`);
  for await (const { title, lines } of story.tell())
    terminal.result(`\n${palette.strong(title)}\n${lines.map((line) => `  ${line}\n`).join('')}`);
  terminal.result('\nAll of it happened on a real SQLite store in memory; nothing was kept.\n');
  return exitCodes.conformant;
}
