// Where a store under test stands between sequences: opened, emptied, given a directory, taken down.
import type { Setup } from '../contract/operations.js';
import { defaultPolicy } from '../contract/policy.js';
import type { DriverSeam, MemoryStore, StoreUnderTest } from '../contract/port.js';
import type { Services } from '../contract/services.js';
import { type Offer, offerOf } from './offer.js';
import type { CuratedMutant, Wrap } from '../mutants/mutant.js';
import { defaultDeadline } from './deadline.js';
import { ofStoreNow } from './fault.js';
import { createFolders, type Folders } from './folders.js';
import { createPlace, type Place } from './place.js';
import type { Pulse } from './pulse.js';
import { viewFor, type View } from './view.js';
import { type Session, startSession } from './session.js';

/** What plays on a stage: the store itself, or a mutant of it. */
export interface Cast {
  readonly services: Services;
  /**
   * Called once for each sequence; what it returns wraps each handle as it is opened, also after
   * a reopen: the memory of a mutant ends with the sequence.
   */
  readonly wrap?: (() => Wrap) | undefined;
}

export interface Stage {
  readonly offer: Offer;
  /** True where proposals outlive the process. */
  readonly durableProposals: boolean;
  /** What of an outcome the store claims to get right. */
  readonly view: View;
  readonly deadline: number;
  readonly pulse: Pulse | undefined;
  /** An empty store for the next sequence. */
  session(setup: Setup): Promise<Session>;
  /**
   * The same without files, where the store knows such a thing: quicker, but for calls alone that
   * close nothing and keep to the first handle.
   */
  rehearse(setup: Setup): Promise<Session>;
  /** The same store with a mutant in its place; it ends with this stage. */
  withMutant(mutant: Pick<CuratedMutant, 'wrap' | 'services'>): Promise<Stage>;
  /** Closes everything and removes the stage's files. */
  close(): Promise<void>;
}

export interface StageOptions {
  readonly services: Services;
  /** The tool's own folder; directories of the store are made inside and removed again. */
  readonly root: string;
  /** Where these directories come from, for somebody who opens many stages one after the other. */
  readonly folders?: Folders | undefined;
  readonly driver?: DriverSeam;
  /** Milliseconds a call, an opening or a closing may take; 10 s where absent. */
  readonly deadline?: number | undefined;
  readonly pulse?: Pulse | undefined;
}

/** Opens the store once to see what it offers, and keeps it ready for sequences. */
export async function openStage(sut: StoreUnderTest, options: StageOptions): Promise<Stage> {
  const { deadline = defaultDeadline, pulse } = options;
  const folders = options.folders ?? createFolders(options.root);
  const place = (medium: 'file' | 'memory'): Place =>
    createPlace(sut, { base: folders, medium, driver: options.driver, deadline });
  const onFile = place('file');
  const inMemory = place('memory');
  const close = async (): Promise<void> => {
    await onFile.closeAll();
    await inMemory.closeAll();
    await sut.destroy?.();
    await onFile.dropFolders();
    await inMemory.dropFolders();
    if (options.folders === undefined) await folders.close();
  };

  async function stageFor({ services, wrap }: Cast): Promise<Stage> {
    const first = await onFile.open(0, { policy: sut.policy ?? defaultPolicy });
    const claimed = ofStoreNow(() => offerOf(sut, first));
    // Services judge in memory where the store keeps no proposals, or where a rule was replaced.
    const proposes = claimed.operations.has('propose');
    const durable = proposes && ofStoreNow(() => services.createProposals(first)).durable;
    const capabilities = new Set(claimed.capabilities);
    if (!durable) capabilities.delete('proposals');
    return {
      offer: { ...claimed, capabilities },
      durableProposals: durable,
      view: viewFor(claimed.capabilities),
      deadline,
      pulse,
      withMutant: (mutant) =>
        stageFor({ services: mutant.services?.(services) ?? services, wrap: mutant.wrap }),
      close,
      session: (setup) => play(onFile, setup),
      rehearse: (setup) => play(inMemory, setup),
    };

    async function play(at: Place, setup: Setup): Promise<Session> {
      await at.empty(setup);
      const cover = wrap?.() ?? ((store: MemoryStore) => store);
      const open = async (handle: number, current: Setup): Promise<MemoryStore> =>
        cover(await at.open(handle, current), handle);
      return startSession({ ...at, services, open, operations: claimed.operations }, setup);
    }
  }
  try {
    return await stageFor(options);
  } catch (thrown) {
    await close();
    throw thrown;
  }
}
