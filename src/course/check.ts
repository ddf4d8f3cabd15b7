// Looks at a learner's folder: whether the store is broken, and what the property catches.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { existsSync } from 'node:fs';
import { explainRun } from '../engine/counterexample.js';
import { hunt } from '../engine/hunt.js';
import type { Pulse } from '../engine/pulse.js';
import type { Counterexample } from '../engine/result.js';
import { openStage } from '../engine/stage.js';
import { chaffOf, type Contestant, wheatsOf } from './contestants.js';
import { type GradeOptions, loadProperty, NoProperty, tryProperty, type Trial } from './grade.js';
import { courseSuite, type House } from './house.js';
import { type Lesson, propertyFile } from './lesson.js';
import type { Manifest } from './manifest.js';
import { type Played, playSources } from './play.js';
import { folderOf, readSources, type Workspace } from './workspace.js';

/** What the learner's copies of the sources come to. */
export type SourceCheck =
  | { readonly status: 'missing'; readonly files: readonly string[] }
  | { readonly status: 'intact' }
  | (Played & { readonly changed: readonly string[] });

/** Whether the learner's copies are a store that keeps its promises. */
export const isWhole = (source: SourceCheck | undefined): boolean =>
  source?.status === 'intact' || source?.status === 'conformant';

/** A broken store the property accepts, and calls that show what is wrong with it. */
export interface Missed {
  readonly id: string;
  readonly runs: number;
  readonly sequence?: Counterexample;
}

/** What the learner's property comes to: with a correct store refused, nothing else is tried. */
export type PropertyCheck =
  | { readonly status: 'missing' }
  | {
      readonly status: 'unusable';
      readonly trouble: NoProperty['trouble'];
      readonly reason: string;
    }
  | {
      readonly status: 'graded';
      /** Correct stores it refuses. */
      readonly refused: readonly Trial[];
      readonly caught: readonly Trial[];
      readonly missed: readonly Missed[];
    };

export interface CheckOptions {
  /** A folder for files of the stores. */
  readonly root: string;
  readonly pulse?: Pulse | undefined;
  /** Milliseconds a call may take. */
  readonly deadline: number;
}

/** Plays the store with the learner's sources in it. */
export async function checkSources(
  house: House,
  lesson: Lesson,
  workspace: Workspace,
  options: CheckOptions,
): Promise<SourceCheck> {
  const { texts, changed, missing } = await readSources(workspace, house, lesson);
  if (missing.length > 0) return { status: 'missing', files: missing };
  if (changed.length === 0) return { status: 'intact' };
  return { ...(await playSources(house, lesson, texts, options)), changed };
}

const gradeOptions = (
  { seed, propertyRuns, medium }: Manifest,
  { root, pulse, deadline }: CheckOptions,
): GradeOptions => ({ root, pulse, deadline, seed, runs: propertyRuns, medium });

/** Plays a property on the correct stores and then on the broken ones. */
export async function gradeProperty(
  house: House,
  lesson: Lesson,
  path: string,
  options: CheckOptions,
): Promise<PropertyCheck> {
  if (!existsSync(path)) return { status: 'missing' };
  const grading = gradeOptions(lesson, options);
  try {
    const property = await loadProperty(path, await readFile(path, 'utf8'));
    options.pulse?.enter('sequences', 0);
    const refused: Trial[] = [];
    for (const wheat of await wheatsOf(house, lesson)) {
      const trial = await tryProperty(property, wheat, { ...grading, smallest: true });
      if (trial.refused) refused.push(trial);
    }
    if (refused.length > 0) return { status: 'graded', refused, caught: [], missed: [] };
    const caught: Trial[] = [];
    const missed: Missed[] = [];
    for (const id of lesson.chaffs) {
      const chaff = await chaffOf(house, lesson, id);
      const trial = await tryProperty(property, chaff, grading);
      if (trial.refused) caught.push(trial);
      else {
        const sequence = await sequenceAgainst(chaff, lesson, options);
        missed.push({ id, runs: trial.runs, ...(sequence === undefined ? {} : { sequence }) });
      }
    }
    return { status: 'graded', refused, caught, missed };
  } catch (thrown) {
    if (!(thrown instanceof NoProperty)) throw thrown;
    return { status: 'unusable', trouble: thrown.trouble, reason: thrown.message };
  }
}

/** Grades the property in the learner's folder. */
export const checkProperty = (
  house: House,
  lesson: Lesson,
  workspace: Workspace,
  options: CheckOptions,
): Promise<PropertyCheck> =>
  gradeProperty(house, lesson, join(folderOf(workspace, lesson), propertyFile), options);

/** Sequences in which a broken store shows itself to the whole suite. */
const sequencesAtMost = 60;

/** The smallest calls that show what is wrong with a broken store; undefined where none were met. */
export async function sequenceAgainst(
  { open, services, wrap }: Contestant,
  { seed }: Manifest,
  { root, pulse, deadline }: CheckOptions,
): Promise<Counterexample | undefined> {
  const stage = await openStage(await open(), { services, root, pulse, deadline });
  try {
    const cast = await stage.withMutant({ wrap });
    pulse?.enter('mutants', 1);
    const found = await hunt(cast, courseSuite, { seed, runs: sequencesAtMost });
    const { blamed, failing, sequences } = found;
    if (blamed === undefined || failing === undefined) return undefined;
    const failure = { property: blamed, sequence: sequences, run: failing };
    return await explainRun(failure, cast, courseSuite);
  } finally {
    await stage.close();
  }
}
