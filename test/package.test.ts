// The package as it is published: what the tarball holds, and that it works where only its dependencies are.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './sources.js';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly bin: { readonly touchstone: string };
  readonly dependencies: Readonly<Record<string, string>>;
}

const manifest: Manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const project = realpathSync(mkdtempSync(path.join(tmpdir(), 'touchstone-package-')));
const modules = path.join(project, 'node_modules');
const installed = path.join(modules, manifest.name);
let files: readonly string[] = [];

/** Runs a program in the project that installed the package; a failure throws with its output. */
const run = (program: string, ...parameters: readonly string[]): string =>
  execFileSync(program, parameters, { cwd: project, encoding: 'utf8' });

beforeAll(() => {
  if (!existsSync(path.join(root, 'dist')))
    throw new Error('dist/ is missing: npm run build first');
  // No install: links stand for the registry, to the declared dependencies and nothing else.
  mkdirSync(installed, { recursive: true });
  const pack = ['pack', root, '--ignore-scripts', '--silent', '--pack-destination', project];
  run('tar', '-xzf', run('npm', ...pack).trim(), '--strip-components=1', '-C', installed);
  for (const name of Object.keys(manifest.dependencies)) {
    mkdirSync(path.dirname(path.join(modules, name)), { recursive: true });
    symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name), 'junction');
  }
  files = run('tar', '-tzf', `${manifest.name}-${manifest.version}.tgz`)
    .trim()
    .split('\n')
    .map((file) => file.replace('package/', ''));
});

afterAll(() => rmSync(project, { recursive: true }));

test('The tarball holds the built package, what a lesson breaks, licence, README, docs, and no more', () => {
  expect(files).toEqual(
    expect.arrayContaining(['LICENSE', 'README.md', 'package.json', 'dist/src/index.d.ts']),
  );
  const other = files.filter(
    (file) =>
      !/^(?:docs\/[a-z-]+\.md|docs\/classroom\/classroom\.yml|dist\/(?:src|models|properties)\/.*\.(?:js|js\.map|d\.ts)|src\/(?:contract|guards|services|stores)\/.*\.ts|lessons\/.*)$/.test(
        file,
      ),
  );
  expect(other.toSorted()).toEqual(['LICENSE', 'README.md', 'package.json']);
});

/** What a project that installed the package may write: plain enough to be typed and run as it is. */
const consumer = `
  import { createModelStore, defaultPolicy, openSqliteStore } from 'touchstone';
  const fact = { scope: 'profile', kind: 'preference', key: 'response_style', value: 'brief',
    sourceRef: 'chat:1', observedAt: 1000 };
  const found = [];
  for (const store of [
    await openSqliteStore({ path: ':memory:', policy: defaultPolicy }),
    await createModelStore({ policy: defaultPolicy }),
  ]) {
    const memory = store.as({ tenant: 'acme', subject: 'lin', scopes: ['profile'] });
    await memory.remember(fact, { evidence: 'user_confirmed', expectedVersion: 0, now: 1000 });
    found.push(...(await memory.search('profile', { now: 1001 })));
    await store.close();
  }
  console.log(JSON.stringify(found.map(({ value, version }) => [value, version])));
`;

test('An importer gets a store that remembers', () => {
  const printed = run(process.execPath, '--input-type=module', '--eval', consumer);
  expect(JSON.parse(printed)).toEqual([
    ['brief', 1],
    ['brief', 1],
  ]);
});

test('An importer gets types that need none of our development dependencies', () => {
  const file = path.join(project, 'consumer.mjs');
  writeFileSync(file, consumer);
  const program = ts.createProgram([file], {
    checkJs: true,
    noEmit: true,
    strict: true,
    module: ts.ModuleKind.NodeNext,
    types: [],
  });
  const ours = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(project));
  expect(ours.map(({ fileName }) => fileName)).toContain(
    path.join(installed, 'dist/src/index.d.ts'),
  );
  const diagnostics = ours.flatMap((source) => ts.getPreEmitDiagnostics(program, source));
  expect(ts.formatDiagnostics(diagnostics, ts.createCompilerHost({}))).toBe('');
});

test('The command starts and names itself', () => {
  const help = run(process.execPath, path.join(installed, manifest.bin.touchstone), '--help');
  expect(help).toContain('touchstone');
});
