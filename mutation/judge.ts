// From a mutation report to complaints: a pure function, so that each rule can be seen to fail.
import type { Equivalent } from './equivalents.js';
import { type MutationReport, originalOf, type ReportedMutant } from './report.js';

/** The text of a source file as it is now; undefined where there is none. */
export type SourceOf = (file: string) => string | undefined;

/** A mutant together with where it stands. */
export interface PlacedMutant {
  readonly file: string;
  readonly original: string;
  readonly mutant: ReportedMutant;
}

export interface JudgeOptions {
  /** The share of killed mutants, 0 to 1, below which the gate fails. */
  readonly threshold: number;
  readonly reviewed: readonly Equivalent[];
  readonly sources: SourceOf;
  /** A mutant that may not live, whatever the score; none by default. */
  readonly isMustKill?: (file: string, mutant: ReportedMutant) => boolean;
  /** Files with one mutant each, which must be killed. */
  readonly canaries: readonly string[];
  /** Files that were to be mutated; a part of them is no stale list's fault. All by default. */
  readonly mutated?: (file: string) => boolean;
  readonly proofs?: Readonly<Record<string, () => void>>;
  /**
   * `review`, the default: each must be looked at. `count`: they stand against the score alone, for
   * code that is all loops.
   */
  readonly timeouts?: 'review' | 'count' | undefined;
}

/** How many mutants came to what; those in canaries are left out. */
export interface Figures {
  readonly mutants: number;
  readonly killed: number;
  /** Survived, not covered, in error or pending, and not reviewed. */
  readonly alive: number;
  /** Not reviewed; they are no kills. */
  readonly timeouts: number;
  readonly reviewed: number;
  /** Ignored with a reason, or not compiled. */
  readonly ignored: number;
  /** Killed of killed, alive and timed out; undefined where there are none. */
  readonly score: number | undefined;
}

export interface Verdict {
  /** One line each, opening with the place; empty where the gate is passed. */
  readonly complaints: readonly string[];
  readonly figures: Figures;
}

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const nameOf = ({ file, original, mutant }: PlacedMutant): string => {
  const { start } = mutant.location;
  const from = flat(original).slice(0, 60);
  const to = flat(mutant.replacement).slice(0, 60);
  return `${file}:${start.line} ${mutant.mutatorName}: ${from} → ${to}`;
};

/** Every mutant with its place, in the order of the text. */
const placed = ({ files }: MutationReport): readonly PlacedMutant[] =>
  Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants
      .toSorted(({ location: { start: a } }, { location: { start: b } }) =>
        a.line === b.line ? a.column - b.column : a.line - b.line,
      )
      .map((mutant) => ({ file, original: originalOf(source, mutant), mutant })),
  );

const names = (entry: Equivalent, { file, original, mutant }: PlacedMutant): boolean =>
  entry.file === file &&
  entry.mutator === mutant.mutatorName &&
  flat(entry.original) === flat(original) &&
  flat(entry.replacement) === flat(mutant.replacement);

/** The mutant an entry stands for. */
const namedBy = (entry: Equivalent, all: readonly PlacedMutant[]): PlacedMutant | undefined =>
  all.filter((each) => names(entry, each))[(entry.nth ?? 1) - 1];

function proofComplaint(
  { file, original, proof }: Equivalent,
  proofs: Readonly<Record<string, () => void>>,
): readonly string[] {
  if (proof === undefined) return [];
  const run = Object.hasOwn(proofs, proof) ? proofs[proof] : undefined;
  if (run === undefined) return [`${file} ${flat(original)}: there is no proof ${proof}`];
  try {
    run();
    return [];
  } catch (thrown) {
    return [`${file} ${flat(original)}: the proof ${proof} fails: ${String(thrown)}`];
  }
}

/** What is wrong with the reviewed list. */
function staleEntries(
  all: readonly PlacedMutant[],
  { reviewed, proofs = {}, mutated = () => true }: JudgeOptions,
): readonly string[] {
  return reviewed
    .filter(({ file }) => mutated(file))
    .flatMap((entry) => {
      const found = namedBy(entry, all);
      const what = `${entry.file} ${entry.mutator}: ${flat(entry.original)} → ${flat(entry.replacement)}`;
      if (found === undefined)
        return [`${what}: the reviewed list names no mutant: remove the entry`];
      if (found.mutant.status === 'Killed')
        return [`${nameOf(found)}: is killed and stands in the reviewed list: remove the entry`];
      return proofComplaint(entry, proofs);
    });
}

