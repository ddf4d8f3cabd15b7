// The page on SQL mutants is run: its table is the registry, its TypeScript compiles and prints what it says.
import {
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { afterAll, expect, test, vi } from 'vitest';
import { sqlOperators } from '../src/mutants/sql/operators/index.js';
import { complaints, ofSources } from './compile.js';
import { root } from './sources.js';

const file = path.join(root, 'docs/sql-mutants.md');
const page = readFileSync(file, 'utf8');

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'touchstone-docs-')));
// So that a block finds the packages it imports.
symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
afterAll(() => rmSync(folder, { recursive: true }));

const blocks = (language: string): readonly string[] =>
  [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, name, text = '']) =>
    name === language ? [text] : [],
  );

const files = blocks('ts').map((block, at) => {
  const name = path.join(folder, `block-${at + 1}.mts`);
  writeFileSync(name, block);
  return name;
});

test('the table of operators is the registry, in its order (vitest --update writes it)', async () => {
  const rows = sqlOperators.map(({ id, guard }) => `| \`${id}\` | ${guard} |`);
  const table = ['| operator | what it breaks |', '| - | - |', ...rows].join('\n');
  const current = page.replace(
    /(<!-- operators:begin -->\n).*(<!-- operators:end -->)/s,
    (_, begin: string, end: string) => `${begin}\n${table}\n\n${end}`,
  );
  const style = await resolveConfig(file);
  await expect(await format(current, { ...style, filepath: file })).toMatchFileSnapshot(file);
});

test('the examples compile under the strict options of this tree', () => {
  expect(complaints(files, ofSources)).toBe('');
});

test('the examples run, and print what the page says they print', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  for (const name of files) await import(name);
  const printed: unknown[] = log.mock.calls.map(([value]) => value);
  log.mockRestore();
  const [list = ''] = blocks('text');
  const lines = list.trim().split('\n');
  expect(printed.slice(0, lines.length)).toEqual(lines);
  const rest = printed.slice(lines.length);
  expect(rest).toHaveLength(3);
  for (const value of rest)
    expect(page).toContain(`// ${typeof value === 'string' ? value : JSON.stringify(value)}`);
});
