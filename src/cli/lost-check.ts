// A check whose thread was lost: the report of what is known, with the call it was lost in made small.
import { createSuite } from '../../properties/suite.js';
import { type Known, type Loss, lostReport, withSteps } from '../engine/lost.js';
import { replayFile } from '../engine/replay.js';
import type { CheckReport, Counterexample, ReportedStep } from '../engine/result.js';
import { inThread, Lost, type Task } from './watch.js';
import type { ReplayAssignment } from './assignment.js';
import type { ReplayResult } from './replay-task.js';

/** Threads that are started to make a failure small. */
const attempts = 16;

/** Milliseconds a call may take there: a failure waits for its deadline each time. */
const shortDeadline = 1000;

type Common = Pick<Task<ReplayAssignment>, 'spec' | 'cwd' | 'deadline'>;

/** Whether the same calls end a thread in the same way, at the last of them. */
async function losesAgain(
  common: Common,
  known: Known,
  counterexample: Counterexample,
  how: Loss['how'],
): Promise<boolean> {
  const file = replayFile(known.store, known.seed, counterexample);
  const deadline = Math.min(common.deadline, shortDeadline);
  try {
    const task = { ...common, task: 'replay', file, deadline } as const;
    const { property, steps } = await inThread<ReplayResult>(task, { hurried: true });
    return property === counterexample.property && steps.length === counterexample.steps.length;
  } catch (thrown) {
    if (!(thrown instanceof Lost)) return false;
    const { loss } = thrown;
    return loss.how === how && loss.reading.call === counterexample.steps.length;
  }
}

const isWrite = ({ call }: ReportedStep): boolean =>
  !['search', 'inspect', 'context', 'read', 'records'].includes(call.operation.do);

/** One call of every operation, its last: what escapes may come from any of them. */
const lastOfEach = (steps: readonly ReportedStep[]): readonly ReportedStep[] => [
  ...new Map(steps.map((each) => [each.call.operation.do, each])).values(),
];

/** The steps without which the thread is not lost, as far as a few attempts can tell. */
async function smallest(
  found: Counterexample,
  how: Loss['how'],
  fails: (steps: readonly ReportedStep[]) => Promise<boolean>,
): Promise<Counterexample> {
  const last = found.steps.slice(-1);
  const accepted = found.steps.filter(
    (each, at) => isWrite(each) && 'ok' in each.expected && at < found.steps.length - 1,
  );
  let left = attempts;
  const attempt = async (steps: readonly ReportedStep[]): Promise<boolean> => {
    if (left <= 0) return false;
    left -= 1;
    return fails(steps);
  };
  const ladder = [found.steps.length];
  let steps: readonly ReportedStep[] | undefined;
  const guesses = how === 'crashed' ? [lastOfEach(found.steps)] : [];
  for (const guess of [last, ...guesses, [...accepted, ...last], found.steps])
    if (steps === undefined && (await attempt(guess))) steps = guess;
  if (steps === undefined) return found;
  if (steps.length < found.steps.length) ladder.push(steps.length);
  for (let size = steps.length >> 1; size >= 1; size >>= 1)
    // An error that escapes does so after the call that set it off: then the last one may go too.
    for (let at = steps.length - (how === 'crashed' ? 0 : 1) - size; at >= 0; at -= size) {
      const fewer: readonly ReportedStep[] = steps.filter(
        (_, index) => index < at || index >= at + size,
      );
      if (!(await attempt(fewer))) continue;
      steps = fewer;
      ladder.push(fewer.length);
    }
  return { ...withSteps(found, steps), ladder, reproduced: true };
}

/** The report of a lost check. */
export async function reportLost(common: Common, known: Known, loss: Loss): Promise<CheckReport> {
  const report = lostReport(createSuite(), known, loss);
  const properties = await Promise.all(
    report.properties.map(async (property) => {
      const { counterexample } = property;
      if (counterexample === undefined) return property;
      const fails = (steps: readonly ReportedStep[]): Promise<boolean> =>
        losesAgain(common, known, withSteps(counterexample, steps), loss.how);
      return { ...property, counterexample: await smallest(counterexample, loss.how, fails) };
    }),
  );
  return { ...report, properties };
}
