// Leaves SQL text to the SQL mutator: here it could only be emptied, which any test notices.
import type { Ignorer, NodePath } from '@stryker-mutator/api/ignore';

/** What the report says of the ignored text. */
export const reason =
  'SQL text: `touchstone mutants sqlite` changes what it says, while here it could only be emptied.';

/** A statement of the kinds the SQL mutator knows; a PRAGMA is not among them. */
const statement = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|BEGIN|COMMIT|ROLLBACK)\b/;
const columns = /^\s*[a-z_]+(?: AS \w+)?,\s/;

interface Visited extends NodePath {
  readonly node: {
    readonly type: string;
    readonly value?: unknown;
    readonly quasis?: readonly { readonly value: { readonly raw: string } }[];
  };
}

/** The text of a literal as far as it stands in the source. */
function textOf({ node }: Visited): string | undefined {
  if (node.type === 'StringLiteral') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  return (node.quasis ?? []).map(({ value }) => value.raw).join('?');
}

/** Whether a text is SQL, a statement or a list of columns that becomes part of one. */
export const isSql = (text: string): boolean => statement.test(text) || columns.test(text);

export const ignoreSql: Ignorer = {
  shouldIgnore(path) {
    const text = textOf(path as Visited);
    return text !== undefined && isSql(text) ? reason : undefined;
  },
};
