// What a hunt needs to know of a register of guards.
import type { SqlMutant } from '../../mutants/sql/mutant.js';
import type { TypeScriptMutant } from '../../mutants/typescript/index.js';
import type { MutantKind } from './result.js';

/** Which guards a mutant breaks, and whether it must be killed. */
export interface Register {
  /** The kind of mutants that can take a guard away; undefined for no guard. */
  readonly kindOf: (id: string) => Exclude<MutantKind, 'curated'> | undefined;
  readonly guardsOfSql: (mutant: SqlMutant) => readonly string[];
  readonly guardsOfCode: (mutant: TypeScriptMutant, source: string) => readonly string[];
  readonly isMustKill: (
    guards: readonly string[],
    mutant: {
      readonly operator: string;
      readonly original: string;
      readonly replacement: string;
    },
  ) => boolean;
}

/** The word for a guard that no sequence can try: a story of the tests does. */
export const story = 'story';
export type Story = typeof story;
