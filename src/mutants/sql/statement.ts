// One statement as words with their nesting: what operators look at, and how they name a place.
import { lex } from './lexer.js';
import type { Dialect, Span, Token } from './token.js';

/** A token that means something, with its place in the nesting. */
export interface Word extends Token {
  /** The token in upper case where it is a bare word, else as it stands. */
  readonly key: string;
  /** How many brackets it stands in; `CASE`...`END` and the body of a trigger count as brackets. */
  readonly depth: number;
  /** The index of the other bracket of the pair, -1 where it is no bracket. */
  readonly match: number;
}

/** The declared types of columns by name, both in capitals; a name with two types is not in it. */
export type ColumnTypes = ReadonlyMap<string, string>;

export interface Statement extends Span {
  /** The text the statement was found in; spans count in it. */
  readonly source: string;
  readonly dialect: Dialect;
  readonly words: readonly Word[];
  readonly columns: ColumnTypes;
}

/** Words `from` to `to`, the latter exclusive. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

const isSignificant = ({ kind }: Token): boolean => kind !== 'space' && kind !== 'comment';

const closers: Readonly<Record<string, string>> = { ')': '(', ']': '[' };

interface Open {
  readonly at: number;
  readonly key: string;
}

/** Whether a `BEGIN` opens the body of a trigger or a function, and no transaction. */
const opensBody = (before: readonly Word[], next: string | undefined): boolean =>
  before[0]?.key === 'CREATE' &&
  (next?.toUpperCase() === 'ATOMIC' || before.slice(1, 5).some(({ key }) => key === 'TRIGGER'));

/** The words of each statement of a text; a `;` in the body of a trigger ends none. */
function nest(tokens: readonly Token[]): readonly (readonly Word[])[] {
  const statements: Word[][] = [];
  let words: Word[] = [];
  let open: Open[] = [];
  const end = (): void => {
    if (words.length > 0) statements.push(words);
    words = [];
    open = [];
  };
  /** Closes the innermost bracket of this kind, and those in it that nobody closed. */
  const close = (...kinds: readonly string[]): number => {
    const found = open.findLastIndex(({ key }) => kinds.includes(key));
    const opener = open[found];
    if (opener === undefined) return -1;
    open = open.slice(0, found);
    words[opener.at] = { ...(words[opener.at] as Word), match: words.length };
    return opener.at;
  };
  const significant = tokens.filter(isSignificant);
  for (const [at, token] of significant.entries()) {
    const key = token.kind === 'name' ? token.text.toUpperCase() : token.text;
    if (key === ';' && open.length === 0) {
      end();
      continue;
    }
    const opener = closers[key];
    const match =
      opener !== undefined && token.kind === 'punctuation'
        ? close(opener)
        : key === 'END' && ['CASE', 'BEGIN'].includes(open.at(-1)?.key ?? '')
          ? close('CASE', 'BEGIN')
          : -1;
    const opens =
      (token.kind === 'punctuation' && (key === '(' || key === '[')) ||
      (token.kind === 'name' && key === 'CASE') ||
      (token.kind === 'name' && key === 'BEGIN' && opensBody(words, significant[at + 1]?.text));
    words.push({ ...token, key, depth: open.length, match });
    if (opens) open.push({ at: words.length - 1, key });
  }
  end();
  return statements;
}

const noColumns: ColumnTypes = new Map();

/** The statements of a text in order; one without a word in it is none. */
export function statementsOf(
  source: string,
  dialect: Dialect,
  columns: ColumnTypes = noColumns,
): readonly Statement[] {
  return nest(lex(source, dialect)).map((words) => ({
    source,
    dialect,
    columns,
    words,
    start: words[0]?.start ?? 0,
    end: words.at(-1)?.end ?? 0,
  }));
}

/** The statement alone, from its first word to its last. */
export const textOf = ({ source, start, end }: Statement): string => source.slice(start, end);

/** Where a range stands in the source; an empty one stands nowhere. */
export function spanOf({ words }: Statement, { from, to }: Range): Span {
  const [first, last] = [words[from], words[to - 1]];
  if (first === undefined || last === undefined || from >= to) return { start: 0, end: 0 };
  return { start: first.start, end: last.end };
}

/** A range as it is written. */
export function written(statement: Statement, range: Range): string {
  const { start, end } = spanOf(statement, range);
  return statement.source.slice(start, end);
}

/** Whether these keywords stand here, one after another, as bare words. */
export const isAt = ({ words }: Statement, at: number, ...keys: readonly string[]): boolean =>
  keys.every((key, ahead) => {
    const word = words[at + ahead];
    return word !== undefined && word.key === key && word.kind !== 'quoted';
  });

/** The indices at which these keywords stand; a name behind a dot is a column and none of them. */
export const placesOf = (statement: Statement, ...keys: readonly string[]): readonly number[] =>
  statement.words.flatMap((_, at) =>
    isAt(statement, at, ...keys) && statement.words[at - 1]?.key !== '.' ? [at] : [],
  );

/** What follows a keyword, up to one of these words at its depth or to the end of its level. */
export function clauseAfter(
  { words }: Statement,
  keyword: number,
  enders: readonly string[],
): Range {
  const depth = words[keyword]?.depth ?? 0;
  const end = words.findIndex(
    (word, at) =>
      at > keyword && (word.depth < depth || (word.depth === depth && enders.includes(word.key))),
  );
  return { from: keyword + 1, to: end < 0 ? words.length : end };
}

/** Cuts a range at words of its own depth. */
export function cut(
  { words }: Statement,
  { from, to }: Range,
  isSeparator: (word: Word, at: number) => boolean,
): readonly Range[] {
  const depth = words[from]?.depth ?? 0;
  const parts: Range[] = [];
  let start = from;
  for (let at = from; at < to; at += 1) {
    const word = words[at];
    if (word === undefined || word.depth !== depth || !isSeparator(word, at)) continue;
    parts.push({ from: start, to: at });
    start = at + 1;
  }
  return [...parts, { from: start, to }].filter((part) => part.to > part.from);
}

/** The items of a list. */
export const listed = (statement: Statement, range: Range): readonly Range[] =>
  cut(statement, range, ({ key }) => key === ',');

export const hasParameter = ({ words }: Statement, { from, to }: Range): boolean =>
  words.slice(from, to).some(({ kind }) => kind === 'parameter');
