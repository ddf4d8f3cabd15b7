// Mutants of TypeScript and JavaScript: a module graph loaded with all of them, one switched on.
export { reasons as leftOutReasons } from './reasons.js';
export { loadWithMutants } from './load.js';
export type { Instrumented, LeftOut, LoadOptions, Position, TypeScriptMutant } from './mutant.js';
export { loadAlone, loadReplaced, type ReplaceOptions, Unreadable } from './replace.js';
