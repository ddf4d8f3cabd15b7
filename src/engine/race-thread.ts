// One thread of the race: opens the store for itself and writes when all are ready, heat by heat.
import { parentPort, workerData } from 'node:worker_threads';
import type { Operation, Outcome } from '../contract/operations.js';
import type { Memory, MemoryStore, StoreUnderTest } from '../contract/port.js';
import { isRefusal } from '../contract/refusals.js';
import { checkThenWrite } from '../mutants/curated/check-then-write.js';
import type { Course, Racer } from './race.js';

const busyTimeout = 5000;

/** Waits until a slot has come to this count. */
function waitFor(cells: Int32Array, slot: number, count: number): void {
  for (let here = Atomics.load(cells, slot); here < count; here = Atomics.load(cells, slot))
    Atomics.wait(cells, slot, here, 50);
}

/** Waits until all threads have come here. */
function meet(barrier: Int32Array, slot: number, threads: number): void {
  Atomics.add(barrier, slot, 1);
  Atomics.notify(barrier, slot);
  waitFor(barrier, slot, threads);
}

async function attempt(memory: Memory, operation: Operation): Promise<Outcome> {
  const call = memory as Required<Memory>;
  try {
    switch (operation.do) {
      case 'remember':
        return { ok: await call.remember(operation.fact as never, operation.terms as never) };
      case 'forget':
      case 'restore':
        return {
          ok: await call[operation.do](
            operation.scope as never,
            operation.key as never,
            operation.terms as never,
          ),
        };
      default:
        throw new Error(`nobody races to ${operation.do}`);
    }
  } catch (thrown) {
    if (isRefusal(thrown)) return { refused: thrown.kind, code: thrown.code };
    return { threw: String(thrown) };
  }
}

async function load({ module }: Racer): Promise<StoreUnderTest> {
  const loaded = (await import(module)) as { default: StoreUnderTest | (() => StoreUnderTest) };
  return typeof loaded.default === 'function' ? loaded.default() : loaded.default;
}

/** Opens the store for a heat; `pause` is where the broken one lets others check too. */
async function openFor(
  sut: StoreUnderTest,
  { index: handle, setup }: Racer,
  { directory, heat }: Course,
  pause: () => void,
): Promise<MemoryStore> {
  const store = await sut.open({ directory, handle, policy: setup.policy, busyTimeout });
  const wrap = heat === 'check-then-write' ? checkThenWrite(pause).wrap?.() : undefined;
  return wrap?.(store, handle) ?? store;
}

async function run(sut: StoreUnderTest, racer: Racer, course: Course): Promise<readonly Outcome[]> {
  const { index, threads, rounds } = racer;
  const barrier = new Int32Array(course.barrier);
  // One after the other, so that nobody opens a file that another is just creating.
  for (let turn = 0; Atomics.load(barrier, 0) < index && turn < 600; turn += 1)
    Atomics.wait(barrier, 0, Atomics.load(barrier, 0), 50);
  let round = 0;
  const checked = (): void => meet(barrier, rounds.length + round + 1, threads);
  const store = await openFor(sut, racer, course, checked);
  const memory = store.as(racer.setup.owner);
  meet(barrier, 0, threads);
  const outcomes: Outcome[] = [];
  for (const [at, operation] of rounds.entries()) {
    round = at;
    meet(barrier, at + 1, threads);
    outcomes.push(await attempt(memory, operation));
  }
  await store.close();
  return outcomes;
}

const racer = workerData as Racer;
const gate = new Int32Array(racer.gate);
const sut = await load(racer);
for (const [at, course] of racer.courses.entries()) {
  waitFor(gate, 0, at + 1);
  parentPort?.postMessage(await run(sut, racer, course));
}
