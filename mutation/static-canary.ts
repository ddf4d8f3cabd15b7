// A module whose one mutant acts while it is loaded: where it lives, such mutants are not really tried.

/** True, decided when the module is loaded. */
export const isSinging = true;
