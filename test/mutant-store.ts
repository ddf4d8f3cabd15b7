// A mutant of the SQLite store as a store under test of its own, so that a whole check runs on it.
import type { MemoryStore, StoreUnderTest } from '../src/contract/port.js';
import type { Services } from '../src/contract/services.js';
import { services } from '../src/index.js';
import { curatedMutants } from '../src/mutants/curated/index.js';
import type { Wrap } from '../src/mutants/mutant.js';
import { sqliteUnderTest } from '../src/stores/sqlite/under-test.js';

export interface MutantStore {
  readonly sut: StoreUnderTest;
  readonly services: Services;
  /** The property that must catch it. */
  readonly property: string;
}

/** The mutant with this id; its memory ends with its directory, so each sequence gets a new one. */
export function mutantStore(id: string): MutantStore {
  const mutant = curatedMutants.find((each) => each.id === id);
  if (mutant === undefined) throw new Error(`there is no mutant ${id}`);
  const sqlite = sqliteUnderTest();
  const wraps = new Map<string, Wrap>();
  const whole: Wrap = (store: MemoryStore) => store;
  return {
    property: mutant.property,
    services: mutant.services?.(services) ?? services,
    sut: {
      name: sqlite.name,
      capabilities: sqlite.capabilities,
      records: (directory) => sqlite.records?.(directory) ?? [],
      destroy: () => sqlite.destroy?.(),
      async open(environment) {
        const { directory, handle } = environment;
        const wrap = wraps.get(directory) ?? mutant.wrap?.() ?? whole;
        wraps.set(directory, wrap);
        return wrap(await sqlite.open(environment), handle);
      },
    },
  };
}
