// The proposals table as typed calls: what is proposed, claimed once and closed.
import type { Identity, Provenance } from '../../contract/identity.js';
import type { Driver } from '../../contract/port.js';
import type { Confirmation, Intent, Proposal } from '../../contract/proposal.js';
import type { Decided, KeptProposal } from '../../guards/confirmation.js';
import { prepare } from './driver.js';
import * as sql from './statements.js';

/** A row: the candidate's columns, and what contract section 8 adds. */
interface ProposalRow {
  readonly id: string;
  readonly digest: string;
  readonly tenant: string;
  readonly subject: string;
  readonly scope: string;
  readonly kind: string;
  readonly key: string;
  readonly value: string;
  readonly sourceRef: string;
  readonly observedAt: number;
  readonly confidence: number;
  readonly expiresAt: number | null;
  readonly provenance: Provenance;
  readonly intent: Intent;
  readonly baseVersion: number;
  readonly proposedAt: number;
  /** Exclusive end of the proposal; `expiresAt` is the candidate's. */
  readonly openUntil: number;
  /** The decision as JSON, null while undecided. */
  readonly decision: string | null;
}
type Column<Name extends keyof ProposalRow> = ProposalRow[Name];

function keptFrom(row: ProposalRow): KeptProposal {
  const { scope, kind, key, value, sourceRef, observedAt, confidence, expiresAt } = row;
  const { id, digest, tenant, subject, provenance, intent, baseVersion, proposedAt } = row;
  return {
    proposal: {
      id,
      digest,
      owner: { tenant, subject },
      candidate: { scope, kind, key, value, sourceRef, observedAt, confidence, expiresAt },
      provenance,
      intent,
      baseVersion,
      proposedAt,
      expiresAt: row.openUntil,
    },
    decided: row.decision === null ? null : parseDecision(row.decision),
  };
}

function parseDecision(json: string): Decided {
  const decided: unknown = JSON.parse(json);
  return decided as Decided;
}

/** The statements on proposals, prepared on one connection. */
export function prepareProposals(driver: Driver) {
  const insert = prepare<
    [
      Column<'id'>,
      Column<'digest'>,
      Column<'tenant'>,
      Column<'subject'>,
      Column<'scope'>,
      Column<'kind'>,
      Column<'key'>,
      Column<'value'>,
      Column<'sourceRef'>,
      Column<'observedAt'>,
      Column<'confidence'>,
      Column<'expiresAt'>,
      Column<'provenance'>,
      Column<'intent'>,
      Column<'baseVersion'>,
      Column<'proposedAt'>,
      Column<'openUntil'>,
    ]
  >(driver, sql.insertProposal());
  const claim = prepare<
    [
      decidedAt: number,
      id: string,
      tenant: string,
      subject: string,
      scopes: string,
      confirmed: 0 | 1,
      digest: string,
      proposedBy: number,
      now: number,
    ]
  >(driver, sql.claimProposal());
  const read = prepare<[id: string], ProposalRow>(driver, sql.readProposal());
  const close = prepare<[decision: string, id: string]>(driver, sql.closeProposal());

  return {
    add(owner: Identity, proposal: Proposal): void {
      const { id, digest, candidate, provenance, intent, baseVersion, proposedAt } = proposal;
      const { scope, kind, key, value, sourceRef, observedAt, confidence, expiresAt } = candidate;
      insert().run(
        id,
        digest,
        owner.tenant,
        owner.subject,
        scope,
        kind,
        key,
        value,
        sourceRef,
        observedAt,
        confidence,
        expiresAt,
        provenance,
        intent,
        baseVersion,
        proposedAt,
        proposal.expiresAt,
      );
    },

    /** True for the one confirmation that may decide. */
    claim(caller: Identity, { id, digest, confirmed, now }: Confirmation): boolean {
      const { tenant, subject, scopes } = caller;
      const granted = JSON.stringify(scopes);
      const yes = confirmed === true ? 1 : 0;
      return claim().run(now, id, tenant, subject, granted, yes, digest, now, now).changes > 0;
    },

    read(id: string): KeptProposal | undefined {
      const row = read().get(id);
      return row === undefined ? undefined : keptFrom(row);
    },

    close(id: string, decided: Decided): void {
      close().run(JSON.stringify(decided), id);
    },
  };
}
export type ProposalRows = ReturnType<typeof prepareProposals>;
