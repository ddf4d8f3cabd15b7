// Labels in place of ids: ids of a store are random, so sequences name what an earlier call returned.
import type { MemoryRecord } from '../contract/fact.js';
import type { Invocation } from '../contract/invocation.js';
import type { DigestOf, Label } from '../contract/operations.js';
import type { Proposal } from '../contract/proposal.js';
import type { Receipt, ReviewCase } from '../contract/review.js';
import { isDeepFrozen } from './same.js';

/** The candidate's content, in the form in which the model names a digest. */
const contentOf = ({ candidate }: Proposal): string =>
  JSON.stringify([
    candidate.scope,
    candidate.kind,
    candidate.key,
    candidate.value,
    candidate.sourceRef,
    candidate.observedAt,
    candidate.confidence,
    candidate.expiresAt,
  ]);

/** What is not deep-frozen says so, and thereby differs from what the model expects. */
const frozenMark = (value: unknown): object => (isDeepFrozen(value) ? {} : { frozen: false });

export interface Labels {
  /** A case as it is compared: its label in place of its id. */
  case(label: Label, shown: ReviewCase): unknown;
  receipt(label: Label, receipt: Receipt): unknown;
  /** A proposal as it is compared: label for id, content for digest. */
  proposal(label: Label, proposal: Proposal): unknown;
  invocation(label: Label, issued: Invocation): unknown;
  /** What a call passes to the store for a label; a label nobody knows stands for itself. */
  caseId(label: Label): string;
  proposalId(label: Label): string;
  digest(of: DigestOf): string;
  issued(label: Label): Invocation | undefined;
}

/** Starts without labels; one for each sequence. */
export function createLabels(): Labels {
  const cases = new Map<Label, string>();
  const proposals = new Map<Label, { readonly id: string; readonly digest: string }>();
  const invocations = new Map<Label, Invocation>();
  const contents = new Map<string, string>();

  const fresh = (label: Label, id: unknown, taken: readonly string[]): string => {
    if (typeof id !== 'string' || id.length === 0) return 'an id that is no text';
    return taken.includes(id) ? 'an id used before' : label;
  };
  /** The content, if the digest stands for it and for nothing else. */
  function soundDigest(proposal: Proposal): string {
    const content = contentOf(proposal);
    const known = contents.get(proposal.digest);
    const before = [...contents].find(([, other]) => other === content)?.[0];
    contents.set(proposal.digest, content);
    if (known !== undefined && known !== content) return 'a digest of other content as well';
    if (before !== undefined && before !== proposal.digest) return 'a second digest of one content';
    return content;
  }
  return {
    case(label, shown) {
      const id = fresh(label, shown.id, [...cases.values()]);
      cases.set(label, shown.id);
      return { ...shown, id, ...frozenMark(shown) };
    },
    receipt: (label, receipt) => ({
      ...receipt,
      caseId: receipt.caseId === cases.get(label) ? label : 'the id of another case',
    }),
    proposal(label, proposal) {
      const taken = [...proposals.values()].map((each) => each.id);
      const id = fresh(label, proposal.id, taken);
      proposals.set(label, { id: proposal.id, digest: proposal.digest });
      return { ...proposal, id, digest: soundDigest(proposal), ...frozenMark(proposal) };
    },
    invocation(label, issued) {
      invocations.set(label, issued);
      const { scope, provenance, now } = issued;
      return { scope, provenance, now };
    },
    caseId: (label) => cases.get(label) ?? label,
    proposalId: (label) => proposals.get(label)?.id ?? label,
    digest: (of) =>
      'text' in of ? of.text : (proposals.get(of.of)?.digest ?? 'no digest of anything'),
    issued: (label) => invocations.get(label),
  };
}

/** Records in the order of their addresses, as the model lists them. */
export const sortedRecords = (records: readonly MemoryRecord[]): readonly MemoryRecord[] =>
  records
    .map((record): [string, MemoryRecord] => {
      const { tenant, subject, scope, key } = record;
      return [JSON.stringify([tenant, subject, scope, key]), record];
    })
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, record]) => record);
