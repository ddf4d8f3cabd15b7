// Whose fault an exception is: the store's, where its own code threw outside of a compared call.
import type { Awaitable } from '../contract/port.js';

/** What was thrown, in its own words. */
export const messageOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown);

const thrownByStores = new WeakSet<object>();

function note(thrown: unknown): unknown {
  if (typeof thrown === 'object' && thrown !== null) thrownByStores.add(thrown);
  return thrown;
}

/** Runs what belongs to the store; what it throws is thrown on, and known as the store's. */
export async function ofStore<T>(body: () => Awaitable<T>): Promise<T> {
  try {
    return await body();
  } catch (thrown) {
    throw note(thrown);
  }
}

/** The same for what answers at once. */
export function ofStoreNow<T>(body: () => T): T {
  try {
    return body();
  } catch (thrown) {
    throw note(thrown);
  }
}

/** Whether a store threw this while it was opened, emptied, closed or given its services. */
export const isOfStore = (thrown: unknown): boolean => thrownByStores.has(thrown as object);
