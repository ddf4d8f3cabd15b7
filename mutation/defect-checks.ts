// A defect of the harness is an error and never a failure; a store that fails is told with a counterexample.
import { strict as assert } from 'node:assert';
import { modelUnderTest } from '../models/model-store.js';
import { createSuite } from '../properties/suite.js';
import { type MemoryStore } from '../src/contract/port.js';
import { check } from '../src/engine/check.js';
import type { Offer } from '../src/engine/offer.js';
import { type Check, inFolder, story } from './check.js';
import { odd, services } from './scene.js';

/** What a check of a store is given. */
const plainCheck = { seed: 1, services } as const;

/** Memories that find nothing. */
const forgetful =
  (store: MemoryStore) =>
  (...who: Parameters<MemoryStore['as']>): object => ({ ...store.as(...who), search: () => [] });

/** Throws when it is asked. */
const defective = (message: string) => (): never => {
  throw new TypeError(message);
};

export const defectChecks: readonly Check[] = [
  story(
    'generator-throws',
    'A generator that throws is an error, and no promise fails for it.',
    () =>
      inFolder(async (root) => {
        const suite = createSuite();
        const broken = {
          ...suite,
          sequences: () => ({ [Symbol.iterator]: defective('a defect of the generator') }),
        };
        const report = await check(modelUnderTest(), broken, { ...plainCheck, root, runs: 5 });
        assert.deepEqual([report.verdict, report.sequences], ['error', 0]);
        assert.match(report.error ?? '', /a defect of the generator/);
        assert.equal(
          report.properties.some(({ verdict }) => verdict === 'fails'),
          false,
        );
      }),
  ),
  story('play-throws', 'A sequence that throws in the middle is an error, and no failure.', () =>
    inFolder(async (root) => {
      const suite = createSuite();
      const broken = {
        ...suite,
        *sequences(seed: number, offer: Offer) {
          for (const planned of suite.sequences(seed, offer))
            yield {
              ...planned,
              play: () => ({ next: defective('a defect of the sequence') }),
            };
        },
      };
      const report = await check(modelUnderTest(), odd(broken), { ...plainCheck, root, runs: 5 });
      assert.equal(report.verdict, 'error');
      assert.equal(
        report.properties.some(({ verdict }) => verdict === 'fails'),
        false,
      );
    }),
  ),
  story(
    'broken-fails',
    'A check of a broken store fails on its property, with a counterexample.',
    () =>
      inFolder(async (root) => {
        const good = modelUnderTest();
        const store = {
          ...good,
          open: async (environment: Parameters<typeof good.open>[0]) => {
            const opened = await good.open(environment);
            return { ...opened, as: odd<MemoryStore['as']>(forgetful(opened)) };
          },
        };
        const report = await check(store, createSuite(), { ...plainCheck, root, runs: 20 });
        assert.equal(report.verdict, 'failed');
        const failing = report.properties.filter(({ verdict }) => verdict === 'fails');
        assert.ok(failing.length > 0);
        for (const { counterexample } of failing) {
          assert.ok(counterexample);
          assert.equal(counterexample.reproduced, true);
          assert.ok(counterexample.steps.length <= 6);
        }
      }),
  ),
];
