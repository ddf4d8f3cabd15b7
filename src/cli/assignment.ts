// What the main thread gives to the thread that plays with the store, and what it is told by it.
import type { Json } from '../contract/escape.js';
import type { Known } from '../engine/lost.js';
import type { PastFailure } from '../engine/past.js';
import type { ReplayFile } from '../engine/replay.js';
import type { Progress } from '../engine/result.js';

interface Common {
  /** The store as it was named on the command line. */
  readonly spec: string;
  /** The folder the command was started in. */
  readonly cwd: string;
  /** A folder of this thread's own. */
  readonly root: string;
  /** Milliseconds a call may take. */
  readonly deadline: number;
  /** The memory of the pulse. */
  readonly cells: Int32Array;
}

export interface CheckAssignment extends Common {
  readonly task: 'check';
  readonly seed: number;
  readonly runs?: number;
  readonly seconds?: number;
  readonly properties?: readonly string[];
  readonly sensitivity?: boolean;
  readonly past?: readonly PastFailure[];
  readonly toTheEnd?: boolean;
  /** The baseline's file as the user named it, and the store it was written for. */
  readonly baselineOf?: { readonly file: string; readonly store: string };
}

export interface ReplayAssignment extends Common {
  readonly task: 'replay';
  readonly file: ReplayFile;
}

export type Assignment = CheckAssignment | ReplayAssignment;

export type Message =
  | { readonly tell: 'opened'; readonly known: Pick<Known, 'store' | 'offer' | 'durableProposals'> }
  | { readonly tell: 'progress'; readonly progress: Progress }
  /** The user can put it right: exit code 2. */
  | { readonly tell: 'usage'; readonly sentence: string }
  /** The harness broke: exit code 4. */
  | { readonly tell: 'broken'; readonly stack: string }
  /** The result, in the escaped form: it may hold what no message can carry. */
  | { readonly tell: 'done'; readonly result: Json };
