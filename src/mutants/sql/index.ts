// The SQL mutator as one module: break a text, try the mutants, break a store.
export type { Dialect, Span } from './token.js';
export type { ColumnTypes } from './statement.js';
export type { SqlMutant, SqlOperator } from './mutant.js';
export type { MutateOptions } from './mutate.js';
export { mutateSql } from './mutate.js';
export { sqlOperators } from './operators/index.js';
export { columnTypes } from './table.js';
export type { Probed, ProbeStatus } from './probe.js';
export { prepareInOrder, prepareMutants } from './probe.js';
export type { Collection, SqlSwitch } from './seam.js';
export { collectStatements, seamWithMutant, switchSqlMutants } from './seam.js';
