// Plays rounds of sequences on a store that may become unusable: it is then left and opened anew.
import type { Awaitable, Capability, DriverSeam, StoreUnderTest } from '../contract/port.js';
import type { Services } from '../contract/services.js';
import { hunt } from './hunt.js';
import { openStage, type Stage } from './stage.js';
import type { Suite } from './suite.js';

/** A number of sequences, and where they are played. */
export interface Round {
  readonly medium: 'memory' | 'file';
  readonly runs: number;
}

export interface PlayerOptions {
  readonly services: Services;
  /** The tool's own folder. */
  readonly root: string;
  readonly suite: Suite;
}

const unmet: readonly Capability[] = ['durable', 'multi-handle'];

/** The same store without files: nothing is closed, and there is one handle. */
const withoutFiles = (store: StoreUnderTest): StoreUnderTest => ({
  ...store,
  capabilities: store.capabilities.filter((capability) => !unmet.includes(capability)),
  open: (environment) => store.open({ ...environment, medium: 'memory' }),
});

const messageOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown);

/** What a round comes to. */
export type Found =
  | { readonly property: string | undefined; readonly sequences: number }
  | { readonly message: string };

/** Gives a store under test. */
export type Open = () => Awaitable<StoreUnderTest>;

/** A store that is opened when it is first played, and anew after it became unusable. */
export interface Player {
  /** Opens the store for these rounds where it is not open yet. */
  ready(rounds: readonly Round[]): Promise<void>;
  /** Plays until a property fails; an exception of store or harness is a message, and no failure. */
  play(round: Round, seed: number): Promise<Found>;
  close(): Promise<void>;
}

/** A player of this store, through this seam. */
export function createPlayer(open: Open, driver: DriverSeam, options: PlayerOptions): Player {
  const { services, root, suite } = options;
  const stages = new Map<Round['medium'], Stage>();
  async function stageFor(medium: Round['medium']): Promise<Stage> {
    const known = stages.get(medium);
    if (known !== undefined) return known;
    const store = await open();
    const cast = medium === 'memory' ? withoutFiles(store) : store;
    const stage = await openStage(cast, { services, root, driver });
    stages.set(medium, stage);
    return stage;
  }
  /** What a broken transaction left open may be in the way of closing, too. */
  async function leave(medium: Round['medium']): Promise<void> {
    const stage = stages.get(medium);
    stages.delete(medium);
    await stage?.close().catch(() => undefined);
  }
  return {
    async ready(rounds) {
      for (const { medium } of rounds) await stageFor(medium);
    },
    async play({ medium, runs }, seed) {
      try {
        const { blamed, sequences } = await hunt(await stageFor(medium), suite, { seed, runs });
        return { property: blamed, sequences };
      } catch (thrown) {
        await leave(medium);
        return { message: messageOf(thrown) };
      }
    },
    async close() {
      for (const medium of stages.keys()) await leave(medium);
    },
  };
}
