// Puts all mutants of some sources into their code, each behind the switch.
import { Instrumenter } from '@stryker-mutator/instrumenter';
import type { types } from '@babel/core';
import {
  putSwitches,
  type RemovableCall,
  removableCalls,
  type SwitchedCall,
} from './call-removal.js';
import { describeMutants, type Mutation } from './describe.js';
import type { FoundModule } from './graph.js';
import { placeKey, textsLeftOut } from './left-out.js';
import type { LeftOut, TypeScriptMutant } from './mutant.js';
import { type Scopes, scopesOf } from './scopes.js';
import type { Source } from './source.js';
import { stripTypes } from './strip.js';
import { switchNames } from './switch.js';
import { parseSource } from './syntax.js';

/** The part of Stryker's instrumenter that is used, with a parser of ours. */
interface Stryker {
  /** Makes text of what it has transformed. */
  _print: (ast: { readonly originFileName: string; readonly root: types.File }) => string;
  instrument(
    files: readonly { name: string; content: string; mutate: true }[],
    options: { plugins: null; excludedMutations: []; ignorers: []; noHeader: true },
  ): Promise<{
    readonly files: readonly { readonly name: string; readonly content: string }[];
    readonly mutants: readonly (Mutation & {
      readonly id: string;
      readonly fileName: string;
      readonly statusReason?: string | undefined;
    })[];
  }>;
}

type CreateStryker = new (logger: object, createParser: () => Parser) => Stryker;

type Parser = (text: string, name: string) => Promise<object>;

/** What the mutated modules of a graph become. */
export interface InstrumentedCode {
  /** By URL of the module. */
  readonly code: ReadonlyMap<string, string>;
  /** By the number with which the code asks for it. */
  readonly mutants: ReadonlyMap<string, TypeScriptMutant>;
  readonly leftOut: readonly LeftOut[];
}

const never = (): boolean => false;
const nothing = (): void => undefined;

/** Nobody listens: what Stryker has to say is an error, or a count. */
const silence = {
  isTraceEnabled: never,
  isDebugEnabled: never,
  isInfoEnabled: never,
  isWarnEnabled: never,
  isErrorEnabled: never,
  isFatalEnabled: never,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
};

/** Stryker counts its mutants from 0; ours come far behind. */
const firstRemoval = 1_000_000;

type StrykerMutant = Awaited<ReturnType<Stryker['instrument']>>['mutants'][number];

const byPlace = (one: StrykerMutant, other: StrykerMutant): number =>
  one.location.start.line - other.location.start.line ||
  one.location.start.column - other.location.start.column;

/** What is known of a source before anything is changed in it. */
interface Reading {
  readonly source: Source;
  readonly scopes: Scopes;
  readonly texts: ReadonlyMap<string, string>;
  readonly calls: readonly RemovableCall[];
}

/** Why a mutant says nothing, if it does not. */
function reasonOf({ mutatorName, statusReason, location }: StrykerMutant, reading: Reading) {
  if (!['StringLiteral', 'ObjectLiteral'].includes(mutatorName)) return statusReason;
  const { line, column } = location.start;
  return statusReason ?? reading.texts.get(placeKey(line + 1, column));
}

/** Instruments these modules; `declarations` are put into each. */
export async function instrument(
  modules: readonly FoundModule[],
  declarations: string,
  naming: readonly string[] = [],
): Promise<InstrumentedCode> {
  const byFile = new Map(modules.map((module) => [module.source.file, module]));
  const readings = new Map<string, Reading>();
  // Stryker's own parser would read whatever configuration of Babel it finds around a file.
  const createParser = (): Parser => async (text, file) => {
    const { source } = byFile.get(file)!;
    const root = await parseSource(source);
    const texts = textsLeftOut(root, new Set(naming));
    readings.set(file, {
      source,
      scopes: scopesOf(root),
      texts,
      calls: removableCalls(root, text),
    });
    const format = source.language === 'typescript' ? 'ts' : 'js';
    return { originFileName: file, rawContent: text, format, root };
  };
  const create = Instrumenter as unknown as CreateStryker;
  const stryker = new create(silence, createParser);
  const print = stryker._print;
  const removals: StrykerMutant[] = [];
  stryker._print = (ast) => {
    const fileName = ast.originFileName;
    const calls = new Map<string, SwitchedCall[]>();
    for (const { key, instead, ...removal } of readings.get(fileName)?.calls ?? []) {
      const id = String(firstRemoval + removals.length);
      removals.push({ ...removal, id, fileName });
      calls.set(key, [...(calls.get(key) ?? []), { number: id, instead }]);
    }
    putSwitches(ast.root, calls, switchNames);
    return print(ast);
  };
  const instrumented = await stryker.instrument(
    [...byFile].map(([name, { source }]) => ({ name, content: source.text, mutate: true })),
    { plugins: null, excludedMutations: [], ignorers: [], noHeader: true },
  );

  const code = new Map<string, string>();
  for (const { name, content } of instrumented.files) {
    const { source, url, compiledImports } = byFile.get(name)!;
    const script = content.replace(/^#!.*/, '');
    const plain =
      source.language === 'typescript' ? await stripTypes(name, script, compiledImports) : script;
    code.set(url, plain + declarations);
  }

  const mutants = new Map<string, TypeScriptMutant>();
  const leftOut: LeftOut[] = [];
  for (const [file, reading] of readings) {
    const describe = describeMutants(reading.source, reading.scopes);
    const made = [...instrumented.mutants, ...removals];
    const ofFile = made.filter(({ fileName }) => fileName === file);
    for (const each of ofFile.toSorted(byPlace)) {
      const mutant = describe(each);
      const reason = reasonOf(each, reading);
      if (reason === undefined) mutants.set(each.id, mutant);
      else leftOut.push({ mutant, reason });
    }
  }
  return { code, mutants, leftOut };
}
