// What the main thread gives to the thread that plays with the store, and what it is told by it.
import type { Json } from '../contract/escape.js';
import type { Reviewed } from '../engine/kills/hunt-mutants.js';
import type { MutantKind, Mutation } from '../engine/kills/result.js';
import type { Known } from '../engine/lost.js';
import type { PastFailure } from '../engine/past.js';
import type { ReplayFile } from '../engine/replay.js';
import type { Progress } from '../engine/result.js';
import type { Diff } from './diff.js';
import type { Shard } from './options.js';

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

export interface MutantsAssignment extends Common {
  readonly task: 'mutants';
  readonly seed: number;
  /** Sequences on files for what survives those in memory. */
  readonly runs?: number;
  readonly kinds?: readonly MutantKind[];
  readonly guard?: string;
  readonly shard?: Shard;
  /** The changed lines, by file. */
  readonly diff?: Diff;
  readonly reviewed: readonly Reviewed[];
  /** What earlier threads found, in the escaped form. */
  readonly known: readonly Json[];
}

export interface GuardsAssignment extends Common {
  readonly task: 'guards';
  readonly seed: number;
  readonly seeds: number;
  /** What earlier threads found, in the escaped form. */
  readonly known: readonly Json[];
}

export interface CourseAssignment extends Common {
  readonly task: 'course';
  /** The lesson's folder, and the folder the learner works in. */
  readonly lessons: string;
  readonly work: string;
  readonly lesson: string;
  readonly what:
    /** `late` grades the property too where the store is whole, `everything` whatever it is. */
    | { readonly kind: 'check'; readonly depth: 'sources' | 'late' | 'everything' }
    | { readonly kind: 'weakened'; readonly id: string }
    | { readonly kind: 'mutants' }
    | { readonly kind: 'verify'; readonly seeds: number };
}

export type Assignment =
  CheckAssignment | ReplayAssignment | MutantsAssignment | GuardsAssignment | CourseAssignment;

export type Message =
  | { readonly tell: 'opened'; readonly known: Pick<Known, 'store' | 'offer' | 'durableProposals'> }
  | { readonly tell: 'progress'; readonly progress: Progress }
  | {
      readonly tell: 'hunting';
      readonly mutation: Mutation;
      readonly ordinal: number;
      readonly of: number;
    }
  | {
      readonly tell: 'guard';
      readonly guard: string;
      readonly ordinal: number;
      readonly of: number;
    }
  /** What became of a guard, in the escaped form. */
  | { readonly tell: 'measured'; readonly result: Json }
  /** What became of a mutant, in the escaped form. */
  | { readonly tell: 'kill'; readonly kill: Json }
  /** What a course is at. */
  | { readonly tell: 'at'; readonly what: string }
  /** The user can put it right: exit code 2. */
  | { readonly tell: 'usage'; readonly sentence: string; readonly isFree: boolean }
  /** The harness broke: exit code 4. */
  | { readonly tell: 'broken'; readonly stack: string }
  /**
   * The result, in the escaped form: it may hold what no message can carry. A thread that is free can
   * be given another task.
   */
  | { readonly tell: 'done'; readonly result: Json; readonly isFree: boolean };
