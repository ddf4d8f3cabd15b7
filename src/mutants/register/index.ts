// The guard register as one module: the guards, which of them a mutant breaks, and what must die.
export {
  constraint,
  construction,
  story,
  type CodePlace,
  type Exempt,
  type Guard,
  type SqlPlace,
} from './guard.js';
export { guards } from './guards.js';
export { type CodeLookup, guardsInCode, guardsOfSql } from './lookup.js';
export { isMustKill } from './must-kill.js';
