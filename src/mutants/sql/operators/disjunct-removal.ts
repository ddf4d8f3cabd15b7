// Makes one of several alternatives false for every row.
import { conditionsOf, withParts } from '../condition.js';
import { replace, type SqlOperator } from '../mutant.js';
import { hasParameter, written } from '../statement.js';

export const disjunctRemoval: SqlOperator = {
  id: 'disjunct-removal',
  guard: 'An alternative that lets a row in, such as "it has no end", is gone.',
  edits: (statement) =>
    conditionsOf(statement)
      .flatMap((condition) => [...withParts(condition)])
      .filter(({ type }) => type === 'or')
      .flatMap(({ parts }) =>
        parts.map((part) => {
          const never = hasParameter(statement, part)
            ? `(${written(statement, part)} AND FALSE)`
            : 'FALSE';
          return replace(statement, part, never, (original) => `${original} holds for no row.`);
        }),
      ),
};
