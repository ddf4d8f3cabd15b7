// A mutant of TypeScript or JavaScript as data, and what a module loaded with mutants offers.

/** A place in a source file; lines and columns (UTF-16) count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** One change to a source file. */
export interface TypeScriptMutant {
  /**
   * File, scope, operator, hash of original and replacement, number among equal ones. It stays
   * the same over runs, and over edits elsewhere in the file.
   */
  readonly id: string;
  /** Stryker's name of it, such as `ConditionalExpression`. */
  readonly operator: string;
  /** The source, from `root`, with slashes. */
  readonly file: string;
  readonly start: Position;
  /** Exclusive. */
  readonly end: Position;
  /** The text of the span in the source. */
  readonly original: string;
  readonly replacement: string;
  /** What it does, on one line, shortened. */
  readonly sentence: string;
}

/** A mutant that is not offered because it would say nothing. */
export interface LeftOut {
  readonly mutant: TypeScriptMutant;
  readonly reason: string;
}

/** What is loaded, and what of it is mutated. */
export interface LoadOptions {
  /** The `file:` URL of the module to import. */
  readonly entry: string;
  /** The folder of the project: what lies outside it or in its `node_modules` is left as it is. */
  readonly root: string;
  /** Told the path of each source from `root`, with slashes: for a compiled file its TypeScript. */
  readonly mutate: (file: string) => boolean;
  /** Functions whose texts only name what a refusal is about: these texts are left out. */
  readonly naming?: readonly string[];
}

/** A module graph in which mutants can be switched on and off. */
export interface Instrumented<M> {
  /** The entry, loaded with no mutant in force. */
  readonly module: M;
  /** By file, then by position. */
  readonly mutants: readonly TypeScriptMutant[];
  readonly leftOut: readonly LeftOut[];
  /** The text of each mutated source file, by its path from `root`. */
  readonly sources: ReadonlyMap<string, string>;
  /** From now on this mutant is in force, or none, in all instances. */
  readonly use: (mutant: TypeScriptMutant | undefined) => void;
  /**
   * Ids of the mutants whose code ran, in any instance, since the last call or since the load. Code
   * that a mutant in force replaces does not run: ask for it with none in force.
   */
  readonly covered: () => ReadonlySet<string>;
  /** Ids of those whose code ran while the modules were loaded: `use` changes nothing they made. */
  readonly atLoad: ReadonlySet<string>;
  /**
   * Imports the whole graph once more, with this mutant in force from the start and until `use`
   * says otherwise. It stays in memory for good. Where it throws, no mutant is in force.
   */
  readonly fresh: (mutant: TypeScriptMutant) => Promise<M>;
}
