// The table of bad inputs as one check: what each comes to on the SQLite store.
import { strict as assert } from 'node:assert';
import type { Operation, Outcome } from '../src/contract/operations.js';
import type { Memory, MemoryStore } from '../src/contract/port.js';
import { isRefusal } from '../src/contract/refusals.js';
import { openSqliteStore } from '../src/stores/sqlite/open.js';
import { type BadInput, badInputPolicy, badInputs } from '../test/bad-inputs.js';
import { type Check, story } from './check.js';
import { odd } from './scene.js';

/** Asks a memory what the operation says, whatever its arguments are. */
export function call(memory: Required<Memory>, operation: Operation): unknown {
  switch (operation.do) {
    case 'remember':
      return memory.remember(odd(operation.fact), odd(operation.terms));
    case 'search':
    case 'context':
      return memory[operation.do](odd(operation.scope), odd(operation.terms));
    case 'forget':
    case 'restore':
      return memory[operation.do](odd(operation.scope), odd(operation.key), odd(operation.terms));
    case 'inspect':
      return memory.inspect(odd(operation.scope), odd(operation.key));
    default:
      throw new Error(`${operation.do} is no operation of a memory.`);
  }
}

/** What an input comes to on a store that answers at once, after what goes before it. */
export function perform(store: MemoryStore, { before = [], operation }: BadInput): Outcome {
  const ask = (each: Operation): Outcome => {
    try {
      const memory: Memory = store.as(odd(odd<{ as: unknown }>(each).as));
      return { ok: call(memory as Required<Memory>, each) };
    } catch (thrown) {
      if (!isRefusal(thrown)) throw thrown;
      return { refused: thrown.kind, code: thrown.code };
    }
  };
  before.forEach(ask);
  return ask(operation);
}

export const inputChecks: readonly Check[] = [
  story('bad-inputs', 'Each input is accepted or refused as the contract says.', async () => {
    for (const input of badInputs) {
      const store = openSqliteStore({ path: ':memory:', policy: badInputPolicy });
      try {
        assert.deepEqual(perform(store, input), input.expected, input.title);
      } finally {
        await store.close();
      }
    }
  }),
];
