// What mutants are hunted in: a store, its services, and how both are loaded from their sources.
import type { Awaitable, StoreUnderTest } from '../../contract/port.js';
import type { Services } from '../../contract/services.js';

/** A store with the services that are to be played on it. */
export interface Troupe {
  /** A store nobody has opened yet; called for each place it is played at. */
  readonly open: () => Awaitable<StoreUnderTest>;
  readonly services: Services;
}

/** How the modules of a store are loaded with mutants of their source. */
export interface Code {
  /** URL of the module to import. */
  readonly entry: string;
  /** The folder of the project; modules outside it are nobody's to break. */
  readonly root: string;
  /** Whether a source file is broken; named from `root`, with slashes. */
  readonly mutate: (file: string) => boolean;
  /** Functions whose texts only name what a refusal is about. */
  readonly naming?: readonly string[];
  /** True where services are broken, too: those for stores without proposals are played as well. */
  readonly hasServices?: boolean;
  /** What the loaded module gives. */
  readonly take: (module: unknown) => Awaitable<Troupe>;
}

export interface Target extends Troupe {
  readonly name: string;
  readonly version?: string;
  /** Absent where there is no source to break. */
  readonly code?: Code;
}
