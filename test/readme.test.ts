// The README is run: its table is generated, its commands exist, its TypeScript compiles and works.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { refusals } from '../src/contract/refusals.js';
import { exitCodes } from '../src/engine/result.js';
import { complaints, ofSources } from './compile.js';
import { root } from './sources.js';

const readme = readFileSync(path.join(root, 'README.md'), 'utf8');

const folder = mkdtempSync(path.join(tmpdir(), 'touchstone-readme-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The texts of the fenced blocks in this language, in order. */
const blocks = (language: string): readonly string[] =>
  [...readme.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, name, text = '']) =>
    name === language ? [text] : [],
  );

describe('the table of refusals', () => {
  test('is the registry, in its order (npm run docs writes it)', async () => {
    const rows = Object.entries(refusals).map(
      ([code, { kind, definite, doc }]) =>
        `| \`${code}\` | ${kind} | ${definite ? 'yes' : 'no'} | ${doc} |`,
    );
    const table = ['| code | kind | definite | what it means |', '| - | - | - | - |', ...rows];
    const current = readme.replace(
      /(<!-- refusals:begin -->\n).*(<!-- refusals:end -->)/s,
      (_, begin, end) => `${begin}\n${table.join('\n')}\n\n${end}`,
    );
    const file = path.join(root, 'README.md');
    const style = await resolveConfig(file);
    await expect(await format(current, { ...style, filepath: file })).toMatchFileSnapshot(file);
  });
});

describe('the exit codes', () => {
  test('are those of the verdicts', () => {
    const rows = [...readme.matchAll(/^\| (\d) +\| (\w+)/gm)];
    const documented = rows.map(([, code, verdict]) => [verdict, Number(code)] as const);
    expect(Object.fromEntries(documented)).toEqual(exitCodes);
  });
});

describe('the commands', () => {
  const commands = blocks('sh').flatMap((block) => block.trim().split(/\n| && /));
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Readonly<Record<string, string>>;
  };

  test('are the two a reader starts with, each on a line of its own', () => {
    expect(blocks('sh')[0]).toBe('npm ci && npm start\nnpm ci && npm test\n');
  });

  test.each(commands.filter((command) => command.startsWith('npm ')))('%s exists', (command) => {
    const [, script] = /^npm (?:run )?(\S+)$/.exec(command) ?? [];
    expect(['ci', ...Object.keys(scripts)]).toContain(script);
  });

  // The built program, as npx would start it; npm test builds first.
  test.each(commands.filter((command) => !command.startsWith('npm ')))('%s works', (command) => {
    const [, parameters = ''] = /^npx touchstone (.*)$/.exec(command) ?? [];
    const main = path.join(root, 'dist/src/cli/main.js');
    const run = spawnSync(process.execPath, [main, ...parameters.split(' ')], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(run.status, run.stdout + run.stderr).toBe(0);
  });
});

describe('the TypeScript', () => {
  const files = blocks('ts').map((block, at) => {
    const file = path.join(folder, `block-${at + 1}.mts`);
    writeFileSync(file, block);
    return file;
  });

  test('compiles under the strict options of this tree', () => {
    expect(complaints(files, ofSources)).toBe('');
  });

  test('runs, and prints what it says it prints', async () => {
    process.chdir(folder);
    onTestFinished(() => process.chdir(root));
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    for (const file of files) await import(file);
    const printed: unknown[] = log.mock.calls.map(([value]) => value);
    log.mockRestore();
    expect(printed).toEqual([
      [expect.objectContaining({ value: 'tables', version: 3 })],
      'conformant',
    ]);
  });
});
