// The refusals of opening a file: each says what the file is and what to do instead.
import { Refusal } from '../../contract/refusals.js';
import { asUnavailable, sqliteCode } from './driver.js';

/** Why a file is not opened; the fact `file` of the refusal `unavailable: io`. */
const reasons = {
  directory: 'The path is a directory: name a file in it.',
  unreachable:
    'The file cannot be opened: check that its directory exists and that it is readable.',
  'read-only': 'The file cannot be written: check its permissions.',
  'not-a-database': 'The file is not an SQLite database: name another one.',
  foreign: 'The file belongs to another application: name another one.',
  newer: 'The file was written by a newer version of Touchstone: open it with that version.',
  damaged: 'The file is damaged: restore it from a backup.',
} as const;
export type Reason = keyof typeof reasons;

/** The refusal `unavailable: io`, definite, for a file that is not opened. */
export function unusable(file: Reason): Refusal {
  const refusal = new Refusal('io', { file }, true);
  refusal.message = `unavailable: io. ${reasons[file]} It was left as it was.`;
  return refusal;
}

const reasonOf: readonly (readonly [RegExp, Reason])[] = [
  [/^SQLITE_NOTADB/, 'not-a-database'],
  [/^SQLITE_(CORRUPT|CONSTRAINT)/, 'damaged'],
  [/^SQLITE_(CANTOPEN|PERM)/, 'unreachable'],
  [/^SQLITE_READONLY/, 'read-only'],
];

/** An error met while reading what every file of this version has: a missing name is damage. */
export const asDamaged = (error: unknown): unknown =>
  sqliteCode(error) === 'SQLITE_ERROR' ? unusable('damaged') : error;

/** An error met while opening, as the refusal it stands for. */
export function asUnusable(error: unknown): unknown {
  const known = reasonOf.find(([pattern]) => pattern.test(sqliteCode(error)));
  return known ? unusable(known[1]) : asUnavailable(error, true);
}
