// Writes on a version that is not the current one, carried out all the same.
import type { MemoryRecord } from '../../contract/fact.js';
import type { Awaitable } from '../../contract/port.js';
import { refuse } from '../../contract/refusals.js';
import { andThen } from '../../services/awaitable.js';
import { eachMemory } from '../decorate.js';
import type { CuratedMutant } from '../mutant.js';
import { decideAgain, rememberAgain, standing } from '../writes.js';

const property = 'cas';
const needs = ['versions', 'inspect'] as const;

const refreshed = (record: Awaitable<MemoryRecord>) =>
  andThen(record, ({ version }) => ({ expectedVersion: version }));

/** Refreshed and tried again, taken for a hint, or counted from the wrong end. */
export const versionNotCompared: readonly CuratedMutant[] = [
  {
    id: 'remember-retries-stale-version',
    property,
    misconception: 'A conflict is a nuisance: read the current version and try again.',
    needs,
    // Version 0 stays refused: that a create meets a record is a promise of its own.
    wrap: rememberAgain('stale-version', ({ memory, fact, terms: { expectedVersion } }) =>
      expectedVersion === 0
        ? {}
        : andThen(refreshed(standing(memory, fact)), (terms) => ({ terms })),
    ),
  },
  {
    id: 'forget-retries-stale-version',
    property,
    misconception: 'The user wants it gone, whatever it says by now.',
    needs: [...needs, 'tombstones'],
    wrap: decideAgain('forget', 'stale-version', (_, current) => refreshed(current())),
  },
  {
    id: 'restore-retries-stale-version',
    property,
    misconception: 'There is only one thing to restore, so its version need not be right.',
    needs: [...needs, 'tombstones'],
    wrap: decideAgain('restore', 'stale-version', (_, current) => refreshed(current())),
  },
  {
    id: 'version-ahead-accepted',
    property,
    misconception: 'Only an older version is stale: a newer one cannot be in anybody\u2019s way.',
    needs,
    wrap: rememberAgain('stale-version', ({ memory, fact, terms }) =>
      andThen(standing(memory, fact), ({ version }) =>
        terms.expectedVersion > version
          ? { terms: { expectedVersion: version } }
          : refuse('stale-version'),
      ),
    ),
  },
  {
    id: 'first-write-based-on-one',
    property,
    misconception: 'Counting starts at 1, so the first write is based on version 1.',
    needs: ['versions'],
    wrap: rememberAgain('missing', ({ terms }) =>
      terms.expectedVersion === 1 ? { terms: { expectedVersion: 0 } } : refuse('missing'),
    ),
  },
  {
    id: 'old-version-returned',
    property,
    misconception: 'The caller knows what it wrote on, so that is the version to give back.',
    needs: ['versions'],
    wrap: () =>
      eachMemory((memory) => ({
        remember: (fact, terms) =>
          andThen(memory.remember(fact, terms), (version) => Math.max(1, version - 1)),
      })),
  },
];
