// Makes `dist/` in Stryker's sandbox by taking the types away: what is mutated was checked before.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** Folders that the checks load modules from; of the tests, what they share. */
const folders = ['src', 'models', 'properties', 'mutation', 'test'];

const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
};

const sources = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(folder, name)),
);

for (const file of sources) {
  const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), { compilerOptions });
  const target = join('dist', file.replace(/\.ts$/, '.js'));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, outputText);
}
