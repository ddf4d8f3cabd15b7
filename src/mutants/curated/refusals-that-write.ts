// Refused operations that leave something behind, for whoever looks at the record next.
import type { DecisionTerms, Fact, FoundFact, MemoryRecord } from '../../contract/fact.js';
import type { Awaitable } from '../../contract/port.js';
import { isRefusal, type RefusalCode } from '../../contract/refusals.js';
import { canonicalKey } from '../../guards/policy-index.js';
import { andThen, attempt } from '../../services/awaitable.js';
import {
  addressOf,
  eachMemory,
  perHandle,
  policyOf,
  type Seat,
  type WholeMemory,
} from '../decorate.js';
import type { CuratedMutant } from '../mutant.js';
import { bendFacts, bendRecords } from '../reads.js';

const property = 'refused-changes-nothing';

/** Lets a refusal with one of these codes pass, after something was done. */
const afterRefusal = <T>(
  codes: readonly RefusalCode[],
  call: () => Awaitable<T>,
  done: () => Awaitable<unknown>,
): Awaitable<T> =>
  attempt(
    call,
    (value) => value,
    (thrown) => {
      if (!isRefusal(thrown) || !codes.includes(thrown.code)) throw thrown;
      const stand = (): never => {
        throw thrown;
      };
      return attempt(done, stand, stand);
    },
  );

/** What a refused operation left at an address: its handle sees it until the next write there. */
function traces<T>() {
  const ofHandle = perHandle(() => new Map<string, { version: number; trace: T }>());
  return {
    leave(memory: WholeMemory, seat: Seat, at: Pick<Fact, 'scope' | 'key'>, trace: T) {
      const { scope } = at;
      const key = canonicalKey(policyOf(seat.store), at.key);
      return andThen(memory.inspect(scope, key), (record) => {
        if (record !== undefined)
          ofHandle(seat).set(addressOf(seat.identity, scope, key), {
            version: record.version,
            trace,
          });
      });
    },
    seen(seat: Seat, scope: string, { key, version }: FoundFact): T | undefined {
      const known = ofHandle(seat).get(addressOf(seat.identity, scope, key));
      return known?.version === version ? known.trace : undefined;
    },
  };
}

/** The later of two times; what is no time does not count. */
const later = (time: number, other: number | undefined): number =>
  Number.isSafeInteger(other) ? Math.max(time, Number(other)) : time;

/** What a row holds that was inserted before anybody asked whether it may be. */
const leftover = (fact: Fact, { identity }: Seat, now: number): MemoryRecord => ({
  ...fact,
  tenant: identity.tenant,
  subject: identity.subject,
  confidence: fact.confidence ?? 1,
  expiresAt: fact.expiresAt ?? null,
  evidence: 'user_confirmed',
  updatedAt: now,
  version: 1,
  deletedAt: null,
  actor: identity.subject,
  provenance: null,
});

/** Half a write, a touched clock, and a row that should not be. */
export const refusalsThatWrite: readonly CuratedMutant[] = [
  {
    id: 'stale-write-half-applied',
    property,
    misconception: 'A refused transaction need not be rolled back: nobody will commit it.',
    needs: ['versions', 'inspect'],
    wrap: () => {
      const values = traces<string>();
      return eachMemory((memory, seat) => ({
        ...bendFacts(memory, (fact, scope) => {
          const value = values.seen(seat, scope, fact);
          return value === undefined ? fact : { ...fact, value };
        }),
        remember: (fact, terms) =>
          afterRefusal(
            ['stale-version'],
            () => memory.remember(fact, terms),
            () => values.leave(memory, seat, fact, fact.value),
          ),
      }));
    },
  },
  {
    id: 'refused-forget-touches-the-clock',
    property,
    misconception: 'An attempt to forget is an event in the life of a record: note its time.',
    needs: ['tombstones', 'inspect'],
    wrap: () => {
      const attempts = traces<number>();
      return eachMemory((memory, seat) => ({
        ...bendRecords(memory, (record, scope) => ({
          ...record,
          updatedAt: later(record.updatedAt, attempts.seen(seat, scope, record)),
        })),
        forget: (scope: string, key: string, terms: DecisionTerms) =>
          afterRefusal(
            ['not-confirmed', 'stale-version', 'tombstoned'],
            () => memory.forget(scope, key, terms),
            () => attempts.leave(memory, seat, { scope, key }, terms.now),
          ),
      }));
    },
  },
  {
    id: 'refused-write-leaves-a-row',
    property,
    misconception: 'Insert first, look at the version then: an empty row does no harm.',
    needs: ['versions', 'inspect'],
    wrap: () => {
      const rowsOf = perHandle(() => new Map<string, MemoryRecord>());
      return eachMemory((memory, seat) => ({
        remember: (fact, terms) =>
          afterRefusal(
            ['missing'],
            () => memory.remember(fact, terms),
            () => {
              const key = canonicalKey(policyOf(seat.store), fact.key);
              const row = leftover({ ...fact, key }, seat, terms.now);
              rowsOf(seat).set(addressOf(seat.identity, fact.scope, key), row);
            },
          ),
        inspect: (scope, key) =>
          andThen(memory.inspect(scope, key), (record) => {
            const name = canonicalKey(policyOf(seat.store), key);
            const row = rowsOf(seat).get(addressOf(seat.identity, scope, name));
            return record ?? (row && { ...row });
          }),
      }));
    },
  },
];
