// The page of formats: tables of fields made from the schemas that read and test these files.
import { z } from 'zod';
import { Baseline } from '../src/engine/baseline.js';
import { ReplayFile } from '../src/engine/replay.js';
import { ReportJson } from '../src/report/json-schema.js';
import { KillsJson } from '../src/report/kills/json-schema.js';

type Schema = z.core.JSONSchema.BaseSchema;

interface Field {
  readonly path: string;
  readonly optional: boolean;
  readonly schema: Schema;
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

/** Every field with its path, outer before inner: `store.name`, `properties[].id`. */
export function fieldsOf(schema: Schema, path = ''): readonly Field[] {
  if (isSchema(schema.items) && !Array.isArray(schema.items))
    return fieldsOf(schema.items, `${path}[]`);
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
    if (!isSchema(inner)) return [];
    const own = path === '' ? name : `${path}.${name}`;
    return [{ path: own, optional: !required.has(name), schema: inner }, ...fieldsOf(inner, own)];
  });
}

const code = (text: string): string => `\`${text}\``;

function typeWords(schema: Schema): string {
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.enum !== undefined && schema.enum.length > 8) return 'one of a list of names';
  if (schema.enum !== undefined) return schema.enum.map((each) => code(String(each))).join(', ');
  if (schema.type === 'array') {
    const { items } = schema;
    const inner = isSchema(items) && !Array.isArray(items) ? typeWords(items) : 'value';
    return inner === 'object' ? 'list of objects' : `list: ${inner}`;
  }
  if (schema.type === 'integer') return 'whole number';
  if (schema.type === 'string') return 'text';
  return typeof schema.type === 'string' ? schema.type : 'JSON';
}

/** A schema as JSON Schema; what has no form there is any JSON. */
export const jsonSchemaOf = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' });

const table = (schema: z.ZodType): string =>
  [
    '| field | type | what it says |',
    '| - | - | - |',
    ...fieldsOf(jsonSchemaOf(schema)).map(({ path, optional, schema: field }) => {
      const words = [typeWords(field), ...(optional ? ['optional'] : [])].join(', ');
      return `| ${code(path)} | ${words} | ${field.description ?? ''} |`;
    }),
  ].join('\n');

/** The whole page, as `npm run docs` writes it. */
export const formatPage = (): string => `# Files and reports for programs

\`npm run docs\` makes this page from the schemas that the tests hold every output against. A field
that is not named here is in no file. \`formatVersion\` is raised when a field changes its meaning or
goes; new fields come without it.

## The report: \`touchstone check --json\`

${table(ReportJson)}

## The replay file: \`.touchstone/<property>-<hash>.json\`

It holds the calls as they were made. \`touchstone replay\` makes them again, on any store. The next
check of the same store tries every file of the folder first.

${table(ReplayFile)}

## The baseline: \`touchstone check --baseline\`

\`--write-baseline\` writes it. A check against it ends with exit code 0 where it fails exactly as the
baseline says, and with 1 where a failure is new or an entry does not fail any more. The reason names
the last call of the counterexample, what was expected of it and what came, so that it stays the same
when names and values differ. A failure that several calls show may get another one under another
seed: keep the seed.

${table(Baseline)}

## The escaped form

JSON lacks some values. An object with the field \`$\` stands for one of them:

| form | value |
| - | - |
| \`{ "$": "NaN" }\` | the number; \`Infinity\`, \`-Infinity\` and \`-0\` likewise |
| \`{ "$": "bigint", "digits": "1" }\` | \`1n\` |
| \`{ "$": "undefined" }\` | \`undefined\`; \`symbol\` and \`function\` likewise |
| \`{ "$": "object", "made": "frozen", "fields": {} }\` | an object made in that way |

\`made\` is \`plain\`, \`null-prototype\`, \`frozen\`, \`instance\`, \`inherited\`, \`getters\`, \`hidden\` or
\`symbol-key\`: see \`src/contract/escape.ts\`.
`;

/** The page of mutants, as `npm run docs` writes it. */
export const mutantsPage = (): string => `# Mutants for programs

\`npm run docs\` makes this page from the schema that the tests hold every output against. A field
that is not named here is in no file. \`formatVersion\` is raised when a field changes its meaning or
goes; new fields come without it. The escaped form of values that JSON lacks is described in
[report-json.md](report-json.md).

## The report: \`touchstone mutants --json\`

${table(KillsJson)}
`;
