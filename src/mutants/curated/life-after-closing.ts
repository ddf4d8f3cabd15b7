// A store that is closed, and behaves as if that were a matter of opinion.
import { isRefusal, refuse } from '../../contract/refusals.js';
import type { Awaitable } from '../../contract/port.js';
import { isPlainObject } from '../../contract/shapes.js';
import { attempt } from '../../services/awaitable.js';
import { eachMemory, onRefusal } from '../decorate.js';
import type { CuratedMutant } from '../mutant.js';

const property = 'closed';
const needs = ['durable'] as const;

/** Where the store is closed, looks at the shape of the arguments before it says so. */
const shapeFirst = <T>(call: () => Awaitable<T>, ...given: readonly unknown[]): Awaitable<T> =>
  attempt(
    call,
    (value) => value,
    (thrown) => {
      const closed = isRefusal(thrown) && thrown.code === 'closed';
      if (closed && !given.every(isPlainObject)) refuse('malformed');
      throw thrown;
    },
  );

/** Answers after the end, checks before it, and an end that can be reached only once. */
export const lifeAfterClosing: readonly CuratedMutant[] = [
  {
    id: 'closed-search-finds-nothing',
    property,
    misconception: 'In a closed store there is nothing to find, and an empty list says just that.',
    needs,
    wrap: () =>
      eachMemory((memory) => ({
        search: (scope, terms) =>
          onRefusal(
            'closed',
            () => memory.search(scope, terms),
            () => [],
          ),
      })),
  },
  {
    id: 'closed-inspect-answers',
    property,
    misconception: 'What was read before is still in memory and may be given out after closing.',
    needs: [...needs, 'inspect'],
    wrap: () =>
      eachMemory((memory) => ({
        inspect: (scope, key) =>
          onRefusal(
            'closed',
            () => memory.inspect(scope, key),
            () => undefined,
          ),
      })),
  },
  {
    id: 'shape-before-closed',
    property,
    misconception: 'Arguments are checked at the door, and the connection when it is needed.',
    needs,
    wrap: () =>
      eachMemory((memory) => ({
        remember: (fact, terms) => shapeFirst(() => memory.remember(fact, terms), fact, terms),
        search: (scope, terms) => shapeFirst(() => memory.search(scope, terms), terms),
        forget: (scope, key, terms) => shapeFirst(() => memory.forget(scope, key, terms), terms),
        restore: (scope, key, terms) => shapeFirst(() => memory.restore(scope, key, terms), terms),
      })),
  },
  {
    id: 'second-close-refused',
    property,
    misconception: 'Closing twice is a programming error, and hiding errors helps nobody.',
    needs,
    wrap: () => {
      const unbent = eachMemory(() => ({}));
      return (store, handle) => {
        let open = true;
        return Object.defineProperty(unbent(store, handle), 'close', {
          value: () => {
            if (!open) refuse('closed');
            open = false;
            return store.close();
          },
        });
      };
    },
  },
];
