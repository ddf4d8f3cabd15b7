// Tokens tile a text exactly, whatever it is, and mean what the dialect says they mean.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lex, parametersOf } from '../src/mutants/sql/lexer.js';
import { statementsOf, textOf } from '../src/mutants/sql/statement.js';
import type { Dialect } from '../src/mutants/sql/token.js';
import { applications, corpus } from './sql-corpus.js';
import { sqlNoise } from './sql-noise.js';

const dialects: readonly Dialect[] = ['sqlite', 'postgresql'];
const always = { seed: 1, endOnFailure: true, numRuns: 1000 };

const significant = (text: string, dialect: Dialect): readonly string[] =>
  lex(text, dialect)
    .filter(({ kind }) => kind !== 'space')
    .map((token) => `${token.kind} ${token.text}`);

describe.each(dialects)('in %s', (dialect) => {
  test('tokens always tile the text: no gap, no overlap, nothing changed', () => {
    fc.assert(
      fc.property(sqlNoise, (text) => {
        let end = 0;
        const astray = lex(text, dialect).filter((token) => {
          const isInPlace = token.start === end && token.end > token.start;
          ({ end } = token);
          return !isInPlace || token.text !== text.slice(token.start, token.end);
        });
        expect(astray).toEqual([]);
        expect(end).toBe(text.length);
      }),
      always,
    );
  });

  test('statements always stand in their text, in order and apart', () => {
    fc.assert(
      fc.property(sqlNoise, (text) => {
        let end = 0;
        const astray = statementsOf(text, dialect).filter((statement) => {
          const isApart = statement.start >= end && statement.end > statement.start;
          ({ end } = statement);
          return !isApart || textOf(statement) !== text.slice(statement.start, statement.end);
        });
        expect(astray).toEqual([]);
      }),
      always,
    );
  });

  test('no character of what applications send is unknown', () => {
    const unknown = corpus(dialect).flatMap((text) =>
      lex(text, dialect).filter(({ kind }) => kind === 'other'),
    );
    expect(unknown).toEqual([]);
  });

  test('a file is cut where its statements end', () => {
    for (const { file, statements } of applications(dialect))
      for (const text of statements) {
        expect(file).toContain(`${text};`);
        expect(statementsOf(text, dialect).map(textOf)).toEqual([text]);
      }
  });
});

describe('SQLite', () => {
  test.each([
    ["'it''s'", ["string 'it''s'"]],
    ["'open", ["string 'open"]],
    ["'a\\'", ["string 'a\\'"]],
    ["x'0A' X'ff'", ["blob x'0A'", "blob X'ff'"]],
    ['"a""b" `c``d` [e f]', ['quoted "a""b"', 'quoted `c``d`', 'quoted [e f]']],
    ["-- 'a\n1", ["comment -- 'a", 'number 1']],
    ['/* /* */ 2 */', ['comment /* /* */', 'number 2', 'operator *', 'operator /']],
    ['/* open', ['comment /* open']],
    [
      '? ?12 :a @b1 $c',
      'parameter ?|parameter ?12|parameter :a|parameter @b1|parameter $c'.split('|'),
    ],
    ['1.5e-3 .5 0xFF 1_000', 'number 1.5e-3|number .5|number 0xFF|number 1_000'.split('|')],
    ['a->>b', ['name a', 'operator ->>', 'name b']],
    ['a||b<>c!=d', 'name a;operator ||;name b;operator <>;name c;operator !=;name d'.split(';')],
    ['x <= -1', ['name x', 'operator <=', 'operator -', 'number 1']],
    ['größe_1$', ['name größe_1$']],
    ["a.'b'", ['name a', 'punctuation .', "string 'b'"]],
    ['{', ['other {']],
  ])('reads %s', (text, tokens) => {
    expect(significant(text, 'sqlite')).toEqual(tokens);
  });
});

describe('PostgreSQL', () => {
  test.each([
    ["'a\\' 1", ["string 'a\\'", 'number 1']],
    ["E'a\\'b' e'\\\\'", ["string E'a\\'b'", "string e'\\\\'"]],
    ["U&'d\\0061' N'x' B'01'", ["string U&'d\\0061'", "string N'x'", "blob B'01'"]],
    ["$$it's$$ $t$ $$ $t$", ["body $$it's$$", 'body $t$ $$ $t$']],
    ['$t$ open', ['body $t$ open']],
    ['$1 $23', ['parameter $1', 'parameter $23']],
    ['/* a /* b */ c */ 1', ['comment /* a /* b */ c */', 'number 1']],
    ['/* a /* b */', ['comment /* a /* b */']],
    ['a::int', ['name a', 'operator ::', 'name int']],
    ['data ? 1 @> b', 'name data|operator ?|number 1|operator @>|name b'.split('|')],
    ['a*-1', ['name a', 'operator *', 'operator -', 'number 1']],
    ['a<--1', ['name a', 'operator <', 'comment --1']],
    ['a @- b', ['name a', 'operator @-', 'name b']],
    ['t[1:2]', 'name t|punctuation [|number 1|punctuation :|number 2|punctuation ]'.split('|')],
    ['1..2', ['number 1', 'punctuation .', 'number .2']],
    ['U&"d" "a""b"', ['quoted U&"d"', 'quoted "a""b"']],
    ['f(a := 1)', 'name f|punctuation (|name a|operator :=|number 1|punctuation )'.split('|')],
  ])('reads %s', (text, tokens) => {
    expect(significant(text, 'postgresql')).toEqual(tokens);
  });
});

test('a parameter in a string, a name or a comment is none', () => {
  const text = `SELECT '?', "?", [?], \`?\` /* ? */ FROM t -- ?\nWHERE a = ? AND b = :b`;
  expect(parametersOf(text, 'sqlite')).toEqual(['?', ':b']);
  expect(parametersOf("SELECT '$1', $$ $2 $$, $3 -- $4", 'postgresql')).toEqual(['$3']);
});

describe('the body of a trigger', () => {
  const trigger = `CREATE TRIGGER t AFTER INSERT ON a BEGIN
  UPDATE a SET b = CASE WHEN c THEN 1 ELSE 2 END;
  SELECT 1;
END`;
  test('belongs to its statement, and the next one begins behind it', () => {
    const text = `BEGIN; ${trigger}; COMMIT`;
    expect(statementsOf(text, 'sqlite').map(textOf)).toEqual(['BEGIN', trigger, 'COMMIT']);
  });
});
