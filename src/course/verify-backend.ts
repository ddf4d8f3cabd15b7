// Whether a lesson's backend has exactly the bugs its manifest names, and its solution none.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BackendCheck, type BrokenPromise, playBackend } from './backend.js';
import type { CheckOptions } from './check.js';
import { buggyText } from './edit.js';
import { backendFile, type Lesson, solutionFile } from './lesson.js';
import type { Bug } from './manifest.js';

export interface BackendVerifyOptions extends CheckOptions {
  /** Seeds with which the solution must hold and each bug must be noticed, from the lesson's own on. */
  readonly seeds: number;
  readonly onProgress?: (what: string) => void;
}

/** Calls of a counterexample a newcomer can still read. */
export const callsAtMost = 8;

/** Names in a row, or that there are none. */
export const names = (all: readonly string[]): string => all.join(', ') || 'none';

/** What a backend came to, in a few words. */
function words(check: BackendCheck): string {
  if (check.status === 'missing') return 'missing';
  if (check.status === 'unusable') return `unusable (${check.trouble}): ${check.reason}`;
  const { conformant, failing, untested } = check;
  if (conformant) return 'conformant';
  return `failing ${names(failing.map(({ property }) => property))}, untested ${names(untested)}`;
}

/** Calls that are more than a newcomer can read. */
const lengthFaults = (failing: readonly BrokenPromise[]): readonly string[] =>
  failing
    .filter(({ calls }) => calls > callsAtMost)
    .map(({ property, calls }) => `${calls} calls to show ${property}, ${callsAtMost} at most`);

/** Whether these properties fail, and what a learner is shown is one of them; a mistake may break more. */
function shippedFaults(check: BackendCheck, wanted: readonly string[]): readonly string[] {
  if (check.status !== 'played') return [words(check)];
  const found = check.failing.map(({ property }) => property);
  const isWanted = wanted.every((id) => found.includes(id)) && wanted.includes(found[0] ?? '');
  return [
    ...(isWanted ? [] : [`failing ${names(found)} instead of ${names(wanted)}`]),
    ...lengthFaults(check.failing),
  ];
}

/**
 * Whether its own property notices a bug; another one may be broken by it, too. With the seed of the
 * lesson it must be the one that a learner is shown.
 */
function aloneFaults(check: BackendCheck, { caughtBy }: Bug, isShown: boolean): readonly string[] {
  if (check.status !== 'played') return [words(check)];
  const own = check.failing.filter(({ property }) => property === caughtBy);
  const isCaught = isShown ? check.failing[0]?.property === caughtBy : own.length > 0;
  return [...(isCaught ? [] : [`${words(check)} instead of ${caughtBy}`]), ...lengthFaults(own)];
}

/** What is wrong with the backend of a lesson, its bugs and its solution. */
export async function backendFaults(
  lesson: Lesson,
  bugs: readonly Bug[],
  { seeds, onProgress, ...options }: BackendVerifyOptions,
): Promise<readonly string[]> {
  const path = join(lesson.folder, solutionFile);
  const solution = await readFile(path, 'utf8');
  const shipped = await readFile(join(lesson.folder, backendFile), 'utf8');
  const faults: string[] = [];
  if (buggyText(solution, bugs, solutionFile) !== shipped)
    faults.push(`${backendFile} is not ${solutionFile} with every bug in it`);
  onProgress?.(backendFile);
  const first = await playBackend(lesson, path, shipped, options);
  const found = shippedFaults(first, lesson.properties);
  faults.push(...found.map((fault) => `${backendFile}: ${fault}`));
  for (let at = 0; at < seeds; at += 1) {
    const seed = lesson.seed + at;
    onProgress?.(`${solutionFile} ${seed}`);
    const repaired = await playBackend(lesson, path, solution, { ...options, seed });
    if (repaired.status !== 'played' || !repaired.conformant)
      faults.push(`${solutionFile}: ${words(repaired)} with seed ${seed}`);
    for (const bug of bugs) {
      onProgress?.(`${bug.id} ${seed}`);
      const text = buggyText(solution, [bug], solutionFile);
      const alone = await playBackend(lesson, path, text, { ...options, seed, toTheEnd: false });
      for (const fault of aloneFaults(alone, bug, at === 0))
        faults.push(`bug ${bug.id}: ${fault} with seed ${seed}`);
    }
  }
  return faults;
}
