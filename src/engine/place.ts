// Where a store stands: its folder, its open handles, and how it is emptied between sequences.
import type { MemoryRecord } from '../contract/fact.js';
import type { Setup } from '../contract/operations.js';
import type { DriverSeam, MemoryStore, OpenEnvironment, StoreUnderTest } from '../contract/port.js';
import { inTime } from './deadline.js';
import { ofStore } from './fault.js';
import { createFolders, type Folders } from './folders.js';

type Governed = Pick<Setup, 'policy'>;

export interface Place {
  open(handle: number, setup: Governed): Promise<MemoryStore>;
  /** Told before a handle is closed: the next `open` opens it anew. */
  closing(handle: number): void;
  closeAll(): Promise<void>;
  /** Removes the folders of the store, which is closed by then. */
  dropFolders(): Promise<void>;
  /** An empty store under this policy. */
  empty(setup: Governed): Promise<void>;
  /** True where handles may stay open between sequences, because the store can be emptied. */
  readonly keepsHandles: boolean;
  /** Milliseconds that opening, emptying or closing may take. */
  readonly deadline: number;
  readonly records?: () => AsyncIterable<MemoryRecord> | Iterable<MemoryRecord>;
}

export interface PlaceOptions {
  /** Folders of the store come from here, or are made inside. */
  readonly base: string | Folders;
  readonly medium: NonNullable<OpenEnvironment['medium']>;
  readonly driver?: DriverSeam | undefined;
  readonly deadline: number;
}

export function createPlace(
  sut: StoreUnderTest,
  { base, medium, driver, deadline }: PlaceOptions,
): Place {
  const open = new Map<number, MemoryStore>();
  const folders = typeof base === 'string' ? createFolders(base) : base;
  const taken: string[] = [];
  let directory: string | undefined;

  async function newDirectory(): Promise<string> {
    directory = await folders.take();
    taken.push(directory);
    return directory;
  }
  async function openHandle(handle: number, { policy }: Governed): Promise<MemoryStore> {
    const known = open.get(handle);
    // A store that broke in the middle of a reopen may leave a closed handle behind.
    if (known !== undefined && known.closed !== true) return known;
    directory ??= await newDirectory();
    const environment = {
      directory,
      handle,
      policy,
      ...(medium === 'memory' ? { medium } : {}),
      ...(driver === undefined ? {} : { driver }),
    };
    const store = await ofStore(() => inTime(sut.open(environment), deadline));
    open.set(handle, store);
    return store;
  }
  async function closeAll(): Promise<void> {
    const stores = [...open.values()];
    open.clear();
    for (const store of stores) await ofStore(() => inTime(store.close(), deadline));
  }
  return {
    open: openHandle,
    closing: (handle) => void open.delete(handle),
    closeAll,
    async dropFolders() {
      directory = undefined;
      for (const folder of taken.splice(0)) await folders.drop(folder);
    },
    async empty(setup) {
      if (sut.reset === undefined) {
        await closeAll();
        await newDirectory();
      } else {
        await openHandle(0, setup);
        await ofStore(() => inTime(sut.reset?.(setup.policy, directory ?? ''), deadline));
      }
    },
    keepsHandles: sut.reset !== undefined,
    deadline,
    ...(sut.records === undefined ? {} : { records: () => sut.records?.(directory ?? '') ?? [] }),
  };
}
