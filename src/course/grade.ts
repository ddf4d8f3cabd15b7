// Grades a learner's property: correct stores first, then the broken ones it should refuse.
import { messageOf } from '../engine/fault.js';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { defaultPolicy } from '../contract/policy.js';
import type { Driver, DriverSeam, MemoryStore } from '../contract/port.js';
import { inTime } from '../engine/deadline.js';
import { createPlace, type Place } from '../engine/place.js';
import type { Pulse } from '../engine/pulse.js';
import { loadAlone, Unreadable } from '../mutants/typescript/replace.js';
import type { LessonProperty, LessonStore, Scene } from '../lesson.js';
import type { Contestant } from './contestants.js';
import { loadingDeadline } from './house.js';

/** What a property said of a store. */
export interface Trial {
  /** The store. */
  readonly id: string;
  readonly refused: boolean;
  /** Runs until it refused; all of them where it did not. */
  readonly runs: number;
  /** The smallest inputs it refused the store with. */
  readonly inputs?: unknown;
  /** What it threw, if it refused by throwing. */
  readonly threw?: string;
}

export interface GradeOptions {
  /** A folder for files of the stores. */
  readonly root: string;
  readonly seed: number;
  readonly runs: number;
  readonly medium: 'memory' | 'file';
  readonly pulse?: Pulse | undefined;
  readonly deadline: number;
  /** True makes the inputs of a refusal small. */
  readonly smallest?: boolean;
}

/** Why a file gives no property. */
export type Trouble = 'syntax' | 'load' | 'export' | 'inputs';

/** No property can be read from a file. */
export class NoProperty extends Error {
  readonly trouble: Trouble;
  constructor(trouble: Trouble, message: string) {
    super(message);
    this.trouble = trouble;
  }
}

const isArbitrary = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'generate' in value;

/** The property a file exports; rejects with `NoProperty`. */
export async function loadProperty(path: string, text: string): Promise<LessonProperty> {
  let module: Readonly<Record<string, unknown>>;
  try {
    module = await inTime(
      loadAlone<Readonly<Record<string, unknown>>>(path, text),
      loadingDeadline,
    );
  } catch (thrown) {
    throw new NoProperty(thrown instanceof Unreadable ? 'syntax' : 'load', messageOf(thrown));
  }
  const { property } = module as { readonly property?: Partial<LessonProperty> };
  if (typeof property !== 'object' || property === null || typeof property.holds !== 'function')
    throw new NoProperty('export', Object.keys(module).join(', '));
  const { inputs } = property;
  if (typeof inputs !== 'object' || !Object.values(inputs).every(isArbitrary))
    throw new NoProperty('inputs', '');
  return property as LessonProperty;
}

/** Who is told of statements, and how many there were since. */
interface Heard {
  callback?: ((sql: string, ordinal: number) => void) | undefined;
  ordinal: number;
}

/** Tells a callback of each statement; the callback is the property's, and may be another each run. */
const listening =
  (heard: Heard): DriverSeam =>
  (driver: Driver): Driver => {
    const tell = (sql: string): void => {
      if (heard.callback === undefined) return;
      heard.ordinal += 1;
      heard.callback(sql, heard.ordinal);
    };
    return {
      exec(sql) {
        tell(sql);
        return driver.exec(sql);
      },
      prepare(sql) {
        const statement = driver.prepare(sql);
        return {
          run: (...given) => (tell(sql), statement.run(...given)),
          get: (...given) => (tell(sql), statement.get(...given)),
          all: (...given) => (tell(sql), statement.all(...given)),
        };
      },
    };
  };

const setup = { policy: defaultPolicy };

/** A scene for one run on an emptied place. */
async function sceneAt(
  place: Place,
  { services, wrap }: Contestant,
  { medium }: GradeOptions,
  heard: Heard,
): Promise<Scene> {
  const cover = wrap?.() ?? ((store: MemoryStore) => store);
  // Every store a lesson is played on has all operations.
  const open = async (handle: number): Promise<LessonStore> => {
    const store: MemoryStore = cover(await place.open(handle, setup), handle);
    return store as LessonStore;
  };
  const needFile = (): void => {
    if (medium === 'memory') throw new Error('This lesson plays in memory: there is one handle.');
  };
  await place.empty(setup);
  return {
    ...services,
    store: await open(0),
    async openAgain() {
      needFile();
      return open(1);
    },
    async reopen() {
      needFile();
      await place.closeAll();
      return open(0);
    },
    beforeStatement(callback) {
      heard.callback = callback;
      heard.ordinal = 0;
    },
  };
}

/** Plays a property on a store, each run on an empty one. */
export async function tryProperty(
  property: LessonProperty,
  contestant: Contestant,
  options: GradeOptions,
): Promise<Trial> {
  const { root, seed, runs, medium, pulse, deadline, smallest = false } = options;
  await mkdir(root, { recursive: true });
  const base = await mkdtemp(join(root, 'grade-'));
  const store = await contestant.open();
  const heard: Heard = { ordinal: 0 };
  const place = createPlace(store, { base, medium, driver: listening(heard), deadline });
  let played = 0;
  let failedAt = 0;
  let threw: string | undefined;
  const holds = async (inputs: unknown): Promise<boolean> => {
    played += 1;
    pulse?.beat(played);
    heard.callback = undefined;
    const scene = await sceneAt(place, contestant, options, heard);
    threw = undefined;
    try {
      const answer = property.holds(scene, inputs as never);
      if ((await inTime(answer, deadline)) !== false) return true;
    } catch (thrown) {
      threw = messageOf(thrown);
    }
    failedAt ||= played;
    return false;
  };
  try {
    const details = await fc.check(
      fc.asyncProperty(fc.record(property.inputs as Record<string, fc.Arbitrary<unknown>>), holds),
      { seed, numRuns: runs, endOnFailure: !smallest },
    );
    const refused = details.failed;
    return {
      id: contestant.id,
      refused,
      runs: refused ? failedAt : details.numRuns,
      ...(refused ? { inputs: details.counterexample?.[0] } : {}),
      ...(refused && threw !== undefined ? { threw } : {}),
    };
  } finally {
    await place.closeAll().catch(() => undefined);
    await store.destroy?.();
    await rm(base, { recursive: true, force: true });
  }
}
