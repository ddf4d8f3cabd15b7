// The SQLite store as a check sees it: handles on one file, emptied between sequences.
import { join } from 'node:path';
import type { MemoryRecord } from '../../contract/fact.js';
import type { Policy } from '../../contract/policy.js';
import {
  capabilities,
  type Capability,
  type OpenEnvironment,
  type StoreUnderTest,
} from '../../contract/port.js';
import { openSqliteHandle, type SqliteHandle } from './open.js';

/** One store: where it is, its handles, and whether a reset found none of them open. */
interface Place {
  readonly path: string;
  handles: readonly SqliteHandle[];
  emptyOnOpen: boolean;
}

const names: readonly string[] = Object.keys(capabilities);

const openHandles = (place: Place): readonly SqliteHandle[] =>
  place.handles.filter(({ store }) => !store.closed);

/** Empties a place; the handles that are open go on under the given policy. */
function empty(place: Place, policy: Policy): void {
  const handles = openHandles(place);
  place.emptyOnOpen = handles.length === 0;
  for (const handle of handles) {
    handle.abandon();
    handle.usePolicy(policy);
  }
  handles[0]?.clear();
}

/** What a place holds, read past the seam; a closed file is opened for it. */
function recordsOf(place: Place): MemoryRecord[] {
  if (place.emptyOnOpen) return [];
  const [open] = openHandles(place);
  if (open !== undefined) return open.records();
  const handle = openSqliteHandle({ path: place.path, busyTimeout: 0 });
  try {
    return handle.records();
  } finally {
    void handle.store.close();
  }
}

/**
 * The SQLite store for a check: two handles work on one file, and no handle waits for another
 * unless it is told to. `reset` and `records` pass by the driver seam.
 */
export function sqliteUnderTest(): StoreUnderTest {
  const places = new Map<string, Place>();

  /** The place of a directory; a memory store is a new one each time. */
  function placeOf({ directory, handle, medium }: OpenEnvironment): Place {
    const inMemory = medium === 'memory';
    if (inMemory && handle > 0)
      throw new Error('A memory store has one handle: ask for a file to open a second one.');
    const path = inMemory ? ':memory:' : join(directory, 'memory.sqlite');
    const known = inMemory ? undefined : places.get(directory);
    const place = known ?? { path, handles: [], emptyOnOpen: false };
    places.set(directory, place);
    return place;
  }

  return {
    name: 'sqlite',
    module: import.meta.url,
    capabilities: names as readonly Capability[],
    open(environment) {
      const { policy, driver, busyTimeout = 0 } = environment;
      const place = placeOf(environment);
      const handle = openSqliteHandle({ path: place.path, policy, busyTimeout, driver });
      if (place.emptyOnOpen) handle.clear();
      place.emptyOnOpen = false;
      place.handles = [...openHandles(place), handle];
      return handle.store;
    },
    reset(policy, directory) {
      const place = places.get(directory);
      if (place !== undefined) empty(place, policy);
    },
    records(directory) {
      const place = places.get(directory);
      return place === undefined ? [] : recordsOf(place);
    },
    destroy() {
      for (const place of places.values())
        for (const { store } of openHandles(place)) void store.close();
      places.clear();
    },
  };
}

export default sqliteUnderTest();
