// The six operations of a memory on SQLite: guards, one guarded write, and only then an explanation.
import {
  ContextTerms,
  DecisionTerms,
  type Evidence,
  Fact,
  type MemoryRecord,
  RememberTerms,
  SearchTerms,
} from '../../contract/fact.js';
import type { Identity, Origin } from '../../contract/identity.js';
import { limits } from '../../contract/limits.js';
import type { Memory } from '../../contract/port.js';
import { type Refusal, refuse } from '../../contract/refusals.js';
import { readShape, readText } from '../../contract/shapes.js';
import { checkCandidate } from '../../guards/candidate.js';
import { contextEnvelope } from '../../guards/context.js';
import {
  checkLength,
  checkSearchTerms,
  checkTime,
  checkVersion,
  withoutNegativeZero,
} from '../../guards/domains.js';
import {
  explainForget,
  explainRemember,
  explainRestore,
  type WriteTerms,
} from '../../guards/explain.js';
import { canonicalKey } from '../../guards/policy-index.js';
import { checkScope } from '../../guards/scope.js';
import { openLedger } from './proposals.js';
import type { Author } from './records.js';
import { checkOpen, type Session, unexplained } from './session.js';

/** One identity's memory; the identity is a frozen copy, made by the caller. */
export function openMemory(
  session: Session,
  identity: Identity,
  origin?: Origin,
): Required<Memory> {
  const { connection, records } = session;
  const { tenant, subject } = identity;
  const author: Author = {
    tenant,
    subject,
    actor: origin?.actor ?? subject,
    provenance: origin?.provenance ?? null,
  };

  /** What forget and restore have in common; `decide` names the guarded write and its explanation. */
  function decision(
    decide: 'forget' | 'restore',
    explain: (record: MemoryRecord | undefined, terms: WriteTerms) => Refusal | undefined,
  ) {
    return (scope: string, key: string, terms: DecisionTerms): number => {
      checkOpen(session);
      readText('scope', scope);
      const name = canonicalKey(session.policy, readText('key', key));
      const asked = readShape(DecisionTerms, 'terms', terms);
      if (asked.userConfirmed !== true) refuse('not-confirmed');
      const now = checkTime(asked.now, 'now');
      const expectedVersion = checkVersion(asked.expectedVersion);
      checkLength(name, limits.name, 'key');
      checkScope(identity, scope);
      const address = { tenant, subject, scope, key: name };
      const known = { expectedVersion, now };
      return connection.transaction(() => {
        if (records[decide](address, known)) return expectedVersion + 1;
        throw explain(records.read(address), known) ?? unexplained(decide);
      });
    };
  }

  function search(scope: string, terms: unknown, schema: typeof SearchTerms | typeof ContextTerms) {
    checkOpen(session);
    readText('scope', scope);
    const asked = readShape<SearchTerms>(schema, 'terms', terms);
    checkScope(identity, scope);
    const complete = checkSearchTerms(asked);
    return connection.read(() => records.search(identity, scope, complete));
  }

  return {
    remember(fact, terms) {
      checkOpen(session);
      const asked = readShape(Fact, 'fact', fact);
      const given = readShape(RememberTerms, 'terms', terms);
      const candidate = checkCandidate(session.policy, asked, given.evidence, given.now);
      const known = {
        expectedVersion: checkVersion(given.expectedVersion),
        now: withoutNegativeZero(given.now),
      };
      checkScope(identity, candidate.scope);
      // The candidate was accepted with it, so it is the evidence of a rule.
      const evidence = given.evidence as Evidence;
      return connection.transaction(() => {
        if (records.write(author, candidate, evidence, known)) return known.expectedVersion + 1;
        const record = records.read({
          tenant,
          subject,
          scope: candidate.scope,
          key: candidate.key,
        });
        throw explainRemember(record, candidate.observedAt, known) ?? unexplained('remember');
      });
    },
    search: (scope, terms) => search(scope, terms, SearchTerms),
    context: (scope, terms) => contextEnvelope(search(scope, terms, ContextTerms)),
    forget: decision('forget', explainForget),
    restore: decision('restore', explainRestore),
    inspect(scope, key) {
      checkOpen(session);
      readText('scope', scope);
      const name = canonicalKey(session.policy, readText('key', key));
      checkLength(name, limits.name, 'key');
      checkScope(identity, scope);
      return connection.read(() => records.read({ tenant, subject, scope, key: name }));
    },
    proposals: openLedger(session, identity),
  };
}
