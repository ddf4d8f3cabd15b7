// The registry of SQL operators; of two that make the same text, the earlier one counts.
import type { SqlOperator } from '../mutant.js';
import { arithmetic } from './arithmetic.js';
import { assignmentDrop } from './assignment-drop.js';
import { between } from './between.js';
import { boundaryShift } from './boundary-shift.js';
import { checkDrop } from './check-drop.js';
import { conflict } from './conflict.js';
import { disjunctRemoval } from './disjunct-removal.js';
import { distinct } from './distinct.js';
import { equalityFlip } from './equality-flip.js';
import { isNullFlip } from './is-null-flip.js';
import { join } from './join.js';
import { limit } from './limit.js';
import { literalNull } from './literal-null.js';
import { literalNumber } from './literal-number.js';
import { literalString } from './literal-string.js';
import { lock } from './lock.js';
import { notNullDrop } from './not-null-drop.js';
import { not } from './not.js';
import { orderCollation, orderDrop, orderFlip, orderNulls, orderSwap } from './order-by.js';
import { predicateRemoval } from './predicate-removal.js';
import { primaryKey } from './primary-key.js';
import { reference } from './reference.js';
import { returning } from './returning.js';
import { strictDrop } from './strict-drop.js';
import { swap } from './swap.js';
import { transaction } from './transaction.js';
import { uniqueDrop } from './unique-drop.js';

/** Every way in which `mutateSql` breaks a statement. */
export const sqlOperators: readonly SqlOperator[] = [
  checkDrop,
  notNullDrop,
  uniqueDrop,
  primaryKey,
  reference,
  strictDrop,
  predicateRemoval,
  disjunctRemoval,
  boundaryShift,
  between,
  equalityFlip,
  isNullFlip,
  not,
  assignmentDrop,
  arithmetic,
  literalNumber,
  literalString,
  literalNull,
  conflict,
  returning,
  swap,
  limit,
  orderDrop,
  orderFlip,
  orderSwap,
  orderCollation,
  orderNulls,
  distinct,
  join,
  lock,
  transaction,
];
