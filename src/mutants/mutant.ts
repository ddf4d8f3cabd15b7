// What a curated mutant is: one broken promise, made on purpose, to show that a property can fail.
import type { Capability, MemoryStore } from '../contract/port.js';
import type { Services } from '../contract/services.js';

/** Turns an opened handle into one that breaks a promise; called again after each reopen. */
export type Wrap = (store: MemoryStore, handle: number) => MemoryStore;

export interface CuratedMutant {
  /** Stable name, kebab-case. */
  readonly id: string;
  /** The property that must catch it. */
  readonly property: string;
  /** What somebody who builds such a store believes, in one sentence. */
  readonly misconception: string;
  /** Without these capabilities the store cannot show it. */
  readonly needs: readonly Capability[];
  /** A decorator over any store; called once for each sequence, so that its memory ends with it. */
  readonly wrap?: (() => Wrap) | undefined;
  /** A service with one of its rules replaced. */
  readonly services?: ((services: Services) => Services) | undefined;
}
