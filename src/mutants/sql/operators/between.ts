// Takes one end out of a BETWEEN, which has both.
import { predicatesOf } from '../condition.js';
import { type Edit, replace, type SqlOperator } from '../mutant.js';
import { hasParameter, isAt, type Range, type Statement, written } from '../statement.js';

/** `x [NOT] BETWEEN low AND high`, where x can be written twice. */
function ends(statement: Statement, { from, to }: Range): readonly Edit[] {
  const depth = statement.words[from]?.depth;
  const at = (key: string, after: number): number =>
    statement.words.findIndex(
      (word, i) => i > after && i < to && word.depth === depth && word.key === key,
    );
  const between = at('BETWEEN', from);
  const and = at('AND', between);
  if (between < 0 || and < 0 || isAt(statement, between + 1, 'SYMMETRIC')) return [];
  const isNegated = isAt(statement, between - 1, 'NOT');
  const subject = { from, to: between - (isNegated ? 1 : 0) };
  if (hasParameter(statement, subject)) return [];
  const x = written(statement, subject);
  const low = written(statement, { from: between + 1, to: and });
  const high = written(statement, { from: and + 1, to });
  const made = (text: string, end: string): Edit =>
    replace(statement, { from, to }, text, (original) => `${original} ${end}.`);
  return isNegated
    ? [
        made(`(${x} <= ${low} OR ${x} > ${high})`, 'counts the lower end as outside'),
        made(`(${x} < ${low} OR ${x} >= ${high})`, 'counts the upper end as outside'),
      ]
    : [
        made(`(${x} > ${low} AND ${x} <= ${high})`, 'leaves out the lower end'),
        made(`(${x} >= ${low} AND ${x} < ${high})`, 'leaves out the upper end'),
      ];
}

export const between: SqlOperator = {
  id: 'between',
  guard: 'One end of a range that includes both is left out.',
  edits: (statement) => predicatesOf(statement).flatMap((each) => ends(statement, each)),
};
