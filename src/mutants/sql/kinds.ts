// What kind of statement this is, and which of its words an engine evaluates.
import { isAt, placesOf, type Range, type Statement } from './statement.js';

/** `other` is everything no operator touches. */
export type StatementKind =
  'query' | 'table' | 'unique-index' | 'index' | 'transaction' | 'setting' | 'other';

const queries = ['SELECT', 'INSERT', 'REPLACE', 'UPDATE', 'DELETE', 'WITH', 'VALUES', 'MERGE'];
const transactions = ['BEGIN', 'START', 'COMMIT', 'END', 'ROLLBACK', 'SAVEPOINT', 'RELEASE'];

/** Told by its first words. */
export function kindOf(statement: Statement): StatementKind {
  const [first, ...rest] = statement.words.slice(0, 5).map(({ key }) => key);
  if (first === undefined) return 'other';
  if (queries.includes(first) || first === 'EXPLAIN' || first === '(') return 'query';
  if (transactions.includes(first) || (first === 'SET' && rest[0] === 'TRANSACTION'))
    return 'transaction';
  if (first === 'ALTER' && rest[0] === 'TABLE') return 'table';
  if (first === 'SET' || first === 'PRAGMA') return 'setting';
  if (first !== 'CREATE') return 'other';
  if (rest[0] === 'UNIQUE' && rest[1] === 'INDEX') return 'unique-index';
  if (rest.includes('INDEX')) return 'index';
  if (rest.includes('TABLE')) return placesOf(statement, 'SELECT').length > 0 ? 'query' : 'table';
  return rest.includes('TRIGGER') || rest.includes('VIEW') ? 'query' : 'other';
}

/** The range inside a pair of brackets. */
export const inside = ({ words }: Statement, opening: number): Range => ({
  from: opening + 1,
  to: words[opening]?.match ?? opening + 1,
});

/** The words after a keyword, up to the bracket that closes its level. */
function toEndOfLevel({ words }: Statement, from: number): Range {
  const depth = words[from]?.depth ?? 0;
  const end = words.findIndex((word, at) => at >= from && word.depth < depth);
  return { from, to: end < 0 ? words.length : end };
}

/** Brackets of types, as in `CAST(x AS NUMERIC(10, 2))`, and of options hold no expression. */
function isOption(statement: Statement, opening: number): boolean {
  const before = statement.words[opening - 1];
  if (isAt(statement, opening - 1, 'WITH')) return true;
  return (
    before?.kind === 'name' &&
    (isAt(statement, opening - 2, 'AS') || isAt(statement, opening - 2, '::'))
  );
}

/** The ranges of a statement that an engine evaluates when it runs, or checks a row by. */
export function evaluated(statement: Statement): readonly Range[] {
  const { words } = statement;
  const kind = kindOf(statement);
  if (kind === 'query') return [{ from: 0, to: words.length }];
  if (kind === 'unique-index')
    return placesOf(statement, 'WHERE').map((at) => toEndOfLevel(statement, at + 1));
  if (kind !== 'table') return [];
  return words.flatMap((_, at) => {
    if (isAt(statement, at, 'DEFAULT'))
      return [
        isAt(statement, at + 1, '(') ? inside(statement, at + 1) : { from: at + 1, to: at + 2 },
      ];
    return isAt(statement, at, 'CHECK', '(') || isAt(statement, at, 'AS', '(')
      ? [inside(statement, at + 1)]
      : [];
  });
}

/** The indices of the words that are evaluated, in order. */
export function evaluatedPlaces(statement: Statement): readonly number[] {
  const options = statement.words.flatMap(({ key, match }, at) =>
    key === '(' && match > at && isOption(statement, at) ? [{ from: at, to: match }] : [],
  );
  return evaluated(statement).flatMap(({ from, to }) =>
    Array.from({ length: to - from }, (_, ahead) => from + ahead).filter(
      (at) => !options.some((option) => option.from <= at && at < option.to),
    ),
  );
}
