// How long opening a file waits for another connection, told by the pauses it asks for.
import { strict as assert } from 'node:assert';
import { join } from 'node:path';
import type { DriverSeam } from '../src/contract/port.js';
import { isRefusal } from '../src/contract/refusals.js';
import { openSqliteStore } from '../src/stores/sqlite/open.js';
import { type Check, inFolder, story } from './check.js';
import { besides, edit } from './files.js';

/**
 * What opening a file comes to, and the pauses it asks for; none is made, and SQLite may not wait
 * on its own meanwhile.
 */
function waitedFor(path: string, busyTimeout: number): readonly [code: unknown, pauses: unknown] {
  const { wait } = Atomics;
  const pauses: (number | undefined)[] = [];
  let ask: () => unknown = () => undefined;
  Atomics.wait = (_cells: unknown, _at: number, _value: unknown, pause?: number) => {
    pauses.push(pause);
    assert.deepEqual(ask(), { timeout: 0 });
    assert.ok(pauses.length < 9, 'waits without an end');
    return 'timed-out';
  };
  const driver: DriverSeam = (given) => {
    ask = () => given.prepare('PRAGMA busy_timeout').get();
    return given;
  };
  try {
    void openSqliteStore({ path, busyTimeout, driver }).close();
    return ['opened', pauses];
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown;
    return [thrown.code, pauses];
  } finally {
    Atomics.wait = wait;
  }
}

/** They stand before all that opens a file: where the wait has no end, those would have none. */
export const waitingChecks: readonly Check[] = [
  story('open-waits-for-a-log', 'Switching a bare file to its log waits, then says busy.', () =>
    inFolder(async (folder) => {
      const path = join(folder, 'memory.sqlite');
      edit(path, 'VACUUM');
      await besides(path, 'BEGIN IMMEDIATE', () => {
        for (const [busyTimeout, pauses] of [
          [0, []],
          [30, [10, 10, 10]],
        ] as const)
          assert.deepEqual(waitedFor(path, busyTimeout), ['busy', pauses]);
      });
      assert.deepEqual(waitedFor(path, 30), ['opened', []]);
    }),
  ),
];
