// Begins a transaction in another mode, and ends it the other way.
import { kindOf } from '../kinds.js';
import { type Edit, replace, type SqlOperator, word } from '../mutant.js';
import { isAt, type Range, type Statement } from '../statement.js';

const weaker = 'The transaction sees or locks less than it must.';
const ended = 'What was to be kept is undone, or what was to be undone is kept.';

function ending(statement: Statement): readonly Edit[] {
  const made = (range: Range, text: string): Edit => replace(statement, range, text, () => ended);
  const name = { from: 0, to: statement.words.length };
  const last = statement.words.at(-1)?.text ?? '';
  if (isAt(statement, 0, 'COMMIT') || isAt(statement, 0, 'END')) return [made(word(0), 'ROLLBACK')];
  if (isAt(statement, 0, 'RELEASE')) return [made(name, `ROLLBACK TO ${last}`)];
  if (!isAt(statement, 0, 'ROLLBACK')) return [];
  return statement.words.some(({ key }) => key === 'TO')
    ? [made(name, `RELEASE ${last}`)]
    : [made(word(0), 'COMMIT')];
}

/** The modes of SQLite. */
function beginning(statement: Statement): readonly Edit[] {
  const made = (at: number, text: string, sentence: string): Edit =>
    replace(statement, word(at), text, () => sentence);
  if (isAt(statement, 1, 'IMMEDIATE') || isAt(statement, 1, 'EXCLUSIVE'))
    return [made(1, 'DEFERRED', 'Another writer may come between the first read and the write.')];
  if (isAt(statement, 1, 'DEFERRED'))
    return [made(1, 'IMMEDIATE', 'Readers wait for each other as if they wrote.')];
  return [made(0, 'BEGIN IMMEDIATE', 'Readers wait for each other as if they wrote.')];
}

/** The levels and modes of PostgreSQL, at the beginning or in SET TRANSACTION. */
function isolation(statement: Statement): readonly Edit[] {
  return statement.words.flatMap((_, at) => {
    const made = (length: number, text: string): readonly Edit[] => [
      replace(statement, { from: at, to: at + length }, text, () => weaker),
    ];
    if (isAt(statement, at, 'LEVEL', 'SERIALIZABLE'))
      return [...made(2, 'LEVEL REPEATABLE READ'), ...made(2, 'LEVEL READ COMMITTED')];
    if (isAt(statement, at, 'LEVEL', 'REPEATABLE', 'READ')) return made(3, 'LEVEL READ COMMITTED');
    return isAt(statement, at, 'READ', 'ONLY') ? made(2, 'READ WRITE') : [];
  });
}

function edits(statement: Statement): readonly Edit[] {
  if (kindOf(statement) !== 'transaction') return [];
  if (statement.dialect === 'postgresql') return [...isolation(statement), ...ending(statement)];
  return isAt(statement, 0, 'BEGIN') ? beginning(statement) : ending(statement);
}

export const transaction: SqlOperator = {
  id: 'transaction',
  guard: 'Several writes are no longer all or none, or another writer comes between them.',
  edits,
};
