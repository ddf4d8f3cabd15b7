// The guards of a store as text and data: what each guarantees, where it stands, and what it takes to see it go.
import type { Guard } from '../../mutants/register/index.js';
import type { GuardResult } from '../../engine/kills/guards.js';
import type { Story } from '../../engine/kills/register.js';
import { type Palette, plain } from '../palette.js';
import { countWords, numberWords } from '../values.js';

const story: Story = 'story';

/** A guard with what was measured of it, and the line it stands in. */
export interface MeasuredGuard {
  readonly guard: Guard;
  readonly line: number | undefined;
  /** Absent where it was not measured. */
  readonly result?: GuardResult;
}

export interface GuardsReport {
  readonly store: string;
  readonly seed: number;
  readonly seeds: number;
  readonly guards: readonly MeasuredGuard[];
}

/** What became of a guard. `untried`: it has no mutant that must be killed. */
export type GuardStatus =
  'killed' | 'by-story' | 'alive' | 'by-others' | 'untried' | 'not-measured';

/** Sequences it took, sorted; the killing ones of all seeds. */
const sequencesOf = ({ kills }: GuardResult): readonly number[] =>
  kills
    .filter(({ status }) => status === 'killed')
    .map(({ sequences, before = 0 }) => sequences - before)
    .toSorted((a, b) => a - b);

const medianOf = (sorted: readonly number[]): number | undefined =>
  sorted[Math.floor(sorted.length / 2)];

/** Killed where every must-kill mutant is, and its own property notices one with every seed. */
export function statusOf({ guard, result }: MeasuredGuard, seeds: number): GuardStatus {
  if (guard.property === story) return 'by-story';
  if (result === undefined) return 'not-measured';
  if (result.mutations.length === 0) return 'untried';
  if (result.kills.some(({ status }) => status !== 'killed')) return 'alive';
  return result.byOwnProperty === seeds ? 'killed' : 'by-others';
}

const words: Readonly<Record<GuardStatus, string>> = {
  killed: 'killed',
  'by-story': 'tried by a story of the tests (npm run mutation)',
  alive: 'ALIVE',
  'by-others': 'killed, but not by its own property',
  untried: 'has no mutant that must be killed',
  'not-measured': 'not measured',
};

const colours = {
  killed: 'good',
  'by-story': 'quiet',
  alive: 'bad',
  'by-others': 'unsure',
  untried: 'unsure',
  'not-measured': 'quiet',
} as const satisfies Readonly<Record<GuardStatus, keyof Palette>>;

function measuredWords(measured: MeasuredGuard, { seeds }: GuardsReport): string {
  const { guard, result } = measured;
  const status = statusOf(measured, seeds);
  if (result === undefined || result.mutations.length === 0) return words[status];
  const sequences = sequencesOf(result);
  const median = medianOf(sequences);
  const took =
    median === undefined
      ? ''
      : `, ${countWords(median, 'sequence')} to kill (at most ${numberWords(sequences.at(-1) ?? 0)})`;
  return `${words[status]}: ${guard.property}, ${countWords(result.mutations.length, 'mutant')}${took}`;
}

/** How many guards came to each status. */
export function guardCounts({
  guards,
  seeds,
}: GuardsReport): Readonly<Record<GuardStatus, number>> {
  const counts = {
    killed: 0,
    'by-story': 0,
    alive: 0,
    'by-others': 0,
    untried: 0,
    'not-measured': 0,
  };
  for (const guard of guards) counts[statusOf(guard, seeds)] += 1;
  return counts;
}

/** 0 where every measured guard is killed by its own property. */
export function guardsExitCode(report: GuardsReport): number {
  const { alive, 'by-others': others, untried } = guardCounts(report);
  return alive + others + untried === 0 ? 0 : 1;
}

function verdictLine(report: GuardsReport, palette: Palette): string {
  const counts = guardCounts(report);
  const total = report.guards.length - counts['not-measured'] - counts['by-story'];
  if (total === 0) return `${countWords(report.guards.length, 'guard')}, none of them measured.`;
  const line =
    `${numberWords(counts.killed)} of ${countWords(total, 'guard')} killed by their own property ` +
    `with ${countWords(report.seeds, 'seed')}` +
    (['alive', 'by-others', 'untried', 'by-story'] as const)
      .filter((status) => counts[status] > 0)
      .map((status) => `; ${numberWords(counts[status])} ${words[status]}`)
      .join('') +
    '.';
  return palette[guardsExitCode(report) === 0 ? 'good' : 'bad'](line);
}

/** The guards by the file they stand in. */
export function guardsText(report: GuardsReport, palette: Palette = plain): string {
  const files = [...new Set(report.guards.map(({ guard }) => guard.place.file))];
  const lines = files.flatMap((file) => [
    palette.strong(file),
    ...report.guards
      .filter(({ guard }) => guard.place.file === file)
      .flatMap((measured) => {
        const { guard, line } = measured;
        const where = line === undefined ? '' : `:${line}`;
        const colour = palette[colours[statusOf(measured, report.seeds)]];
        return [
          `  ${guard.id}   ${guard.sentence}`,
          `      ${palette.quiet(`${where}   ${guard.place.text.replace(/\s+/gu, ' ')}`.trim())}`,
          `      ${colour(measuredWords(measured, report))}`,
        ];
      }),
    '',
  ]);
  return `${[...lines, verdictLine(report, palette)].join('\n')}\n`;
}

/** The guards for programs. */
export const guardsJson = (report: GuardsReport): object => ({
  formatVersion: 1,
  store: report.store,
  seed: report.seed,
  seeds: report.seeds,
  guards: report.guards.map((measured) => {
    const { guard, line, result } = measured;
    const { id, sentence, property, contract, place } = guard;
    const sequences = result === undefined ? [] : sequencesOf(result);
    const median = medianOf(sequences);
    return {
      id,
      sentence,
      property,
      contract,
      place: { ...place, ...(line === undefined ? {} : { line }) },
      status: statusOf(measured, report.seeds),
      mutants: result?.mutations.map((mutation) => mutation.id) ?? [],
      ...(median === undefined ? {} : { sequencesToKill: { median, max: sequences.at(-1) } }),
    };
  }),
});
