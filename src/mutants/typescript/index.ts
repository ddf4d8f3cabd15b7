// Mutants of TypeScript and JavaScript: a module graph loaded with all of them, one switched on.
export { reasons as leftOutReasons } from './left-out.js';
export { loadWithMutants } from './load.js';
export type { Instrumented, LeftOut, LoadOptions, Position, TypeScriptMutant } from './mutant.js';
