// What a hunt comes to in numbers: a score for each kind apart, and what it took to kill by guard.
import {
  type Kill,
  type KillReport,
  type KillStatus,
  type MutantKind,
  type Score,
  scoreOf,
} from '../../engine/kills/result.js';

/** The kinds in the order in which reports show them, with their names. */
export const kindNames: Readonly<Record<MutantKind, string>> = {
  typescript: 'TypeScript',
  sql: 'SQL',
  curated: 'curated',
};

export interface KindScore {
  readonly kind: MutantKind;
  readonly name: string;
  readonly score: Score;
}

const kinds: readonly MutantKind[] = ['typescript', 'sql', 'curated'];

/** The score of each kind, those without a mutant included. */
export const scoresOf = ({ kills }: KillReport): readonly KindScore[] =>
  kinds.map((kind) => ({
    kind,
    name: kindNames[kind],
    score: scoreOf(kills.filter(({ mutation }) => mutation.kind === kind)),
  }));

/** `96.8 %`, never rounded up, so that 100 % is all of them; `-` where no mutant counts. */
export const shareWords = ({ share }: Score): string =>
  share === undefined ? '-' : `${(Math.floor(share * 1000) / 10).toFixed(1)} %`;

/** What needs somebody's eye, in the order in which it is shown. */
const openStatuses = [
  'survived',
  'not-covered',
  'repeated',
  'timeout',
  'error',
] as const satisfies readonly KillStatus[];

export type OpenStatus = (typeof openStatuses)[number];

export interface OpenKill extends Kill {
  readonly status: OpenStatus;
}

const isOpen = (kill: Kill): kill is OpenKill =>
  openStatuses.some((status) => status === kill.status);

/** The mutants that are alive, timeouts included, each status after the one before it. */
export const openOf = ({ kills }: KillReport): readonly OpenKill[] =>
  openStatuses.flatMap((status) => kills.filter(isOpen).filter((kill) => kill.status === status));

/** What it took to kill the mutants of a guard. */
export interface GuardRow {
  readonly guard: string;
  /** Properties that killed them, the one that killed most first. */
  readonly properties: readonly string[];
  readonly mutants: number;
  /** Sequences until they were killed; of two in the middle the mean. */
  readonly median: number;
  readonly max: number;
}

/** The middle of some numbers; of two in the middle the mean. */
function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const [low = 0, high = 0] = [
    sorted[Math.floor((sorted.length - 1) / 2)],
    sorted[Math.floor(sorted.length / 2)],
  ];
  return (low + high) / 2;
}

const byName = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

function rowOf(guard: string, kills: readonly Kill[]): GuardRow {
  const counts = new Map<string, number>();
  for (const { by = '' } of kills) if (by !== '') counts.set(by, (counts.get(by) ?? 0) + 1);
  const sequences = kills.map((kill) => kill.sequences);
  return {
    guard,
    properties: [...counts.keys()].toSorted(
      (a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || byName(a, b),
    ),
    mutants: kills.length,
    median: medianOf(sequences),
    max: Math.max(...sequences),
  };
}

/** A row for each guard of which a mutant was killed; the one that took longest first. */
export function guardRows({ kills }: KillReport): readonly GuardRow[] {
  const byGuard = new Map<string, Kill[]>();
  for (const kill of kills.filter(({ status }) => status === 'killed'))
    for (const guard of kill.guards) byGuard.set(guard, [...(byGuard.get(guard) ?? []), kill]);
  return [...byGuard]
    .map(([guard, killed]) => rowOf(guard, killed))
    .toSorted((a, b) => b.median - a.median || b.max - a.max || byName(a.guard, b.guard));
}
