// Drops RETURNING, or empties one of the values it gives back.
import { kindOf } from '../kinds.js';
import { type Edit, replace, type SqlOperator } from '../mutant.js';
import {
  clauseAfter,
  hasParameter,
  listed,
  placesOf,
  type Range,
  type Statement,
} from '../statement.js';

/** A column keeps its name and loses its value. */
function emptied(statement: Statement, value: Range): readonly Edit[] {
  const last = statement.words[value.to - 1];
  const isNamed = last?.kind === 'name' || last?.kind === 'quoted';
  if (!isNamed || hasParameter(statement, value)) return [];
  const other = `NULL AS ${last.text}`;
  return [replace(statement, value, other, (text) => `${text} is not given back.`)];
}

function edits(statement: Statement): readonly Edit[] {
  if (kindOf(statement) !== 'query') return [];
  return placesOf(statement, 'RETURNING').flatMap((at) => {
    const values = clauseAfter(statement, at, [';']);
    const dropped = hasParameter(statement, values)
      ? []
      : [replace(statement, { from: at, to: values.to }, '', () => 'Nothing is given back.')];
    return [...dropped, ...listed(statement, values).flatMap((value) => emptied(statement, value))];
  });
}

export const returning: SqlOperator = {
  id: 'returning',
  guard: 'What was written, and under which version, is not told.',
  edits,
};
