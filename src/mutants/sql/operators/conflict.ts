// Changes what an insert does when the row is there already.
import { kindOf } from '../kinds.js';
import { type Edit, replace, type SqlOperator, word } from '../mutant.js';
import {
  clauseAfter,
  hasParameter,
  isAt,
  listed,
  placesOf,
  type Range,
  type Statement,
  written,
} from '../statement.js';

/** The end of a clause that starts here: what returns rows, or the level, ends it. */
const clauseEnd = (statement: Statement, at: number): number =>
  clauseAfter(statement, at, ['RETURNING', ';']).to;

/** An insert that says nothing of rows that are there. */
function isPlain(statement: Statement, at: number): boolean {
  const end = clauseEnd(statement, at);
  const conflicts = placesOf(statement, 'ON', 'CONFLICT').filter((place) => place > at);
  return isAt(statement, at, 'INSERT', 'INTO') && !conflicts.some((place) => place < end);
}

/** The columns an insert names, by the INSERT before this place. */
function insertedColumns(statement: Statement, at: number): readonly string[] {
  const { words } = statement;
  const depth = words[at]?.depth;
  const into = words.findLastIndex(
    (other, i) => i < at && other.key === 'INTO' && other.depth === depth,
  );
  const opening = words.findIndex((other, i) => i > into && other.key === '(');
  const before = words.slice(into, opening).map(({ key }) => key);
  if (into < 0 || opening < 0 || before.includes('VALUES') || before.includes('SELECT')) return [];
  const range = { from: opening + 1, to: words[opening]?.match ?? opening };
  return listed(statement, range).map((item) => written(statement, item));
}

/** `DO NOTHING` becomes an update of every column that is not part of the conflict. */
function overwrite(statement: Statement, at: number, action: number): readonly Edit[] {
  if (!isAt(statement, at + 2, '(')) return [];
  const target = { from: at + 3, to: statement.words[at + 2]?.match ?? at + 3 };
  const keys = listed(statement, target).map((item) => written(statement, item));
  const rest = insertedColumns(statement, at).filter((column) => !keys.includes(column));
  if (rest.length === 0) return [];
  const set = rest.map((column) => `${column} = excluded.${column}`).join(', ');
  const range = { from: action, to: action + 2 };
  return [
    replace(statement, range, `DO UPDATE SET ${set}`, () => 'A row that is there is overwritten.'),
  ];
}

/** `DO UPDATE` that updates nothing; its parameters stay. */
function ignore(statement: Statement, action: number, end: number): Edit {
  const said = (): string => 'A row that is there stays as it was.';
  const range: Range = { from: action, to: end };
  if (!hasParameter(statement, range)) return replace(statement, range, 'DO NOTHING', said);
  const depth = statement.words[action]?.depth;
  const where = statement.words.findIndex(
    ({ key, depth: other }, i) => i > action && i < end && key === 'WHERE' && other === depth,
  );
  if (where < 0) return replace(statement, range, `${written(statement, range)} WHERE FALSE`, said);
  const condition = { from: where + 1, to: end };
  return replace(statement, condition, `(${written(statement, condition)}) AND FALSE`, said);
}

function onConflict(statement: Statement, at: number): readonly Edit[] {
  const next = placesOf(statement, 'ON', 'CONFLICT').find((place) => place > at);
  const end = Math.min(clauseEnd(statement, at), next ?? Infinity);
  const action = placesOf(statement, 'DO').find((place) => place > at && place < end);
  if (action === undefined) return [];
  const whole = { from: at, to: end };
  const dropped = hasParameter(statement, whole)
    ? []
    : [replace(statement, whole, '', () => 'A row that is there makes the insert fail.')];
  return isAt(statement, action, 'DO', 'NOTHING')
    ? [...dropped, ...overwrite(statement, at, action)]
    : [...dropped, ignore(statement, action, end)];
}

const actions = ['IGNORE', 'REPLACE', 'ABORT', 'FAIL', 'ROLLBACK'];
const said = (text: string): string => `A row that is there is met by ${text}.`;

/** `INSERT`, `INSERT OR x`, `REPLACE` and `UPDATE OR x` of SQLite. */
function verb(statement: Statement, at: number): readonly Edit[] {
  const made = (length: number, other: string): Edit =>
    replace(statement, { from: at, to: at + length }, other, () => said(other));
  if (isAt(statement, at, 'REPLACE', 'INTO') && !isAt(statement, at - 1, 'OR'))
    return [made(1, 'INSERT'), made(1, 'INSERT OR IGNORE')];
  const name = ['INSERT', 'UPDATE'].find((key) => isAt(statement, at, key, 'OR'));
  const action = actions.find((key) => isAt(statement, at + 2, key));
  if (name !== undefined && action !== undefined)
    return [
      made(3, name),
      ...['IGNORE', 'REPLACE']
        .filter((other) => other !== action)
        .map((other) => made(3, `${name} OR ${other}`)),
    ];
  if (!isPlain(statement, at)) return [];
  return [made(1, 'INSERT OR IGNORE'), made(1, 'INSERT OR REPLACE')];
}

/** A plain insert of PostgreSQL ends with the clause. */
function swallowed(statement: Statement, at: number): readonly Edit[] {
  if (!isPlain(statement, at)) return [];
  const end = clauseEnd(statement, at);
  const last = word(end - 1);
  const other = `${written(statement, last)} ON CONFLICT DO NOTHING`;
  return [replace(statement, last, other, () => said('`ON CONFLICT DO NOTHING`'))];
}

function edits(statement: Statement): readonly Edit[] {
  if (kindOf(statement) !== 'query') return [];
  const plain = statement.dialect === 'sqlite' ? verb : swallowed;
  const isWith = isAt(statement, 0, 'WITH');
  return [
    ...statement.words.flatMap((_, at) => {
      // A trigger is named by its event, and its INSERT is no statement.
      const isEvent = isAt(statement, 0, 'CREATE') && statement.words[at]?.depth === 0;
      return isEvent || (isWith && statement.dialect === 'postgresql') ? [] : plain(statement, at);
    }),
    ...placesOf(statement, 'ON', 'CONFLICT').flatMap((at) => onConflict(statement, at)),
  ];
}

export const conflict: SqlOperator = {
  id: 'conflict',
  guard: 'A second row at the same place overwrites, disappears or fails where it must not.',
  edits,
};
