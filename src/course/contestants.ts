// The stores a property is graded on: correct ones it must accept, broken ones it must refuse.
import { modelUnderTest } from '../../models/model-store.js';
import type { Awaitable, Memory, StoreUnderTest } from '../contract/port.js';
import type { Services } from '../contract/services.js';
import { curatedMutants } from '../mutants/curated/index.js';
import { eachMemory } from '../mutants/decorate.js';
import type { Wrap } from '../mutants/mutant.js';
import { services } from '../services/index.js';
import { brokenTexts } from './edit.js';
import { type House, loadHouse, originalOf } from './house.js';
import { LessonFault, type Manifest } from './manifest.js';

/** A store on which a property is played. */
export interface Contestant {
  readonly id: string;
  readonly open: () => Awaitable<StoreUnderTest>;
  readonly services: Services;
  /** Called for each run: what it remembers ends with the run. */
  readonly wrap?: (() => Wrap) | undefined;
}

/** The same data with its fields the other way round: nobody is promised their order. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return Object.freeze(value.map(turned));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).toReversed();
  return Object.freeze(Object.fromEntries(fields.map(([name, each]) => [name, turned(each)])));
}

/** A turn of the event loop later: a port may answer with a promise. */
async function later<T>(call: () => Awaitable<T>): Promise<T> {
  await Promise.resolve();
  return turned(await call()) as T;
}

/**
 * A store that differs from SQLite in all that the contract leaves open: it answers later, its
 * answers are frozen and their fields stand in another order.
 */
const otherwise: Wrap = eachMemory((memory): Partial<Memory> => ({
  remember: (fact, terms) => later(() => memory.remember(fact, terms)),
  search: (scope, terms) => later(() => memory.search(scope, terms)),
  context: (scope, terms) => later(() => memory.context(scope, terms)),
  inspect: (scope, key) => later(() => memory.inspect(scope, key)),
  forget: (scope, key, terms) => later(() => memory.forget(scope, key, terms)),
  restore: (scope, key, terms) => later(() => memory.restore(scope, key, terms)),
}));

/** Correct stores; the model cannot be reopened, so it stays out of lessons that play on files. */
export async function wheatsOf(house: House, { medium }: Manifest): Promise<readonly Contestant[]> {
  const { open, services: own } = await loadHouse(house);
  return [
    ...(medium === 'file' ? [] : [{ id: 'model', open: modelUnderTest, services }]),
    { id: 'sqlite', open, services: own },
    { id: 'otherwise', open, services: own, wrap: () => otherwise },
  ];
}

/** The broken store of a chaff: the real one with a curated mutant over it, or with a break in it. */
export async function chaffOf(house: House, lesson: Manifest, id: string): Promise<Contestant> {
  const breakId = /^break:(.+)$/u.exec(id)?.[1];
  if (breakId !== undefined) {
    const broken = lesson.breaks.find((each) => each.id === breakId);
    if (broken === undefined) throw new LessonFault(`${lesson.id} has no break ${breakId}`);
    return {
      id,
      ...(await loadHouse(
        house,
        brokenTexts(broken, (file) => originalOf(house, file)),
      )),
    };
  }
  const mutant = curatedMutants.find((each) => each.id === id);
  if (mutant === undefined) throw new LessonFault(`there is no curated mutant ${id}`);
  const { open, services: own } = await loadHouse(house);
  return { id, open, services: mutant.services?.(own) ?? own, wrap: mutant.wrap };
}
