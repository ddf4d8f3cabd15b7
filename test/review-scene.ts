// A conflict to review: two versions of one note, and somebody who knew only the first.
import type { Fact, MemoryRecord } from '../src/contract/fact.js';
import type { Memory, MemoryStore } from '../src/contract/port.js';
import type { Decision, PrepareTerms } from '../src/contract/review.js';
import type { ReviewQueue } from '../src/contract/services.js';
import { reviewRules, type ReviewRules } from '../src/guards/review.js';
import { reviewQueueWith } from '../src/services/review-queue.js';
import { lin, note } from './service-fixture.js';

export const evidence = 'user_confirmed';
export const keep = (now: number): Decision => ({ choice: 'keep_current', approved: true, now });
export const use = (now: number): Decision => ({ choice: 'use_candidate', approved: true, now });
export const terms = (now = 100): PrepareTerms => ({ evidence, attemptedVersion: 1, now });

export interface Scene {
  readonly store: MemoryStore;
  readonly memory: Memory;
  readonly queue: ReviewQueue;
  readonly current: () => Promise<MemoryRecord | undefined>;
  /** Another device writes the next version. */
  readonly write: (value: string, now: number, more?: Partial<Fact>) => Promise<number>;
}

/** Two versions of one note, at 90 and at 95; whoever knew version 1 has a conflict to review. */
export async function scene(
  store: MemoryStore,
  second: Partial<Fact> = {},
  rules: ReviewRules = reviewRules,
): Promise<Scene> {
  const memory = store.as(lin);
  const current = async (): Promise<MemoryRecord | undefined> =>
    memory.inspect?.('profile', 'plain');
  const write = async (value: string, now: number, more: Partial<Fact> = {}): Promise<number> =>
    memory.remember(note(value, more), {
      evidence,
      expectedVersion: (await current())?.version ?? 0,
      now,
    });
  await write('one', 90);
  await write('two', 95, second);
  return { store, memory, queue: reviewQueueWith(rules)(store, lin), current, write };
}
