// Mutants of the stores of this package that nothing can tell from the original, each with the reason.

/** A mutant, by its id, and why it is no other program. */
export interface Equivalent {
  readonly mutant: string;
  readonly reason: string;
}

/** By the name of the store; an entry that names no mutant, or a killed one, fails a hunt. */
export const equivalents: Readonly<Record<string, readonly Equivalent[]>> = {
  sqlite: [],
};
