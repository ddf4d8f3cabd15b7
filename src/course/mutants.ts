// The mutants of a lesson's guards, killed one after another.
import { huntMutants } from '../engine/kills/hunt-mutants.js';
import type { Kill } from '../engine/kills/result.js';
import type { Register } from '../engine/kills/register.js';
import type { Target } from '../engine/kills/target.js';
import type { CheckOptions } from './check.js';
import { courseSuite } from './house.js';
import type { Lesson } from './lesson.js';

/** Hunts them in the store as it is, not in the learner's copy; `onKill` is told of each at once. */
export async function huntLessonMutants(
  target: Target,
  register: Register,
  lesson: Lesson,
  { root, pulse, deadline }: CheckOptions,
  onKill: (kill: Kill) => void,
): Promise<readonly Kill[]> {
  const { guards, files, seed, runs, medium } = lesson;
  const kinds = (['sql', 'typescript'] as const).filter((kind) =>
    guards.some((id) => register.kindOf(id) === kind),
  );
  const { code } = target;
  const isOf = (file: string): boolean => files.includes(file);
  const report = await huntMutants(
    // Without its services being constructed: a learner is to see sequences at work.
    {
      ...target,
      ...(code === undefined ? {} : { code: { ...code, mutate: isOf, hasServices: false } }),
    },
    {
      root,
      suite: courseSuite,
      seed,
      deadline,
      pulse,
      register,
      kinds,
      rounds: [{ medium, runs }],
      lastRound: { medium: 'file', runs: 300 },
      counterexamples: false,
      isWanted: (_mutation, _ordinal, broken) => broken.some((id) => guards.includes(id)),
      onStart: (_mutation, ordinal) => pulse?.enter('mutants', ordinal + 1),
      onKill,
    },
  );
  if (report.baseline !== undefined) throw new Error(report.baseline);
  return report.kills;
}
