// What a check is: named tests that are tried together, on the unbroken code and on each mutant of it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Why a check failed: the test to blame, and what is said of it. */
export interface CheckFailure {
  readonly id: string;
  readonly message: string;
  /** True where no answer came in time: that is no failure of the test. */
  readonly overdue?: boolean;
}

export interface NamedTest {
  /** The same in every run; a test may stand in several checks. */
  readonly id: string;
  readonly name: string;
}

export interface Check {
  /** What may be blamed, the first one standing for all where nothing more is known. */
  readonly tests: readonly NamedTest[];
  /** Undefined where every test holds; it leaves nothing behind. */
  run(): Promise<CheckFailure | undefined>;
}

/** How long and where sequences are played, one round after another. */
export interface RoundOptions {
  readonly medium: 'memory' | 'file';
  readonly runs: number;
}

export interface CheckOptions {
  readonly rounds: readonly RoundOptions[];
}

/** What a module of checks exports as `createChecks`. */
export type CreateChecks = (options: CheckOptions) => readonly Check[];

/** What was thrown, in one line. */
export function lineOf(thrown: unknown): string {
  const text = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  return text.replaceAll(/\s+/g, ' ').slice(0, 300);
}

/** A check of one test, which fails by throwing. */
export const story = (id: string, name: string, body: () => unknown): Check => ({
  tests: [{ id, name }],
  async run() {
    try {
      await body();
      return undefined;
    } catch (thrown) {
      return { id, message: `${id}: ${lineOf(thrown)}` };
    }
  },
});

/** Runs the body in an empty folder, which is removed whatever happens. */
export async function inFolder<T>(body: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-mutation-'));
  try {
    return await body(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
