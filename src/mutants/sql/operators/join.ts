// Keeps rows without a partner out of a join, or lets them in.
import { kindOf } from '../kinds.js';
import { replace, type SqlOperator } from '../mutant.js';
import { isAt, placesOf, type Statement } from '../statement.js';

/** The words of a join up to JOIN itself; a natural or a cross join has no other form. */
function startOf(statement: Statement, at: number): number | undefined {
  const outer = isAt(statement, at - 1, 'OUTER') ? at - 1 : at;
  if (['LEFT', 'RIGHT', 'INNER'].some((key) => isAt(statement, outer - 1, key))) return outer - 1;
  return ['FULL', 'CROSS', 'NATURAL'].some((key) => isAt(statement, outer - 1, key))
    ? undefined
    : outer;
}

export const join: SqlOperator = {
  id: 'join',
  guard: 'A row without a partner disappears, or comes where it must not.',
  edits: (statement) =>
    kindOf(statement) === 'query'
      ? placesOf(statement, 'JOIN').flatMap((at) => {
          const from = startOf(statement, at);
          if (from === undefined || isAt(statement, from - 1, 'NATURAL')) return [];
          const isOuter = isAt(statement, from, 'LEFT') || isAt(statement, from, 'RIGHT');
          const range = { from, to: at + 1 };
          return [
            replace(statement, range, isOuter ? 'JOIN' : 'LEFT JOIN', () => {
              return isOuter
                ? 'A row without a partner disappears.'
                : 'A row without a partner comes as well.';
            }),
          ];
        })
      : [],
};
