// Which mutants of a guard must be killed: those that take it away or move its boundary.
import type { Guard } from './guard.js';

/** `whole`: only where all of the condition is replaced. `part`: wherever in it. */
type Reach = 'whole' | 'part';

const sql: Readonly<Record<string, Reach>> = {
  'predicate-removal': 'whole',
  'is-null-flip': 'part',
  'boundary-shift': 'part',
  between: 'part',
  conflict: 'part',
  'order-drop': 'part',
  'order-flip': 'part',
  limit: 'part',
  'primary-key': 'part',
  'unique-drop': 'part',
  'not-null-drop': 'part',
  'check-drop': 'part',
  'strict-drop': 'part',
  'assignment-drop': 'part',
  arithmetic: 'part',
  'literal-number': 'whole',
  transaction: 'part',
};

/** The mutators of Stryker. */
const typescript: Readonly<Record<string, Reach>> = {
  CallRemoval: 'whole',
  Membership: 'whole',
  ArrowFunction: 'whole',
  ObjectLiteral: 'whole',
  ConditionalExpression: 'whole',
  LogicalOperator: 'whole',
  ArithmeticOperator: 'whole',
  BooleanLiteral: 'part',
  EqualityOperator: 'part',
  MethodExpression: 'part',
  BlockStatement: 'part',
};

const line = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Without a comma that goes with it. */
const bare = (text: string): string => line(text).replace(/^,\s*|,$/g, '');

/** `=` has no boundary: another operator there leaves half of the condition. */
const hasBoundary = (original: string): boolean => /^[<>]=?$/.test(line(original));

/**
 * Whether this mutant of this guard must be killed: it takes the condition away, turns it round,
 * or moves its boundary, and is not exempt. Other mutants of it may survive for a reason of their
 * own.
 */
export function isMustKill(
  guard: Guard,
  operator: string,
  original: string,
  replacement: string,
): boolean {
  const reach = (guard.place.layer === 'sql' ? sql : typescript)[operator];
  if (reach === undefined) return false;
  if (operator === 'boundary-shift' && !hasBoundary(original)) return false;
  if (reach === 'whole' && bare(original) !== bare(guard.place.text)) return false;
  return !(guard.exempt ?? []).some(
    (each) => each.operator === operator && each.replacement === replacement,
  );
}
