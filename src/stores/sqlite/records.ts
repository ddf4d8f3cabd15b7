// The memory table as typed calls: each guarded write says whether it changed a row.
import type { CompleteFact, Evidence, FoundFact, MemoryRecord } from '../../contract/fact.js';
import type { Address, Provenance } from '../../contract/identity.js';
import type { Driver } from '../../contract/port.js';
import type { WriteTerms } from '../../guards/explain.js';
import type { CompleteTerms } from '../../guards/domains.js';
import { type Prepared, prepare } from './driver.js';
import * as sql from './statements.js';

/** In whose memory a record is written, and who is named as having written it. */
export interface Author {
  readonly tenant: string;
  readonly subject: string;
  readonly actor: string;
  readonly provenance: Provenance | null;
}

type At = [tenant: string, subject: string, scope: string, key: string];
type Contents = [
  kind: string,
  value: string,
  sourceRef: string,
  observedAt: number,
  updatedAt: number,
  confidence: number,
  expiresAt: number | null,
  evidence: Evidence,
  actor: string,
  provenance: Provenance | null,
];
type SearchParameters = [
  tenant: string,
  subject: string,
  scope: string,
  updatedBy: number,
  now: number,
  minConfidence: number,
  text: string,
];

/** The statements on records, prepared on one connection; searches as their limits come up. */
export function prepareRecords(driver: Driver) {
  const read = prepare<At, MemoryRecord>(driver, sql.readRecord());
  const insert = prepare<[...Contents, ...At]>(driver, sql.insertRecord());
  const update = prepare<
    [...Contents, ...At, version: number, observedBy: number, updatedBy: number]
  >(driver, sql.updateRecord());
  const forget = prepare<
    [deletedAt: number, updatedAt: number, ...At, version: number, updatedBy: number]
  >(driver, sql.forgetRecord());
  const restore = prepare<
    [updatedAt: number, ...At, version: number, updatedBy: number, now: number]
  >(driver, sql.restoreRecord());
  const searches: { [limit: number]: () => Prepared<SearchParameters, FoundFact> } = {};

  return {
    read: ({ tenant, subject, scope, key }: Address): MemoryRecord | undefined =>
      read().get(tenant, subject, scope, key),

    write(author: Author, fact: CompleteFact, evidence: Evidence, terms: WriteTerms): boolean {
      const { tenant, subject, actor, provenance } = author;
      const { scope, key, kind, value, sourceRef, observedAt, confidence, expiresAt } = fact;
      const { expectedVersion, now } = terms;
      const contents: Contents = [
        kind,
        value,
        sourceRef,
        observedAt,
        now,
        confidence,
        expiresAt,
        evidence,
        actor,
        provenance,
      ];
      const { changes } =
        expectedVersion === 0
          ? insert().run(...contents, tenant, subject, scope, key)
          : update().run(
              ...contents,
              tenant,
              subject,
              scope,
              key,
              expectedVersion,
              observedAt,
              now,
            );
      return changes > 0;
    },

    forget: ({ tenant, subject, scope, key }: Address, { expectedVersion, now }: WriteTerms) =>
      forget().run(now, now, tenant, subject, scope, key, expectedVersion, now).changes > 0,

    restore: ({ tenant, subject, scope, key }: Address, { expectedVersion, now }: WriteTerms) =>
      restore().run(now, tenant, subject, scope, key, expectedVersion, now, now).changes > 0,

    search(
      { tenant, subject }: Pick<Address, 'tenant' | 'subject'>,
      scope: string,
      { now, text, minConfidence, limit }: CompleteTerms,
    ): FoundFact[] {
      const statement = (searches[limit] ??= prepare(driver, sql.searchRecords(limit)));
      return statement().all(tenant, subject, scope, now, now, minConfidence, text);
    },
  };
}
export type Records = ReturnType<typeof prepareRecords>;
