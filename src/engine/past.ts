// Past failures: what earlier checks of a store wrote down is tried first, before any new sequence.
import { unescape } from '../contract/escape.js';
import { type Policy, readPolicy } from '../contract/policy.js';
import type { Run } from './drive.js';
import { endedOverdue } from './drive.js';
import { singleWinner } from './race.js';
import { type ReplayFile, replay } from './replay.js';
import type { PropertyVerdict } from './result.js';
import type { Blame } from './shrink.js';
import type { Stage } from './stage.js';

/** A replay file of an earlier check. */
export interface PastFailure {
  /** The file's name. */
  readonly name: string;
  readonly file: ReplayFile;
}

/** What a past failure came to this time. */
export interface PastResult {
  readonly name: string;
  /** The property the file was written for. */
  readonly property: string;
  /** `passes`: the store answers these calls as the model does by now. */
  readonly outcome: 'fails' | 'passes' | 'not-tried';
  /** The property the calls are blamed on now, where they fail. */
  readonly now?: string;
  /** Why it was not tried. */
  readonly reason?: string;
}

export interface PastOptions {
  readonly blame: Blame;
  /** The one policy the store has, if it cannot take another. */
  readonly policy: Policy | undefined;
  readonly isSelected: (property: string) => boolean;
  readonly isOver: () => boolean;
  /** Told before each one, counted from 1. */
  readonly onTry: (number: number) => void;
  /** Told of each run that fails again. */
  readonly onFailure: (run: Run) => Promise<void>;
}

const isSamePolicy = (own: Policy, file: ReplayFile): boolean =>
  JSON.stringify(own) === JSON.stringify(readPolicy(unescape(file.setup.policy)));

/** Why these calls cannot be made on this store now, or undefined. */
function obstacle(stage: Stage, { file }: PastFailure, options: PastOptions): string | undefined {
  const { policy, isSelected, isOver } = options;
  if (!isSelected(file.property)) return 'its property was not selected';
  const absent = file.calls.find(({ operation }) => !stage.offer.operations.has(operation.do));
  if (absent !== undefined) return `the store does not offer ${absent.operation.do}`;
  if (policy !== undefined && !isSamePolicy(policy, file)) return 'it needs another policy';
  return isOver() ? 'the check ended before' : undefined;
}

/**
 * Makes the calls of each file on the store, in the given order. A failure that only threads show is
 * left to the race of the check: see `withRace`. Ends early where a call is not answered.
 */
export async function tryPast(
  stage: Stage,
  list: readonly PastFailure[],
  options: PastOptions,
): Promise<{ readonly results: readonly PastResult[]; readonly isStuck: boolean }> {
  const results: PastResult[] = [];
  let isStuck = false;
  for (const [at, past] of list.entries()) {
    const { name, file } = past;
    const { property } = file;
    const about = { name, property };
    const isRace = property === singleWinner.id;
    const reason = isStuck
      ? 'the store answered nothing any more'
      : isRace
        ? 'the threads did not race'
        : obstacle(stage, past, options);
    if (reason !== undefined) {
      results.push({ ...about, outcome: 'not-tried', reason });
      continue;
    }
    options.onTry(at + 1);
    const { run, property: now } = await replay(stage, file, options.blame);
    if (now === undefined) results.push({ ...about, outcome: 'passes' });
    else if (options.isSelected(now)) {
      results.push({ ...about, outcome: 'fails', now });
      await options.onFailure(run);
    } else {
      const other = `it fails on ${now} now, which was not selected`;
      results.push({ ...about, outcome: 'not-tried', reason: other });
    }
    isStuck = endedOverdue(run);
  }
  return { results, isStuck };
}

/** The results with those that only the race of this check can decide. */
export const withRace = (
  results: readonly PastResult[],
  raced: PropertyVerdict,
): readonly PastResult[] =>
  results.map((each): PastResult => {
    const { name, property } = each;
    if (property !== singleWinner.id) return each;
    if (raced === 'fails') return { name, property, outcome: 'fails', now: property };
    return raced === 'holds' ? { name, property, outcome: 'passes' } : each;
  });
