// The switch that mutated code asks: one for each graph, shared by its instances.

/** The names by which code instrumented by Stryker asks; it declares them itself otherwise. */
export const switchNames = { isActive: 'stryMutAct_9fa48', cover: 'stryCov_9fa48' } as const;

const key = 'touchstone.typescript-mutants';

/** Numbers of mutants count within a graph; they are strings in the code. */
export interface MutantSwitch {
  /** Unique in this thread. */
  readonly id: string;
  /** Declares in a module what its mutated code calls. */
  readonly declarations: string;
  readonly use: (mutant: string | undefined) => void;
  /** The mutants whose code ran since the last call. */
  readonly takeCovered: () => readonly string[];
}

/** What the code of one graph calls. */
interface Switchboard {
  readonly isActive: (mutant: string) => boolean;
  readonly cover: (...mutants: readonly string[]) => void;
}

const everywhere: Record<symbol, Map<string, Switchboard> | undefined> = globalThis as never;

/** All copies of this module in a thread share it, so that their graphs have different ids. */
function switchboards(): Map<string, Switchboard> {
  const known = everywhere[Symbol.for(key)] ?? new Map<string, Switchboard>();
  everywhere[Symbol.for(key)] = known;
  return known;
}

/** Functions are there before any code of the module runs, also where imports form a circle. */
const declaration = (name: string, member: keyof Switchboard, id: string): string =>
  `function ${name}() {
  ${name} = globalThis[Symbol.for(${JSON.stringify(key)})].get(${JSON.stringify(id)}).${member};
  return ${name}.apply(undefined, arguments);
}`;

/** A switch on which no mutant is in force. */
export function createSwitch(): MutantSwitch {
  const known = switchboards();
  const id = String(known.size + 1);
  let active: string | undefined;
  let executed: true[] = [];
  known.set(id, {
    isActive: (mutant) => mutant === active,
    cover: (...mutants) => {
      for (const mutant of mutants) executed[Number(mutant)] = true;
    },
  });
  return {
    id,
    declarations: `\n;${declaration(switchNames.isActive, 'isActive', id)}
${declaration(switchNames.cover, 'cover', id)}\n`,
    use(mutant) {
      active = mutant;
    },
    takeCovered() {
      const taken = Object.keys(executed);
      executed = [];
      return taken;
    },
  };
}
