// Cuts SQL text into tokens that tile it exactly, in the dialect of SQLite or PostgreSQL.
import type { Dialect, Token, TokenKind } from './token.js';

/** The length of the token that starts here, or 0 where it is none of this kind. */
type Rule = readonly [kind: TokenKind, measure: (text: string, at: number) => number];

/** A rule from a sticky pattern. What is not terminated runs to the end of the text. */
function rule(kind: TokenKind, pattern: RegExp): Rule {
  return [
    kind,
    (text, at) => {
      pattern.lastIndex = at;
      return pattern.exec(text)?.[0].length ?? 0;
    },
  ];
}

/** A comment of PostgreSQL may hold others. */
function nestedComment(text: string, at: number): number {
  if (!text.startsWith('/*', at)) return 0;
  const mark = /\/\*|\*\//g;
  mark.lastIndex = at;
  let depth = 0;
  for (let found = mark.exec(text); found !== null; found = mark.exec(text)) {
    depth += found[0] === '/*' ? 1 : -1;
    if (depth === 0) return mark.lastIndex - at;
  }
  return text.length - at;
}

/** `$tag$ ... $tag$`, in which nothing has a meaning. */
function dollarQuoted(text: string, at: number): number {
  const opening = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y;
  opening.lastIndex = at;
  const tag = opening.exec(text)?.[0];
  if (tag === undefined) return 0;
  const end = text.indexOf(tag, at + tag.length);
  return (end < 0 ? text.length : end + tag.length) - at;
}

/** An operator of PostgreSQL is as long as it gets, ends before a comment, and rarely in a sign. */
function longOperator(text: string, at: number): number {
  const run = /[+\-*/<>=~!@#%^&|`?]+/y;
  run.lastIndex = at;
  let found = run.exec(text)?.[0] ?? '';
  const comment = /--|\/\*/.exec(found);
  if (comment !== null) found = found.slice(0, comment.index);
  if (/[~!@#%^&|`?]/.test(found)) return found.length;
  return found.replace(/(?<=.)[+-]+$/, '').length;
}

const numbers = /0[xX][0-9a-fA-F_]+|(?:\d[\d_]*(?:\.(?!\.)[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?/y;

const sqlite = (): readonly Rule[] => [
  rule('space', /[ \t\n\f\r]+/y),
  rule('comment', /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y),
  rule('string', /'(?:[^']+|'')*(?:'|$)/y),
  rule('blob', /[xX]'[^']*(?:'|$)/y),
  rule('quoted', /"(?:[^"]+|"")*(?:"|$)|`(?:[^`]+|``)*(?:`|$)|\[[^\]]*(?:\]|$)/y),
  rule('number', numbers),
  rule('parameter', /\?\d*|[:@$#][\w$\u0080-\uffff]+/y),
  rule('name', /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y),
  rule('operator', /->>?|\|\||<<|>>|<=|>=|<>|!=|==|[=<>+\-*/%&|~]/y),
  rule('punctuation', /[(),;.]/y),
];

const postgresql = (): readonly Rule[] => [
  rule('space', /[ \t\n\f\r\v]+/y),
  rule('comment', /--[^\n\r]*/y),
  ['comment', nestedComment],
  rule('string', /[eE]'(?:[^'\\]+|\\[\s\S]|'')*(?:'|\\?$)/y),
  rule('string', /(?:[nN]|[uU]&)?'(?:[^']+|'')*(?:'|$)/y),
  rule('blob', /[bBxX]'[^']*(?:'|$)/y),
  rule('quoted', /(?:[uU]&)?"(?:[^"]+|"")*(?:"|$)/y),
  ['body', dollarQuoted],
  rule('number', numbers),
  rule('parameter', /\$\d+/y),
  rule('name', /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y),
  rule('operator', /::|:=/y),
  ['operator', longOperator],
  rule('punctuation', /[(),;.:[\]]/y),
];

const rules: Readonly<Record<Dialect, readonly Rule[]>> = {
  sqlite: sqlite(),
  postgresql: postgresql(),
};

/** The tokens of a text, whatever it is: joined they are the text. */
export function lex(text: string, dialect: Dialect): readonly Token[] {
  const tokens: Token[] = [];
  for (let start = 0; start < text.length;) {
    let kind: TokenKind = 'other';
    let length = 0;
    for (const [name, measure] of rules[dialect]) {
      length = measure(text, start);
      kind = name;
      if (length > 0) break;
    }
    if (length === 0) [kind, length] = ['other', 1];
    const end = start + length;
    tokens.push({ kind, start, end, text: text.slice(start, end) });
    start = end;
  }
  return tokens;
}

/** The parameters of a text in the order in which they stand there. */
export const parametersOf = (text: string, dialect: Dialect): readonly string[] =>
  lex(text, dialect)
    .filter(({ kind }) => kind === 'parameter')
    .map((token) => token.text);
