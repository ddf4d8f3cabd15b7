// Drops RETURNING, or empties one of the values it gives back.
import { kindOf } from '../kinds.js';
import { type Edit, replace, type SqlOperator } from '../mutant.js';
import { hasParameter, listed, placesOf, type Range, type Statement } from '../statement.js';

function valuesAfter({ words }: Statement, at: number): Range {
  const depth = words[at]?.depth ?? 0;
  const end = words.findIndex(
    (word, i) => i > at && (word.depth < depth || (word.depth === depth && word.key === ';')),
  );
  return { from: at + 1, to: end < 0 ? words.length : end };
}

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
    const values = valuesAfter(statement, at);
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
