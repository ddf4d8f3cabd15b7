// `touchstone course report`: writes a learner's way as a page, and says where it is.
import { join, relative } from 'node:path';
import { begunOf, courseHtml } from '../../course/report.js';
import { openOutput } from '../output.js';
import type { Terminal } from '../terminal.js';
import { courseExitCodes } from './exit-codes.js';
import type { Session } from './session.js';

/** Where the page stands unless another file is named, in the folder a learner works in. */
export const reportFile = 'report.html';

/** Writes the page and prints its path; where nothing is done yet, a sentence and no page. */
export async function reportCourse(
  session: Session,
  html: string | undefined,
  terminal: Terminal,
): Promise<number> {
  const { lessons, progress, voice, workspace } = session;
  const { words, command } = voice;
  if (begunOf(lessons, progress).length === 0) {
    terminal.result(`${words.report.nothing(command(''))}\n`);
    return courseExitCodes.notYet;
  }
  const shown = html ?? relative(terminal.cwd, join(workspace.root, reportFile));
  const write = await openOutput(terminal.cwd, shown, '--html');
  await write(courseHtml(lessons, progress, voice));
  terminal.result(`${words.open(shown)}\n`);
  return courseExitCodes.passed;
}
