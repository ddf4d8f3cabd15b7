// What a demo is: steps that each do something on a real store and tell what came of it.
import type { Fact, Identity, MemoryStore, Policy } from '../../index.js';
import { isRefusal, openSqliteStore } from '../../index.js';

/** What a step tells: lines for a person, and the same as facts for a test. */
export interface Told {
  readonly lines: readonly string[];
  readonly facts: Readonly<Record<string, unknown>>;
}

/** A step: its title, and what it does with the stage all steps of a story share. */
export type Step<Stage> = readonly [title: string, perform: (stage: Stage) => Promise<Told>];

/** A story as a program sees it; `tell` performs it on a store of its own. */
export interface Story {
  readonly name: string;
  readonly about: string;
  tell(): AsyncIterable<Told & { readonly title: string }>;
}

/** The person of all stories, as a trusted host authenticated her. */
export const lin: Identity = { tenant: 'acme', subject: 'lin', scopes: ['profile', 'task:one'] };

/** A story from its parts; its store is SQLite in memory and is closed at the end. */
export const story = <Stage>(
  name: string,
  about: string,
  setStage: (store: MemoryStore) => Stage,
  steps: readonly Step<Stage>[],
  policy?: Policy,
): Story => ({
  name,
  about,
  async *tell() {
    const store = openSqliteStore({ path: ':memory:', policy });
    try {
      const stage = setStage(store);
      for (const [title, perform] of steps) yield { title, ...(await perform(stage)) };
    } finally {
      await store.close();
    }
  },
});

/** A preference of response style, as it was observed and where. */
export const style = (value: string, observedAt: number, sourceRef: string): Fact => ({
  scope: 'profile',
  kind: 'preference',
  key: 'response_style',
  value,
  sourceRef,
  observedAt,
});

/** `kind (code)` of the refusal, or `accepted`; anything else that is thrown ends the story. */
export async function refusalOf(attempt: () => unknown): Promise<string> {
  try {
    await attempt();
    return 'accepted';
  } catch (thrown) {
    if (isRefusal(thrown)) return `${thrown.kind} (${thrown.code})`;
    throw thrown;
  }
}

/** What an earlier step left on the stage; without it the story cannot go on. */
export function left<T>(thing: T | undefined): T {
  if (thing === undefined) throw new Error('the steps of a story build on each other');
  return thing;
}
