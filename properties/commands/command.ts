// What a command is: how often it comes, what has to come first, what it calls, how it may go wrong.
import type { Operation, OperationName } from '../../src/contract/operations.js';
import type { Situation } from '../situation.js';
import { spoiltNumbers, spoiltTexts } from '../world/values.js';
import type { Theme } from '../world/world.js';

export interface Command<O extends Operation = Operation> {
  readonly name: OperationName;
  /** How often it is drawn under a theme, beside the others. */
  readonly weights: Readonly<Record<Theme, number>>;
  /** The operation that makes this one's precondition true, if it does not hold. */
  readonly repair?: (s: Situation) => OperationName | undefined;
  /** The call to make now: names and versions come from the model's state. */
  readonly resolve: (s: Situation) => O;
  /** Calls that differ from this one in one respect; those the model refuses become a sweep. */
  nearMisses?(s: Situation, operation: O): readonly Operation[];
}

/** Every wrong value in place of one field: texts get spoilt texts, numbers spoilt numbers. */
export const spoiltFields = (
  fields: object,
  texts: readonly string[],
  numbers: readonly string[],
): readonly object[] => [
  ...texts.flatMap((name) => spoiltTexts.map((value) => ({ ...fields, [name]: value }))),
  ...numbers.flatMap((name) => spoiltNumbers.map((value) => ({ ...fields, [name]: value }))),
  { ...fields, extra: 1 },
];

/** Versions other than the right one. */
export const otherVersions = (version: number): readonly number[] =>
  [version - 1, version + 1, 0, 1, version + 100].filter((each) => each >= 0 && each !== version);
