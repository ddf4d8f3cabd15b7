// Plays a backend that a learner repairs: which promises it keeps, and what shows the first to mend.
import { messageOf } from '../engine/fault.js';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { capabilities as allCapabilities, type StoreUnderTest } from '../contract/port.js';
import { check } from '../engine/check.js';
import type { CheckReport, Counterexample, PropertyResult } from '../engine/result.js';
import { loadAlone, Unreadable } from '../mutants/typescript/replace.js';
import { services } from '../services/index.js';
import type { CheckOptions } from './check.js';
import { courseSuite } from './house.js';
import { backendFile, type Lesson } from './lesson.js';
import type { Manifest } from './manifest.js';
import { folderOf, type Workspace } from './workspace.js';

/** A promise the backend does not keep. */
export interface BrokenPromise {
  readonly property: string;
  /** The promise, as a sentence. */
  readonly sentence: string;
  /** The sequence that showed it, counted from 1. */
  readonly sequence: number;
  /** Calls of its counterexample. */
  readonly calls: number;
}

/** `export`: no store is the default export. `stopped`: it could not be opened, emptied or closed. */
export type BackendTrouble = 'syntax' | 'load' | 'export' | 'stopped';

/** What a backend comes to. */
export type BackendCheck =
  | { readonly status: 'missing' }
  | {
      readonly status: 'unusable';
      readonly trouble: BackendTrouble;
      /** What was thrown; for `export` the names of what is exported. */
      readonly reason: string;
    }
  | {
      readonly status: 'played';
      /** True where nothing fails and every promise of the lesson is kept. */
      readonly conformant: boolean;
      readonly sequences: number;
      /** Promises of the lesson that were put to the test and hold, in the order of the manifest. */
      readonly kept: readonly string[];
      /** Promises of the lesson that can no longer be tested: not claimed, or hardly ever reached. */
      readonly untested: readonly string[];
      /** Every promise that fails, of the lesson or not: the shortest counterexample first. */
      readonly failing: readonly BrokenPromise[];
      /** That of the first that fails. */
      readonly counterexample?: Counterexample;
    };

export interface BackendOptions extends CheckOptions {
  readonly seed?: number;
  /** False stops some sequences after the last promise that was found to fail. */
  readonly toTheEnd?: boolean;
}

type Part = Pick<Manifest, 'properties' | 'seed' | 'runs'>;
type Unusable = Extract<BackendCheck, { status: 'unusable' }>;

const unusable = (trouble: BackendTrouble, reason: string): Unusable => ({
  status: 'unusable',
  trouble,
  reason,
});

function isStore(value: unknown): value is StoreUnderTest {
  if (typeof value !== 'object' || value === null) return false;
  const { name, open, capabilities } = value as Partial<StoreUnderTest>;
  return (
    typeof name === 'string' &&
    typeof open === 'function' &&
    Array.isArray(capabilities) &&
    capabilities.every((each) => Object.hasOwn(allCapabilities, String(each)))
  );
}

/** The store a file exports as default. */
async function loadStore(path: string, text: string): Promise<StoreUnderTest | Unusable> {
  let module: Readonly<Record<string, unknown>>;
  try {
    module = await loadAlone(path, text);
  } catch (thrown) {
    return unusable(thrown instanceof Unreadable ? 'syntax' : 'load', messageOf(thrown));
  }
  const { default: store } = module;
  return isStore(store) ? store : unusable('export', Object.keys(module).join(', '));
}

type Failed = PropertyResult & { readonly counterexample: Counterexample };

/** Shortest first; of two alike the one that showed itself earlier. */
const byLength = ({ counterexample: one }: Failed, { counterexample: other }: Failed): number =>
  one.steps.length - other.steps.length || one.sequence - other.sequence;

function summaryOf(lesson: Part, { properties, sequences }: CheckReport): BackendCheck {
  const failed = properties
    .filter((result): result is Failed => result.counterexample !== undefined)
    .toSorted(byLength);
  const verdictOf = (id: string) => properties.find((each) => each.id === id)?.verdict;
  const kept = lesson.properties.filter((id) => verdictOf(id) === 'holds');
  return {
    status: 'played',
    conformant: failed.length === 0 && kept.length === lesson.properties.length,
    sequences,
    kept,
    untested: lesson.properties.filter((id) => !['holds', 'fails'].includes(verdictOf(id) ?? '')),
    failing: failed.map(({ id, sentence, counterexample: { sequence, steps } }) => ({
      property: id,
      sentence,
      sequence,
      calls: steps.length,
    })),
    ...(failed[0] === undefined ? {} : { counterexample: failed[0].counterexample }),
  };
}

/**
 * Plays the lesson's sequences on the store that the text at this path exports; the same seed gives
 * the same answer. Whatever fails, the budget is played to its end, so that each promise is heard of.
 */
export async function playBackend(
  lesson: Part,
  path: string,
  text: string,
  { root, pulse, deadline, seed = lesson.seed, toTheEnd = true }: BackendOptions,
): Promise<BackendCheck> {
  const store = await loadStore(path, text);
  if ('status' in store) return store;
  const { runs } = lesson;
  try {
    const options = { services, root, pulse, deadline, seed, runs, toTheEnd };
    const report = await check(store, courseSuite, options);
    if (report.error === undefined) return summaryOf(lesson, report);
    return unusable('stopped', report.error);
  } catch (thrown) {
    return unusable('stopped', messageOf(thrown));
  }
}

/** Plays the backend in the learner's folder. */
export async function checkBackend(
  lesson: Lesson,
  workspace: Workspace,
  options: CheckOptions,
): Promise<BackendCheck> {
  const path = join(folderOf(workspace, lesson), backendFile);
  if (!existsSync(path)) return { status: 'missing' };
  return playBackend(lesson, path, await readFile(path, 'utf8'), options);
}
