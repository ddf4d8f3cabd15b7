// Plays rounds of sequences on a store that may become unusable: it is then left and opened anew.
import type { Capability, DriverSeam, StoreUnderTest } from '../../contract/port.js';
import { decorate, withoutProposals } from '../../mutants/decorate.js';
import { explainRun } from '../counterexample.js';
import type { Run } from '../drive.js';
import { isOfStore, messageOf } from '../fault.js';
import { createFolders, type Folders } from '../folders.js';
import { hunt } from '../hunt.js';
import type { Pulse } from '../pulse.js';
import type { Counterexample } from '../result.js';
import { openStage, type Stage } from '../stage.js';
import type { Suite } from '../suite.js';
import { plainSchema } from './plain-schema.js';
import { opening } from './result.js';
import type { Troupe } from './target.js';

/** A number of sequences, and where they are played. */
export interface Round {
  readonly medium: 'memory' | 'file';
  readonly runs: number;
  /** `plain` leaves out what gives an order by chance: indexes, and the way rows are scanned. */
  readonly schema?: 'plain';
  /** `memory` takes the store's own proposals away: the services then keep them. */
  readonly ledger?: 'memory';
}

export interface PlayerOptions {
  /** The tool's own folder. */
  readonly root: string;
  /** Where folders come from, for somebody who makes many players; inside `root` by default. */
  readonly folders?: Folders | undefined;
  readonly suite: Suite;
  /** Milliseconds a call may take. */
  readonly deadline?: number | undefined;
  readonly pulse?: Pulse | undefined;
}

/** What a round comes to. */
export type Found =
  | { readonly status: 'passed'; readonly sequences: number }
  | {
      readonly status: 'failed';
      /** The property, or `opening`. */
      readonly by: string;
      readonly sequences: number;
      /** Absent where the store failed outside of a call. */
      readonly run?: Run;
      readonly reason?: string;
    }
  /** An exception of the harness: it says nothing of the store. */
  | { readonly status: 'error'; readonly sequences: number; readonly reason: string };

/** Which sequences to play, and who wants to know how they went. */
export interface Watching {
  readonly isWorthwhile?: ((sequence: number) => boolean) | undefined;
  readonly onSequence?: ((sequence: number, run: Run) => void) | undefined;
  /** Goes on until this property is blamed. */
  readonly property?: string | undefined;
}

/** A store that is opened when it is first played, and anew after it became unusable. */
export interface Player {
  /** Opens the store for these rounds where it is not open yet, also where failures are made small. */
  ready(rounds: readonly Round[]): Promise<void>;
  play(round: Round, seed: number, watching?: Watching): Promise<Found>;
  /** The smallest failing run found, with the mutant still in force. */
  explain(round: Round, found: Found & { status: 'failed' }): Promise<Counterexample | undefined>;
  close(): Promise<void>;
}

const unmet: readonly Capability[] = ['durable', 'multi-handle'];

/** The same store without files: nothing is closed, and there is one handle. */
const withoutFiles = (store: StoreUnderTest): StoreUnderTest => ({
  ...store,
  capabilities: store.capabilities.filter((capability) => !unmet.includes(capability)),
  open: (environment) => store.open({ ...environment, medium: 'memory' }),
});

/** The same store without proposals of its own. */
const withoutLedger = (store: StoreUnderTest): StoreUnderTest => ({
  ...store,
  capabilities: store.capabilities.filter((capability) => capability !== 'proposals'),
  async open(environment) {
    const opened = await store.open(environment);
    return decorate(opened, (identity, origin) => withoutProposals(opened.as(identity, origin)));
  },
});

const castFor = (store: StoreUnderTest, { medium, ledger }: Round): StoreUnderTest => {
  const cast = medium === 'memory' ? withoutFiles(store) : store;
  return ledger === 'memory' ? withoutLedger(cast) : cast;
};

/** Rounds with the same key are played at the same place. */
export const keyOf = ({ medium, schema, ledger }: Round): string =>
  `${medium} ${schema ?? 'whole'} ${ledger ?? 'own'}`;

/** What a store can be asked, in one line: a mutant that makes it less is not looked past. */
const abilities = ({ offer, durableProposals }: Stage): string =>
  [...offer.operations, ...offer.capabilities].toSorted().join(' ') +
  (durableProposals ? ' durable' : '');

/** What stages of a store that is not broken can be asked, by where they are played. */
export type Abilities = Map<string, string>;

/**
 * A player of this store, through this seam. `known` is filled by players of the unbroken store; a
 * store that can be asked less is as good as one that does not open.
 */
export function createPlayer(
  { open, services }: Troupe,
  options: PlayerOptions,
  seam?: DriverSeam,
  known: Abilities = new Map(),
): Player {
  const { root, suite, deadline, pulse } = options;
  const folders = options.folders ?? createFolders(root);
  const stages = new Map<string, Stage>();

  async function stageFor(round: Round): Promise<Stage> {
    const key = keyOf(round);
    const standing = stages.get(key);
    if (standing !== undefined) return standing;
    const store = await open();
    const driver = round.schema === 'plain' ? plainSchema(seam) : seam;
    const stage = await openStage(castFor(store, round), {
      services,
      root,
      folders,
      deadline,
      pulse,
      ...(driver === undefined ? {} : { driver }),
    });
    stages.set(key, stage);
    return stage;
  }
  /** What a broken transaction left open may be in the way of closing, too. */
  async function leave(key: string): Promise<void> {
    const stage = stages.get(key);
    stages.delete(key);
    await stage?.close().catch(() => undefined);
  }
  return {
    async ready(rounds) {
      for (const round of rounds) {
        if (stages.has(keyOf(round))) continue;
        const stage = await stageFor(round);
        const [planned] = suite.sequences(0, stage.offer);
        if (planned === undefined) continue;
        await (await stage.session(planned.setup)).end();
        await (await stage.rehearse(planned.setup)).end();
      }
    },
    async play(round, seed, { isWorthwhile, onSequence, property } = {}) {
      const key = keyOf(round);
      let sequences = 0;
      try {
        const stage = await stageFor(round);
        const can = abilities(stage);
        const could = known.get(key) ?? can;
        known.set(key, could);
        if (can !== could) {
          await leave(key);
          const reason = 'it can no longer be asked everything it could be asked before';
          return { status: 'failed', by: opening, sequences: 1, reason };
        }
        const { blamed, failing, ...hunted } = await hunt(stage, suite, {
          seed,
          runs: round.runs,
          property,
          isWorthwhile: (sequence) => {
            sequences = sequence;
            return isWorthwhile?.(sequence) ?? true;
          },
          onSequence,
        });
        if (blamed === undefined || failing === undefined)
          return { status: 'passed', sequences: hunted.sequences };
        return { status: 'failed', by: blamed, sequences: hunted.sequences, run: failing };
      } catch (thrown) {
        await leave(key);
        const reason = messageOf(thrown);
        if (!isOfStore(thrown)) return { status: 'error', sequences, reason };
        return { status: 'failed', by: opening, sequences: Math.max(1, sequences), reason };
      }
    },
    async explain(round, { by, run, sequences }) {
      if (run === undefined) return undefined;
      try {
        const stage = await stageFor(round);
        return await explainRun({ property: by, sequence: sequences, run }, stage, suite);
      } catch {
        // What was found counts, also where it cannot be made small.
        await leave(keyOf(round));
        return undefined;
      }
    },
    async close() {
      for (const key of stages.keys()) await leave(key);
      if (options.folders === undefined) await folders.close();
    },
  };
}
