// What a store gives is a value or a promise of one.
import type { Awaitable } from '../contract/port.js';

export const isPromise = <T>(value: Awaitable<T>): value is PromiseLike<T> =>
  typeof value === 'object' &&
  value !== null &&
  'then' in value &&
  typeof value.then === 'function';
