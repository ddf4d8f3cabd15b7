// Whether this thread has loaded a module of somebody else, which it would never load anew.
let isLoaded = false;

/** Notes that such a module is being loaded. */
export function noteForeign(): void {
  isLoaded = true;
}

/** True once a module of somebody else was loaded in this thread. */
export const holdsForeign = (): boolean => isLoaded;
