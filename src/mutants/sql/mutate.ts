// Makes the mutants of an SQL text: every operator of the registry on every statement.
import { parametersOf } from './lexer.js';
import type { Edit, SqlMutant, SqlOperator } from './mutant.js';
import { sqlOperators } from './operators/index.js';
import { hashOf, shapeOf } from './shape.js';
import { type ColumnTypes, type Statement, statementsOf, textOf } from './statement.js';
import type { Dialect } from './token.js';

export interface MutateOptions {
  readonly dialect: Dialect;
  /** The types of columns, for swaps; `columnTypes` reads them from the schema. */
  readonly columns?: ColumnTypes;
  /** Those of the registry by default. */
  readonly operators?: readonly SqlOperator[];
}

const spliced = (text: string, { span, replacement }: Edit, offset = 0): string =>
  text.slice(0, span.start - offset) + replacement + text.slice(span.end - offset);

/** What an operator made of a text that is no SQL. */
const isNowhere = ({ span }: Edit): boolean => span.start >= span.end;

/** A mutant has the parameters of the original, in their order: else the driver kills it. */
function keepsParameters(before: string, after: string, dialect: Dialect): boolean {
  const [had, has] = [parametersOf(before, dialect), parametersOf(after, dialect)];
  return had.length === has.length && had.every((parameter, at) => parameter === has[at]);
}

function mutantsOf(statement: Statement, operators: readonly SqlOperator[]): readonly SqlMutant[] {
  const { source, dialect } = statement;
  const text = textOf(statement);
  const hash = hashOf(shapeOf(text, dialect));
  const known = new Set([text]);
  return operators.flatMap(({ id, edits }) =>
    [...edits(statement)].flatMap((edit, ordinal) => {
      const broken = spliced(text, edit, statement.start);
      if (isNowhere(edit) || known.has(broken) || !keepsParameters(text, broken, dialect))
        return [];
      known.add(broken);
      return [
        {
          ...edit,
          id: `${id}-${ordinal + 1}-${hash}`,
          operator: id,
          dialect,
          source,
          original: source.slice(edit.span.start, edit.span.end),
          mutated: spliced(source, edit),
          statement: text,
          broken,
        },
      ];
    }),
  );
}

/**
 * Every mutant of a text of one or more statements, in the order of the statements and of the
 * registry; the same text gives the same mutants. A mutant differs from the source in one span,
 * has the same parameters in the same order, and no other mutant of it has the same text.
 */
export function mutateSql(text: string, options: MutateOptions): readonly SqlMutant[] {
  const { dialect, columns, operators = sqlOperators } = options;
  return statementsOf(text, dialect, columns).flatMap((statement) =>
    mutantsOf(statement, operators),
  );
}