/** Why a status is no answer, whatever the score. */
function unanswered({ mutant }: PlacedMutant): string | undefined {
  const { status, testsCompleted = 0, statusReason = '' } = mutant;
  if (status === 'RuntimeError') return `broke the run instead of a test: ${flat(statusReason)}`;
  if (status === 'Pending') return 'was not tried';
  if (status === 'Survived' && testsCompleted === 0) return 'survived without a single test';
  if (mutant.static === true && status === 'NoCoverage') return 'is static and was not run';
  if (mutant.static === true && status === 'Ignored' && /static/i.test(statusReason))
    return 'is static and was not run';
  return undefined;
}

const isAlive = ({ mutant: { status } }: PlacedMutant): boolean =>
  status === 'Survived' ||
  status === 'NoCoverage' ||
  status === 'RuntimeError' ||
  status === 'Pending';
const has =
  (...statuses: readonly ReportedMutant['status'][]) =>
  ({ mutant: { status } }: PlacedMutant): boolean =>
    statuses.includes(status);

function figuresOf(all: readonly PlacedMutant[], isReviewed: (each: PlacedMutant) => boolean) {
  const open = all.filter((each) => !isReviewed(each));
  const killed = all.filter(has('Killed')).length;
  const alive = open.filter(isAlive).length;
  const timeouts = open.filter(has('Timeout')).length;
  const of = killed + alive + timeouts;
  return {
    mutants: all.length,
    killed,
    alive,
    timeouts,
    reviewed: all.filter((each) => isReviewed(each) && !has('Killed')(each)).length,
    ignored: open.filter(has('Ignored', 'CompileError')).length,
    score: of === 0 ? undefined : killed / of,
  };
}

/** Files whose text is not the one that was mutated. */
const outdated = ({ files }: MutationReport, sources: SourceOf): readonly string[] =>
  Object.entries(files)
    .filter(([file, { source }]) => sources(file) !== source)
    .map(([file]) => `${file}:1 is not the file that was mutated: run the mutation again`);

function canaryComplaints(
  all: readonly PlacedMutant[],
  canaries: readonly string[],
): readonly string[] {
  return canaries.flatMap((file) => {
    const own = all.filter((each) => each.file === file);
    if (own.length !== 1) return [`${file}:1 is a canary and has ${own.length} mutants, not one`];
    return own
      .filter((each) => !has('Killed')(each))
      .map((each) => `${nameOf(each)}: the canary is not killed, so no survivor can be believed`);
  });
}

/**
 * Judges a report. Must-kill mutants may not live even where they are reviewed; a timeout is no
 * kill; a reviewed entry that is stale or whose proof fails is a complaint of its own.
 */
export function judgeReport(report: MutationReport, options: JudgeOptions): Verdict {
  const { threshold, reviewed, sources, canaries, timeouts = 'review' } = options;
  const { isMustKill = () => false } = options;
  const everything = placed(report);
  const all = everything.filter(({ file }) => !canaries.includes(file));
  const accepted = new Set(reviewed.map((entry) => namedBy(entry, all)?.mutant));
  const isReviewed = ({ mutant }: PlacedMutant): boolean => accepted.has(mutant);
  const figures = figuresOf(all, isReviewed);
  const { score } = figures;
  const complaints = [
    ...outdated(report, sources),
    ...(all.length === 0 ? ['The report has no mutants: nothing was tried.'] : []),
    ...canaryComplaints(everything, canaries),
    ...all.flatMap((each) => {
      const why = unanswered(each);
      return why === undefined ? [] : [`${nameOf(each)}: ${why}`];
    }),
    ...all
      .filter((each) => timeouts === 'review' && !isReviewed(each) && has('Timeout')(each))
      .map((each) => `${nameOf(each)}: timed out, which is no kill: review it`),
    ...all
      .filter((each) => isMustKill(each.file, each.mutant) && !has('Killed')(each))
      .map((each) => `${nameOf(each)}: must be killed and is ${each.mutant.status}`),
    ...staleEntries(all, options),
  ];
  if (score !== undefined && score < threshold) {
    const survivors = all.filter((each) => isAlive(each) && !isReviewed(each));
    complaints.push(
      ...survivors.map((each) => `${nameOf(each)}: ${each.mutant.status}`),
      `The score ${(100 * score).toFixed(1)} % is below ${(100 * threshold).toFixed(1)} %.`,
    );
  }
  return { complaints, figures };
}
