// Tells SQL from other texts: by its first words, and by what is put into it.

/** Enough in themselves, in capitals: a text of these alone is a statement. */
const alone = /^(?:BEGIN|COMMIT|ROLLBACK|END)\s*;?$/;

/** In capitals, a word that begins a statement, with something behind it. */
const capitals =
  /^(?:SELECT|INSERT|REPLACE|UPDATE|DELETE|CREATE|ALTER|DROP|BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|PRAGMA|WITH|VACUUM|ATTACH|DETACH|ANALYZE|REINDEX|EXPLAIN)\s+\S/;

/** In any case, words that together begin nothing but a statement. */
const together =
  /^(?:select\s.+\sfrom\s|(?:insert|replace)\s+(?:or\s+\w+\s+)?into\s|update\s+\S+\s+set\s|delete\s+from\s|(?:create|alter|drop)\s+(?:(?:unique|temp|temporary|virtual)\s+)?(?:table|index|view|trigger)\s|begin\s+(?:immediate|exclusive|deferred|transaction)\b|pragma\s+\w+)/is;

/** Whether a text is an SQL statement; comments may stand in front of it. */
export function isSql(text: string): boolean {
  const start = text.replace(/^(?:\s+|--[^\n]*(?:\n|$)|\/\*.*?\*\/)+/s, '').trimEnd();
  return alone.test(start) || capitals.test(start) || together.test(start);
}
