// `touchstone course verify`: every lesson tests itself, one after the other.
import type { Terminal } from '../terminal.js';
import { readSeeds } from '../options.js';
import { courseExitCodes } from './exit-codes.js';
import type { Session } from './session.js';

/** Seconds of work a lesson may take for each seed, whatever else the machine does. */
const ceiling = 40;

/** Prints a line for each lesson, and what is wrong with it. */
export async function verifyCourse(
  session: Session,
  ids: readonly string[],
  seeds: string,
  terminal: Terminal,
): Promise<number> {
  const count = readSeeds(seeds);
  const { palette } = terminal;
  const wanted = ids.length === 0 ? session.lessons : ids.map((id) => session.lessonOf(id));
  let amiss = 0;
  for (const lesson of wanted) {
    const start = process.cpuUsage();
    const faults = [...(await session.verify(lesson, count, (at) => terminal.live?.(at)))];
    const { user, system } = process.cpuUsage(start);
    const seconds = (user + system) / 1e6;
    if (seconds > ceiling * count)
      faults.push(`it took ${Math.round(seconds)} s, ${ceiling * count} at most`);
    terminal.live?.('');
    if (faults.length === 0) terminal.result(`${palette.good('✓')} ${lesson.id}\n`);
    else
      terminal.result(
        [`${palette.bad('✗')} ${lesson.id}`, ...faults.map((each) => `    ${each}`), ''].join('\n'),
      );
    amiss += Math.min(1, faults.length);
  }
  const good = wanted.length - amiss;
  const words = count === 1 ? '1 seed' : `${count} seeds`;
  terminal.result(`${good} of ${wanted.length} lessons keep their promises with ${words}.\n`);
  return amiss === 0 ? courseExitCodes.passed : courseExitCodes.notYet;
}
