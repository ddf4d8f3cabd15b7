// A module with one mutant that must be killed: where it lives, mutation testing itself is broken.

/** Calls the listener. */
export function sing(listen: () => void): void {
  listen();
}
