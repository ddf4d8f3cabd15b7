// What a hunt for mutants comes to, as data: one kill for each mutant, whatever its kind.
import type { Counterexample } from '../result.js';

/** Where a mutant comes from: a decorator, the SQL text, or the source of a module. */
export type MutantKind = 'curated' | 'sql' | 'typescript';

/** In the order in which they are hunted: what most people look for first. */
export const mutantKinds: readonly MutantKind[] = ['curated', 'sql', 'typescript'];

/** A place in a source file; lines and columns count from 1, the end is exclusive. */
export interface SourcePlace {
  /** From the folder of the project, with slashes. */
  readonly file: string;
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
}

/** A text of a program as it stands in a `Mutation`. */
export const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** A mutant of any kind, as a report shows it. */
export interface Mutation {
  /** Unique over all kinds, and the same in every run: `sql:…`, `typescript:…`, `curated:…`. */
  readonly id: string;
  readonly kind: MutantKind;
  readonly operator: string;
  /** What it does, in one sentence. */
  readonly sentence: string;
  readonly original: string;
  readonly replacement: string;
  /** Absent where the text was put together at run time. */
  readonly place?: SourcePlace;
  /** The unbroken SQL statement. */
  readonly statement?: string;
}

/**
 * `not-covered`: no sequence came by. `repeated`: it survives because another guard decides the
 * same, which was shown by breaking that one as well. `equivalent`: nothing can tell it apart, by
 * proof or by a reviewed entry. `timeout`: no answer came in time, which is no kill. `error`: the
 * harness broke with it.
 */
export type KillStatus =
  | 'killed'
  | 'survived'
  | 'not-covered'
  | 'repeated'
  | 'equivalent'
  | 'timeout'
  | 'compile-error'
  | 'error';

/** The store cannot be opened, emptied or closed with the mutant: no property is needed for that. */
export const opening = 'opening';

/** What became of a mutant. */
export interface Kill {
  readonly mutation: Mutation;
  readonly status: KillStatus;
  /** The property that killed it, or `opening`. */
  readonly by?: string;
  /** Played until it was killed, the killing one included; all of them where it was not. */
  readonly sequences: number;
  /** How many of them belong to rounds before the one that killed it; absent for none. */
  readonly before?: number;
  /** The seed of the round that killed it. */
  readonly seed?: number;
  /** The smallest failing sequence found. */
  readonly counterexample?: Counterexample;
  /** Why it is repeated, equivalent, not compiled or in error. */
  readonly reason?: string;
  /** Ids of the guards it breaks. */
  readonly guards: readonly string[];
}

/** How many mutants of a kind came to what, and the share of killed ones among those that count. */
export interface Score {
  readonly killed: number;
  /** Survived, not covered, repeated or in error. */
  readonly alive: number;
  readonly timeouts: number;
  /** Equivalent or not compiled: they say nothing. */
  readonly ignored: number;
  /** 0 to 1; undefined where no mutant counts. */
  readonly share: number | undefined;
}

export interface KillReport {
  readonly store: { readonly name: string; readonly version?: string };
  readonly seed: number;
  /** Why nothing was hunted: the store fails without a mutant. */
  readonly baseline?: string;
  readonly kills: readonly Kill[];
  /** Entries of a reviewed list that name no mutant, or one that is killed. */
  readonly stale: readonly string[];
}

const counted: Readonly<Record<KillStatus, 'killed' | 'alive' | 'timeouts' | 'ignored'>> = {
  killed: 'killed',
  survived: 'alive',
  'not-covered': 'alive',
  repeated: 'alive',
  error: 'alive',
  timeout: 'timeouts',
  equivalent: 'ignored',
  'compile-error': 'ignored',
};

/** The score of some kills. A timeout is no kill. */
export function scoreOf(kills: readonly Kill[]): Score {
  const score = { killed: 0, alive: 0, timeouts: 0, ignored: 0 };
  for (const { status } of kills) score[counted[status]] += 1;
  const of = score.killed + score.alive + score.timeouts;
  return { ...score, share: of === 0 ? undefined : score.killed / of };
}

/** Exit codes of `touchstone mutants`. */
export const killExitCodes = { killed: 0, alive: 1, usage: 2, timeouts: 3, baseline: 4 } as const;

/** The exit code of a report; survivors go before timeouts. */
export function killExitCode({ baseline, kills, stale }: KillReport): number {
  if (baseline !== undefined) return killExitCodes.baseline;
  const { alive, timeouts } = scoreOf(kills);
  if (alive > 0 || stale.length > 0) return killExitCodes.alive;
  return timeouts > 0 ? killExitCodes.timeouts : killExitCodes.killed;
}
