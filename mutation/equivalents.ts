// Mutants that no test can kill, each reviewed: equal to the original, or a hang; with the reason, often a proof.

/** A reviewed mutant. An entry that names no mutant, or one that is killed, fails the gate. */
export interface Equivalent {
  /** From the top of the tree, with slashes. */
  readonly file: string;
  /** The mutator's name in the report. */
  readonly mutator: string;
  /** The text it replaces, and by what; spaces and line ends count as one space. */
  readonly original: string;
  readonly replacement: string;
  /** Which of several alike in the file, counted from 1 in the order of the text; 1 where absent. */
  readonly nth?: number;
  readonly reason: string;
  /** The name of a function of `proofs.ts` that throws where the claim is false. */
  readonly proof?: string;
}

const opening = 'src/stores/sqlite/file.ts';
const always =
  'a SELECT of scalars without FROM gives exactly one row, so the branch is never taken';

export const equivalents: readonly Equivalent[] = [
  {
    file: opening,
    mutator: 'ConditionalExpression',
    original: 'head === undefined',
    replacement: 'false',
    reason: always,
    proof: 'scalars-give-one-row',
  },
  {
    file: opening,
    mutator: 'StringLiteral',
    original: "'damaged'",
    replacement: '""',
    reason: always,
    proof: 'scalars-give-one-row',
  },
  {
    file: 'src/guards/domains.ts',
    mutator: 'ConditionalExpression',
    original: 'value.length > 2 * max',
    replacement: 'false',
    reason: 'a text that is too long is then counted through, which takes longer and ends the same',
    proof: 'a-code-point-has-two-units-at-most',
  },
  {
    file: 'src/guards/policy-index.ts',
    mutator: 'ArrayDeclaration',
    original: '[]',
    replacement: '["Stryker was here"]',
    reason: 'a text is no rule: a key that begins with its missing prefix finds no rule either',
  },
  {
    file: 'src/stores/sqlite/proposal-rows.ts',
    mutator: 'ConditionalExpression',
    original: 'row.decision === null',
    replacement: 'false',
    reason: 'nothing, read as JSON, is null again, which is how an open proposal is kept',
    proof: 'nothing-as-json-is-null',
  },
];
