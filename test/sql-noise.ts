// Texts that look like SQL and mostly are none: pieces of it in any order, and any characters.
import fc from 'fast-check';
import { corpus } from './sql-corpus.js';

const keywords =
  'SELECT FROM WHERE AND OR NOT IS NULL BETWEEN IN CASE WHEN THEN END ORDER BY DESC LIMIT OFFSET ' +
  'UPDATE SET INSERT INTO VALUES ON CONFLICT DO NOTHING RETURNING CREATE TABLE TRIGGER UNIQUE ' +
  'INDEX CHECK PRIMARY KEY BEGIN COMMIT JOIN LEFT FOR';
const signs = `( ) , ; . = < <= >= <> + - * / || :: ->> -- /* */ ' " $ ? ?1 :a @b $1 $c`;
const values = `1 0.5 'x' '' E'\\'' $$q$$ $t$ a b "c" \`d\` [e]`;
const pieces = [...`${keywords} ${signs} ${values}`.split(' '), '\n', ' '];

const loose = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 3 })), {
    maxLength: 40,
  })
  .map((words) => words.join(' '));

/** A statement of the corpus with something cut out of it, or put into it. */
const damaged = fc
  .tuple(
    fc.constantFrom(...corpus('sqlite'), ...corpus('postgresql')),
    fc.nat(),
    fc.nat({ max: 12 }),
    fc.constantFrom(...pieces, ''),
  )
  .map(([text, at, length, piece]) => {
    const start = at % (text.length + 1);
    return text.slice(0, start) + piece + text.slice(start + length);
  });

/** Any text; most of it is no SQL. */
export const sqlNoise = fc.oneof(
  loose,
  damaged,
  fc.array(fc.constantFrom(...pieces), { maxLength: 20 }).map((words) => words.join('')),
);
