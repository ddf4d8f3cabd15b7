// Whatever goes wrong ends in an error of some kind, but not in the refusal that was promised.
import { refuse } from '../../contract/refusals.js';
import { type Awaitable } from '../../contract/port.js';
import { isRefusal, type RefusalCode } from '../../contract/refusals.js';
import { attempt } from '../../services/awaitable.js';
import { eachMemory } from '../decorate.js';
import type { CuratedMutant } from '../mutant.js';

const property = 'only-refusals';

const failing = <T>(code: RefusalCode, call: () => Awaitable<T>, fail: () => never): Awaitable<T> =>
  attempt(
    call,
    (value) => value,
    (thrown) => {
      if (isRefusal(thrown) && thrown.code === code) fail();
      throw thrown;
    },
  );

const crash = (): never => {
  throw new TypeError("Cannot read properties of undefined (reading 'version')");
};

/** A crash, an error without a code, and a reason that is none. */
export const errorsInsteadOfRefusals: readonly CuratedMutant[] = [
  {
    id: 'missing-record-crashes',
    property,
    misconception: 'Nobody forgets or restores what is not there, so the row is there.',
    needs: ['tombstones', 'versions'],
    wrap: () =>
      eachMemory((memory) => ({
        forget: (scope, key, terms) =>
          failing('missing', () => memory.forget(scope, key, terms), crash),
        restore: (scope, key, terms) =>
          failing('missing', () => memory.restore(scope, key, terms), crash),
      })),
  },
  {
    id: 'malformed-argument-crashes',
    property,
    misconception: 'The compiler has checked the types, so nothing has to look at them again.',
    needs: [],
    wrap: () =>
      eachMemory((memory) => ({
        search: (scope, terms) => failing('malformed', () => memory.search(scope, terms), crash),
      })),
  },
  {
    id: 'refusal-is-a-plain-error',
    property,
    misconception: 'An error is an error: who wants to know more reads its message.',
    needs: ['tombstones'],
    wrap: () =>
      eachMemory((memory) => ({
        forget: (scope, key, terms) =>
          failing(
            'not-confirmed',
            () => memory.forget(scope, key, terms),
            () => {
              throw new Error('denied: the user did not confirm');
            },
          ),
      })),
  },
  {
    id: 'conflict-reported-as-busy',
    property,
    misconception: 'A version conflict is contention like any other: tell the caller to try again.',
    needs: ['versions'],
    wrap: () =>
      eachMemory((memory) => ({
        remember: (fact, terms) =>
          failing(
            'stale-version',
            () => memory.remember(fact, terms),
            () => refuse('busy'),
          ),
      })),
  },
];
