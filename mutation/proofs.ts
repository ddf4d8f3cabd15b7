// Proofs for reviewed mutants: each runs what the claim says, and throws where it is false.
import { strict as assert } from 'node:assert';
import Database from 'better-sqlite3';

/** The statement that reads a file's head has this form, whatever the file holds. */
function scalarsGiveOneRow(): void {
  const database = new Database(':memory:');
  try {
    const head = database.prepare(
      `SELECT (SELECT user_version FROM pragma_user_version) AS version,
         (SELECT count(*) FROM sqlite_schema) AS objects, (SELECT 1 WHERE 0) AS none`,
    );
    assert.deepEqual(head.all(), [{ version: 0, objects: 0, none: null }]);
  } finally {
    database.close();
  }
}

/** More units than twice the most code points are too many code points, whatever they are. */
function twoUnitsAtMost(): void {
  for (const text of ['', 'a', '\u{1f600}', '\ud800', 'a\u{1f600}b', '\ufffd\u{10ffff}'])
    assert.ok(text.length <= 2 * [...text].length);
}

/** JSON is read from a text, and the text of null is the word for it. */
function nothingIsNull(): void {
  const read: unknown = Reflect.apply(JSON.parse, JSON, [null]);
  assert.equal(read, null);
}

/** By the name that an entry of `equivalents` gives. */
export const proofs: Readonly<Record<string, () => void>> = {
  'scalars-give-one-row': scalarsGiveOneRow,
  'a-code-point-has-two-units-at-most': twoUnitsAtMost,
  'nothing-as-json-is-null': nothingIsNull,
};
