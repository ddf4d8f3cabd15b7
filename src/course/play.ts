// Plays a store whose sources a learner has changed, until a property notices.
import { messageOf } from '../engine/fault.js';
import { inTime } from '../engine/deadline.js';
import { createPlayer, type Player } from '../engine/kills/player.js';
import type { Pulse } from '../engine/pulse.js';
import type { Counterexample } from '../engine/result.js';
import { courseSuite, type House, loadHouse, loadingDeadline } from './house.js';
import type { Manifest } from './manifest.js';

/** What becomes of a changed store. */
export type Played =
  | { readonly status: 'conformant'; readonly sequences: number }
  | {
      readonly status: 'fails';
      /** One of the lesson's, where one of them fails; else the first that does. */
      readonly property: string;
      /** The sequence that showed it, counted from 1. */
      readonly sequence: number;
      /** Absent where the store does not even open. */
      readonly counterexample?: Counterexample;
      readonly reason?: string;
    }
  /** The changed sources cannot be loaded. */
  | { readonly status: 'unloadable'; readonly reason: string };

export interface PlayOptions {
  /** A folder for files of the store. */
  readonly root: string;
  readonly seed?: number;
  readonly pulse?: Pulse | undefined;
  readonly deadline?: number | undefined;
  /** False where only the verdict is wanted. */
  readonly counterexample?: boolean;
}

type Part = Pick<Manifest, 'properties' | 'seed' | 'runs' | 'medium'>;

/** The first failure, or that of one of the lesson's properties where one comes within the budget. */
async function firstFailure(player: Player, lesson: Part, seed: number) {
  const round = { medium: lesson.medium, runs: lesson.runs };
  const first = await player.play(round, seed);
  if (first.status !== 'failed' || lesson.properties.includes(first.by)) return first;
  for (const property of lesson.properties) {
    const own = await player.play(round, seed, { property });
    if (own.status === 'failed') return own;
  }
  return first;
}

/** Plays the lesson's sequences on a store with these sources; the same seed gives the same answer. */
export async function playSources(
  house: House,
  lesson: Part,
  texts: ReadonlyMap<string, string>,
  { root, seed = lesson.seed, pulse, deadline, counterexample = true }: PlayOptions,
): Promise<Played> {
  let troupe: Awaited<ReturnType<typeof loadHouse>>;
  try {
    troupe = await inTime(loadHouse(house, texts), loadingDeadline);
  } catch (thrown) {
    return { status: 'unloadable', reason: messageOf(thrown) };
  }
  const player = createPlayer(troupe, { root, suite: courseSuite, pulse, deadline });
  try {
    pulse?.enter('sequences', 0);
    const found = await firstFailure(player, lesson, seed);
    if (found.status === 'error') throw new Error(found.reason);
    if (found.status === 'passed') return { status: 'conformant', sequences: found.sequences };
    pulse?.enter('shrinking', found.sequences);
    const round = { medium: lesson.medium, runs: lesson.runs };
    const small = counterexample ? await player.explain(round, found) : undefined;
    return {
      status: 'fails',
      property: found.by,
      sequence: found.sequences,
      ...(small === undefined ? {} : { counterexample: small }),
      ...(found.reason === undefined ? {} : { reason: found.reason }),
    };
  } finally {
    await player.close();
  }
}
