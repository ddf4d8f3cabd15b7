// The house a lesson is played in: the real store and its sources, as they are or with some changed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSuite } from '../../properties/suite.js';
import type { StoreUnderTest } from '../contract/port.js';
import type { Services } from '../contract/services.js';
import type { Troupe } from '../engine/kills/target.js';
import { loadReplaced } from '../mutants/typescript/replace.js';

export interface House {
  /** URL of the module that gives the store and its services; see `StoreModule`. */
  readonly entry: string;
  /** The folder of the package, where `src/` lies. */
  readonly root: string;
}

/** What the entry of a house exports. */
export interface StoreModule {
  readonly open: () => StoreUnderTest;
  readonly services: Services;
}

/** Milliseconds in which modules are loaded: only an `await` that never ends takes as long. */
export const loadingDeadline = 30_000;

/** Short sequences: a learner waits for them. */
export const courseSuite = createSuite({ maxLength: 48 });

/** A source of the house, as it is. */
export const originalOf = ({ root }: House, file: string): string =>
  readFileSync(join(root, file), 'utf8');

/**
 * The store and its services with these sources in place of their own; without any, as they are,
 * loaded once. Rejects where a text is no TypeScript, and with what a module throws while it is loaded.
 */
export async function loadHouse(
  { entry, root }: House,
  texts: ReadonlyMap<string, string> = new Map(),
): Promise<Troupe> {
  const { open, services }: StoreModule =
    texts.size === 0 ? await import(entry) : await loadReplaced({ entry, root, texts });
  return { open, services };
}
