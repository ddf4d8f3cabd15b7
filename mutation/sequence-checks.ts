// The properties as checks: sequences on the SQLite store, the property that fails being the test.
import { createSuite } from '../properties/suite.js';
import { escape } from '../src/contract/escape.js';
import type { Capability, StoreUnderTest } from '../src/contract/port.js';
import { type Divergence, endedOverdue } from '../src/engine/drive.js';
import { hunt } from '../src/engine/hunt.js';
import { openStage, type Stage } from '../src/engine/stage.js';
import { sqliteUnderTest } from '../src/stores/sqlite/under-test.js';
import {
  type Check,
  type CheckFailure,
  inFolder,
  lineOf,
  type NamedTest,
  type RoundOptions,
} from './check.js';
import { services } from './scene.js';

/** Mutants are found with shorter sequences as well, and sooner. */
const suite = createSuite({ maxLength: 48 });

/** Milliseconds; the store answers at once, so only a promise that never settles meets it. */
const deadline = 5000;

const needsFiles: readonly Capability[] = ['durable', 'multi-handle'];

/** The SQLite store, with or without files. */
function storeIn(medium: RoundOptions['medium']): StoreUnderTest {
  const store = sqliteUnderTest();
  if (medium === 'file') return store;
  return {
    ...store,
    capabilities: store.capabilities.filter((capability) => !needsFiles.includes(capability)),
    open: (environment) => store.open({ ...environment, medium }),
  };
}

/** A divergence in one line. */
export function divergenceLine({ call, expected, actual }: Divergence): string {
  const shown = (value: unknown): string => JSON.stringify(escape(value)).slice(0, 120);
  return `${call.operation.do} should come to ${shown(expected)}, came to ${shown(actual)}`;
}

/** Blamed for what throws instead of answering: then no property is needed to tell. */
export const opening: NamedTest = {
  id: 'opening',
  name: 'The store can be opened, emptied and closed.',
};

const tests: readonly NamedTest[] = [
  ...suite.properties.map(({ id, sentence }) => ({ id, name: sentence })),
  opening,
];

async function play(stage: Stage, runs: number, seed: number): Promise<CheckFailure | undefined> {
  const { failing, blamed, sequences } = await hunt(stage, suite, { seed, runs });
  if (failing?.divergence === undefined || blamed === undefined) return undefined;
  const message = `${blamed}: sequence ${sequences}: ${divergenceLine(failing.divergence)}`;
  return { id: blamed, message, overdue: endedOverdue(failing) };
}

/** One round of sequences on a store opened for it, all properties judged at once. */
export const sequenceCheck = ({ medium, runs }: RoundOptions, seed: number): Check => ({
  tests,
  run: () =>
    inFolder(async (root) => {
      let stage: Stage | undefined;
      try {
        stage = await openStage(storeIn(medium), { services, root, deadline });
        const failure = await play(stage, runs, seed);
        if (failure !== undefined) await stage.close().catch(() => undefined);
        else await stage.close();
        return failure;
      } catch (thrown) {
        await stage?.close().catch(() => undefined);
        return { id: opening.id, message: `${opening.id}: ${lineOf(thrown)}` };
      }
    }),
});
