// Takes a NOT away, or puts one before a predicate that has no other way to be turned round.
import { conditionsOf, predicatesOf, withParts } from '../condition.js';
import { type Edit, replace, type SqlOperator, word } from '../mutant.js';
import { isAt, type Range, type Statement, written } from '../statement.js';

const negatable = ['IN', 'LIKE', 'GLOB', 'BETWEEN', 'ILIKE', 'SIMILAR', 'REGEXP', 'MATCH'];

/** Comparisons and IS are turned round by operators of their own. */
const hasOwnFlip = ({ words }: Statement, { from, to }: Range): boolean =>
  (to - from === 1 && ['TRUE', 'FALSE'].includes(words[from]?.key ?? '')) ||
  words.slice(from, to).some(({ key, kind, depth }) => {
    if (depth !== words[from]?.depth) return false;
    return kind === 'operator'
      ? ['=', '==', '<>', '!=', '<', '<=', '>', '>='].includes(key)
      : ['IS', 'ISNULL', 'NOTNULL'].includes(key);
  });

/** The NOT of `x NOT IN (...)` and its like. */
const innerNot = (statement: Statement, { from, to }: Range): number =>
  statement.words.findIndex(
    (_, at) =>
      at > from && at < to && negatable.some((operator) => isAt(statement, at, 'NOT', operator)),
  );

function edits(statement: Statement): readonly Edit[] {
  const conditions = conditionsOf(statement).flatMap((each) => [...withParts(each)]);
  const outer = conditions
    .filter(({ type, from }) => type === 'not' && isAt(statement, from, 'NOT'))
    .map(({ from }) => from);
  const turned = predicatesOf(statement).flatMap((predicate) => {
    const at = innerNot(statement, predicate);
    if (at >= 0) return [drop(statement, at)];
    if (hasOwnFlip(statement, predicate) || outer.includes(predicate.from - 1)) return [];
    return [
      replace(statement, predicate, `NOT (${written(statement, predicate)})`, (original) => {
        return `${original} must not hold.`;
      }),
    ];
  });
  return [...outer.map((at) => drop(statement, at)), ...turned];
}

const drop = (statement: Statement, at: number): Edit =>
  replace(statement, word(at), '', () => 'What must not hold must hold.');

export const not: SqlOperator = {
  id: 'not',
  guard: 'A membership, a pattern or an existence is asked for the wrong way round.',
  edits,
};
