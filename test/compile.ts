// The compiler for tests: TypeScript that others write is held to the strict options of this tree.
import path from 'node:path';
import ts from 'typescript';
import { root } from './sources.js';

const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), (file) =>
  ts.sys.readFile(file),
);

/** The options of this tree. */
export const { options: strict } = ts.parseJsonConfigFileContent(config, ts.sys, root);

/** Files of this tree and its packages do not change while tests run: each is parsed once. */
const parsed = new Map<string, ts.SourceFile | undefined>();

function hostFor(options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  return {
    ...host,
    getSourceFile(file, ...rest) {
      if (!file.startsWith(root)) return host.getSourceFile(file, ...rest);
      if (!parsed.has(file)) parsed.set(file, host.getSourceFile(file, ...rest));
      return parsed.get(file);
    },
  };
}

/** For files that have no package beside them: `touchstone` is these sources. */
export const ofSources: ts.CompilerOptions = {
  paths: { touchstone: [path.join(root, 'src/index.ts')] },
};

/** What the compiler says of these files; empty where they are right. */
export function complaints(files: readonly string[], more: ts.CompilerOptions = {}): string {
  const options = { ...strict, ...more, typeRoots: [path.join(root, 'node_modules/@types')] };
  const host = hostFor(options);
  const program = ts.createProgram(files, options, host);
  const diagnostics = files.flatMap((file) =>
    ts.getPreEmitDiagnostics(program, program.getSourceFile(file)),
  );
  return ts.formatDiagnostics(diagnostics, host);
}
