// Mutants of the stores of this package that nothing can tell from the original, each with the reason.

/** A mutant, by its id, and why it is no other program. */
export interface Equivalent {
  readonly mutant: string;
  readonly reason: string;
}

/** By the name of the store; an entry that names no mutant, or a killed one, fails a hunt. */
export const equivalents: Readonly<Record<string, readonly Equivalent[]>> = {
  sqlite: [
    {
      mutant: 'sql:transaction-1-689ac35b',
      reason:
        'IMMEDIATE -> DEFERRED: the first statement of each transaction is its write, so that the ' +
        'lock is taken at the same moment, or one statement later.',
    },
    {
      mutant: 'sql:conflict-1-e07dba92',
      reason:
        'INSERT OR IGNORE of a proposal: its id is random, so that there is no conflict, and the ' +
        'guards let no row come that a CHECK would refuse.',
    },
    {
      mutant: 'sql:conflict-2-e07dba92',
      reason: 'INSERT OR REPLACE of a proposal: its id is random, so that there is no conflict.',
    },
    {
      mutant: 'sql:boundary-shift-7-56478ce1',
      reason: '? >= 1 for ? = 1: the parameter is 1 for a confirmation and 0 for anything else.',
    },
    {
      mutant: 'sql:swap-4-4e9f6788',
      reason: 'deleted_at and updated_at change places in forget: both are given the same now.',
    },
  ],
};
