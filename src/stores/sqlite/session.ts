// What the memories of one open handle share.
import { refuse } from '../../contract/refusals.js';
import type { PolicyIndex } from '../../guards/policy-index.js';
import type { Connection } from './driver.js';
import type { ProposalRows } from './proposal-rows.js';
import type { Records } from './records.js';

export interface Session {
  readonly connection: Connection;
  readonly records: Records;
  readonly proposals: ProposalRows;
  /** The policy in force; only a reset under test changes it. */
  policy: PolicyIndex;
}

/** Stands before any other check: after `close()` every operation is `unavailable: closed`. */
export function checkOpen({ connection }: Session): void {
  if (connection.closed) refuse('closed');
}

/** A guarded write changed no row, and no condition it carries fails: a defect, no refusal. */
export function unexplained(operation: string): Error {
  return new Error(
    `Invariant broken: ${operation} changed no row, though the row satisfies every condition ` +
      'of its statement.',
  );
}
