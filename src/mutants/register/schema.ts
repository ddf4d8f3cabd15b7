// The invariants of a row: they stand behind the domain checks, for whoever writes past the store.
import { constraint, type Guard, inSql } from './guard.js';

const within = inSql('src/stores/sqlite/schema.ts');

/** Every column that must have a value, with the type it is declared with. */
const present = (
  table: string,
  contract: string,
  columns: readonly (readonly [name: string, declared: string])[],
) =>
  columns.map(([name, declared]) => ({
    id: `${name.replaceAll('_', '-')}-of-${table}-is-present`,
    sentence: `The column \`${name}\` of \`${table}\` has a value in every row.`,
    property: constraint,
    contract,
    text: `${name} ${declared} NOT NULL`,
  }));

export const schema: readonly Guard[] = [
  ...within('memoryTable', [
    ...['(tenant,', ', subject', ', scope', ', key'].map((text) => {
      const column = text.replace(/\W/g, '');
      return {
        id: `${column}-in-key`,
        sentence: `The ${column} is a part of the address: two of them hold two records.`,
        property: 'only-refusals',
        contract: '1',
        text,
      };
    }),
    ...present('memory', '1', [
      ['kind', 'TEXT'],
      ['value', 'TEXT'],
      ['source_ref', 'TEXT'],
      ['observed_at', 'INTEGER'],
      ['updated_at', 'INTEGER'],
      ['confidence', 'REAL'],
      ['evidence', 'TEXT'],
      ['actor', 'TEXT'],
      ['version', 'INTEGER'],
    ]),
    {
      id: 'observation-of-memory-from-zero',
      sentence: 'No record was observed before second 0.',
      property: constraint,
      contract: '2',
      text: 'CHECK (observed_at >= 0)',
    },
    {
      id: 'update-of-memory-after-observation',
      sentence: 'No record was updated before it was observed.',
      property: constraint,
      contract: '1',
      text: 'CHECK (updated_at >= observed_at)',
    },
    {
      id: 'confidence-of-memory-in-bounds',
      sentence: 'The confidence of a record lies between 0 and 1, both included.',
      property: constraint,
      contract: '2',
      text: 'CHECK (confidence BETWEEN 0 AND 1)',
    },
    {
      id: 'version-of-memory-from-one',
      sentence: 'No record has a version below 1.',
      property: constraint,
      contract: '1',
      text: 'CHECK (version >= 1)',
    },
    {
      id: 'deletion-of-memory-by-update',
      sentence: 'No record was forgotten after it was last updated.',
      property: constraint,
      contract: '5',
      text: 'CHECK (deleted_at <= updated_at)',
    },
    {
      id: 'types-of-memory',
      sentence: 'A column of a record holds values of its type alone.',
      property: constraint,
      contract: '2',
      text: 'STRICT',
    },
  ]),
  ...within('proposalsTable', [
    {
      id: 'id-of-proposals-is-unique',
      sentence: 'No two proposals have the same id.',
      property: constraint,
      contract: '8',
      text: 'PRIMARY KEY',
    },
    ...present('proposals', '8', [
      ['digest', 'TEXT'],
      ['tenant', 'TEXT'],
      ['subject', 'TEXT'],
      ['scope', 'TEXT'],
      ['kind', 'TEXT'],
      ['key', 'TEXT'],
      ['value', 'TEXT'],
      ['source_ref', 'TEXT'],
      ['observed_at', 'INTEGER'],
      ['confidence', 'REAL'],
      ['provenance', 'TEXT'],
      ['intent', 'TEXT'],
      ['base_version', 'INTEGER'],
      ['proposed_at', 'INTEGER'],
      ['open_until', 'INTEGER'],
    ]),
    {
      id: 'observation-of-proposals-from-zero',
      sentence: 'No candidate was observed before second 0.',
      property: constraint,
      contract: '2',
      text: 'CHECK (observed_at >= 0)',
    },
    {
      id: 'confidence-of-proposals-in-bounds',
      sentence: 'The confidence of a candidate lies between 0 and 1, both included.',
      property: constraint,
      contract: '2',
      text: 'CHECK (confidence BETWEEN 0 AND 1)',
    },
    {
      id: 'base-of-proposals-from-zero',
      sentence: 'No proposal rests on a version below 0.',
      property: constraint,
      contract: '8',
      text: 'CHECK (base_version >= 0)',
    },
    {
      id: 'start-of-proposals-after-observation',
      sentence: 'No candidate was proposed before it was observed.',
      property: constraint,
      contract: '8',
      text: 'CHECK (proposed_at >= observed_at)',
    },
    {
      id: 'end-of-proposals-after-start',
      sentence: 'A proposal stays open for a second at least.',
      property: constraint,
      contract: '8',
      text: 'CHECK (open_until > proposed_at)',
    },
    {
      id: 'types-of-proposals',
      sentence: 'A column of a proposal holds values of its type alone.',
      property: constraint,
      contract: '2',
      text: 'STRICT',
    },
  ]),
];
