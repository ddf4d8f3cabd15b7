// The shape of a statement: what stays the same when a store builds it with another number or list.
import { lex } from './lexer.js';
import type { Dialect } from './token.js';

/**
 * The words of a statement with every number as 0 and every list of parameters as one: `LIMIT 3`
 * and `LIMIT 8`, `IN (?)` and `IN (?, ?)` have one shape. Layout and comments do not count.
 */
export function shapeOf(statement: string, dialect: Dialect): string {
  const shape: string[] = [];
  let pending = false;
  for (const { kind, text } of lex(statement, dialect)) {
    if (kind === 'space' || kind === 'comment') continue;
    const isParameter = kind === 'parameter' && /^[?$]\d*$/.test(text);
    // A comma between two parameters waits for the second, and goes with it.
    if (pending && !isParameter) shape.push(',');
    const follows = shape.at(-1) === parameter && !pending;
    if (text === ',' && follows) {
      pending = true;
      continue;
    }
    if (!(pending && isParameter))
      shape.push(isParameter ? parameter : kind === 'number' ? '0' : text);
    pending = false;
  }
  if (pending) shape.push(',');
  return shape.join(' ');
}

const parameter = '?';

/** Eight hexadecimal digits of a text (FNV-1a over its UTF-16 units). */
export function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
